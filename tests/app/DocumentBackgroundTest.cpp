// The document's background: steps of the history, merging, and that no mask is touched by it.
// Nothing is rendered here.
#include "tests/app/DocumentFixture.h"

namespace fretsaw::app {
namespace {

class DocumentBackgroundTest : public DocumentTest {
protected:
    DocumentBackgroundTest() {
        QObject::connect(&document, &Document::backgroundChanged, [this] { ++changes; });
    }
    void set(const char* key, double value) {
        Background b = document.background();
        b.recipe.set(key, value);
        document.setBackground(b);
    }
    int steps() { return document.undoStack().count(); }

    int changes = 0;
};

TEST_F(DocumentBackgroundTest, ThereAlwaysIsOne) {
    EXPECT_EQ(document.background(), standardBackground());
    open();
    EXPECT_EQ(document.background(), standardBackground());
    document.setBackground(standardBackground());
    EXPECT_EQ(steps(), 0);
    EXPECT_EQ(changes, 0);
}

TEST_F(DocumentBackgroundTest, ADragOfOneValueIsOneStep) {
    open();
    const Background before = document.background();
    for (int i = 1; i <= 10; ++i) set("radius", 0.1 * i);
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(document.undoStack().undoText(), "Background");
    const Background after = document.background();
    set("vignette", 0.1);
    EXPECT_EQ(steps(), 2);
    EXPECT_EQ(changes, 11);
    document.undo();
    EXPECT_EQ(document.background(), after);
    document.undo();
    EXPECT_EQ(document.background(), before);
    document.redo();
    EXPECT_EQ(document.background(), after);
    EXPECT_EQ(changes, 14);
}

TEST_F(DocumentBackgroundTest, ADragBackToWhereItBeganIsNoStep) {
    open();
    const float radius = document.background().recipe.value("radius");
    set("radius", 0.2);
    EXPECT_EQ(steps(), 1);
    set("radius", static_cast<double>(radius));
    EXPECT_EQ(steps(), 0);
}

TEST_F(DocumentBackgroundTest, PlacesMergeAndThrowsOfTheDiceDoNot) {
    open();
    Background b = document.background();
    for (int i = 1; i < 5; ++i) {
        b.offsetX = 0.1 * i;
        b.offsetY = 0.05 * i;
        document.setBackground(b);
    }
    EXPECT_EQ(steps(), 1);
    for (std::uint32_t seed = 10; seed < 13; ++seed) {
        b.recipe.setSeed(seed);
        document.setBackground(b);
    }
    EXPECT_EQ(steps(), 4);
    b.recipe = PictureRecipe::parse("checker/1");
    document.setBackground(b);
    b.recipe = PictureRecipe::parse("perlin/1");
    document.setBackground(b);
    EXPECT_EQ(steps(), 6);
    document.undo();
    document.undo();
    EXPECT_EQ(document.background().recipe.info().key, "backdrop");
    EXPECT_EQ(document.background().recipe.seed(), 12u);
}

TEST_F(DocumentBackgroundTest, AStepInBetweenOrUndoEndsADrag) {
    open();
    set("radius", 0.2);
    stroke(Label::SureForeground, {5, 5}, {20, 20});
    set("radius", 0.3);
    EXPECT_EQ(steps(), 3);
    document.undo();
    set("radius", 0.4);
    EXPECT_EQ(steps(), 3);
    document.undo();
    EXPECT_EQ(document.background().recipe.value("radius"), 0.2f);
    document.history().endMerging();
}

TEST_F(DocumentBackgroundTest, NoMaskIsComputedForIt) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto mask = document.maskFrame();
    const auto solves = calls().size();
    set("radius", 0.2);
    set("vignette", 0.2);
    document.undo();
    document.undo();
    document.redo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(calls().size(), solves);
    EXPECT_EQ(document.maskFrame(), mask);
    EXPECT_TRUE(document.maskIsCurrent());
    document.undo();
    document.undo();  // the rectangle
    EXPECT_EQ(document.rect(), std::nullopt);
    document.redo();
    expectMask();
}

TEST_F(DocumentBackgroundTest, StepsAroundItKeepTheirMasks) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    set("radius", 0.2);  // while the mask is being computed
    expectMask();
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    expectMask();
    document.undo();
    document.undo();
    expectMask();
    document.redo();
    document.redo();
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Given);
}

TEST_F(DocumentBackgroundTest, IsUnsavedWorkAndStaysFromPhotoToPhoto) {
    open();
    document.undoStack().setClean();
    set("radius", 0.2);
    EXPECT_FALSE(document.undoStack().isClean());
    document.undo();
    EXPECT_TRUE(document.undoStack().isClean());
    document.redo();
    const Background chosen = document.background();
    open({50, 60});
    EXPECT_EQ(document.background(), chosen);
    EXPECT_EQ(steps(), 0);
    EXPECT_TRUE(document.undoStack().isClean());
}

TEST_F(DocumentBackgroundTest, ChosenWithoutAPhotoItIsNoStep) {
    set("radius", 0.2);
    EXPECT_EQ(changes, 1);
    EXPECT_EQ(steps(), 0);
    EXPECT_EQ(document.background().recipe.value("radius"), 0.2f);
}

TEST_F(DocumentBackgroundTest, ChangedInTheMiddleOfAStrokeItEndsTheStroke) {
    open();
    document.beginStroke(Label::SureForeground, 5, {5, 5});
    set("radius", 0.2);
    EXPECT_FALSE(document.isStroking());
    EXPECT_EQ(steps(), 2);
    document.undo();
    document.undo();
    EXPECT_EQ(countLabels(document.labels())[Label::SureForeground], 0);
}

}  // namespace
}  // namespace fretsaw::app
