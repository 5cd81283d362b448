// What a person does with the real window: box, strokes, views, undo, zoom, stop - and what is then on
// screen. Files are in WindowFilesTest, a whole session in SessionTest.
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

TEST_F(WindowTest, ABoxBecomesAMaskThatIsShownInEveryView) {
    open(sceneFile());
    dragBox();
    ASSERT_EQ(document.rect(), box);
    ASSERT_TRUE(waitForMask());
    EXPECT_TRUE(document.maskFrame()->result.certified);
    const auto mask = document.maskFrame()->result.mask->view();

    key(Qt::Key_H);  // no handles in the picture
    key(Qt::Key_1, Qt::ControlModifier);
    int kept = 0, cut = 0;
    const auto inside = [&](int x, int y) {  // away from the edge of the mask, which has an outline
        for (int dy = -3; dy <= 3; ++dy) {
            for (int dx = -3; dx <= 3; ++dx) {
                if (!mask.bounds().contains(x + dx, y + dy) || mask(x + dx, y + dy) != mask(x, y))
                    return false;
            }
        }
        const auto nearFrame = [&](int v, int edge) { return std::abs(v - edge) <= 6; };
        return !nearFrame(x, box.x) && !nearFrame(x, box.right()) && !nearFrame(y, box.y) &&
               !nearFrame(y, box.bottom());
    };
    key(Qt::Key_1);
    const QImage overlay = grab();
    key(Qt::Key_5);
    const QImage blackAndWhite = grab();
    key(Qt::Key_6);
    const QImage checkerboard = grab();
    for (int y = 0; y < document.size().height; y += 3) {
        for (int x = 0; x < document.size().width; x += 3) {
            if (!inside(x, y)) continue;
            const bool isKept = mask(x, y) == 255;
            (isKept ? kept : cut) += 1;
            ASSERT_LE(difference(colour(blackAndWhite, x, y), isKept ? Qt::white : Qt::black), 1)
                << x << ',' << y;
            const QColor photo = photoColour(x, y);
            if (isKept) {
                ASSERT_LE(difference(colour(overlay, x, y), photo), 2) << "kept pixels are never dimmed";
                ASSERT_LE(difference(colour(checkerboard, x, y), photo), 2);
            } else {
                ASSERT_GE(difference(colour(overlay, x, y), photo), 8) << "what is cut away is tinted";
                const QColor square = colour(checkerboard, x, y);
                ASSERT_TRUE(difference(square, QColor(204, 204, 204)) <= 2 ||
                            difference(square, QColor(153, 153, 153)) <= 2);
            }
        }
    }
    EXPECT_GT(kept, 100);
    EXPECT_GT(cut, 100);
}

TEST_F(WindowTest, StrokesAreExactlyThePixelsOfPaintStroke) {
    open(sceneFile());
    key(Qt::Key_1, Qt::ControlModifier);
    key(Qt::Key_F);
    window.canvas().setBrushWidthPx(9);
    Image<Label> expected(document.size(), Label::None);
    const auto paint = [&](Label label, PointF from, PointF to) {
        Stroke stroke{label, window.canvas().brushWidthPx(), {from}};
        for (int i = 1; i <= 8; ++i) {
            stroke.points.push_back({from.x + (to.x - from.x) * i / 8, from.y + (to.y - from.y) * i / 8});
        }
        paintStroke(expected.view(), stroke);
    };
    drag({100.25, 80.75}, {140.5, 95.25});
    paint(Label::SureForeground, {100.25, 80.75}, {140.5, 95.25});
    drag({10.5, 10.5}, {200.5, 14.25}, Qt::RightButton);
    paint(Label::SureBackground, {10.5, 10.5}, {200.5, 14.25});
    key(Qt::Key_E);
    window.canvas().setBrushWidthPx(3);
    drag({90, 85}, {150, 85});
    paint(Label::None, {90, 85}, {150, 85});
    EXPECT_TRUE(test::equal(document.labels(), std::as_const(expected).view()));
    EXPECT_EQ(document.undoStack().count(), 3);
    ASSERT_TRUE(waitForMask());
    const auto mask = document.maskFrame()->result.mask->view();
    for (int y = 0; y < mask.height(); ++y) {
        for (int x = 0; x < mask.width(); ++x) {
            if (expected(x, y) == Label::None) continue;
            ASSERT_EQ(mask(x, y), expected(x, y) == Label::SureForeground ? 255 : 0) << x << ',' << y;
        }
    }
}

TEST_F(WindowTest, AClickHitsThePixelUnderThePointerAtEveryZoom) {
    const auto clickAll = [&](Size size, double zoom) {
        zoomTo(zoom, {size.width / 2.0, size.height / 2.0});
        for (const int y : {0, 1, size.height / 2, size.height - 1}) {
            for (const int x : {0, 1, size.width / 2, size.width - 1}) {
                for (const double inside : {0.02, 0.5, 0.98}) {
                    mouse(QEvent::MouseButtonPress, {x + inside, y + inside});
                    mouse(QEvent::MouseButtonRelease, {x + inside, y + inside});
                    ASSERT_EQ(document.labels()(x, y), Label::SureForeground)
                        << x << ',' << y << " at " << zoom;
                    ASSERT_EQ(labelled(), 1) << x << ',' << y << " at " << zoom;
                    document.undo();
                    ASSERT_EQ(labelled(), 0);
                }
            }
        }
    };
    for (const Size size : {Size{5, 5}, Size{6, 6}}) {
        open(file("tiny.png", Image<Rgba8>(size, {90, 120, 150, 255})));
        key(Qt::Key_F);
        window.canvas().setBrushWidthPx(1);
        for (const double zoom : {1.0, 1.25, 7.0, 32.0}) clickAll(size, zoom);
    }
    open(file("wide.png", Image<Rgba8>({400, 300}, {90, 120, 150, 255})));
    clickAll({400, 300}, 0.3);
}

TEST_F(WindowTest, UndoAndRedoByKeysGiveTheSameMasks) {
    open(sceneFile());
    std::vector<std::vector<std::uint8_t>> masks{maskBytes()};
    dragBox();
    ASSERT_TRUE(waitForMask());
    masks.push_back(maskBytes());
    key(Qt::Key_B);
    window.canvas().setBrushWidthPx(8);
    drag({box.x + 4.0, box.y + 4.0}, {box.x + box.width / 2.0, box.y + 8.0});
    ASSERT_TRUE(waitForMask());
    masks.push_back(maskBytes());
    key(Qt::Key_X);  // the other brush
    drag({box.x + box.width / 2.0, box.y + box.height / 2.0}, {box.right() + 3.0, box.bottom() + 3.0});
    ASSERT_TRUE(waitForMask());
    masks.push_back(maskBytes());
    const double zoom = window.canvas().viewport().zoom();
    for (int at = 2; at >= 0; --at) {
        key(Qt::Key_Z, Qt::ControlModifier);
        ASSERT_TRUE(at == 0 || waitForMask());
        EXPECT_EQ(maskBytes(), masks[static_cast<std::size_t>(at)]) << at;
    }
    for (std::size_t at = 1; at <= 3; ++at) {
        key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitForMask());
        EXPECT_EQ(maskBytes(), masks[at]) << at;
    }
    EXPECT_EQ(window.canvas().tool(), Tool::Foreground);
    EXPECT_EQ(window.canvas().viewport().zoom(), zoom);
}

TEST_F(WindowTest, EscTakesBackADragAndStopsASolve) {
    open(sceneFile({900, 700}));
    dragBox();
    ASSERT_TRUE(waitForMask());
    const auto mask = maskBytes();
    key(Qt::Key_F);
    mouse(QEvent::MouseButtonPress, {20, 20});
    mouse(QEvent::MouseMove, {120, 60});
    EXPECT_GT(labelled(), 0);
    key(Qt::Key_Escape);
    EXPECT_EQ(labelled(), 0);
    mouse(QEvent::MouseButtonRelease, {120, 60});
    ASSERT_TRUE(waitForMask());
    EXPECT_EQ(maskBytes(), mask);

    drag({20, 20}, {420, 60});
    EXPECT_TRUE(engine.busy());
    key(Qt::Key_Escape);
    const auto shown = document.maskFrame();
    ASSERT_TRUE(test::waitFor([&] { return !engine.busy(); }));
    EXPECT_EQ(document.maskFrame(), shown) << "the old mask stays";
    EXPECT_FALSE(document.maskIsCurrent());
    EXPECT_GT(labelled(), 0) << "strokes stay";
    EXPECT_EQ(document.undoStack().count(), 2);
    key(Qt::Key_N);
    ASSERT_TRUE(waitForMask());
}

TEST_F(WindowTest, TheWheelZoomsAboutThePointerAndAResizeKeepsThePictureFitted) {
    open(sceneFile({1600, 1200}));
    const PointF under{400.5, 300.5};
    const QPointF before = widgetPoint(under);
    wheel(under, 120 * 5);
    EXPECT_LT(QLineF(before, widgetPoint(under)).length(), 1.01);
    EXPECT_GT(window.canvas().viewport().zoom(), 0.3);
    key(Qt::Key_0, Qt::ControlModifier);
    for (const QSize size : {QSize(1150, 800), QSize(950, 660)}) {
        window.resize(size);
        ASSERT_TRUE(test::waitFor([&] { return window.size() == size; }));
        QCoreApplication::processEvents();
        const QRectF picture = window.canvas().viewport().imageRectInWidget();
        EXPECT_TRUE(QRectF(window.canvas().rect()).contains(picture));
        EXPECT_LT(
            std::min(window.canvas().width() - picture.width(), window.canvas().height() - picture.height()),
            60);
    }
}

TEST_F(WindowTest, ItLooksTheSameAfterHidingAndAfterMovingTheCanvas) {
    open(sceneFile());
    dragBox();
    ASSERT_TRUE(waitForMask());
    key(Qt::Key_H);
    key(Qt::Key_1, Qt::ControlModifier);
    const QImage before = grab();
    window.hide();
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    EXPECT_EQ(grab(), before);
    QWidget* const place = window.takeCentralWidget();
    QWidget other;
    other.resize(window.size());
    for (int i = 0; i < 3; ++i) {
        place->setParent(&other);
        place->show();
        other.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
        window.setCentralWidget(place);
        place->show();
        ASSERT_TRUE(test::waitFor([&] {
            return window.canvas().isVisible() &&
                   window.canvas().size() == before.size() / window.canvas().devicePixelRatioF();
        }));
        EXPECT_EQ(grab(), before) << i;
    }
}

}  // namespace
}  // namespace fretsaw::ui
