// Seamless pictures: they repeat bit for bit, and nobody could find the seam.
// Which generators can be seamless is in the table.
#include <gtest/gtest.h>

#include <cmath>

#include "core/generate/Prepare.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw {

/// Names of tests are the same in every run: no addresses.
void PrintTo(const GeneratorInfo* info, std::ostream* out);
void PrintTo(const GeneratorInfo* info, std::ostream* out) {
    *out << info->key;
}

namespace {

using namespace test;

#ifdef __SANITIZE_ADDRESS__
constexpr int kSeeds = 8;  // what a sanitizer finds, it finds in the first ones
#else
constexpr int kSeeds = 50;
#endif
constexpr Size kSizes[] = {{48, 48}, {64, 40}, {37, 61}};

std::vector<const GeneratorInfo*> seamless() {
    std::vector<const GeneratorInfo*> found;
    for (const GeneratorInfo& info : generators())
        if (info.has("tile")) found.push_back(&info);
    return found;
}

PictureRecipe tiled(const GeneratorInfo& info, std::uint32_t seed) {
    PictureRecipe recipe = quickRecipe(info);
    recipe.setSeed(seed);
    recipe.set("tile", 1.0);
    if (info.has("octaves")) recipe.set("octaves", static_cast<double>(1 + seed % 4));
    if (info.has("scale")) recipe.set("scale", 2.3 + seed % 5);  // coarse enough for small pictures
    if (info.has("lacunarity")) recipe.set("lacunarity", seed % 3 == 0 ? 1.9 : seed % 3 == 1 ? 2 : 3);
    if (info.has("rotation"))
        recipe.set("rotation", info.key == "stripes" ? 37.0 * (seed % 9) : 90.0 * (seed % 4));
    if (info.has("warp") && seed % 2 == 1) recipe.set("warp", 0.4);
    if (!info.byTiles) recipe.set("steps", 60.0);
    return recipe;
}

class Seamless : public testing::TestWithParam<const GeneratorInfo*> {};

TEST_P(Seamless, RepeatsBitForBit) {
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        for (const Size size : kSizes) {
            const PictureRecipe recipe = tiled(*GetParam(), seed);
            const auto generator = makeCpuGenerator();
            const Image<Rgb32f> picture = *generator->render(recipe, size, Rect::of(size));
            const Image<Rgb32f> wide = *generator->render(
                recipe, size, {-size.width, -size.height, 3 * size.width + 5, 2 * size.height + 3});
            for (int y = 0; y < wide.height(); ++y)
                for (int x = 0; x < wide.width(); ++x)
                    ASSERT_EQ(wide(x, y), picture(x % size.width, y % size.height)) << recipe.text();
        }
    }
}

/// A picture moved by its offset is the same picture rolled round: so the seam is like any other place.
TEST_P(Seamless, HasNoPlaceThatDiffersFromOthers) {
    if (!GetParam()->has("offset-x")) GTEST_SKIP() << "One colour.";
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        for (const Size size : kSizes) {
            PictureRecipe recipe = tiled(*GetParam(), seed);
            const Image<Rgb32f> picture = rendered(recipe, size);
            const int dx = size.width / 2 + 1, dy = size.height / 3;
            const double shorter = std::min(size.width, size.height);
            recipe.set("offset-x", dx / shorter);
            recipe.set("offset-y", dy / shorter);
            const Image<Rgb32f> moved = rendered(recipe, size);
            int different = 0;
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    const Rgb32f a = picture(x, y), b = moved((x + dx) % size.width, (y + dy) % size.height);
                    different +=
                        std::fabs(a.r - b.r) + std::fabs(a.g - b.g) + std::fabs(a.b - b.b) > 0.02f ? 1 : 0;
                }
            // Hard edges may fall on the other side of a pixel's middle by a rounding.
            ASSERT_LE(different, (size.width + size.height) / 2) << recipe.text() << " " << size.width;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Seamless, testing::ValuesIn(seamless()),
                         [](const auto& test) { return test.param->key; });

TEST(Tiling, SaysWhatItRounds) {
    const Size size{300, 200};
    EXPECT_TRUE(tilingChanges(PictureRecipe::parse("fbm/1 scale=7.5"), size).empty()) << "not tiled";
    EXPECT_TRUE(tilingChanges(PictureRecipe::parse("fbm/1 scale=4 tile=on"), size).empty()) << "6 × 4 cells";
    EXPECT_EQ(tilingChanges(PictureRecipe::parse("fbm/1 scale=7.5 tile=on"), size).size(), 1u);
    EXPECT_EQ(tilingChanges(PictureRecipe::parse("fbm/1 scale=7.5 lacunarity=1.9 rotation=30 tile=on"), size)
                  .size(),
              3u);
    EXPECT_TRUE(sameBits(rendered("fbm/1 lacunarity=1.9 tile=on", size), rendered("fbm/1 tile=on", size)));
}

// Stripes at 45° in a seamless tile: the brightness along a row and along a column changes as often as the
// whole numbers say, and not at all in the old way of bands along one side.
TEST(Tiling, KeepsTheSlopeOfStripes) {
    const Size size{300, 200};
    const auto edges = [](const Image<Rgb32f>& image, bool alongRow) {
        int count = 0;
        const int length = alongRow ? image.size().width : image.size().height;
        const auto light = [&](int i) {
            return (alongRow ? image(i % length, 7) : image(11, i % length)).g > 0.87f;
        };
        for (int i = 0; i < length; ++i) count += light(i) != light(i + 1) ? 1 : 0;
        return count;
    };
    const Image<Rgb32f> slanted = rendered("stripes/2 tile=on", size);  // 10 on the shorter side, at 45°
    EXPECT_EQ(edges(slanted, true), 2 * 11);                            // 10.6 along the width
    EXPECT_EQ(edges(slanted, false), 2 * 7);                            // 7.07 along the height
    const Image<Rgb32f> straight = rendered("stripes/2 tile=on rotation=0", size);
    EXPECT_EQ(edges(straight, true), 2 * 15);
    EXPECT_EQ(edges(straight, false), 0);
    EXPECT_EQ(
        tilingChanges(PictureRecipe::parse("stripes/2 tile=on"), size),
        std::vector<std::string>{"The stripes are rounded to 11 along the width and 7 along the height."});
    EXPECT_TRUE(tilingChanges(PictureRecipe::parse("stripes/2 tile=on rotation=0"), size).empty());
    EXPECT_EQ(edges(rendered("stripes/2 tile=on scale=0.1 rotation=60", size), false), 2) << "never none";
}

TEST(Tiling, RefusesWhatCannotBe) {
    EXPECT_THROW((void)PictureRecipe::parse("mandelbrot/1 tile=on"), RecipeError);
    EXPECT_THROW((void)rendered("fbm/1 basis=opensimplex2 tile=on", {64, 64}), InvalidArgument);
    EXPECT_THROW((void)rendered("fbm/1 octaves=12 lacunarity=4 tile=on", {64, 64}), InvalidArgument);
}

}  // namespace
}  // namespace fretsaw
