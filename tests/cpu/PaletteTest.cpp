// A palette names every pixel's colour, what is computed of colours is what pixels give, and counts that
// follow a mask are those of counting anew.
#include "core/cpu/Palette.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "core/pixel/Mixture.h"

namespace fretsaw::cpu {
namespace {

using Random = std::mt19937;

/// colours: how many different ones, at most.
Image<Rgba8> randomPicture(Random& random, Size size, std::uint32_t colours) {
    Image<Rgba8> picture(size);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const std::uint32_t v = random() % colours * 2654435761u;
            picture(x, y) = {static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(v >> 8),
                             static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(random())};
        }
    return picture;
}

pixel::Mixture randomMixture(Random& random) {
    std::vector<ColourSums> sums(3);
    for (ColourSums& s : sums)
        for (int i = 0; i < 50; ++i)
            s.add(static_cast<int>(random() % 256), static_cast<int>(random() % 256),
                  static_cast<int>(random() % 256));
    return evaluable(fitMixture(sums));
}

class PaletteOf : public testing::TestWithParam<std::uint32_t> {
protected:
    Random random{GetParam()};
    Parallel parallel{2};
    Image<Rgba8> picture = randomPicture(random, {131, 70}, GetParam());
    Palette palette = *Palette::of(picture.view(), parallel, {});
};

INSTANTIATE_TEST_SUITE_P(Colours, PaletteOf, testing::Values(1u, 2u, 65u, 3000u, 1u << 24));

TEST_P(PaletteOf, NamesEveryPixelsColourOnce) {
    const ColourRow row = *palette.colours(ColourSpace::Rgb, pixelRows(), parallel, {});
    const auto [first, plane] = row.colours();
    std::set<std::uint32_t> numbers;
    std::set<std::tuple<int, int, int>> colours;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const std::uint32_t number = palette.row(y)[x];
            ASSERT_LT(number, static_cast<std::uint32_t>(palette.size()));
            const Rgba8 p = picture(x, y);
            ASSERT_EQ(first[number], p.r);
            ASSERT_EQ(first[number + plane], p.g);
            ASSERT_EQ(first[number + 2 * plane], p.b);
            numbers.insert(number);
            colours.insert({p.r, p.g, p.b});
        }
    EXPECT_EQ(static_cast<int>(numbers.size()), palette.size());
    EXPECT_EQ(static_cast<int>(colours.size()), palette.size());
}

TEST_P(PaletteOf, ComputesWhatPixelsGive) {
    DataCosts costs;
    costs.mixtures = {ColourSpace::Luv, randomMixture(random), randomMixture(random)};
    costs.unitsPerNat = 31;
    const Buffer<ClassCosts> ofColours = *palette.costs(costs, pixelRows(), parallel, {});
    const Buffer<PackedColour> lab = *palette.packedColours(ColourSpace::Lab, pixelRows(), parallel, {});
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const std::uint32_t number = palette.row(y)[x];
            const Colour luv = colourOf(ColourSpace::Luv, picture(x, y));
            const auto units = [&](const pixel::Mixture& mixture) {
                return pixel::costUnits(pixel::mixtureCost<float>(mixture, luv.c[0], luv.c[1], luv.c[2]),
                                        costs.unitsPerNat);
            };
            ASSERT_EQ(ofColours[number].foreground, units(costs.mixtures.foreground));
            ASSERT_EQ(ofColours[number].background, units(costs.mixtures.background));
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_EQ(lab[number].c[c], colourOf(ColourSpace::Lab, picture(x, y)).c[c]);
        }
}

TEST_P(PaletteOf, CountsFollowTheMask) {
    const Rect where{7, 5, 100, 60};
    const auto maskOf = [&](int seed, int change) {
        Random bits(static_cast<std::uint32_t>(seed));
        Image<std::uint8_t> mask(picture.size());
        for (int y = 0; y < mask.height(); ++y)
            for (int x = 0; x < mask.width(); ++x) {
                const bool inside = x * 2 > y;
                mask(x, y) = inside != (bits() % 100 < static_cast<std::uint32_t>(change)) ? 255 : 0;
            }
        return hostFrame(std::move(mask));
    };
    auto counts = ColourCounts::of(palette, maskOf(0, 0), where, parallel, {});
    ASSERT_TRUE(counts);
    for (int step = 1; step < 6; ++step) {
        const auto mask = maskOf(step, step * 10);
        ASSERT_TRUE(counts->update(palette, mask, {}));
        const auto anew = *ColourCounts::of(palette, mask, where, Parallel(1), {});
        std::vector<int> foreground(static_cast<std::size_t>(palette.size())), background(foreground);
        for (int y = where.y; y < where.bottom(); ++y)
            for (int x = where.x; x < where.right(); ++x)
                ++(mask->view()(x, y) != 0 ? foreground : background)[palette.row(y)[x]];
        for (int i = 0; i < palette.size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            ASSERT_EQ(counts->foreground()[i], foreground[at]);
            ASSERT_EQ(counts->background()[i], background[at]);
            ASSERT_EQ(anew.foreground()[i], foreground[at]);
            ASSERT_EQ(anew.background()[i], background[at]);
        }
    }
}

TEST(Palette, StoppedWorkGivesNothing) {
    Random random(1);
    const Image<Rgba8> picture = randomPicture(random, {64, 64}, 50);
    const Parallel parallel(1);
    std::stop_source stop;
    const auto palette = Palette::of(picture.view(), parallel, stop.get_token());
    ASSERT_TRUE(palette);
    const auto mask = hostFrame(Image<std::uint8_t>(picture.size()));
    auto counts = ColourCounts::of(*palette, mask, picture.bounds(), parallel, stop.get_token());
    ASSERT_TRUE(counts);
    stop.request_stop();
    EXPECT_FALSE(Palette::of(picture.view(), parallel, stop.get_token()));
    EXPECT_FALSE(palette->costs({}, pixelRows(), parallel, stop.get_token()));
    EXPECT_FALSE(ColourCounts::of(*palette, mask, picture.bounds(), parallel, stop.get_token()));
    EXPECT_FALSE(counts->update(*palette, mask, stop.get_token()));
}

}  // namespace
}  // namespace fretsaw::cpu
