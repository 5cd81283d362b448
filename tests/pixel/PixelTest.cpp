// The maths of one pixel: accuracy against the C library in double.
// Packs of pixels are tested with the cpu room, what images are made of it with the segment room.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/pixel/Cells.h"
#include "core/pixel/ColourSpace.h"
#include "core/pixel/EdgeWeight.h"
#include "core/pixel/Functions.h"
#include "core/pixel/Mixture.h"

namespace fretsaw::pixel {
namespace {

float uniform(std::mt19937& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() / 4294967296.0);
}

TEST(Functions, Exp2IsAccurateAndBoundedBelow) {
    for (float x = -125.0f; x <= 127.0f; x += 0.00071f) {
        const double right = std::exp2(static_cast<double>(x));
        ASSERT_NEAR(exp2(x) / right, 1, 2e-7) << x;
    }
    for (int n = -125; n <= 127; ++n) EXPECT_EQ(exp2(static_cast<float>(n)), std::ldexp(1.0f, n));
    EXPECT_EQ(exp2(-125.1f), std::ldexp(1.0f, -125));
    EXPECT_EQ(exp2(-1e30f), std::ldexp(1.0f, -125));
}

TEST(Functions, Log2IsAccurate) {
    for (int n = -125; n <= 127; ++n) EXPECT_EQ(log2(std::ldexp(1.0f, n)), static_cast<float>(n));
    for (double v = -125; v < 127; v += 0.00093) {
        const float x = static_cast<float>(std::exp2(v));
        const double right = std::log2(static_cast<double>(x));
        ASSERT_NEAR(log2(x), right, 2e-7 * std::max(1.0, std::abs(right))) << x;
    }
}

TEST(Functions, CbrtIsAccurate) {
    for (double v = -20; v < 20; v += 0.00037) {
        const float x = static_cast<float>(std::exp(v));
        ASSERT_NEAR(cbrt(x) / std::cbrt(static_cast<double>(x)), 1, 3e-7) << x;
    }
}

TEST(Functions, NearestRoundsHalvesToEven) {
    using L = Lanes<float>;
    EXPECT_EQ(L::nearest(2.5f), 2);
    EXPECT_EQ(L::nearest(3.5f), 4);
    EXPECT_EQ(L::nearest(-2.5f), -2);
    EXPECT_EQ(L::nearest(-0.4f), 0);
    EXPECT_EQ(L::nearest(1e9f), 1000000000);
}

Mixture randomMixture(std::mt19937& random, int count) {
    Mixture mixture;
    mixture.count = count;
    for (int k = 0; k < count; ++k) {
        Gaussian& g = mixture.part[k];
        for (float& v : g.mean) v = uniform(random, 0, 255);
        for (const int i : {0, 2, 5}) g.whiten[i] = uniform(random, 0.02f, 2);
        for (const int i : {1, 3, 4}) g.whiten[i] = uniform(random, -1, 1);
        g.logNorm = uniform(random, -8, 4);
        g.logWeightedNorm = g.logNorm - uniform(random, 0.1f, 6);
    }
    return mixture;
}

TEST(Mixture, CostsAreTheFormulasInDouble) {
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        const Mixture mixture = randomMixture(random, 1 + round % kMaxComponents);
        const float r = uniform(random, 0, 255), g = uniform(random, 0, 255), b = uniform(random, 0, 255);
        double best = -1e300, sum = 0, terms[kMaxComponents];
        for (int k = 0; k < mixture.count; ++k) {
            const Gaussian& part = mixture.part[k];
            const double d[3] = {static_cast<double>(r) - static_cast<double>(part.mean[0]),
                                 static_cast<double>(g) - static_cast<double>(part.mean[1]),
                                 static_cast<double>(b) - static_cast<double>(part.mean[2])};
            double distance = 0;
            for (int i = 0, at = 0; i < 3; ++i) {
                double z = 0;
                for (int j = 0; j <= i; ++j) z += static_cast<double>(part.whiten[at++]) * d[j];
                distance += z * z;
            }
            terms[k] = static_cast<double>(part.logWeightedNorm) - distance;
            best = std::max(best, terms[k]);
        }
        for (int k = 0; k < mixture.count; ++k) sum += std::exp2(terms[k] - best);
        const double tolerance = 1e-5 * std::max(1.0, std::abs(best));
        ASSERT_NEAR(bestPartCost(mixture, r, g, b), -best * kLn2, tolerance);
        ASSERT_NEAR(mixtureCost(mixture, r, g, b), -(best + std::log2(sum)) * kLn2, tolerance);
        ASSERT_NEAR(terms[bestPart(mixture, true, r, g, b)], best, tolerance);
    }
}

/// What a mixture leaves out would not change its sum.
TEST(Mixture, NegligiblePartsAreLessThanHalfAUnitInTheLastPlace) {
    EXPECT_EQ(1.0f + exp2(-kNegligibleBits), 1.0f);
    EXPECT_GT(1.0f + exp2(-kNegligibleBits + 0.1f), 1.0f);
}

TEST(Mixture, UnitsAreBounded) {
    EXPECT_EQ(costUnits(1e30f, 32), 1 << 29);
    EXPECT_EQ(costUnits(-1e30f, 32), -(1 << 29));
    EXPECT_EQ(costUnits(1.01f, 32), 32);
}

TEST(EdgeWeight, StaysWithin16BitsForEveryGamma) {
    for (const double gamma : {0.0, 1e-9, 0.3, 1.0, 49.99, 50.0, 50.01, 75.0, 333.3, 1000.0}) {
        const EdgeScale scale = edgeScale(gamma, 12345, 100);
        EXPECT_LE(edgeWeight<float>(scale.straight, scale.beta, 0), 1600) << gamma;
        EXPECT_LE(edgeWeight<float>(scale.diagonal, scale.beta, 0), 1131) << gamma;
        EXPECT_NEAR(edgeWeight<float>(scale.straight, scale.beta, 0), gamma * unitsPerNat(gamma), 0.51)
            << gamma;
    }
    EXPECT_EQ(unitsPerNat(50), 32);
    EXPECT_EQ(unitsPerNat(100), 16);
    EXPECT_EQ(unitsPerNat(0), 32);
}

TEST(EdgeWeight, FallsWithTheDifferenceAndNotWithoutContrast) {
    const EdgeScale scale = edgeScale(50, 20000, 100);                   // mean 200, β = 1/400
    EXPECT_EQ(edgeWeight<float>(scale.straight, scale.beta, 400), 589);  // 1600/e = 588.6
    EXPECT_EQ(edgeWeight<float>(scale.straight, scale.beta, 2'000'000), 0);
    const EdgeScale flat = edgeScale(50, 0, 100);
    EXPECT_EQ(edgeWeight<float>(flat.straight, flat.beta, 0), 1600);
}

/// A colour in double: linear light, XYZ with white at 1 1 1, and the CIE's curve of each.
struct Cie {
    double x, y, z;  ///< XYZ (D65)
    Cie(int r, int g, int b) {
        const double lr = linear(r), lg = linear(g), lb = linear(b);
        x = 0.4124564 * lr + 0.3575761 * lg + 0.1804375 * lb;
        y = 0.2126729 * lr + 0.7151522 * lg + 0.0721750 * lb;
        z = 0.0193339 * lr + 0.1191920 * lg + 0.9503041 * lb;
    }
    static double linear(int code) {
        const double v = code / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    static double curve(double t) { return t > 216.0 / 24389 ? std::cbrt(t) : t * 841 / 108 + 4.0 / 29; }
};

TEST(ColourSpace, EqualsTheFormulaInDouble) {
    for (int code = 0; code < 256; ++code) ASSERT_NEAR(linearFromSrgb(code), Cie::linear(code), 3e-7) << code;
    for (int r = 0; r < 256; r += 15)
        for (int g = 0; g < 256; g += 15)
            for (int b = 0; b < 256; b += 15) {
                const Cie c(r, g, b);
                const double fx = Cie::curve(c.x / 0.95047), fy = Cie::curve(c.y),
                             fz = Cie::curve(c.z / 1.08883);
                int lab[3], luv[3];
                labFromLinear(linearFromSrgb(r), linearFromSrgb(g), linearFromSrgb(b), lab);
                luvFromLinear(linearFromSrgb(r), linearFromSrgb(g), linearFromSrgb(b), luv);
                ASSERT_NEAR(lab[0], 2.55 * (116 * fy - 16), 0.51);
                ASSERT_NEAR(lab[1], 2.55 * 500 * (fx - fy), 0.51);
                ASSERT_NEAR(lab[2], 2.55 * 200 * (fy - fz), 0.51);

                const double sum = c.x + 15 * c.y + 3 * c.z, white = 0.95047 + 15 + 3 * 1.08883;
                const double u = sum > 0 ? 4 * c.x / sum - 4 * 0.95047 / white : 0;
                const double v = sum > 0 ? 9 * c.y / sum - 9 / white : 0;
                ASSERT_EQ(luv[0], lab[0]);
                ASSERT_NEAR(luv[1], 2.55 * 13 * (116 * fy - 16) * u, 0.52);
                ASSERT_NEAR(luv[2], 2.55 * 13 * (116 * fy - 16) * v, 0.52);
                for (int i = 1; i < 3; ++i) {
                    ASSERT_LE(std::abs(lab[i]), 330);
                    ASSERT_LE(std::abs(luv[i]), 460);
                }
            }
    for (const auto convert : {labFromLinear<float>, luvFromLinear<float>}) {
        int black[3], white[3];
        convert(0.0f, 0.0f, 0.0f, black);
        convert(1.0f, 1.0f, 1.0f, white);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(black[i], 0);
            EXPECT_EQ(white[i], i == 0 ? 255 : 0);
        }
    }
}

TEST(Cells, PartitionThePixels) {
    for (const auto& [pixels, cells] : {std::pair{1, 1}, {7, 7}, {100, 37}, {5'000'000, 1'048'576}}) {
        EXPECT_EQ(cellBegin(0, pixels, cells), 0);
        EXPECT_EQ(cellBegin(cells, pixels, cells), pixels);
        const int step = std::max(1, cells / 1000);
        for (int c = 0; c < cells; c += step) {
            const int begin = cellBegin(c, pixels, cells), end = cellBegin(c + 1, pixels, cells);
            ASSERT_LT(begin, end);
            ASSERT_EQ(cellOf(begin, pixels, cells), c);
            ASSERT_EQ(cellOf(end - 1, pixels, cells), c);
        }
    }
}

}  // namespace
}  // namespace fretsaw::pixel
