// The rows' functions of every instruction set give what core/pixel's templates give one pixel, to the bit.
// Whether the templates are right is tested with the pixel room.
#include "core/cpu/PixelRows.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "core/pixel/ColourSpace.h"
#include "core/pixel/Mixture.h"
#include "core/pixel/Terminal.h"

namespace fretsaw::cpu {
namespace {

using Random = std::mt19937;

float uniform(Random& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() / 4294967296.0);
}

/// From wide to as narrow as the variance floor allows, so that costs reach their limit too.
pixel::Mixture randomMixture(Random& random, int count) {
    pixel::Mixture mixture;
    mixture.count = count;
    for (int k = 0; k < count; ++k) {
        pixel::Gaussian& g = mixture.part[k];
        const float narrow = random() % 8 == 0 ? 10 : 0.1f;
        for (float& v : g.mean) v = uniform(random, 0, 255);
        for (const int i : {0, 2, 5}) g.whiten[i] = uniform(random, 0.01f, narrow);
        for (const int i : {1, 3, 4}) g.whiten[i] = uniform(random, -narrow, narrow);
        g.logNorm = uniform(random, -20, 10);
        g.logWeightedNorm = g.logNorm - uniform(random, 0, 40);
    }
    return mixture;
}

/// A row of colours in a space, as the functions take them.
struct Row {
    Row(Random& random, int length) : count(length), values(static_cast<std::size_t>(3 * length)) {
        const int largest = random() % 4 == 0 ? 500 : 255;  // as far as colour spaces go, or sRGB's
        for (std::int16_t& v : values) {
            const int extremes[] = {0, largest, -largest};
            v = static_cast<std::int16_t>(random() % 6 == 0 ? extremes[random() % 3]
                                                            : static_cast<int>(random() % 256));
        }
    }
    [[nodiscard]] Colours colours() const { return {values.data(), count}; }
    [[nodiscard]] int at(int channel, int i) const {
        return values[static_cast<std::size_t>(channel * count + i)];
    }
    [[nodiscard]] std::int64_t squaredDifference(int i, const Row& other) const {
        std::int64_t sum = 0;
        for (int c = 0; c < 3; ++c) sum += (at(c, i) - other.at(c, i)) * (at(c, i) - other.at(c, i));
        return sum;
    }

    int count;
    std::vector<std::int16_t> values;
};

class PixelRowsOf : public testing::TestWithParam<InstructionSet> {
protected:
    void SetUp() override {
        if (!runs(GetParam())) GTEST_SKIP() << "this machine has no " << nameOf(GetParam());
    }
    [[nodiscard]] static const PixelRows& rows() { return pixelRows(GetParam()); }
    /// Lengths around packs and blocks, and none.
    static constexpr int kLengths[] = {0, 1, 3, 4, 7, 8, 15, 16, 17, 63, 65, 255, 257, 700, 5000};

    Random random{17};
};

INSTANTIATE_TEST_SUITE_P(All, PixelRowsOf, testing::ValuesIn(kInstructionSets),
                         [](const auto& set) { return nameOf(set.param); });

TEST_P(PixelRowsOf, ReadColoursAsTheFormulas) {
    for (const int count : kLengths) {
        std::vector<Rgba8> pixels(static_cast<std::size_t>(count));
        for (Rgba8& p : pixels)
            p = {static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random()),
                 static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random())};
        if (count > 1) pixels[0] = {0, 0, 0, 0}, pixels[1] = {255, 255, 255, 255};
        ColourRow rgb(count), lab(count), luv(count);
        rows().readColours(ColourSpace::Rgb, linearTable(), pixels.data(), count, rgb.data(), rgb.plane());
        rows().readColours(ColourSpace::Lab, linearTable(), pixels.data(), count, lab.data(), lab.plane());
        rows().readColours(ColourSpace::Luv, linearTable(), pixels.data(), count, luv.data(), luv.plane());
        for (int i = 0; i < count; ++i) {
            const Rgba8 p = pixels[static_cast<std::size_t>(i)];
            for (int c = 0; c < 3; ++c) {
                const auto channel = static_cast<std::size_t>(c);
                ASSERT_EQ(rgb.data()[c * rgb.plane() + i], colourOf(ColourSpace::Rgb, p).c[channel]);
                ASSERT_EQ(lab.data()[c * lab.plane() + i], colourOf(ColourSpace::Lab, p).c[channel])
                    << i << " of " << count;
                ASSERT_EQ(luv.data()[c * luv.plane() + i], colourOf(ColourSpace::Luv, p).c[channel])
                    << i << " of " << count;
            }
        }
    }
}

TEST_P(PixelRowsOf, SumSquaresAndWeighEdges) {
    for (const int count : kLengths) {
        const Row a(random, count), b(random, count);
        const float beta = uniform(random, 0, 0.01f), weight = uniform(random, 0, 1600);
        std::vector<std::uint16_t> weights(static_cast<std::size_t>(count));
        rows().edgeWeights(a.colours(), b.colours(), count, weight, beta, weights.data());
        std::int64_t sum = 0;
        for (int i = 0; i < count; ++i) {
            const std::int64_t square = a.squaredDifference(i, b);
            sum += square;
            ASSERT_EQ(weights[static_cast<std::size_t>(i)],
                      pixel::edgeWeight<float>(weight, beta, static_cast<int>(square)))
                << i << " of " << count;
        }
        EXPECT_EQ(rows().sumOfSquares(a.colours(), b.colours(), count), sum);
    }
}

TEST_P(PixelRowsOf, CostsAsTheFormulas) {
    for (int round = 0; round < 200; ++round) {
        const int count = kLengths[static_cast<std::size_t>(round) % std::size(kLengths)] % 1000;
        const Row row(random, count);
        const pixel::Mixture mixture = randomMixture(random, 1 + round % pixel::kMaxComponents);
        const float scale = uniform(random, 1, 32);
        for (const bool bestPartOnly : {false, true}) {
            std::vector<int> units(static_cast<std::size_t>(count));
            rows().costs(mixture, bestPartOnly, scale, row.colours(), count, units.data());
            for (int i = 0; i < count; ++i) {
                const auto r = static_cast<float>(row.at(0, i)), g = static_cast<float>(row.at(1, i)),
                           b = static_cast<float>(row.at(2, i));
                const float nats = bestPartOnly ? pixel::bestPartCost(mixture, r, g, b)
                                                : pixel::mixtureCost(mixture, r, g, b);
                ASSERT_EQ(units[static_cast<std::size_t>(i)], pixel::costUnits(nats, scale))
                    << i << " of " << count;
            }
        }
    }
}

TEST_P(PixelRowsOf, AMixtureWithoutComponentsCostsNothing) {
    const Row row(random, 37);
    std::vector<int> units(37, 5);
    rows().costs({}, false, 32, row.colours(), 37, units.data());
    EXPECT_EQ(units, std::vector<int>(37, 0));
}

TEST_P(PixelRowsOf, TerminalsFollowLabelsAndCosts) {
    for (const int count : kLengths) {
        const auto size = static_cast<std::size_t>(count);
        std::vector<Label> labels(size);
        std::vector<int> foreground(size), background(size), terminals(size);
        const auto cost = [this] {
            return static_cast<int>(random() % 3 == 0 ? random() % (1u << 30) : random() % 4000) - (1 << 29);
        };
        for (std::size_t i = 0; i < size; ++i) {
            labels[i] = static_cast<Label>(random() % 5);
            foreground[i] = cost() / 2;
            background[i] = cost() / 2;
        }
        const std::int64_t paid =
            rows().terminals(labels.data(), foreground.data(), background.data(), count, terminals.data());
        std::int64_t expected = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const int f = foreground[i], b = background[i];
            if (labels[i] == Label::SureForeground) {
                ASSERT_EQ(terminals[i], pixel::kSureTerminal);
                expected += f;
            } else if (labels[i] == Label::SureBackground) {
                ASSERT_EQ(terminals[i], -pixel::kSureTerminal);
                expected += b;
            } else {
                ASSERT_EQ(terminals[i], b - f);
                expected += std::min(f, b);
            }
        }
        EXPECT_EQ(paid, expected);
    }
}

TEST_P(PixelRowsOf, SumsAreThoseOfTheBestParts) {
    for (int round = 0; round < 60; ++round) {
        const int count = kLengths[static_cast<std::size_t>(round) % std::size(kLengths)];
        const Row row(random, count);
        const pixel::Mixture mixture = randomMixture(random, 1 + round % pixel::kMaxComponents);
        std::vector<std::int32_t> times(static_cast<std::size_t>(count));
        for (std::int32_t& t : times)
            t = static_cast<std::int32_t>(random() % 3 == 0 ? random() % 1'000'000 : random() % 3);
        for (const bool weighted : {false, true})
            for (const bool once : {false, true}) {
                std::vector<ColourSums> expected(static_cast<std::size_t>(mixture.count)), sums = expected;
                for (int i = 0; i < count; ++i) {
                    const std::int64_t c[] = {row.at(0, i), row.at(1, i), row.at(2, i)};
                    const std::int64_t n = once ? 1 : times[static_cast<std::size_t>(i)];
                    ColourSums& sum = expected[static_cast<std::size_t>(
                        pixel::bestPart(mixture, weighted, static_cast<float>(c[0]), static_cast<float>(c[1]),
                                        static_cast<float>(c[2])))];
                    sum.count += n;
                    for (int j = 0; j < 3; ++j) sum.sum[j] += n * c[j];
                    for (int j = 0, at = 0; j < 3; ++j)
                        for (int l = j; l < 3; ++l) sum.square[at++] += n * c[j] * c[l];
                }
                rows().addSums(mixture, weighted, row.colours(), once ? nullptr : times.data(), count,
                               sums.data());
                ASSERT_EQ(sums, expected) << count;
            }
    }
}

TEST_P(PixelRowsOf, SumsAreThoseOfTheNearestCentres) {
    for (const int count : kLengths)
        for (int centreCount = 1; centreCount <= pixel::kMaxComponents; centreCount += 3) {
            const Row row(random, count);
            std::vector<pixel::Centre> centres(static_cast<std::size_t>(centreCount));
            for (pixel::Centre& centre : centres)
                for (double& c : centre.c) c = static_cast<int>(random() % 64) * 4.5;
            centres.back() = centres.front();  // of equals the first counts
            std::vector<ColourSums> expected(centres.size()), sums = expected;
            for (int i = 0; i < count; ++i) {
                const int a = row.at(0, i), b = row.at(1, i), c = row.at(2, i);
                const pixel::Centre colour{
                    {static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)}};
                expected[static_cast<std::size_t>(pixel::nearest(centres.data(), centreCount, colour))].add(
                    a, b, c);
            }
            rows().addSumsByCentre(centres.data(), centreCount, row.colours(), count, sums.data());
            ASSERT_EQ(sums, expected) << count;
        }
}

}  // namespace
}  // namespace fretsaw::cpu
