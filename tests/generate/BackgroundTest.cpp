// Backgrounds: where each fit puts the photo, and that pieces, tiles and rough pictures show the same
// picture. What the patterns look like is GeneratorTest's.
#include "core/generate/Background.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fretsaw {
namespace {

constexpr Size kPhoto{300, 200};

Background backgroundOf(Fit fit, Size size = {}) {
    Background b{PictureRecipe::parse("perlin/1 seed=5 scale=4")};
    b.fit = fit;
    b.size = size;
    return b;
}

Image<Rgb32f> rendered(const PictureRecipe& recipe, const Placement& placement) {
    const auto generator = makeCpuGenerator();
    PlacedPicture picture(*generator, recipe, placement);
    auto pixels = Image<Rgb32f>::uninitialized(placement.region.size());
    EXPECT_TRUE(picture.renderInto(pixels.bounds(), pixels.view()));
    return pixels;
}

Image<Rgb32f> wholePicture(const PictureRecipe& recipe, Size size) {
    return *makeCpuGenerator()->render(recipe, size, Rect::of(size));
}

TEST(Background, WithoutASizeOfItsOwnEveryFitIsThePhotos) {
    for (const Fit fit : {Fit::Stretch, Fit::Cover, Fit::Contain, Fit::Tile}) {
        const Placement p = placementOf(backgroundOf(fit), kPhoto);
        EXPECT_EQ(p.picture, kPhoto);
        EXPECT_EQ(p.region, Rect::of(kPhoto));
    }
}

TEST(Background, FitsPutThePhotoWhereTheyShould) {
    const Size square{100, 100};
    EXPECT_EQ(placementOf(backgroundOf(Fit::Stretch, square), kPhoto), (Placement{kPhoto, Rect::of(kPhoto)}));
    EXPECT_EQ(placementOf(backgroundOf(Fit::Cover, square), kPhoto),
              (Placement{{300, 300}, {0, 50, 300, 200}}));
    EXPECT_EQ(placementOf(backgroundOf(Fit::Contain, square), kPhoto),
              (Placement{{200, 200}, {-50, 0, 300, 200}}));
    EXPECT_EQ(placementOf(backgroundOf(Fit::Tile, square), kPhoto),
              (Placement{{100, 100}, {0, 0, 300, 200}, true}));
}

TEST(Background, ScaleIsAboutTheMiddleAndOffsetsMoveThePicture) {
    Background b = backgroundOf(Fit::Stretch);
    b.scale = 2;
    EXPECT_EQ(placementOf(b, kPhoto), (Placement{{600, 400}, {150, 100, 300, 200}}));
    b.offsetX = 0.1;  // the picture goes right, so the photo shows what lay further left
    b.offsetY = -0.5;
    EXPECT_EQ(placementOf(b, kPhoto), (Placement{{600, 400}, {120, 200, 300, 200}}));
}

TEST(Background, RefusesWhatIsOutOfRange) {
    Background b = backgroundOf(Fit::Cover);
    for (const double scale : {0.0, -1.0, 101.0, std::nan("")}) {
        b.scale = scale;
        EXPECT_THROW((void)placementOf(b, kPhoto), InvalidArgument) << scale;
    }
    b.scale = 1;
    for (const double offset : {1.1, -2.0, std::nan("")}) {
        b.offsetX = offset;
        EXPECT_THROW((void)placementOf(b, kPhoto), InvalidArgument) << offset;
    }
    b.offsetX = 0;
    b.scale = 100;
    EXPECT_THROW((void)placementOf(b, {2000, 10}), InvalidArgument);  // 200,000 columns
}

TEST(Background, OutsideAContainedPictureThePatternGoesOn) {
    const Background b = backgroundOf(Fit::Contain, {100, 100});
    const Image<Rgb32f> is = rendered(b.recipe, placementOf(b, kPhoto));
    const Image<Rgb32f> middle = wholePicture(b.recipe, {200, 200});
    for (int y = 0; y < 200; ++y)
        for (int x = 0; x < 200; ++x) ASSERT_EQ(is(50 + x, y), middle(x, y));
    EXPECT_NE(is(10, 10), is(250, 190));
}

TEST(Background, TilesRepeatWhateverTheirSizeAndWhoeverAsks) {
    const PictureRecipe recipe = backgroundOf(Fit::Tile).recipe;
    const Image<Rgb32f> small = wholePicture(recipe, {37, 53});
    const Image<Rgb32f> is = rendered(recipe, {{37, 53}, {-40, 20, 200, 150}, true});
    for (int y = 0; y < 150; ++y)
        for (int x = 0; x < 200; ++x) ASSERT_EQ(is(x, y), small((x - 40 + 74) % 37, (y + 20) % 53));

    // Too large to be kept as a whole: only what is wanted of it is computed.
    const Size large{1100, 1000};
    const Image<Rgb32f> tile = wholePicture(recipe, large);
    const Image<Rgb32f> corner = rendered(recipe, {large, {-10, -20, 40, 50}, true});
    for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 40; ++x) ASSERT_EQ(corner(x, y), tile((x + 1090) % 1100, (y + 980) % 1000));
}

TEST(Background, PiecesAreThoseOfTheWhole) {
    for (const bool repeats : {false, true}) {
        const Placement placement{{90, 70}, {-13, 5, 200, 160}, repeats};
        const PictureRecipe recipe = backgroundOf(Fit::Tile).recipe;
        const Image<Rgb32f> whole = rendered(recipe, placement);
        const auto generator = makeCpuGenerator();
        PlacedPicture picture(*generator, recipe, placement);
        Image<Rgb32f> piece({60, 40});
        ASSERT_TRUE(picture.renderInto({110, 90, 60, 40}, piece.view()));
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 60; ++x) ASSERT_EQ(piece(x, y), whole(110 + x, 90 + y));
    }
}

TEST(Background, ARoughPictureShowsTheSamePlace) {
    Background b{PictureRecipe::parse("linear/1")};
    b.fit = Fit::Cover;
    b.size = {100, 100};
    b.scale = 1.7;
    b.offsetX = -0.2;
    const Placement placement = placementOf(b, kPhoto);
    const Placement rough = reduced(placement, 4);
    EXPECT_EQ(rough.region.size(), (Size{75, 50}));
    const Image<Rgb32f> full = rendered(b.recipe, placement), coarse = rendered(b.recipe, rough);
    for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 75; ++x) ASSERT_NEAR(coarse(x, y).r, full(4 * x + 2, 4 * y + 2).r, 0.02f);
}

TEST(Background, NumbersOfRawPicturesAreTakenForLight) {
    const PictureRecipe raw = PictureRecipe::parse("product/1 auto=off");
    ASSERT_TRUE(isRaw(raw));
    const Image<Rgb32f> is = rendered(raw, {{4, 4}, {0, 0, 4, 4}});
    EXPECT_EQ(is(0, 3), (Rgb32f{0, 0, 0}));
    EXPECT_EQ(is(3, 3), (Rgb32f{1, 1, 1}));
}

TEST(Background, StopsAndSaysSo) {
    const auto generator = makeCpuGenerator();
    std::stop_source stop;
    stop.request_stop();
    Image<Rgb32f> pixels({50, 50});
    for (const bool repeats : {false, true}) {
        PlacedPicture picture(*generator, backgroundOf(Fit::Tile).recipe,
                              {{40, 40}, {0, 0, 50, 50}, repeats});
        EXPECT_FALSE(picture.renderInto(pixels.bounds(), pixels.view(), stop.get_token()));
    }
}

}  // namespace
}  // namespace fretsaw
