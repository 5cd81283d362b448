// Strokes against a brute-force distance raster, and what they promise: no gaps, minimal patches, cheap far
// points. Labels and patches in general have their own file.
#include "core/segment/Stroke.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <random>

#include "core/image/Error.h"

namespace fretsaw {
namespace {

double distance(PointF p, PointF a, PointF b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    t = std::min(1.0, std::max(0.0, t));
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double distance(PointF p, const std::vector<PointF>& line) {
    double least = distance(p, line[0], line[0]);
    for (std::size_t i = 1; i < line.size(); ++i) least = std::min(least, distance(p, line[i - 1], line[i]));
    return least;
}

/// Every pixel farther than a rounding from the rim must be as the definition says.
void expectExact(Size size, const Stroke& stroke) {
    Image<Label> labels(size, Label::None);
    paintStroke(labels.view(), stroke);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double d = distance({x + 0.5, y + 0.5}, stroke.points) - stroke.widthPx / 2;
            if (std::abs(d) < 1e-9) continue;
            ASSERT_EQ(labels(x, y) == stroke.label, d < 0) << x << "," << y << " width " << stroke.widthPx;
        }
}

TEST(Stroke, EqualsTheDistanceRaster) {
    std::mt19937 random(7);
    const auto uniform = [&](double low, double high) {
        return low + (high - low) * (random() / 4294967296.0);
    };
    for (int round = 0; round < 400; ++round) {
        Stroke stroke;
        stroke.widthPx = round % 3 == 0 ? uniform(1.01, 4) : uniform(2, 60);
        const int count = 1 + static_cast<int>(random() % 5);
        for (int i = 0; i < count; ++i) {
            PointF p{uniform(-30, 90), uniform(-30, 70)};
            if (round % 4 == 0) p = {std::floor(p.x), std::floor(p.y) + 0.5};
            if (round % 5 == 0 && i > 0) p.y = stroke.points[0].y;
            if (round % 7 == 0 && i > 0) p.x = stroke.points[0].x;
            stroke.points.push_back(p);
        }
        expectExact({61, 43}, stroke);
    }
}

TEST(Stroke, RimBelongsToTheBrush) {
    Image<Label> labels({7, 7}, Label::None);
    paintStroke(labels.view(), {Label::SureBackground, 4, {{3.5, 3.5}}});
    EXPECT_EQ(labels(1, 3), Label::SureBackground);  // exactly 2 px away
    EXPECT_EQ(labels(3, 5), Label::SureBackground);
    EXPECT_EQ(labels(0, 3), Label::None);
    EXPECT_EQ(countLabels(labels.view())[Label::SureBackground], 13);
}

TEST(Stroke, WidthOnePaintsThePixelUnderThePoint) {
    for (const PointF p : {PointF{2.0, 3.0}, {2.5, 3.5}, {2.999, 3.0}}) {
        Image<Label> labels({6, 6}, Label::None);
        const LabelPatch patch = paintStroke(labels.view(), {Label::SureForeground, 1, {p}});
        EXPECT_EQ(patch.rect, (Rect{2, 3, 1, 1})) << p.x;
    }
}

TEST(Stroke, WidthOneLineIsConnectedThinAndTheSameBackwards) {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        const auto coordinate = [&] { return static_cast<double>(random() % 400) / 10; };
        const PointF a{coordinate(), coordinate()}, b{coordinate(), coordinate()};
        Image<Label> forth({40, 40}, Label::None), back({40, 40}, Label::None);
        const LabelPatch patch = paintStroke(forth.view(), {Label::SureForeground, 1, {a, b}});
        paintStroke(back.view(), {Label::SureForeground, 1, {b, a}});
        ASSERT_TRUE(std::equal(forth.data(), forth.data() + 1600, back.data()));
        ASSERT_EQ(forth(static_cast<int>(a.x), static_cast<int>(a.y)), Label::SureForeground);
        ASSERT_EQ(forth(static_cast<int>(b.x), static_cast<int>(b.y)), Label::SureForeground);
        const int steps = std::max(patch.rect.width, patch.rect.height);
        ASSERT_EQ(countLabels(forth.view())[Label::SureForeground], steps);
    }
}

TEST(Stroke, FarAndHugePointsCostNothing) {
    const auto begin = std::chrono::steady_clock::now();
    for (const double far : {1e4, 1e9, 1e15, 1e300, std::numeric_limits<double>::max()})
        for (const double width : {1.0, 3.0, 2000.0}) {
            Image<Label> labels({50, 40}, Label::None);
            paintStroke(labels.view(), {Label::SureForeground, width, {{-far, 20.5}, {far, 20.5}}});
            for (int x = 0; x < 50; ++x)
                ASSERT_EQ(labels(x, 20), Label::SureForeground) << far << " " << width;
            if (width == 3) {
                EXPECT_EQ(countLabels(labels.view())[Label::SureForeground], 150) << far;
            }

            Image<Label> untouched({50, 40}, Label::None);
            EXPECT_TRUE(
                paintStroke(untouched.view(), {Label::SureForeground, width, {{far, far}, {far, -far}}})
                    .empty());
        }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(Stroke, LongDiagonalsAreRightToThePixel) {
    // Through (0,0) and (30,15), continued far outside on both sides.
    for (const double far : {100.0, 1e6, 1e8}) {
        Stroke stroke{Label::SureForeground, 5, {{-2 * far, -far}, {2 * far, far}}};
        Image<Label> labels({60, 40}, Label::None);
        paintStroke(labels.view(), stroke);
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 60; ++x) {
                const double d = std::abs((x + 0.5) - 2 * (y + 0.5)) / std::sqrt(5.0) - 2.5;
                if (std::abs(d) < 1e-6) continue;
                ASSERT_EQ(labels(x, y) == Label::SureForeground, d < 0) << far << ": " << x << "," << y;
            }
    }
}

TEST(Stroke, ManyPointsWithAWideBrushCostTheArea) {
    Stroke stroke{Label::SureForeground, 2000, {}};
    for (int i = 0; i < 3000; ++i) stroke.points.push_back({1000 + i * 0.01, 1000 + i * 0.01});
    Image<Label> labels({2100, 2100}, Label::None);
    const auto begin = std::chrono::steady_clock::now();
    paintStroke(labels.view(), stroke);
    // Painting each capsule by itself would be 10¹⁰ pixels.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(labels(1000, 1000), Label::SureForeground);
}

TEST(Stroke, PatchIsMinimalAndUndoes) {
    Image<Label> labels({40, 30}, Label::None);
    paintStroke(labels.view(), {Label::SureForeground, 10, {{10, 10}, {25, 14}}});
    const Image<Label> before = labels.clone();

    EXPECT_TRUE(paintStroke(labels.view(), {Label::SureForeground, 8, {{10, 10}, {25, 14}}}).empty());

    const LabelPatch patch = paintStroke(labels.view(), {Label::SureForeground, 10, {{25, 14}, {30, 14}}});
    Rect box;
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            if (labels(x, y) != before(x, y)) box = box.united({x, y, 1, 1});
    EXPECT_EQ(patch.rect, box);
    applyPatch(labels.view(), patch.inverted());
    EXPECT_TRUE(std::equal(labels.data(), labels.data() + 1200, before.data()));
}

TEST(Stroke, EraserReturnsToNone) {
    Image<Label> labels({20, 20}, Label::SureBackground);
    paintStroke(labels.view(), {Label::None, 6, {{10, 10}}});
    EXPECT_EQ(labels(10, 10), Label::None);
    EXPECT_EQ(labels(0, 0), Label::SureBackground);
}

TEST(Stroke, BadValuesAreRefused) {
    Image<Label> labels({4, 4}, Label::None);
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const double width : {0.0, 0.99, 2000.1, -5.0, nan, inf})
        EXPECT_THROW(paintStroke(labels.view(), {Label::SureForeground, width, {{1, 1}}}), InvalidArgument);
    for (const PointF p : {PointF{nan, 1}, {1, inf}, {-inf, 0}})
        EXPECT_THROW(paintStroke(labels.view(), {Label::SureForeground, 3, {{1, 1}, p}}), InvalidArgument);
    EXPECT_TRUE(paintStroke(labels.view(), {Label::SureForeground, 3, {}}).empty());
    EXPECT_EQ(countLabels(labels.view())[Label::None], 16);
}

}  // namespace
}  // namespace fretsaw
