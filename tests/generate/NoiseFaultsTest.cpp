// What noise is known to do wrong elsewhere: far places, seams, seeds and frequencies that show.
// What holds for every generator is tested in GeneratorTest.cpp and TilingTest.cpp, hashes in tests/pixel.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>
#include <vector>

#include "core/pixel/Hash.h"
#include "core/pixel/Numbers.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw {
namespace {

using namespace test;

/// Greys instead of colours, without contrast: the noise itself, 0 … 1.
PictureRecipe plain(const std::string& line) {
    PictureRecipe recipe = PictureRecipe::parse(line);
    recipe.setColours({{0, 0x000000}, {1, 0xffffff}});
    recipe.set("contrast", 0.0);
    return recipe;
}

/// Value noise in double, with whole cells as 64-bit integers.
double valueNoiseAt(std::uint32_t seed, double x, double y) {
    const double left = std::floor(x), top = std::floor(y);
    const auto corner = [&](int dx, int dy) {
        const auto cellX = static_cast<std::uint32_t>(static_cast<std::int64_t>(left) + dx),
                   cellY = static_cast<std::uint32_t>(static_cast<std::int64_t>(top) + dy);
        const std::uint32_t hash = pixel::cellHash(cellX, pixel::rowHash(cellY, pixel::derivedSeed(seed, 0)));
        return std::fabs(static_cast<double>(static_cast<std::int32_t>(hash))) / 2147483648.0;
    };
    const auto fade = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
    const double u = fade(x - left), v = fade(y - top);
    const double above = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u;
    const double below = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u;
    return above + (below - above) * v;
}

TEST(NoiseFaults, FarFromTheOriginItIsWhatDoublesSay) {
    constexpr int kSide = 64;
    for (const double offset : {0.0, 1e3, 1e5, 16777216.0, 2147483648.0, -2147483648.0}) {
        PictureRecipe recipe = plain("value/1 seed=5 scale=0.64");  // 0.01 cells a pixel
        recipe.set("offset-x", offset);
        recipe.set("offset-y", -offset / 2);
        const double perPixel = static_cast<double>(recipe.value("scale")) / kSide;
        // The cosine of no rotation is 1 but for a rounding, which is part of what a recipe means.
        const auto cosine = static_cast<double>(pixel::cosTurns(0.0f));
        const Image<Rgb32f> picture = rendered(recipe, {kSide, kSide});
        std::set<float> distinct;
        for (int y = 0; y < kSide; ++y)
            for (int x = 0; x < kSide; ++x) {
                const auto cells = [&](int at, const char* shift) {
                    const double pixels =
                        at + 0.5 - kSide / 2 - static_cast<double>(recipe.value(shift)) * kSide;
                    return pixels * cosine * perPixel;
                };
                const double expected = valueNoiseAt(5, cells(x, "offset-x"), cells(y, "offset-y"));
                // The offset in cells is known to 2⁻²² of them at the far end.
                ASSERT_NEAR(static_cast<double>(picture(x, y).g), expected, 2e-6) << offset;
                distinct.insert(picture(x, y).g);
            }
        EXPECT_GT(distinct.size(), 3000u) << offset;
    }
}

TEST(NoiseFaults, AStepOverTheSeamIsNoLargerThanOthers) {
    const Size size{64, 48};  // scale 6: 8 × 6 cells
    for (const char* scale : {"6", "7.5"})
        for (const char* lacunarity : {"2", "1.9", "3"})
            for (int octaves = 1; octaves <= 6; ++octaves) {
                const PictureRecipe recipe =
                    plain("fbm/1 seed=3 tile=on scale=" + std::string(scale) + " lacunarity=" + lacunarity +
                          " octaves=" + std::to_string(octaves));
                EXPECT_EQ(tilingChanges(recipe, size).empty(),
                          std::string(scale) == "6" && std::string(lacunarity) != "1.9");
                const Image<Rgb32f> picture = rendered(recipe, size);
                float largest[2] = {};  // inside, over the seam
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < size.width; ++x) {
                        const float here = picture(x, y).g;
                        const float right = std::fabs(picture((x + 1) % size.width, y).g - here),
                                    down = std::fabs(picture(x, (y + 1) % size.height).g - here);
                        float &overX = largest[x + 1 == size.width], &overY = largest[y + 1 == size.height];
                        overX = std::max(overX, right);
                        overY = std::max(overY, down);
                    }
                EXPECT_LE(largest[1], largest[0]) << recipe.text();
            }
}

TEST(NoiseFaults, TheSameSeedIsTheSamePictureAlways) {
    const Size size{256, 256};
    for (const std::uint32_t seed : {0u, 1u, 0xffffffffu, 0x7fffffffu}) {
        for (const char* name : {"perlin", "fbm", "worley", "film"}) {
            PictureRecipe recipe(*generatorNamed(name));
            recipe.setSeed(seed);
            const auto one = makeCpuGenerator(1), eight = makeCpuGenerator(8);
            const Image<Rgb32f> first = *one->render(recipe, size, Rect::of(size));
            EXPECT_TRUE(sameBits(*eight->render(recipe, size, Rect::of(size)), first)) << name << seed;
            EXPECT_TRUE(sameBits(*one->render(recipe, size, Rect::of(size)), first)) << name << seed;
        }
    }
}

struct Spread {
    double mean = 0, variance = 0;
    double ofRows = 0, ofColumns = 0;  ///< variance of the means of rows and of columns
};
Spread spreadOf(const Image<Rgb32f>& image) {
    const int width = image.width(), height = image.height();
    std::vector<double> rows(static_cast<std::size_t>(height)), columns(static_cast<std::size_t>(width));
    double sum = 0, squares = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto v = static_cast<double>(image(x, y).g);
            sum += v, squares += v * v;
            rows[static_cast<std::size_t>(y)] += v / width;
            columns[static_cast<std::size_t>(x)] += v / height;
        }
    const double count = static_cast<double>(width) * height, mean = sum / count;
    const auto variance = [&](const std::vector<double>& means) {
        double total = 0;
        for (const double m : means) total += (m - mean) * (m - mean);
        return total / static_cast<double>(means.size());
    };
    return {mean, squares / count - mean * mean, variance(rows), variance(columns)};
}

TEST(NoiseFaults, ALargeSeedIsNoCoordinate) {
    for (const char* name : {"value/1", "perlin/1", "opensimplex2/1", "worley/1"}) {
        PictureRecipe recipe = plain(std::string(name) + " scale=24");
        recipe.setSeed(1);
        const Spread small = spreadOf(rendered(recipe, {192, 192}));
        recipe.setSeed(1000000000);
        const Spread large = spreadOf(rendered(recipe, {192, 192}));
        EXPECT_NEAR(large.variance, small.variance, 0.15 * small.variance) << name;
        EXPECT_NEAR(large.mean, small.mean, 0.03) << name;
    }
}

TEST(NoiseFaults, NoFrequencyMakesItConstantOrShowsTheAxes) {
    constexpr int kSide = 128;
    for (const char* name : {"value/1", "perlin/1", "opensimplex2/1", "worley/1"}) {
        // One cell a pixel, and half a cell: Perlin's noise is 0 at whole numbers, so no pixel may lie there.
        for (const char* scale : {"128", "64"}) {
            const Spread spread =
                spreadOf(rendered(plain(name + std::string(" scale=") + scale), {kSide, kSide}));
            EXPECT_GT(spread.variance, 0.003) << name << ' ' << scale;
            EXPECT_LT(spread.ofRows, 8 * spread.variance / kSide) << name << ' ' << scale;
            EXPECT_LT(spread.ofColumns, 8 * spread.variance / kSide) << name << ' ' << scale;
        }
        // 0.0005 cells a pixel: still a slope, without jumps.
        const Image<Rgb32f> flat = rendered(plain(name + std::string(" scale=0.05")), {100, 100});
        std::set<float> distinct;
        for (int x = 0; x < 99; ++x) {
            EXPECT_LT(std::fabs(flat(x + 1, 50).g - flat(x, 50).g), 0.005f) << name;
            distinct.insert(flat(x, 50).g);
        }
        EXPECT_GT(distinct.size(), 50u) << name;
    }
}

// A picture that would take minutes: all its rows share the memory of one.
TEST(Generator, StopsInTheMiddleOfAPicture) {
    Image<Rgb32f> row({kLargestPicture, 1});
    const Size size{kLargestPicture, kLargestPicture};
    std::stop_source stop;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        stop.request_stop();
    });
    EXPECT_FALSE(makeCpuGenerator(1)->renderInto(PictureRecipe(*generatorNamed("bokeh")), size,
                                                 Rect::of(size), {row.data(), size, 0}, stop.get_token()));
    other.join();
}

}  // namespace
}  // namespace fretsaw
