// The document's masks: which are asked for, shown and stopped while a person drags and paints.
// No real solving.
#include "tests/app/DocumentFixture.h"

namespace fretsaw::app {
namespace {

TEST_F(DocumentTest, TheMaskFollowsWhileDraggingAndOneStepRemains) {
    open();
    for (int i = 1; i <= 20; ++i) {
        document.previewRect(Rect{2, 3, i, i});
        if (i % 5 == 0) expectMask();
    }
    document.commitRect(Rect{2, 3, 20, 20});
    expectMask();
    EXPECT_EQ(document.undoStack().count(), 1);
    for (const SegmentParams& p : calls()) EXPECT_TRUE(p.models == Models::Refit && p.fresh);
    document.undo();
    EXPECT_EQ(document.rect(), std::nullopt);
    EXPECT_EQ(document.maskFrame(), nullptr) << "there was no mask before the first rectangle";
    document.redo();
    EXPECT_EQ(document.rect(), (Rect{2, 3, 20, 20}));
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Given);
}

TEST_F(DocumentTest, CommittingWhatIsBeingSolvedDoesNotBeginAgain) {
    open();
    control->hold = true;
    document.previewRect(Rect{2, 3, 9, 9});
    ASSERT_TRUE(waitEntered(1));
    document.commitRect(Rect{2, 3, 9, 9});
    control->hold = false;
    expectMask();
    EXPECT_EQ(control->entered, 1);
    document.undo();
    document.redo();
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Given) << "the result belongs to the step";
}

TEST_F(DocumentTest, PaintingUsesFrozenModelsAndReleaseRefits) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    document.beginStroke(Label::SureBackground, 3, {8, 8});
    expectMask();
    document.extendStroke({12, 12});
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Frozen);
    document.endStroke();
    EXPECT_FALSE(document.maskIsCurrent());
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Refit);
    EXPECT_FALSE(calls().back().fresh);
    EXPECT_EQ(document.undoStack().count(), 2);
}

TEST_F(DocumentTest, ANewStrokeStopsTheRunningSolveAndItsOwnMasksFinish) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    stroke(Label::SureBackground, {8, 8}, {9, 9});
    expectMask();
    // The end of that stroke may have stopped the live solve of its beginning, or come after it.
    const int stopped = control->stopped;
    control->hold = true;
    const int entered = control->entered + 1;
    document.solveNow();
    ASSERT_TRUE(waitEntered(entered));
    document.beginStroke(Label::SureForeground, 3, {20, 15});
    ASSERT_TRUE(waitEntered(entered + 1));
    EXPECT_EQ(control->stopped, stopped + 1);
    document.extendStroke({30, 15});
    document.extendStroke({30, 25});
    EXPECT_EQ(control->stopped, stopped + 1);
    document.endStroke();
    control->hold = false;
    expectMask();
    EXPECT_EQ(control->stopped, stopped + 2);
}

TEST_F(DocumentTest, StopKeepsTheMaskTheStrokesAndTheSteps) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto before = document.maskFrame();
    control->hold = true;
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    document.cancelSolve();
    ASSERT_TRUE(settle());
    EXPECT_EQ(document.maskFrame(), before);
    EXPECT_FALSE(document.maskIsCurrent());
    EXPECT_EQ(document.undoStack().count(), 2);
    EXPECT_EQ(document.labels()(32, 22), Label::SureForeground);
    control->hold = false;
    document.solveNow();
    expectMask();
    EXPECT_EQ(document.undoStack().count(), 2)
        << "this state had no mask yet, so there is nothing to go back to";
}

TEST_F(DocumentTest, CancellingAStrokeOrADragBringsLabelsAndMaskBack) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    expectMask();
    const Image<std::uint8_t> before = expectedMask();
    document.beginStroke(Label::SureBackground, 9, {6, 6});
    document.extendStroke({30, 22});
    ASSERT_TRUE(settle());
    document.undo();  // takes back what is being painted, nothing else
    EXPECT_FALSE(document.isStroking());
    EXPECT_EQ(document.undoStack().index(), 2);
    expectMask();
    EXPECT_TRUE(test::equal(document.maskFrame()->result.mask->view(), before.view()));
    document.previewRect(Rect{0, 0, 3, 3});
    ASSERT_TRUE(settle());
    document.undo();
    EXPECT_EQ(document.rect(), (Rect{5, 5, 20, 15}));
    expectMask();
    EXPECT_EQ(document.undoStack().index(), 2);
    document.extendStroke({1, 1});  // the button is still down
    expectMask();
}

TEST_F(DocumentTest, UndoDuringASolveAndWhilePainting) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    control->hold = true;
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    ASSERT_TRUE(waitEntered(2));
    document.undoStack().undo();
    control->hold = false;
    expectMask();
    EXPECT_EQ(document.labels()(32, 22), Label::None);
    document.beginStroke(Label::SureForeground, 3, {30, 20});
    document.undoStack().undo();  // an action that knows nothing of strokes
    EXPECT_FALSE(document.isStroking());
    EXPECT_EQ(document.labels()(30, 20), Label::None);
    EXPECT_EQ(document.rect(), std::nullopt);
    ASSERT_TRUE(settle());
    EXPECT_EQ(document.maskFrame(), nullptr);
}

TEST_F(DocumentTest, SolveNowIsAStepThatUndoTakesBack) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto first = document.maskFrame()->result.models;
    document.solveNow();
    expectMask();
    const auto second = document.maskFrame()->result.models;
    EXPECT_NE(first, second);
    EXPECT_EQ(document.undoStack().count(), 2);
    document.undo();
    expectMask();
    EXPECT_EQ(document.maskFrame()->result.models, first);
    document.redo();
    expectMask();
    EXPECT_EQ(document.maskFrame()->result.models, second);
}

TEST_F(DocumentTest, WithoutLiveOnlySolveNowSolves) {
    open();
    document.setLive(false);
    document.commitRect(Rect{5, 5, 20, 15});
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    ASSERT_TRUE(settle());
    EXPECT_EQ(control->entered, 0);
    document.solveNow();
    expectMask();
    document.undo();
    ASSERT_TRUE(settle());
    document.redo();
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Given);
    document.undo();
    document.setLive(true);
    expectMask();
}

TEST_F(DocumentTest, ACoarseMaskIsShownUntilTheExactOneComes) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto exact = document.maskFrame();
    control->coarse = control->hold = true;
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    ASSERT_TRUE(waitFor([&] { return document.shownFrame() != exact; }));
    EXPECT_FALSE(document.shownFrame()->result.certified);
    EXPECT_EQ(document.shownFrame()->result.mask->view()(0, 0), 255);
    EXPECT_EQ(document.maskFrame(), exact) << "never exported";
    EXPECT_FALSE(document.maskIsCurrent());
    maskDirty = {};
    control->hold = false;
    expectMask();
    EXPECT_EQ(document.shownFrame(), document.maskFrame());
    EXPECT_EQ(maskDirty, (Rect{0, 0, 40, 30}));
}

TEST_F(DocumentTest, StopAndUndoTakeACoarseMaskAway) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    const auto exact = document.maskFrame();
    control->coarse = control->hold = true;
    for (const bool undo : {false, true}) {
        stroke(Label::SureForeground, {30, undo ? 2. : 20.}, {35, undo ? 2. : 20.});
        ASSERT_TRUE(waitFor([&] { return document.shownFrame() != exact; }));
        maskDirty = {};
        if (undo) {
            document.undo();
        } else {
            document.cancelSolve();
        }
        EXPECT_EQ(document.shownFrame(), exact);
        EXPECT_EQ(maskDirty, (Rect{0, 0, 40, 30}));
        control->hold = undo ? false : true;
        if (!undo) {
            ASSERT_TRUE(settle());
            EXPECT_EQ(document.shownFrame(), exact);
        }
    }
}

TEST_F(DocumentTest, WhileDraggingASolveEndsWithItsCoarseMaskIfANewerOneWaits) {
    open();
    control->coarse = control->hold = true;
    document.previewRect(Rect{2, 3, 4, 4});
    ASSERT_TRUE(waitFor([&] { return document.shownFrame() != nullptr; }));
    for (int i = 5; i < 15; ++i) {
        const auto before = document.shownFrame();
        document.previewRect(Rect{2, 3, i, i});
        ASSERT_TRUE(waitFor([&] { return document.shownFrame() != before; })) << "the screen starves";
    }
    EXPECT_EQ(document.maskFrame(), nullptr);
    document.commitRect(Rect{2, 3, 14, 14});
    control->hold = false;
    expectMask();
    EXPECT_EQ(document.shownFrame(), document.maskFrame());
}

}  // namespace
}  // namespace fretsaw::app
