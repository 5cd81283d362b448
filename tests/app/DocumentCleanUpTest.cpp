// Rules of clean-up and local changes in the document: what is asked of the engine, and what undo brings
// back. What the rules do to masks is core's.
#include "tests/app/DocumentFixture.h"

namespace fretsaw::app {
namespace {

class DocumentCleanUp : public DocumentTest {
protected:
    DocumentCleanUp() {
        open();
        document.commitRect(Rect{5, 5, 20, 15});
    }
    void setRules(const CleanUp& rules) {
        SegmentParams params = document.params();
        params.cleanUp = rules;
        document.setParams(params);
    }
    [[nodiscard]] std::shared_ptr<const ColourModels> models() const {
        return document.maskFrame()->result.models;
    }
};

TEST_F(DocumentCleanUp, OtherRulesAskForTheSameCut) {
    expectMask();
    const auto cut = models();
    const int asked = control->entered, steps = document.undoStack().count();
    for (int size = 1; size <= 30; ++size) setRules({false, size, 0});
    expectMask();
    EXPECT_EQ(document.undoStack().count(), steps + 1) << "a slider that is dragged is one step";
    const auto all = calls();
    for (std::size_t i = static_cast<std::size_t>(asked); i < all.size(); ++i) {
        EXPECT_EQ(all[i].models, Models::Given);
        EXPECT_EQ(all[i].given.models, cut);
    }
    EXPECT_EQ(all.back().cleanUp, (CleanUp{false, 30, 0}));
    EXPECT_EQ(control->stopped, 0) << "masks on the way are shown, or the screen would starve";

    setRules({true, 30, 0});
    EXPECT_EQ(document.undoStack().count(), steps + 2) << "another field";
    document.undo();
    expectMask();
    EXPECT_EQ(calls().back().cleanUp, (CleanUp{false, 30, 0}));
    document.undo();
    expectMask();
    EXPECT_EQ(document.params().cleanUp, CleanUp{});
    EXPECT_EQ(calls().back().cleanUp, CleanUp{});
    EXPECT_EQ(calls().back().models, Models::Given);
    EXPECT_EQ(models(), cut);
    document.redo();
    expectMask();
    EXPECT_EQ(calls().back().cleanUp, (CleanUp{false, 30, 0}));
    EXPECT_EQ(models(), cut);
}

TEST_F(DocumentCleanUp, ItIsNoSolveAndNeedsNoLive) {
    expectMask();
    document.setLive(false);
    const auto cut = models();
    setRules({false, 0, 9});
    expectMask();
    EXPECT_EQ(models(), cut);
    EXPECT_EQ(calls().back().cleanUp, (CleanUp{false, 0, 9}));
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    const int asked = control->entered;
    setRules({false, 0, 10});
    ASSERT_TRUE(settle());
    EXPECT_EQ(control->entered, asked) << "there is no cut of these labels";
    document.solveNow();
    expectMask();
    EXPECT_EQ(calls().back().cleanUp, (CleanUp{false, 0, 10}));
}

TEST_F(DocumentCleanUp, ACutThatIsBeingMadeGoesOnAndIsCleanedAfterwards) {
    expectMask();
    control->hold = true;
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    ASSERT_TRUE(waitFor([&] { return !calls().back().fresh && calls().back().models == Models::Refit; }));
    const int asked = control->entered, stopped = control->stopped;
    setRules({false, 7, 0});
    setRules({true, 7, 0});
    document.undo();
    control->hold = false;
    expectMask();
    EXPECT_EQ(control->stopped, stopped);
    const auto all = calls();
    ASSERT_EQ(all.size(), static_cast<std::size_t>(asked) + 1);
    EXPECT_EQ(all.back().models, Models::Given);
    EXPECT_EQ(all.back().given.models, models());
    EXPECT_EQ(all.back().cleanUp, (CleanUp{false, 7, 0}));
    // Both ends of the step know the cut now.
    const auto cut = models();
    document.undo();
    expectMask();
    EXPECT_EQ(calls().back().models, Models::Given);
    EXPECT_EQ(models(), cut);
}

TEST_F(DocumentCleanUp, LocalChangesAreForStrokesToCome) {
    expectMask();
    const int asked = control->entered;
    SegmentParams params = document.params();
    params.localChanges = true;
    document.setParams(params);
    ASSERT_TRUE(settle());
    EXPECT_EQ(control->entered, asked);
    EXPECT_TRUE(document.maskIsCurrent());
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    expectMask();
    EXPECT_TRUE(calls().back().localChanges);
    document.undo();
    document.undo();
    EXPECT_FALSE(document.params().localChanges);
}

}  // namespace
}  // namespace fretsaw::app
