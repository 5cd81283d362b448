// Generated pictures: the same bits everywhere, their range, loops, places far away, stops and errors.
// Seamless pictures are in TilingTest.cpp; how pictures look was judged by eye.
#include "core/generate/Generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/cpu/PatternRows.h"
#include "core/generate/Prepare.h"
#include "tests/common/FailingAllocations.h"
#include "tests/generate/Fingerprints.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw {
namespace {

using namespace test;

class EachGenerator : public testing::TestWithParam<int> {
protected:
    [[nodiscard]] static const GeneratorInfo& info() {
        return generators()[static_cast<std::size_t>(GetParam())];
    }
};

TEST_P(EachGenerator, BitsAreTheSameOnEveryMachine) {
    const PictureRecipe recipe = quickRecipe(info());
    const auto known = std::find_if(std::begin(kFingerprints), std::end(kFingerprints),
                                    [](const Fingerprint& f) { return info().key == f.key; });
    ASSERT_NE(known, std::end(kFingerprints));
    EXPECT_EQ(fingerprint(rendered(recipe, {64, 64})), known->square) << info().key;
    EXPECT_EQ(fingerprint(rendered(recipe, {250, 97})), known->wide) << info().key;
}

TEST_P(EachGenerator, PiecesThreadsAndRunsGiveTheSameBits) {
    const Size size{150, 83};
    const PictureRecipe recipe = quickRecipe(info());
    const Image<Rgb32f> whole = rendered(recipe, size);
    for (const int threads : {1, 2, 3})
        EXPECT_TRUE(sameBits(*makeCpuGenerator(threads)->render(recipe, size, Rect::of(size)), whole))
            << threads;
    const auto generator = makeCpuGenerator();
    for (const Rect piece :
         {Rect{0, 0, 1, 1}, Rect{149, 82, 1, 1}, Rect{37, 11, 71, 29}, Rect{0, 60, 150, 23}}) {
        const auto part = generator->render(recipe, size, piece);
        ASSERT_EQ(part->size(), piece.size());
        for (int y = 0; y < piece.height; ++y)
            for (int x = 0; x < piece.width; ++x)
                ASSERT_EQ((*part)(x, y), whole(piece.x + x, piece.y + y)) << x << ',' << y;
    }
}

TEST_P(EachGenerator, InstructionSetsGiveTheSameBits) {
    if (!info().byTiles || info().kind == pixel::Kind::Formula)
        GTEST_SKIP() << "Covered by its fingerprint under FRETSAW_SIMD.";
    PictureRecipe recipe = quickRecipe(info());
    for (const char* key : {"warp", "contrast", "bias", "evolution"})
        if (info().has(key)) recipe.set(key, 0.3);
    const Size size{93, 41};
    const pixel::Pattern pattern = preparePattern(recipe, size, Rect::of(size));
    Image<Rgb32f> expected(size), row(size);
    const auto render = [&](cpu::InstructionSet set, Image<Rgb32f>& image) {
        for (int y = 0; y < size.height; ++y)
            cpu::patternRows(set).shade(pattern, info().kind, 0, y, size.width, image.row(y));
    };
    render(cpu::InstructionSet::Portable, expected);
    for (const cpu::InstructionSet set : cpu::kInstructionSets) {
        if (!cpu::runs(set)) continue;
        render(set, row);
        EXPECT_TRUE(sameBits(row, expected)) << cpu::nameOf(set);
    }
}

TEST_P(EachGenerator, ValuesFillTheirRange) {
    const bool flat = info().kind == pixel::Kind::Solid;
    float low = 1, high = 0;
    for (const std::uint32_t seed : {0u, 1u, 0x7fffffffu, 0xffffffffu}) {
        PictureRecipe recipe = quickRecipe(info());
        recipe.setSeed(seed);
        recipe.setColours({{0, 0x000000}, {1, 0xffffff}});
        const Image<Rgb32f> picture = rendered(recipe, {120, 90});
        for (const Rgb32f p : std::span(picture.data(), static_cast<std::size_t>(picture.size().area()))) {
            ASSERT_TRUE(p.r >= 0 && p.r <= 1 && p.r == p.g && p.g == p.b) << p.r;
            low = std::min(low, p.r);
            high = std::max(high, p.r);
        }
    }
    if (flat) return;
    EXPECT_GT(high - low, 0.2f);
}

TEST_P(EachGenerator, EveryCornerOfTheParametersIsANumber) {
    for (const bool highest : {false, true}) {
        for (const Parameter& changed : info().parameters) {
            if (changed.key == "steps" || changed.key == "cells") continue;
            PictureRecipe recipe = quickRecipe(info());
            const bool offset = changed.key.rfind("offset", 0) == 0;
            recipe.set(changed.key,
                       static_cast<double>(highest ? changed.high : changed.low) / (offset ? 1e6 : 1));
            const Image<Rgb32f> picture = rendered(recipe, {33, 21});
            for (const Rgb32f p : std::span(picture.data(), static_cast<std::size_t>(picture.size().area())))
                ASSERT_TRUE(p.r >= 0 && (isRaw(recipe) || p.r <= 1)) << changed.key << " " << p.r;
        }
    }
}

TEST_P(EachGenerator, SeedsGiveOtherPicturesOfTheSameKind) {
    PictureRecipe a = quickRecipe(info()), b = a;
    a.setSeed(1);
    b.setSeed(1000000000);
    const bool random =
        !std::set<std::string>{"product", "solid", "linear",   "radial",     "conic", "checker",
                               "stripes", "dots",  "halftone", "mandelbrot", "julia"}
             .contains(info().key);
    const Image<Rgb32f> first = rendered(a, {96, 96}), second = rendered(b, {96, 96});
    EXPECT_NE(sameBits(first, second), random);
    const auto mean = [](const Image<Rgb32f>& image) {
        double sum = 0;
        for (std::int64_t i = 0; i < image.size().area(); ++i) sum += static_cast<double>(image.data()[i].g);
        return sum / static_cast<double>(image.size().area());
    };
    EXPECT_NEAR(mean(first), mean(second), 0.2);
}

TEST_P(EachGenerator, EvolutionReturnsWithoutAJump) {
    if (!info().has("evolution")) GTEST_SKIP();
    const Size size{72, 48};
    const auto at = [&](double turns) {
        PictureRecipe recipe = quickRecipe(info());
        recipe.set("evolution", turns);
        return rendered(recipe, size);
    };
    const auto apart = [](const Image<Rgb32f>& a, const Image<Rgb32f>& b) {
        double sum = 0;
        for (std::int64_t i = 0; i < a.size().area(); ++i)
            sum += std::fabs(static_cast<double>(a.data()[i].g) - static_cast<double>(b.data()[i].g));
        return sum / static_cast<double>(a.size().area());
    };
    const Image<Rgb32f> begin = at(0);
    EXPECT_LT(apart(begin, at(1)), 1e-6);
    const double halfWay = apart(begin, at(0.5));
    EXPECT_GT(halfWay, 0.002) << "something moves";
    EXPECT_LT(apart(at(511.0 / 512), begin), 0.35 * halfWay + 0.002);
    EXPECT_LT(apart(at(0.5), at(0.5 + 1.0 / 512)), 0.35 * halfWay + 0.002);
}

TEST_P(EachGenerator, EveryAllocationMayFail) {
    int seen = 0;
    const PictureRecipe recipe = quickRecipe(info());
    for (int allowed = 0;; ++allowed) {
        const std::uint64_t before = allocatedBytes();
        const auto generator = makeCpuGenerator();
        bool failed = false;
        {
            const FailingAllocations gate(allowed);
            try {
                (void)generator->render(recipe, {32, 24}, {0, 0, 32, 24});
            } catch (const OutOfMemory&) {
                failed = true;
            }
            seen = gate.seen();
        }
        const bool simulated = !info().byTiles && allowed >= 5;  // the picture and its four planes
        EXPECT_EQ(allocatedBytes() > before, simulated) << "only a finished simulation is kept";
        const auto after = generator->render(recipe, {32, 24}, {0, 0, 32, 24});
        EXPECT_TRUE(sameBits(*after, rendered(recipe, {32, 24})));
        if (!failed) break;
        ASSERT_LT(allowed, 10);
    }
    EXPECT_EQ(seen, info().byTiles ? 1 : 5);
}

INSTANTIATE_TEST_SUITE_P(All, EachGenerator, testing::Range(0, static_cast<int>(generators().size())),
                         [](const auto& test) {
                             std::string name = generators()[static_cast<std::size_t>(test.param)].key;
                             return name;
                         });

TEST(Product, IsTheSquareRootOfColumnTimesRow) {
    const Size size{1024, 768};
    const Image<Rgb32f> raw = rendered("product/1 auto=off", size), spread = rendered("product/1", size);
    EXPECT_TRUE(isRaw(PictureRecipe::parse("product/1 auto=off")));
    EXPECT_FALSE(isRaw(PictureRecipe::parse("product/1")));
    const float largest = std::sqrt(1023.0f * 767.0f);
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const float value = std::sqrt(static_cast<float>(x) * static_cast<float>(y));
            ASSERT_EQ(raw(x, y), (Rgb32f{value, value, value})) << x << ',' << y;
            ASSERT_EQ(spread(x, y).r, value / largest) << x << ',' << y;
        }
    }
}

TEST(Generator, FarPlacesLookLikeNearOnes) {
    const auto spread = [](const Image<Rgb32f>& image, std::set<float>& distinct) {
        double sum = 0, squares = 0;
        for (std::int64_t i = 0; i < image.size().area(); ++i) {
            const auto v = static_cast<double>(image.data()[i].g);
            distinct.insert(image.data()[i].g);
            sum += v, squares += v * v;
        }
        const auto n = static_cast<double>(image.size().area());
        return std::sqrt(squares / n - sum / n * (sum / n));
    };
    for (const char* name : {"value", "perlin", "opensimplex2", "worley", "fbm", "clouds"}) {
        for (const double offset : {1e3, -1e3, 1e5, 16777216.0, 2147483648.0, -2147483648.0}) {
            PictureRecipe recipe(*generatorNamed(name));
            std::set<float> near, far;
            const double expected = spread(rendered(recipe, {64, 64}), near);
            if (recipe.info().has("octaves")) recipe.set("octaves", 3.0);
            recipe.set("offset-x", offset);
            recipe.set("offset-y", -offset);
            recipe.set("scale", 4.0);
            EXPECT_NEAR(spread(rendered(recipe, {64, 64}), far), expected, 0.6 * expected) << name << offset;
            EXPECT_GT(far.size(), near.size() / 2) << name << " " << offset;
        }
    }
    EXPECT_THROW((void)rendered("fbm/1 offset-x=2e9 scale=1000", {64, 64}), InvalidArgument)
        << "no stripes, an error";
}

TEST(Generator, AnOffsetMovesThePictureAlsoFarAway) {
    // A quarter of the picture, a hundred thousand pictures away: the same values, 16 pixels on.
    for (const char* name : {"value", "perlin", "opensimplex2", "worley", "voronoi", "truchet", "hexagons"}) {
        PictureRecipe recipe(*generatorNamed(name));
        recipe.set("offset-x", 100000.0);
        const Image<Rgb32f> first = rendered(recipe, {64, 64});
        recipe.set("offset-x", 100000.25);
        const Image<Rgb32f> second = rendered(recipe, {64, 64});
        int off = 0;
        for (int y = 0; y < 64; ++y)
            for (int x = 16; x < 64; ++x)
                off += std::fabs(second(x, y).g - first(x - 16, y).g) > 0.005f ? 1 : 0;
        EXPECT_LT(off, 8) << name;
    }
}

TEST(Generator, PixelsOutsideThePictureGoOn) {
    const PictureRecipe recipe(*generatorNamed("perlin"));
    const Image<Rgb32f> far = rendered(recipe, {64, 64}, {-4000000, 4000000, 40, 30});
    std::set<float> distinct;
    for (std::int64_t i = 0; i < far.size().area(); ++i) distinct.insert(far.data()[i].g);
    EXPECT_GT(distinct.size(), 10u);
    EXPECT_THROW((void)rendered(recipe, {64, 64}, {kFarthestPixel, 0, 1, 1}), InvalidArgument);
    EXPECT_THROW((void)rendered(recipe, {64, 64}, {-kFarthestPixel - 1, 0, 5, 5}), InvalidArgument);
    EXPECT_THROW((void)rendered(recipe, {64, 64}, {0, 0, 2147483647, 1}), InvalidArgument);
}

TEST(Generator, WritesIntoAPartOfAPictureAndNothingElse) {
    const PictureRecipe recipe(*generatorNamed("worley"));
    const Size size{300, 40};
    const Rgb32f untouched{7, 8, 9};
    Image<Rgb32f> canvas({310, 50}, untouched);
    const auto generator = makeCpuGenerator();
    ASSERT_TRUE(generator->renderInto(recipe, size, Rect::of(size), canvas.view().sub({3, 5, 300, 40})));
    const Image<Rgb32f> expected = rendered(recipe, size);
    for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 310; ++x) {
            const bool inside = x >= 3 && x < 303 && y >= 5 && y < 45;
            ASSERT_EQ(canvas(x, y), inside ? expected(x - 3, y - 5) : untouched) << x << ',' << y;
        }
    EXPECT_THROW((void)generator->renderInto(recipe, size, Rect::of(size), canvas.view()), InvalidArgument);
}

TEST(Generator, RefusesSizesOutsideItsRange) {
    for (const Size size : {Size{0, 5}, Size{5, 0}, Size{-1, 5}, Size{65537, 5}, Size{5, 65537}})
        EXPECT_THROW((void)rendered("solid/1", size), InvalidArgument) << size.width << 'x' << size.height;
    EXPECT_NO_THROW((void)rendered("perlin/1", Size{65536, 1}));
    EXPECT_NO_THROW((void)rendered("perlin/1", Size{1, 1}));
}

TEST(Generator, PatternsAreRelativeToThePicture) {
    for (const char* name : {"linear", "radial", "clouds", "bricks", "backdrop", "julia", "reaction"}) {
        const PictureRecipe recipe = quickRecipe(*generatorNamed(name));
        const Image<Rgb32f> small = rendered(recipe, {64, 48}), large = rendered(recipe, {192, 144});
        double apart = 0;  // the middle of three pixels lies where the small picture's pixel does
        for (int y = 0; y < 48; ++y)
            for (int x = 0; x < 64; ++x)
                apart += std::fabs(static_cast<double>(small(x, y).g - large(3 * x + 1, 3 * y + 1).g));
        EXPECT_LT(apart / (64 * 48), 0.03) << name;
    }
}

TEST(Generator, StopsAndGoesOnAfterwards) {
    std::stop_source stopped;
    stopped.request_stop();
    for (const GeneratorInfo& info : generators())
        EXPECT_FALSE(
            makeCpuGenerator()->render(quickRecipe(info), {640, 480}, {0, 0, 640, 480}, stopped.get_token()))
            << info.key;
    // In the middle of a simulation.
    std::stop_source stop;
    PictureRecipe recipe = quickRecipe(*generatorNamed("reaction"));
    const auto generator = makeCpuGenerator();
    double reached = 0;
    const Progress progress = [&](double fraction) {
        reached = fraction;
        if (fraction > 0.3) stop.request_stop();
    };
    EXPECT_FALSE(generator->render(recipe, {60, 40}, {0, 0, 60, 40}, stop.get_token(), progress));
    EXPECT_GT(reached, 0.3);
    EXPECT_LT(reached, 0.6) << "it stopped soon";
    EXPECT_TRUE(sameBits(*generator->render(recipe, {60, 40}, {0, 0, 60, 40}), rendered(recipe, {60, 40})));
}

TEST(Generator, SimulationsStateTheirMemoryAndRefuseMore) {
    PictureRecipe recipe(*generatorNamed("reaction"));
    EXPECT_EQ(workingBytes(PictureRecipe(*generatorNamed("perlin")), {4096, 4096}), 0u);
    const std::uint64_t stated = workingBytes(recipe, {300, 200});
    recipe.set("steps", 1.0);
    resetPeak();
    const std::uint64_t before = allocatedBytes();
    (void)rendered(recipe, {300, 200}, {0, 0, 1, 1});
    EXPECT_LE(peakAllocatedBytes() - before, stated + sizeof(Rgb32f));
    EXPECT_GT(peakAllocatedBytes() - before, stated * 9 / 10);
    recipe.set("cells", 2048.0);
    EXPECT_THROW((void)rendered(recipe, {65536, 64}, {0, 0, 1, 1}), InvalidArgument);
}

}  // namespace
}  // namespace fretsaw
