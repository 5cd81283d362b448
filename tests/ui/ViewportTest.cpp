// The viewport's transforms: exact inverses, fixed points of zooming, fitting, pixel grid.
// No widgets.
#include "app/ui/Viewport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fretsaw::ui {
namespace {

Viewport viewportOf(Size image, QSizeF widget, double ratio) {
    Viewport v;
    v.setImageSize(image);
    v.setWidget(widget, ratio);
    return v;
}

void expectNear(QPointF a, QPointF b, double tolerance) {
    EXPECT_NEAR(a.x(), b.x(), tolerance);
    EXPECT_NEAR(a.y(), b.y(), tolerance);
}

TEST(Viewport, TransformsAreInversesAtEveryZoomRatioAndPan) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    for (const double ratio : {1.0, 1.25, 1.5, 1.75, 2.0, 3.0}) {
        for (const double zoom : {0.01, 0.02, 0.3, 0.99, 1.0, 1.25, 2.0, 7.0, 32.0, 64.0}) {
            Viewport v = viewportOf({6000, 4000}, {913, 611}, ratio);
            v.setZoom(zoom);
            for (int i = 0; i < 20; ++i) {
                v.panBy({unit(random) * 200 - 100, unit(random) * 200 - 100});
                const QPointF p(unit(random) * 913, unit(random) * 611);
                expectNear(v.widgetFromImage(v.imageFromWidget(p)), p, 1e-9);
                const QPointF q(unit(random) * 6000, unit(random) * 4000);
                expectNear(v.imageFromWidget(v.widgetFromImage(q)), q, 1e-8);
            }
        }
    }
}

TEST(Viewport, PixelEdgesLieOnDevicePixelsAtWholeZooms) {
    for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
        for (const double zoom : {1.0, 2.0, 7.0, 64.0}) {
            Viewport v = viewportOf({641, 33}, {503.0, 407.0}, ratio);
            v.setZoom(zoom);
            v.panBy({12.3, -4.56});
            for (const QPointF pixel : {QPointF(0, 0), QPointF(17, 5), QPointF(641, 33)}) {
                const QPointF device = v.widgetFromImage(pixel) * ratio;
                expectNear(device, QPointF(std::round(device.x()), std::round(device.y())), 1e-6);
            }
        }
    }
}

TEST(Viewport, AClickInTheMiddleOfAPixelGivesThatPixel) {
    for (const Size size : {Size{5, 5}, Size{6, 6}}) {
        for (const double zoom : {0.3, 1.0, 1.25, 7.0, 32.0}) {
            Viewport v = viewportOf(size, {400, 300}, 1.25);
            v.setZoom(zoom);
            for (int y = 0; y < size.height; ++y) {
                for (int x = 0; x < size.width; ++x) {
                    const QPointF p = v.imageFromWidget(v.widgetFromImage({x + 0.5, y + 0.5}));
                    EXPECT_EQ(std::floor(p.x()), x);
                    EXPECT_EQ(std::floor(p.y()), y);
                }
            }
        }
    }
}

TEST(Viewport, ZoomingKeepsThePointUnderThePointerAlsoAfterAHundredSteps) {
    for (const double ratio : {1.0, 1.25, 2.0}) {
        Viewport v = viewportOf({4000, 3000}, {1000, 700}, ratio);
        const QPointF pointer(371, 290);
        const QPointF before = v.imageFromWidget(pointer);
        for (int i = 0; i < 100; ++i) {
            v.zoomAt(pointer, i % 10 < 6 ? 1.13 : 1 / 1.1);
            expectNear(v.widgetFromImage(before), pointer, 1e-6);
        }
        // At whole zooms pixels lie on device pixels: half a one may be off, and only there.
        v.zoomTo(pointer, 3);
        expectNear(v.widgetFromImage(before) * ratio, pointer * ratio, 0.5 + 1e-6);
        v.zoomTo(pointer, 3.3);
        expectNear(v.widgetFromImage(before), pointer, 1e-6);
    }
}

TEST(Viewport, ZoomStaysWithinItsLimitsAndReachesOneExactly) {
    Viewport v = viewportOf({4000, 3000}, {1000, 700}, 1);
    v.zoomAt({10, 10}, 1e9);
    EXPECT_EQ(v.zoom(), Viewport::kMaxZoom);
    v.zoomAt({10, 10}, 1e-9);
    EXPECT_EQ(v.zoom(), Viewport::kMinZoom);
    v.setZoom(1);
    EXPECT_EQ(v.zoom(), 1.0);
    v.zoomIn();
    v.zoomOut();
    EXPECT_EQ(v.zoom(), 1.0);
    for (int i = 0; i < 40; ++i) v.zoomIn();
    EXPECT_EQ(v.zoom(), 64.0);
}

TEST(Viewport, FitShowsTheWholeImageCentredAndNeverEnlarges) {
    Viewport v = viewportOf({6000, 4000}, {800, 600}, 2);
    const QRectF r = v.imageRectInWidget();
    EXPECT_TRUE(v.isFitted());
    EXPECT_TRUE(QRectF(0, 0, 800, 600).contains(r));
    EXPECT_NEAR(r.width(), 800 - 32, 1.0);
    EXPECT_NEAR(r.center().x(), 400, 1.0);
    EXPECT_NEAR(r.center().y(), 300, 1.0);
    EXPECT_EQ(viewportOf({20, 10}, {800, 600}, 2).zoom(), 1.0);
}

TEST(Viewport, StaysFittedWhileResizedUntilAPersonZoomsOrPans) {
    Viewport v = viewportOf({6000, 4000}, {800, 600}, 1);
    v.setWidget({400, 300}, 1);
    EXPECT_TRUE(QRectF(0, 0, 400, 300).contains(v.imageRectInWidget()));
    v.panBy({5, 0});
    EXPECT_FALSE(v.isFitted());
    const double zoom = v.zoom();
    v.setWidget({1200, 900}, 1);
    EXPECT_EQ(v.zoom(), zoom);
    v.fit();
    EXPECT_TRUE(v.isFitted());
    EXPECT_GT(v.zoom(), zoom);
}

TEST(Viewport, PanningNeverLosesTheImage) {
    Viewport v = viewportOf({300, 200}, {800, 600}, 1);
    for (const QPointF push : {QPointF(1e7, 0), QPointF(-1e7, 3e7), QPointF(2e7, -9e7)}) {
        v.panBy(push);
        EXPECT_FALSE(v.visibleImageRect().empty());
        EXPECT_TRUE(v.imageRectInWidget().intersects(QRectF(0, 0, 800, 600)));
    }
}

TEST(Viewport, VisibleRectHoldsThePixelsOnScreenAndNoOthers) {
    Viewport v = viewportOf({100, 80}, {64, 48}, 1);
    v.setZoom(8);
    const Rect r = v.visibleImageRect();
    const QPointF a = v.imageFromWidget({0, 0}), b = v.imageFromWidget({64, 48});
    EXPECT_EQ(r.x, std::floor(a.x()));
    EXPECT_EQ(r.y, std::floor(a.y()));
    EXPECT_EQ(r.right(), std::ceil(b.x()));
    EXPECT_EQ(r.bottom(), std::ceil(b.y()));
    v.fit();
    EXPECT_EQ(v.visibleImageRect(), (Rect{0, 0, 100, 80}));
}

TEST(Viewport, SurvivesEmptyImagesAndWidgets) {
    Viewport v;
    v.setWidget({0, 0}, 1);
    v.setImageSize({0, 0});
    v.zoomAt({0, 0}, 2);
    v.panBy({10, 10});
    v.fit();
    EXPECT_TRUE(v.visibleImageRect().empty());
    EXPECT_TRUE(std::isfinite(v.imageFromWidget({1, 1}).x()));
}

}  // namespace
}  // namespace fretsaw::ui
