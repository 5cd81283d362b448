// The document's labels, rectangle and hints, other photos and failures.
// Masks are in DocumentMaskTest, undo is in DocumentHistoryTest.
#include "core/image/Error.h"
#include "tests/app/DocumentFixture.h"

namespace fretsaw::app {
namespace {

TEST_F(DocumentTest, EveryLabelStateHasAHintAndNothingIsAskedWhileThereIsOne) {
    EXPECT_TRUE(document.hint().contains("photo"));
    stroke(Label::SureForeground, {1, 1}, {5, 5});
    document.previewRect(Rect{0, 0, 5, 5});
    document.commitRect(Rect{0, 0, 5, 5});
    document.solveNow();
    document.clearLabels();
    document.undo();
    open();
    EXPECT_TRUE(document.hint().contains("rectangle"));
    stroke(Label::SureForeground, {20, 15}, {24, 15});
    EXPECT_TRUE(document.hint().contains("Only foreground"));
    document.clearLabels();
    stroke(Label::ProbableBackground, {20, 15}, {24, 15});
    EXPECT_TRUE(document.hint().contains("Only background"));
    document.solveNow();
    document.clearLabels();
    document.commitRect(Rect{18, 13, 4, 4});
    stroke(Label::SureBackground, {20, 15}, {20, 15}, 20);
    EXPECT_TRUE(document.hint().contains("All of the rectangle"));
    ASSERT_TRUE(settle());
    const int asked = control->entered;
    document.solveNow();
    ASSERT_TRUE(settle());
    EXPECT_EQ(control->entered, asked);
    stroke(Label::SureForeground, {20, 15}, {20, 15}, 200);
    EXPECT_TRUE(document.hint().contains("whole picture"));
    stroke(Label::None, {20, 15}, {20, 15}, 3);
    EXPECT_EQ(document.hint(), QString());
    expectMask();
    EXPECT_TRUE(messages.empty());
}

TEST_F(DocumentTest, AStrokeIsExactlyPaintStroke) {
    open();
    Image<Label> plain({40, 30}, Label::None);
    stroke(Label::SureBackground, {3.2, 4.7}, {30.1, 22.9}, 7);
    paintStroke(plain.view(), {Label::SureBackground, 7, {{3.2, 4.7}, {30.1, 22.9}}});
    EXPECT_TRUE(test::equal(document.labels(), std::as_const(plain).view()));
    EXPECT_FALSE(labelDirty.empty());
    stroke(Label::None, {-100, 10}, {100, 10}, 1);
    paintStroke(plain.view(), {Label::None, 1, {{-100, 10}, {100, 10}}});
    EXPECT_TRUE(test::equal(document.labels(), std::as_const(plain).view()));
}

TEST_F(DocumentTest, GesturesThatMeanNothingDoNothing) {
    open();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    document.extendStroke({1, 1});
    document.endStroke();
    document.cancelStroke();
    document.cancelRectPreview();
    document.beginStroke(Label::SureForeground, nan, {nan, 1});
    document.extendStroke({1, std::numeric_limits<double>::infinity()});
    document.endStroke();
    stroke(Label::SureForeground, {-5000, -5000}, {-4000, -5000}, 1e9);
    document.commitRect(Rect{3, 3, 0, 9});
    document.clearLabels();
    document.cancelSolve();
    EXPECT_EQ(document.undoStack().count(), 0);
    EXPECT_TRUE(messages.empty());
    document.commitRect(Rect{100, 100, 9, 9});
    EXPECT_EQ(messages.size(), 1u);
    EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(DocumentTest, RectanglesAreNormalizedAndClipped) {
    open();
    document.commitRect(Rect{10, 10, -20, -4});
    EXPECT_EQ(document.rect(), (Rect{0, 6, 10, 4}));
    document.commitRect(Rect{35, -5, 100, 100});
    EXPECT_EQ(document.rect(), (Rect{35, 0, 5, 30}));
    expectMask();
}

TEST_F(DocumentTest, AnotherPhotoWhileSolving) {
    open();
    control->hold = true;
    document.commitRect(Rect{5, 5, 20, 15});
    ASSERT_TRUE(waitEntered(1));
    document.beginStroke(Label::SureForeground, 3, {30, 20});
    open({10, 12});
    control->hold = false;
    EXPECT_FALSE(document.isStroking());
    EXPECT_EQ(document.undoStack().count(), 0);
    EXPECT_EQ(document.size(), (Size{10, 12}));
    ASSERT_TRUE(settle());
    EXPECT_EQ(document.maskFrame(), nullptr);
    document.commitRect(Rect{1, 1, 5, 5});
    expectMask();
    document.setPhoto(nullptr);
    EXPECT_FALSE(document.hasPhoto());
    EXPECT_EQ(document.maskFrame(), nullptr);
    EXPECT_TRUE(document.labels().empty());
    EXPECT_TRUE(messages.empty());
}

TEST_F(DocumentTest, FailuresAreMessagesAndTheMaskStays) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto before = document.maskFrame();
    std::atomic<bool> fail = true;
    ASSERT_TRUE(settle());
    control->onSegment = [&fail] {
        if (fail) throw OutOfMemory(1 << 20);
    };
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    ASSERT_TRUE(settle());
    EXPECT_FALSE(messages.empty());
    EXPECT_EQ(document.maskFrame(), before);
    fail = false;
    document.solveNow();
    expectMask();
}

TEST_F(DocumentTest, AfterALostPatchEverythingIsSentAgain) {
    std::atomic<bool> fail = false;
    control->onApply = [&fail] {
        if (fail.exchange(false)) throw std::bad_alloc();
    };
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    expectMask();
    fail = true;
    stroke(Label::SureBackground, {6, 6}, {15, 8});
    ASSERT_TRUE(settle());
    EXPECT_FALSE(messages.empty());
    document.solveNow();
    expectMask();
    EXPECT_EQ(control->images, 2);
}

TEST_F(DocumentTest, APhotoTooLargeForMemoryLeavesTheOpenOneAlone) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto big = photoOf({100, 100});
    setAllocationGate([](std::uint64_t bytes, void*) { return bytes < 10000; }, nullptr);
    EXPECT_THROW(document.setPhoto(big), OutOfMemory);
    setAllocationGate(nullptr, nullptr);
    EXPECT_EQ(document.size(), (Size{40, 30}));
    document.solveNow();
    expectMask();
}

}  // namespace
}  // namespace fretsaw::app
