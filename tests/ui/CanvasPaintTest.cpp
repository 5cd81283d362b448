// What the canvas shows, read back from the framebuffer: exact pixels, tiles, views, changed parts, new
// windows. Input is tested in CanvasInputTest.
#include <QPalette>
#include <QVBoxLayout>
#include <algorithm>

#include "tests/ui/CanvasFixture.h"

namespace fretsaw::ui {
namespace {

TEST_F(CanvasTest, ShowsEveryPixelExactlyAt100PercentAndAtWholeZooms) {
    open(noise({90, 70}));
    for (const double zoom : {1.0, 2.0, 3.0, 8.0}) {
        zoomTo(zoom);
        const QImage grabbed = grab();
        EXPECT_EQ(grabbed.size(), canvas->size() * canvas->devicePixelRatioF());
        expectPixels(grabbed, [&](int x, int y) { return (*image)(x, y); });
    }
}

TEST_F(CanvasTest, PixelsAreSquaresWithSharpEdgesWhenEnlarged) {
    open(noise({30, 20}));
    zoomTo(8);
    const QImage grabbed = grab();
    for (const double inside : {0.07, 0.93}) {
        const Rgba8 c = (*image)(15, 10);
        EXPECT_EQ(colourAt(grabbed, devicePoint(15 + inside, 10.5)), c);
        EXPECT_EQ(colourAt(grabbed, devicePoint(15.5, 10 + inside)), c);
    }
}

TEST_F(CanvasTest, OddAndThinPicturesAreNotSheared) {
    for (const Size size :
         {Size{1, 1}, Size{1, 200}, Size{200, 1}, Size{3, 5}, Size{641, 13}, Size{127, 63}}) {
        open(noise(size));
        canvas->zoomTo100();
        expectPixels(grab(), [&](int x, int y) { return (*image)(x, y); });
        // Masks have one byte a pixel, so rows end at odd addresses.
        document.commitRect(Rect{0, 0, (size.width + 1) / 2, (size.height + 1) / 2});
        ASSERT_TRUE(waitForMask());
        canvas->setTool(Tool::Hand);
        canvas->setViewMode(ViewMode::BlackAndWhite);
        const Image<std::uint8_t> mask = ruleMask();
        const Rect rect = *document.rect();
        const QImage grabbed = grab();
        int compared = 0;
        for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
                // The frame is drawn over pixels at the rectangle's edge.
                const bool nearX = std::abs(x - rect.right()) < 4 || x < 4,
                           nearY = std::abs(y - rect.bottom()) < 4 || y < 4;
                const QPoint p = devicePoint(x + 0.5, y + 0.5);
                if (nearX || nearY || !grabbed.rect().contains(p)) continue;
                ASSERT_EQ(colourAt(grabbed, p).r, mask(x, y)) << x << ',' << y << " of " << size.width;
                ++compared;
            }
        }
        EXPECT_TRUE(compared > 0 || size.width < 40 || size.height < 12);
        canvas->setViewMode(ViewMode::Overlay);
    }
}

TEST_F(CanvasTest, TiledPicturesLookLikeUntiledOnes) {
    open(noise({500, 380}));
    document.commitRect(Rect{50, 40, 300, 280});
    document.beginStroke(Label::SureForeground, 30, {20, 20});
    document.extendStroke({480, 350});
    document.endStroke();
    document.beginStroke(Label::ProbableBackground, 20, {480, 20});
    document.extendStroke({20, 350});
    document.endStroke();
    ASSERT_TRUE(waitForMask());
    const auto shots = [&] {
        std::vector<QImage> result;
        canvas->zoomToFit();
        result.push_back(grab());
        for (const double zoom : {0.2, 0.33, 1.0, 1.5, 3.0}) {
            canvas->zoomTo100();
            while (canvas->viewport().zoom() > zoom) canvas->zoomOut();
            while (canvas->viewport().zoom() < zoom) canvas->zoomIn();
            result.push_back(grab());
        }
        return result;
    };
    const auto whole = shots();
    makeCanvas(64);
    const auto tiled = shots();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        int worst = 0, different = 0;
        for (int y = 0; y < whole[i].height(); ++y) {
            for (int x = 0; x < whole[i].width(); ++x) {
                const QColor a = whole[i].pixelColor(x, y), b = tiled[i].pixelColor(x, y);
                const int off = std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()),
                                          std::abs(a.blue() - b.blue())});
                worst = std::max(worst, off);
                // Rounding of texture coordinates shows, steepened by the edge line; seams differ by far
                // more.
                different += off > 3 ? 1 : 0;
            }
        }
        EXPECT_EQ(different, 0) << "shot " << i << ", worst difference " << worst;
    }
}

TEST_F(CanvasTest, AStrokeShowsAtOnceWhileTheEngineIsBusy) {
    open(flat({100, 80}, {90, 90, 90, 255}));
    zoomTo(2);
    control->hold = true;
    canvas->setTool(Tool::Foreground);
    canvas->setBrushWidthPx(9);
    (void)grab();
    press(50, 40);
    move(60, 40);
    // One paint and nothing else: no event loop, so no engine and no timer can have helped.
    const QImage shown = canvas->grabFrame().convertToFormat(QImage::Format_RGBA8888);
    const Rgba8 c = colourAt(shown, devicePoint(52.5, 40.5));
    EXPECT_GT(c.b, 150) << "light blue of sure foreground";
    EXPECT_GT(c.b, c.r + 40);
    EXPECT_EQ(colourAt(shown, devicePoint(20.5, 20.5)), (Rgba8{90, 90, 90, 255}));
    release(60, 40);
    control->hold = false;
}

TEST_F(CanvasTest, TheMaskOnScreenIsTheMaskOfTheDocumentAfterEveryChange) {
    makeCanvas(64);
    open(flat({150, 110}, {200, 100, 50, 255}));
    canvas->setViewMode(ViewMode::BlackAndWhite);
    canvas->setTool(Tool::Hand);
    zoomTo(2);
    const auto expectMask = [&] {
        ASSERT_TRUE(waitForMask());
        // The rectangle's frame hides what is under it, so it goes out of the way.
        const Image<std::uint8_t> mask = ruleMask();
        const QImage grabbed = grab();
        const Rect r = document.rect().value_or(Rect{});
        int wrong = 0;
        for (int y = 0; y < 110; ++y) {
            for (int x = 0; x < 150; ++x) {
                const bool nearFrame = std::min({std::abs(x - r.x), std::abs(x - r.right()),
                                                 std::abs(y - r.y), std::abs(y - r.bottom())}) < 4;
                const QPoint p = devicePoint(x + 0.5, y + 0.5);
                if (nearFrame || !grabbed.rect().contains(p)) continue;
                const std::uint8_t v = mask(x, y);
                wrong += colourAt(grabbed, p) == Rgba8{v, v, v, 255} ? 0 : 1;
            }
        }
        EXPECT_EQ(wrong, 0);
    };
    document.commitRect(Rect{30, 20, 90, 70});
    expectMask();
    document.beginStroke(Label::SureForeground, 7, {5, 5});
    document.extendStroke({140, 8});
    document.endStroke();
    expectMask();
    document.beginStroke(Label::SureBackground, 21, {60, 60});
    document.extendStroke({70, 50});
    document.endStroke();
    expectMask();
    document.undoStack().undo();
    expectMask();
}

TEST_F(CanvasTest, ViewsShowTheKeptPartUntouched) {
    open(noise({120, 90}));
    document.commitRect(Rect{30, 20, 60, 50});
    ASSERT_TRUE(waitForMask());
    canvas->setTool(Tool::Hand);
    zoomTo(2);
    const QPoint kept = devicePoint(60.5, 45.5), cut = devicePoint(15.5, 45.5);
    const Rgba8 keptColour = (*image)(60, 45), cutColour = (*image)(15, 45);

    QImage grabbed = grab();
    EXPECT_EQ(colourAt(grabbed, kept), keptColour);
    EXPECT_NE(colourAt(grabbed, cut), cutColour);
    canvas->setOverlayOpacity(0);
    EXPECT_EQ(colourAt(grab(), cut), cutColour);

    canvas->setViewMode(ViewMode::BlackAndWhite);
    grabbed = grab();
    EXPECT_EQ(colourAt(grabbed, kept), (Rgba8{255, 255, 255, 255}));
    EXPECT_EQ(colourAt(grabbed, cut), (Rgba8{0, 0, 0, 255}));

    canvas->setViewMode(ViewMode::Checkerboard);
    grabbed = grab();
    EXPECT_EQ(colourAt(grabbed, kept), keptColour);
    const Rgba8 square = colourAt(grabbed, cut);
    EXPECT_TRUE(square.r == square.g && square.g == square.b);
    EXPECT_TRUE(square.r == 204 || square.r == 153) << int{square.r};
}

TEST_F(CanvasTest, TransparentPicturesShowCheckerboardNotHiddenColours) {
    Image<Rgba8> picture({60, 60}, Rgba8{255, 0, 0, 0});
    picture(30, 30) = {10, 20, 30, 255};
    open(std::move(picture));
    zoomTo(4);
    const QImage grabbed = grab();
    const Rgba8 hidden = colourAt(grabbed, devicePoint(10.5, 10.5));
    EXPECT_TRUE(hidden.r == hidden.g && hidden.g == hidden.b);
    EXPECT_EQ(colourAt(grabbed, devicePoint(30.5, 30.5)), (Rgba8{10, 20, 30, 255}));
}

TEST_F(CanvasTest, SurvivesTenNewWindows) {
    open(noise({100, 80}));
    document.commitRect(Rect{20, 20, 50, 40});
    ASSERT_TRUE(waitForMask());
    const QImage before = grab();
    for (int i = 0; i < 10; ++i) {
        QWidget host;
        host.resize(500, 400);
        canvas->setParent(&host);
        canvas->move(10, 10);
        canvas->show();
        host.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&host));
        EXPECT_EQ(grab(), before) << "docked " << i;
        canvas->setParent(nullptr);
        canvas->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        canvas->resize(420, 300);
        EXPECT_EQ(grab(), before) << "floating " << i;
    }
}

TEST_F(CanvasTest, WhatIsRedrawnInPartsLooksLikeWhatIsDrawnWhole) {
    open(noise({300, 200}));
    canvas->setTool(Tool::Foreground);
    canvas->setBrushWidthPx(40);
    std::mt19937 random(3);
    for (int i = 0; i < 30; ++i) {
        move(static_cast<double>(random() % 300), static_cast<double>(random() % 200));
        if (i % 7 == 3) canvas->setBrushWidthPx(10.0 + static_cast<double>(random() % 60));
        if (i % 5 == 2) document.commitRect(Rect{static_cast<int>(random() % 100), 30, 120, 100});
        if (i % 6 == 1) {
            document.beginStroke(Label::SureBackground, 12, {20.0 + i * 5, 50});
            document.extendStroke({250, 20.0 + i * 3});
            document.endStroke();
        }
        (void)canvas->grabFrame();  // paints the changed part only
        ASSERT_TRUE(i % 5 != 4 || waitForMask());
    }
    ASSERT_TRUE(waitForMask());
    (void)canvas->grabFrame();
    const QImage parts = canvas->grabFrame();
    canvas->finishUploads();  // repaints everything
    EXPECT_EQ(parts, canvas->grabFrame());
}

TEST_F(CanvasTest, WithoutAPictureItIsPlainNeutralGrey) {
    const QImage grabbed = grab();
    const Rgba8 c = colourAt(grabbed, {5, 5});
    EXPECT_TRUE(c.r == c.g && c.g == c.b);
    EXPECT_EQ(colourAt(grabbed, QPoint(grabbed.width() / 2, grabbed.height() / 2)), c);
    open(noise({50, 50}));
    document.setPhoto(nullptr);
    EXPECT_EQ(grab(), grabbed);
}

TEST_F(CanvasTest, ABigPictureShowsInItsFirstFrame) {
    open(flat({6000, 4000}, {40, 120, 200, 255}));
    const QImage first = canvas->grabFrame().convertToFormat(QImage::Format_RGBA8888);
    for (const QPointF p : {QPointF(50, 50), QPointF(3000, 2000), QPointF(5900, 3900)})
        EXPECT_EQ(colourAt(first, devicePoint(p.x(), p.y())), (Rgba8{40, 120, 200, 255}));
}

}  // namespace
}  // namespace fretsaw::ui
