// What patterns rely on: the accuracy that Numbers.h states, and hashes without structure.
// Pictures are tested in tests/generate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/pixel/Lattice.h"

namespace fretsaw::pixel {
namespace {

constexpr double kTau = 6.28318530717958647692;

TEST(Numbers, SineAndCosineAreAccurate) {
    for (int i = -200000; i <= 200000; ++i) {
        const float t = static_cast<float>(i) * 3.7e-5f;
        const double angle = std::fmod(static_cast<double>(t), 1.0) * kTau;
        ASSERT_NEAR(static_cast<double>(sinTurns(t)), std::sin(angle), 3e-7) << t;
        ASSERT_NEAR(static_cast<double>(cosTurns(t)), std::cos(angle), 5e-7) << t;
    }
    for (int quarter = 0; quarter < 8; ++quarter) {
        const float expected[] = {0, 1, 0, -1};
        EXPECT_NEAR(sinTurns(0.25f * static_cast<float>(quarter)), expected[quarter % 4], 1.2e-7f);
    }
}

TEST(Numbers, DirectionsAreAccurateAllRound) {
    for (int i = 0; i < 100000; ++i) {
        const double angle = (static_cast<double>(i) / 100000 - 0.5) * kTau * 0.99999;
        const auto x = static_cast<float>(std::cos(angle) * (1 + i % 7)),
                   y = static_cast<float>(std::sin(angle) * (1 + i % 7));
        const double exact = std::atan2(static_cast<double>(y), static_cast<double>(x)) / kTau;
        ASSERT_NEAR(static_cast<double>(atan2Turns(y, x)), exact, 1e-7) << angle;
    }
    EXPECT_EQ(atan2Turns(0.0f, 0.0f), 0.0f);
}

TEST(Numbers, PowersAreAccurate) {
    for (int i = 1; i < 4000; ++i) {
        for (const float y : {0.4166667f, 1.0f, 2.4f, 9.0f}) {
            const float x = static_cast<float>(i) * 5e-4f;
            const double exact = std::pow(static_cast<double>(x), static_cast<double>(y));
            const double bound =
                2.5e-7 * (1 + std::fabs(static_cast<double>(y) * std::log2(static_cast<double>(x))));
            ASSERT_NEAR(static_cast<double>(power(x, y)) / exact, 1, bound) << x << " ^ " << y;
        }
    }
    EXPECT_EQ(power(0.0f, 2.0f), 0.0f);
}

TEST(Numbers, FractionsLieBetweenZeroAndOne) {
    for (int i = -40000; i < 40000; ++i) {
        const float v = static_cast<float>(i) * 0.0371f;
        ASSERT_EQ(floorToInt(v), static_cast<int>(std::floor(v))) << v;
        ASSERT_GE(fraction(v), 0.0f);
        ASSERT_LE(fraction(v), 1.0f);
    }
}

/// Hashes of a square of cells, as 0 … 1.
std::vector<double> cells(unsigned seed, int side, std::vector<std::uint32_t>* bits = nullptr) {
    Lattice lattice;
    lattice.seed = seed;
    std::vector<double> values;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const unsigned hash = hashAt<float>(lattice, x - 500, y - 500);
            if (bits != nullptr) bits->push_back(hash);
            values.push_back(hash / 4294967296.0);
        }
    }
    return values;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b, std::size_t lag) {
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i + lag < a.size(); ++i) {
        const double da = a[i] - 0.5, db = b[i + lag] - 0.5;
        ab += da * db, aa += da * da, bb += db * db;
    }
    return ab / std::sqrt(aa * bb);
}

TEST(Hash, CellsOfALatticeAreDistinctAndUnrelated) {
    constexpr int kSide = 1024;
    for (const unsigned seed : {0u, 1u, 0x7FFFFFFFu, 0xFFFFFFFFu, 1000000000u}) {
        std::vector<std::uint32_t> bits;
        const std::vector<double> values = cells(seed, kSide, &bits);
        for (const std::size_t lag : {1, 2, kSide - 1, kSide, kSide + 1, 2 * kSide})
            EXPECT_LT(std::fabs(correlation(values, values, lag)), 0.01) << seed << " lag " << lag;
        for (int bit = 0; bit < 32; ++bit) {
            const auto ones =
                std::count_if(bits.begin(), bits.end(), [&](auto h) { return (h >> bit & 1) != 0; });
            EXPECT_NEAR(static_cast<double>(ones) / (kSide * kSide), 0.5, 0.005) << seed << " bit " << bit;
        }
        std::sort(bits.begin(), bits.end());
        const auto distinct = std::unique(bits.begin(), bits.end()) - bits.begin();
        EXPECT_GT(static_cast<double>(distinct), 0.99 * kSide * kSide) << seed;
    }
}

TEST(Hash, SeedsAreUnrelated) {
    const std::vector<double> first = cells(1, 512);
    for (const unsigned seed : {0u, 2u, 3u, 5u, 1025u, 0x80000001u, derivedSeed(1, 0), derivedSeed(1, 1)})
        EXPECT_LT(std::fabs(correlation(first, cells(seed, 512), 0)), 0.01) << seed;
}

TEST(Lattice, CellsWrapIntoTheirPeriod) {
    for (const int period : {1, 2, 3, 7, 100, 4099, 1048576}) {
        const float perPeriod = 1.0f / static_cast<float>(period);
        for (int cell = -3 * 4099; cell < 3 * 4099; ++cell)
            ASSERT_EQ(wrapped<float>(cell, period, perPeriod), (cell % period + period) % period) << period;
        for (const int cell : {-8388607, -8388000, 8388000, 8388607, 3 * period, 3 * period - 1, -3 * period})
            ASSERT_EQ(wrapped<float>(cell, period, perPeriod), (cell % period + period) % period) << period;
    }
}

TEST(Lattice, EvolutionReturnsAndIsContinuous) {
    for (unsigned hash = 1; hash < 4000; ++hash) {
        const unsigned bits = mixed(hash);
        float before = unitFrom<float>(bits, 0xFFFF0000u);
        for (unsigned step = 0; step <= 8; ++step) {  // across the end of the loop
            const float now = unitFrom<float>(bits, 0xFFFF8000u + step * 0x2000u);
            ASSERT_LT(std::fabs(now - before), 1e-4f);
            before = now;
        }
    }
}

}  // namespace
}  // namespace fretsaw::pixel
