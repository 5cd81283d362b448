// Distances against brute force, priors against their formulas, and what makes a mask implausible.
// That they make masks better is measured by fretsaw-bench quality.
#include "core/segment/Places.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/pixel/Cells.h"
#include "core/pixel/Mixture.h"
#include "core/segment/DistanceTransform.h"
#include "core/segment/Plausibility.h"

namespace fretsaw {
namespace {

TEST(DistanceTransform, IsTheNearestOfAll) {
    std::mt19937 random(3);
    for (const Size size : {Size{1, 1}, {1, 40}, {40, 1}, {37, 23}, {64, 64}})
        for (const unsigned rarity : {1u, 7u, 300u}) {
            Image<std::uint8_t> set(size);
            for (std::int64_t i = 0; i < size.area(); ++i) set.data()[i] = random() % rarity == 0;
            set(0, size.height - 1) = 1;  // never empty
            const auto distances = squaredDistances(set.view(), {});
            ASSERT_TRUE(distances);
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    std::int64_t nearest = 1 << 30;
                    for (int v = 0; v < size.height; ++v)
                        for (int u = 0; u < size.width; ++u)
                            if (set(u, v) != 0)
                                nearest =
                                    std::min<std::int64_t>(nearest, (u - x) * (u - x) + (v - y) * (v - y));
                    ASSERT_EQ((*distances)(x, y), nearest) << x << ' ' << y;
                }
        }
}

TEST(DistanceTransform, NothingIsFarAndStopsAreObeyed) {
    const Image<std::uint8_t> none({9, 4});
    EXPECT_GE((*squaredDistances(none.view(), {}))(4, 2), 13 * 13);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(squaredDistances(none.view(), stop.get_token()));
}

TEST(Places, TheMiddleOfABoxIsLikelier) {
    const Rect box{40, 30, 101, 81};
    const auto prior = boxPrior({200, 150}, box);
    ASSERT_EQ(prior->cells.size(), (Size{200, 150})) << "few enough pixels: one cell each";
    const auto nats = [&](int x, int y) { return prior->cells(x, y) / double(pixel::kPriorPerNat); };
    EXPECT_NEAR(nats(90, 70), 0.5, 0.01);
    EXPECT_NEAR(nats(40, 70), 2 * (0.25 - 1), 0.1);
    EXPECT_NEAR(nats(140, 110), 2 * (0.25 - 2), 0.1);
    EXPECT_EQ(prior->cells(0, 0), prior->cells(20, 10)) << "outside as at the corner";
    EXPECT_LE(boxPrior({8000, 6000}, {100, 100, 500, 500})->cells.size().area(), 65536);
}

TEST(Places, TheMiddleOfABandIsUndecided) {
    Image<Label> labels({60, 20}, Label::None);
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 60; ++x) {
            if (x < 20) labels(x, y) = Label::SureForeground;
            if (x >= 41) labels(x, y) = Label::SureBackground;
        }
    const auto prior = bandPrior(labels.view(), {});
    ASSERT_TRUE(prior);
    for (int x = 0; x < 60; ++x) {
        const double d = std::max(0, x - 19), e = std::max(0, 41 - x);
        EXPECT_NEAR(prior->cells(x, 7) / double(pixel::kPriorPerNat), 3 * (0.5 - d / (d + e)), 0.003) << x;
    }
    EXPECT_EQ(prior->cells(30, 3), 0);
}

Image<std::uint8_t> maskOf(Size size, std::initializer_list<Rect> parts) {
    Image<std::uint8_t> mask(size);
    for (const Rect& part : parts)
        for (int y = part.y; y < part.bottom(); ++y)
            for (int x = part.x; x < part.right(); ++x) mask(x, y) = 255;
    return mask;
}

TEST(Plausibility, AnObjectThatFillsItsBoxIsPlausible) {
    const Size size{200, 160};
    const Rect box{20, 20, 100, 100};
    // A cross reaches all sides and runs along none.
    EXPECT_EQ(implausibility(maskOf(size, {{20, 60, 100, 20}, {60, 20, 20, 100}}).view(), box), 0);
}

TEST(Plausibility, CollapsesCount) {
    const Size size{200, 160};
    const Rect box{20, 20, 100, 100};
    const auto shares = [&](std::initializer_list<Rect> parts) {
        return static_cast<double>(implausibility(maskOf(size, parts).view(), box)) / kImplausibilityOne;
    };
    EXPECT_NEAR(shares({}), 1 - 0.06 + 2 * 0.15, 1e-3) << "empty";
    // 40 of 100 columns are missing at the right.
    EXPECT_NEAR(shares({{20, 60, 60, 20}, {50, 20, 20, 100}}), 0.4 - 0.06, 1e-3);
    // The whole box is run along.
    EXPECT_NEAR(shares({box}), 1 - 0.25, 1e-3);
    // A speck of less than one percent does not reach for the object.
    EXPECT_EQ(shares({{20, 60, 60, 20}, {50, 20, 20, 100}, {110, 60, 9, 11}}),
              shares({{20, 60, 60, 20}, {50, 20, 20, 100}}));
    // Pixels that touch at corners hang together.
    Image<std::uint8_t> diagonal(size);
    for (int i = 0; i < 100; ++i) diagonal(20 + i, 20 + i) = 255;
    EXPECT_NEAR(static_cast<double>(implausibility(diagonal.view(), box)) / kImplausibilityOne,
                2 * (0.15 - 0.01), 1e-3);
}

TEST(Plausibility, ThePicturesBorderIsNoSide) {
    const Size size{100, 80};
    EXPECT_EQ(implausibility(maskOf(size, {Rect::of(size)}).view(), Rect::of(size)), 0);
    EXPECT_GT(implausibility(maskOf(size, {Rect::of(size)}).view(), {1, 0, 99, 80}), 0);
}

}  // namespace
}  // namespace fretsaw
