// Fits against sums in double, degenerate colours, and clustering.
// The loop that uses them is tested with the segmenter.
#include "core/segment/ColourModels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/image/Error.h"
#include "core/segment/Clustering.h"

namespace fretsaw {
namespace {

std::vector<Colour> cloud(std::mt19937& random, int count, Colour centre, int spread) {
    std::vector<Colour> pixels;
    for (int i = 0; i < count; ++i) {
        const auto near = [&](int c) {
            return static_cast<std::int16_t>(std::clamp(
                c + static_cast<int>(random() % static_cast<unsigned>(2 * spread + 1)) - spread, 0, 255));
        };
        pixels.push_back({near(centre.c[0]), near(centre.c[1]), near(centre.c[2])});
    }
    return pixels;
}

ColourSums sumsOf(std::span<const Colour> pixels) {
    ColourSums sums;
    for (const Colour& p : pixels) sums.add(p);
    return sums;
}

TEST(ColourModels, FitIsMeanAndCovariance) {
    std::mt19937 random(4);
    const auto pixels = cloud(random, 500, {120, 90, 30}, 25);
    double mean[3] = {}, covariance[3][3] = {};
    for (const Colour& p : pixels)
        for (int c = 0; c < 3; ++c) mean[c] += p.c[c] / 500.0;
    for (const Colour& p : pixels)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) covariance[i][j] += (p.c[i] - mean[i]) * (p.c[j] - mean[j]) / 500;

    const ColourSums components[] = {sumsOf(pixels), {}, sumsOf(std::span(pixels).first(125))};
    const ColourMixture mixture = fitMixture(components);
    ASSERT_EQ(mixture.parts.size(), 2u);
    EXPECT_DOUBLE_EQ(mixture.parts[0].weight, 0.8);
    for (int i = 0, at = 0; i < 3; ++i) {
        EXPECT_NEAR(mixture.parts[0].mean[i], mean[i], 1e-9);
        for (int j = i; j < 3; ++j, ++at)
            EXPECT_NEAR(mixture.parts[0].covariance[at], covariance[i][j] + (i == j ? kVarianceFloor : 0),
                        1e-8);
    }
}

/// −log density of one Gaussian by the textbook: determinant and inverse of the covariance in long double.
double textbook(const ColourGaussian& g, Colour p) {
    using Real = long double;
    const Real a = g.covariance[0], b = g.covariance[1], c = g.covariance[2], d = g.covariance[3],
               e = g.covariance[4], f = g.covariance[5];
    const Real det = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d);
    const Real x = p.c[0] - g.mean[0], y = p.c[1] - g.mean[1], z = p.c[2] - g.mean[2];
    const Real distance =
        (x * x * (d * f - e * e) + y * y * (a * f - c * c) + z * z * (a * d - b * b) +
         2 * (x * y * (c * e - b * f) + x * z * (b * e - c * d) + y * z * (b * c - a * e))) /
        det;
    return static_cast<double>(distance / 2 + std::log(det) / 2 - std::log(static_cast<Real>(g.weight)));
}

TEST(ColourModels, EvaluationIsTheTextbooks) {
    std::mt19937 random(9);
    for (int round = 0; round < 200; ++round) {
        const auto channel = [&random] { return static_cast<std::int16_t>(random() % 256); };
        const Colour centre{channel(), channel(), channel()};
        auto pixels = cloud(random, 300, centre, 1 + static_cast<int>(random() % 60));
        if (round % 4 == 0)
            for (Colour& p : pixels) p.c[1] = p.c[2] = p.c[0];  // rank one
        const ColourSums sums = sumsOf(pixels);
        const ColourMixture mixture = fitMixture(std::span(&sums, 1));
        const pixel::Mixture ready = evaluable(mixture);
        for (int i = 0; i < 20; ++i) {
            const Colour p = pixels[random() % pixels.size()];
            const double right = textbook(mixture.parts[0], p);
            EXPECT_NEAR(pixel::bestPartCost<float>(ready, p.c[0], p.c[1], p.c[2]), right,
                        1e-3 * std::max(1.0, std::abs(right)));
        }
    }
}

TEST(ColourModels, OneColourIsAModel) {
    for (const Colour p : {Colour{0, 0, 0}, {255, 255, 255}, {17, 200, -3}}) {
        ColourSums sums;
        for (int i = 0; i < 1'000'000; ++i) sums.add(p);
        const ColourMixture mixture = fitMixture(std::span(&sums, 1));
        const pixel::Mixture ready = evaluable(mixture);
        const float at = pixel::mixtureCost<float>(ready, p.c[0], p.c[1], p.c[2]);
        const float beside = pixel::mixtureCost<float>(ready, static_cast<float>(p.c[0]) + 1, p.c[1], p.c[2]);
        EXPECT_NEAR(at, 1.5 * std::log(kVarianceFloor), 1e-3);
        EXPECT_NEAR(beside - at, 0.5 / kVarianceFloor, 0.05);
    }
}

TEST(ColourModels, NonsenseIsRefused) {
    const ColourMixture good{{{0.5, {1, 2, 3}, {4, 0, 0, 5, 0, 6}}}};
    EXPECT_EQ(evaluable(good).count, 1);
    EXPECT_THROW((void)evaluable(ColourMixture{}), InvalidArgument);
    EXPECT_THROW((void)evaluable(ColourMixture{std::vector(17, good.parts[0])}), InvalidArgument);
    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity(), -1, 0, 1e300};
    for (const double v : bad) {
        ColourMixture weight = good, variance = good;
        weight.parts[0].weight = v;
        variance.parts[0].covariance[3] = v;
        EXPECT_THROW((void)evaluable(weight), InvalidArgument) << v;
        EXPECT_THROW((void)evaluable(variance), InvalidArgument) << v;
    }
    ColourMixture mean = good;
    mean.parts[0].mean[1] = std::nan("");
    EXPECT_THROW((void)evaluable(mean), InvalidArgument);
}

/// What a backend answers, computed here.
SumsByCentre sumsOfAll(const std::vector<Colour>& samples) {
    return [&samples](std::span<const pixel::Centre> centres) {
        SampleSums sums;
        for (const Colour& p : samples) {
            const pixel::Centre colour{{double(p.c[0]), double(p.c[1]), double(p.c[2])}};
            sums[static_cast<std::size_t>(
                     pixel::nearest(centres.data(), static_cast<int>(centres.size()), colour))]
                .add(p);
        }
        return sums;
    };
}

TEST(Clustering, SeparateCloudsAreFound) {
    std::mt19937 random(6);
    const Colour centres[] = {{30, 30, 30}, {220, 40, 40}, {40, 220, 60}, {60, 70, 230}, {225, 225, 220}};
    std::vector<Colour> pixels;
    for (const Colour& c : centres) {
        const auto part = cloud(random, 200, c, 12);
        pixels.insert(pixels.end(), part.begin(), part.end());
    }
    std::shuffle(pixels.begin(), pixels.end(), random);
    const auto split = clusterBySplitting(pixels, 5, sumsOfAll(pixels), {});
    ASSERT_TRUE(split);
    ASSERT_EQ(split->size(), 5u);
    for (const ColourSums& s : *split) EXPECT_EQ(s.count, 200);
    const auto whole = sumsOf(pixels);
    ColourSums together;
    for (const ColourSums& s : *split) together += s;
    EXPECT_EQ(together, whole);
    EXPECT_EQ(*clusterBySplitting(pixels, 5, sumsOfAll(pixels), {}), *split);
    EXPECT_EQ(*clusterBySeed(pixels, 5, 77, sumsOfAll(pixels), {}),
              *clusterBySeed(pixels, 5, 77, sumsOfAll(pixels), {}));
}

TEST(Clustering, NoMoreGroupsThanColours) {
    std::vector<Colour> pixels;
    for (int i = 0; i < 90; ++i) pixels.push_back({static_cast<std::int16_t>(i % 3), 5, 5});
    for (const int clusters : {1, 2, 3, 4, 16}) {
        const auto expected = static_cast<std::size_t>(std::min(clusters, 3));
        EXPECT_EQ(clusterBySplitting(pixels, clusters, sumsOfAll(pixels), {})->size(), expected) << clusters;
        EXPECT_EQ(clusterBySeed(pixels, clusters, 3, sumsOfAll(pixels), {})->size(), expected) << clusters;
    }
    EXPECT_TRUE(clusterBySplitting({}, 5, sumsOfAll({}), {})->empty());
    EXPECT_TRUE(clusterBySeed({}, 5, 1, sumsOfAll({}), {})->empty());
}

TEST(Clustering, StopsWhenAsked) {
    std::mt19937 random(6);
    const auto pixels = cloud(random, 1000, {99, 99, 99}, 90);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(clusterBySplitting(pixels, 5, sumsOfAll(pixels), stop.get_token()));
    EXPECT_FALSE(clusterBySeed(pixels, 5, 0, sumsOfAll(pixels), stop.get_token()));
}

}  // namespace
}  // namespace fretsaw
