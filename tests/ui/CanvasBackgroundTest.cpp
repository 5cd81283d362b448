// The view of the object before its new background, read back from the framebuffer: exact pixels, coarse
// pictures, changes while rendering, errors.
// How backgrounds are fitted is tested in tests/generate.
#include "core/generate/Formula.h"
#include "core/image/Composite.h"
#include "tests/app/FakeGenerator.h"
#include "tests/common/FailingAllocations.h"
#include "tests/ui/CanvasFixture.h"

namespace fretsaw::ui {
namespace {

constexpr Size kLarge{1600, 900};  // coarse first, at the first guess of the speed

class CanvasBackgroundTest : public CanvasTest {
protected:
    /// From now on a generator that obeys the test, whose pictures have the level of the recipe's seed.
    void useFakeGenerator() {
        generators = [control = fake] { return std::make_unique<test::FakeGenerator>(control); };
        makeCanvas(0);
    }
    /// A photo with a stroke of foreground from corner to corner, which is the mask as well.
    void openCut(Image<Rgba8> pixels, double width = 20) {
        open(std::move(pixels));
        document.beginStroke(Label::SureForeground, width, {0, 0});
        document.extendStroke({document.size().width * 1.0, document.size().height * 1.0});
        document.endStroke();
        document.beginStroke(Label::SureBackground, 1, {document.size().width - 0.5, 0.5});
        document.endStroke();
        ASSERT_TRUE(waitForMask());
        canvas->setTool(Tool::Hand);  // the views of results show no strokes then
    }
    bool showBackground() {
        canvas->setViewMode(ViewMode::NewBackground);
        return waitForBackground();
    }
    bool waitForBackground() {
        return test::waitFor([this] { return !canvas->background().busy(); }, 20000);
    }
    void setRecipe(const char* line) {
        Background b = document.background();
        b.recipe = PictureRecipe::parse(line);
        document.setBackground(b);
    }
    void setSeed(std::uint32_t seed) {
        Background b = document.background();
        b.recipe.setSeed(seed);
        document.setBackground(b);
    }
    /// The exact composite, as files have it.
    void expectComposite(int tolerance) {
        const Placement place = placementOf(document.background(), document.size());
        const auto generator = makeCpuGenerator();
        PlacedPicture picture(*generator, document.background().recipe, place);
        auto back = Image<Rgb32f>::uninitialized(document.size());
        ASSERT_TRUE(picture.renderInto(back.bounds(), back.view()));
        const Image<std::uint8_t> mask = ruleMask();
        expectPixels(
            grab(), [&](int x, int y) { return rgba8From(composed((*image)(x, y), mask(x, y), back(x, y))); },
            tolerance);
    }
    /// The level in a corner that is no object.
    int cornerLevel() {
        const Size size = document.size();
        return colourAt(grab(), devicePoint(size.width - 5.5, 5.5)).r;
    }

    std::shared_ptr<test::GeneratorControl> fake = std::make_shared<test::GeneratorControl>();
};

TEST_F(CanvasBackgroundTest, ShowsTheCompositeExactlyAtWholeZooms) {
    openCut(noise({90, 70}));
    setRecipe("fbm/1 seed=3 scale=9");
    ASSERT_TRUE(showBackground());
    for (const double zoom : {1.0, 2.0, 8.0}) {
        zoomTo(zoom);
        expectComposite(0);
    }
    canvas->setViewMode(ViewMode::Overlay);
    canvas->setViewMode(ViewMode::NewBackground);  // it is still there
    EXPECT_FALSE(canvas->background().busy());
    expectComposite(0);
}

TEST_F(CanvasBackgroundTest, ThePhotosOwnTransparencyShowsTheBackgroundWithinALevel) {
    Image<Rgba8> pixels = noise({60, 50});
    for (std::int64_t i = 0; i < pixels.size().area(); ++i)
        pixels.data()[i].a = static_cast<std::uint8_t>(pixels.data()[i].r ^ pixels.data()[i].b);
    openCut(std::move(pixels), 40);
    setRecipe("perlin/1 seed=8");
    ASSERT_TRUE(showBackground());
    zoomTo(2);
    expectComposite(1);
}

TEST_F(CanvasBackgroundTest, TilesAndTheirStandInShowTheSame) {
    makeCanvas(64);
    openCut(noise({300, 200}));
    Background b{PictureRecipe::parse("checker/1")};
    b.fit = Fit::Cover;
    b.size = {100, 100};
    b.scale = 1.3;
    b.offsetX = 0.1;
    document.setBackground(b);
    ASSERT_TRUE(showBackground());
    zoomTo(1);
    expectComposite(0);
}

TEST_F(CanvasBackgroundTest, FollowsEveryChangeOfTheDocument) {
    openCut(noise({90, 70}));
    ASSERT_TRUE(showBackground());
    zoomTo(1);
    for (const char* line : {"wood/1", "wood/1 scale=8", "wood/1 scale=8 seed=2", "solid/1"}) {
        setRecipe(line);
        ASSERT_TRUE(waitForBackground());
        expectComposite(0);
    }
    document.undo();
    ASSERT_TRUE(waitForBackground());
    expectComposite(0);
    document.beginStroke(Label::SureForeground, 12, {80, 5});
    document.extendStroke({10, 60});
    document.endStroke();
    ASSERT_TRUE(waitForMask());
    expectComposite(0);
}

TEST_F(CanvasBackgroundTest, CoarsePicturesStandInUntilTheFullOneIsThere) {
    useFakeGenerator();
    openCut(flat(kLarge, {10, 20, 30, 255}));
    fake->onRender = [control = fake.get()](Size size) { control->hold = size == kLarge; };
    setSeed(100);
    canvas->setViewMode(ViewMode::NewBackground);
    for (const std::uint32_t seed : {101U, 150U, 200U}) {
        setSeed(seed);
        ASSERT_TRUE(test::waitFor([&] {
            const auto& p = canvas->background().picture();
            return p.pixels && p.pixels->at(0, 0).r == seed;
        }));
        EXPECT_TRUE(canvas->background().picture().isCoarse);
        EXPECT_EQ(cornerLevel(), static_cast<int>(seed));
    }
    ASSERT_TRUE(test::waitFor([&] {
        fake->hold = false;  // each band is held anew
        return !canvas->background().busy();
    }));
    EXPECT_FALSE(canvas->background().picture().isCoarse);
    EXPECT_EQ(cornerLevel(), 200);
    // A full one without a coarse one before takes over as well.
    setRecipe("reaction/1 seed=90");
    ASSERT_TRUE(test::waitFor([&] {
        fake->hold = false;
        return !canvas->background().busy();
    }));
    EXPECT_EQ(cornerLevel(), 90);
}

TEST_F(CanvasBackgroundTest, NothingIsComputedWhileNobodyLooks) {
    useFakeGenerator();
    openCut(noise({60, 40}));
    setSeed(5);
    QCoreApplication::processEvents();
    EXPECT_EQ(fake->entered, 0);
    ASSERT_TRUE(showBackground());
    EXPECT_EQ(fake->entered, 1);
    canvas->setViewMode(ViewMode::Checkerboard);
    setSeed(6);
    setSeed(7);
    EXPECT_FALSE(canvas->background().busy());
    ASSERT_TRUE(showBackground());
    EXPECT_EQ(fake->entered, 2);
    EXPECT_EQ(cornerLevel(), 7);
}

TEST_F(CanvasBackgroundTest, AnotherPhotoAndTheEndMayComeInTheMiddle) {
    useFakeGenerator();
    openCut(noise({60, 40}));
    fake->hold = true;
    setSeed(80);
    canvas->setViewMode(ViewMode::NewBackground);
    ASSERT_TRUE(test::waitFor([&] { return fake->entered == 1; }));
    const auto before = canvas->background().picture().pixels;
    openCut(noise({90, 30}));
    EXPECT_EQ(canvas->background().picture().pixels, nullptr);
    fake->hold = false;
    ASSERT_TRUE(waitForBackground());
    EXPECT_EQ(canvas->background().picture().pixels->size(), (Size{90, 30}));
    EXPECT_EQ(cornerLevel(), 80);
    document.setPhoto(nullptr);
    EXPECT_EQ(canvas->background().picture().pixels, nullptr);
    EXPECT_FALSE(canvas->background().busy());
    open(noise({50, 50}));
    fake->hold = true;
    setSeed(81);
    QCoreApplication::processEvents();
    canvas.reset();  // returns although the generator is held
    EXPECT_EQ(fake->alive, 0);
}

TEST_F(CanvasBackgroundTest, WhatCannotBeComputedLeavesThePictureAndSaysWhy) {
    openCut(noise({90, 70}));
    setRecipe("perlin/1 seed=2");
    ASSERT_TRUE(showBackground());
    const auto good = canvas->background().picture().pixels;
    setRecipe("fbm/1 scale=1000 tile=on octaves=12 lacunarity=4");
    ASSERT_TRUE(waitForBackground());
    EXPECT_FALSE(canvas->background().error().isEmpty());
    EXPECT_EQ(canvas->background().picture().pixels, good);
    Background b{PictureRecipe::parse("perlin/1 seed=2")};
    b.scale = 1e9;
    document.setBackground(b);
    EXPECT_NE(canvas->background().error().indexOf("scale"), -1);
    {
        const test::FailingAllocations gate(0);
        document.setBackground({PictureRecipe::parse("perlin/1 seed=4")});
        ASSERT_TRUE(waitForBackground());
    }
    EXPECT_EQ(canvas->background().error().indexOf("Not enough memory"), 0);
    EXPECT_EQ(canvas->background().picture().pixels, good);
    setRecipe("perlin/1 seed=3");
    ASSERT_TRUE(waitForBackground());
    EXPECT_TRUE(canvas->background().error().isEmpty());
    zoomTo(1);
    expectComposite(0);
}

TEST_F(CanvasBackgroundTest, FormulasSeeThePhotoAndTheMaskOfTheMoment) {
    openCut(noise({90, 70}));
    PictureRecipe recipe(*generatorNamed("formula"));
    recipe.setFormula(parseFormula("mask(1 - x, y)"));
    document.setBackground({recipe});
    ASSERT_TRUE(showBackground());
    const auto levelAt = [this](int x, int y) { return canvas->background().picture().pixels->at(x, y).r; };
    EXPECT_GT(levelAt(88, 1), 200);  // the stroke's mirror image
    EXPECT_LT(levelAt(14, 12), 50);
    document.beginStroke(Label::SureForeground, 10, {75, 12});
    document.extendStroke({76, 12});
    document.endStroke();
    ASSERT_TRUE(waitForMask());
    ASSERT_TRUE(waitForBackground());
    EXPECT_GT(levelAt(14, 12), 200);
}

TEST_F(CanvasBackgroundTest, TimeMovesThePictureAndNotTheDocument) {
    openCut(noise({90, 70}));
    setRecipe("perlin/1 seed=2");
    const auto steps = document.undoStack().count();
    ASSERT_TRUE(showBackground());
    const auto first = canvas->background().picture().pixels;
    canvas->background().setTime(1);
    ASSERT_TRUE(waitForBackground());
    const auto later = canvas->background().picture().pixels;
    EXPECT_NE(later->at(3, 60), first->at(3, 60));
    canvas->background().setTime(0);
    ASSERT_TRUE(waitForBackground());
    EXPECT_EQ(canvas->background().picture().pixels->at(3, 60), first->at(3, 60));
    EXPECT_EQ(document.undoStack().count(), steps);
}

}  // namespace
}  // namespace fretsaw::ui
