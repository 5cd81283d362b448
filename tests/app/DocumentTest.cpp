// The document against a naive model, and its manners: hints, live masks, undo at any moment, nothing lost.
// No widgets and no real solving.
#include "app/Document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/image/Error.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::app {
namespace {

using test::FakeControl;
using test::FakeSegmenter;
using test::waitFor;

std::shared_ptr<const io::Photo> photoOf(Size size) {
    auto photo = std::make_shared<io::Photo>();
    photo->srgb = std::make_shared<const Image<Rgba8>>(size);
    photo->source8 = photo->srgb;
    return photo;
}

class DocumentTest : public testing::Test {
protected:
    DocumentTest() {
        QObject::connect(&document, &Document::maskChanged,
                         [this](Rect r) { maskDirty = maskDirty.united(r); });
        QObject::connect(&document, &Document::labelsChanged,
                         [this](Rect r) { labelDirty = labelDirty.united(r); });
        QObject::connect(&document, &Document::solveFailed,
                         [this](const QString& m) { messages.push_back(m); });
    }
    void open(Size size = {40, 30}) { document.setPhoto(photoOf(size)); }
    void stroke(Label label, PointF from, PointF to, double width = 5) {
        document.beginStroke(label, width, from);
        document.extendStroke(to);
        document.endStroke();
    }
    bool settle() {
        return waitFor([this] { return !engine.busy(); });
    }
    bool waitEntered(int calls) {
        return waitFor([this, calls] { return control->entered >= calls; });
    }
    Image<std::uint8_t> expectedMask() { return FakeSegmenter::maskOf(document.labels(), document.rect()); }
    bool maskIsRight() {
        return document.maskFrame() &&
               test::equal(document.maskFrame()->result.mask->view(), std::as_const(*&expected).view());
    }
    /// The engine's answer fits labels and rectangle as the document has them.
    void expectMask() {
        ASSERT_TRUE(settle());
        ASSERT_TRUE(document.maskIsCurrent());
        expected = expectedMask();
        EXPECT_TRUE(maskIsRight());
    }
    std::vector<SegmentParams> calls() { return control->copy(&FakeControl::params); }

    std::shared_ptr<FakeControl> control = std::make_shared<FakeControl>();
    Engine engine{[this] { return std::make_unique<FakeSegmenter>(control); }};
    Document document{engine};
    Image<std::uint8_t> expected;
    Rect maskDirty, labelDirty;
    std::vector<QString> messages;
};

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

TEST_F(DocumentTest, ParameterChangesOfOneFieldMerge) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    expectMask();
    SegmentParams params = document.params();
    for (int i = 0; i < 10; ++i) {
        params.gamma = 60 + i;
        document.setParams(params);
    }
    EXPECT_EQ(document.undoStack().count(), 2);
    params.components = 3;
    document.setParams(params);
    EXPECT_EQ(document.undoStack().count(), 3);
    expectMask();
    EXPECT_EQ(calls().back().gamma, 69);
    document.undo();
    document.undo();
    EXPECT_EQ(document.params().gamma, 50);
    EXPECT_EQ(document.params().components, 5);
    expectMask();
    EXPECT_EQ(calls().back().gamma, 50);
    EXPECT_EQ(calls().back().models, Models::Given);
    document.redo();
    EXPECT_EQ(document.params().gamma, 69);
}

TEST_F(DocumentTest, ClearTakesTheMaskAndUndoBringsItBack) {
    open();
    document.commitRect(Rect{5, 5, 20, 15});
    stroke(Label::SureForeground, {30, 20}, {35, 25});
    expectMask();
    document.clearLabels();
    EXPECT_EQ(document.maskFrame(), nullptr);
    EXPECT_EQ(countLabels(document.labels())[Label::None], 1200);
    EXPECT_FALSE(document.hint().isEmpty());
    document.undo();
    EXPECT_TRUE(document.hint().isEmpty());
    expectMask();
    document.redo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(document.maskFrame(), nullptr);
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

TEST_F(DocumentTest, TheHistoryStaysUnderItsLimitAndDropsTheOldestSteps) {
    open({400, 300});
    document.setLive(false);
    document.history().setLimitBytes(60000);
    std::vector<Image<Label>> states;
    for (int i = 0; i < 60; ++i) {
        stroke(i % 2 ? Label::SureForeground : Label::SureBackground, {i * 5.0, 10}, {300 - i * 5.0, 290}, 9);
        states.emplace_back(document.labels().size());
        std::copy_n(document.labels().data(), document.size().area(), states.back().data());
        EXPECT_LE(document.history().bytes(), 60000u);
        EXPECT_EQ(document.undoStack().index(), document.undoStack().count());
        if (i == 57) document.undoStack().setClean();
    }
    EXPECT_EQ(document.undoStack().cleanIndex(), document.undoStack().count() - 2)
        << "what was saved stays saved";
    const int kept = document.undoStack().count();
    EXPECT_GT(kept, 1);
    EXPECT_LT(kept, 60);
    for (int i = 1; i <= kept; ++i) {
        document.undo();
        EXPECT_TRUE(
            test::equal(document.labels(), std::as_const(states)[static_cast<std::size_t>(59 - i)].view()));
    }
    EXPECT_FALSE(document.undoStack().canUndo());
    for (int i = 0; i < kept; ++i) document.redo();
    EXPECT_TRUE(test::equal(document.labels(), std::as_const(states).back().view()));
    document.history().setLimitBytes(1);
    stroke(Label::SureForeground, {0, 0}, {50, 50});
    EXPECT_EQ(document.undoStack().count(), 1) << "the newest step is kept whatever it costs";
}

TEST_F(DocumentTest, FiveHundredStrokesOn24MegapixelsCostLittleAndUndoToNothing) {
    open({6000, 4000});
    document.setLive(false);
    std::mt19937 random(9);
    const auto point = [&] { return PointF{double(random() % 6000), double(random() % 4000)}; };
    for (int i = 0; i < 500; ++i) {
        PointF at = point();
        document.beginStroke(i % 2 ? Label::SureForeground : Label::SureBackground, 10, at);
        for (int step = 0; step < 12; ++step) {
            at = {at.x + static_cast<int>(random() % 121) - 60, at.y + static_cast<int>(random() % 121) - 60};
            document.extendStroke(at);
        }
        document.endStroke();
    }
    EXPECT_EQ(document.undoStack().count(), 500);
    EXPECT_LT(document.history().bytes(), std::size_t{16} << 20);
    while (document.undoStack().canUndo()) document.undo();
    EXPECT_EQ(countLabels(document.labels())[Label::None], 24'000'000);
    document.setPhoto(nullptr);
    EXPECT_LT(document.history().bytes(), 1u);
}

/// What the document must look like, kept as whole copies.
struct NaiveState {
    std::vector<Label> labels;
    std::optional<Rect> rect;
    double gamma = 50;
    friend bool operator==(const NaiveState&, const NaiveState&) = default;
};

NaiveState stateOf(const Document& document) {
    const ImageView<const Label> labels = document.labels();
    return {{labels.data(), labels.data() + labels.size().area()}, document.rect(), document.params().gamma};
}

TEST_F(DocumentTest, AThousandRandomActionsAgainstANaiveModel) {
    std::mt19937 random(20);
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    const Size size{61, 47};
    open(size);
    Image<Label> plane(size, Label::None);
    NaiveState now{{plane.data(), plane.data() + size.area()}, std::nullopt, 50};
    std::vector<NaiveState> undoStates, redoStates;
    const auto step = [&](NaiveState next) {
        if (next == now) return;
        undoStates.push_back(now);
        redoStates.clear();
        now = std::move(next);
    };
    for (int action = 0; action < 1000; ++action) {
        NaiveState next = now;
        switch (below(10)) {
            case 0:
            case 1:
            case 2:
            case 3: {  // a stroke, sometimes cancelled
                Stroke all{static_cast<Label>(below(5)), 1.0 + below(12), {{below(61) + .5, below(47) + .5}}};
                document.beginStroke(all.label, all.widthPx, all.points[0]);
                for (int p = below(5); p > 0; --p) {
                    all.points.push_back({below(80) - 10 + .25, below(60) - 6 + .75});
                    document.extendStroke(all.points.back());
                }
                if (below(5) == 0) {
                    document.cancelStroke();
                    break;
                }
                document.endStroke();
                std::copy(now.labels.begin(), now.labels.end(), plane.data());
                paintStroke(plane.view(), all);
                next.labels.assign(plane.data(), plane.data() + size.area());
                step(std::move(next));
                break;
            }
            case 4:
            case 5: {  // a rectangle, sometimes cancelled
                const Rect rect{below(70) - 5, below(50) - 5, below(60) - 20, below(60) - 20};
                document.previewRect(Rect{1, 1, 4, 4});
                document.previewRect(rect);
                if (below(4) == 0) {
                    document.cancelRectPreview();
                    break;
                }
                document.commitRect(rect);
                const Rect clipped = rect.normalized().intersected(Rect::of(size));
                if (!clipped.empty()) next.rect = clipped;
                step(std::move(next));
                break;
            }
            case 6: {  // one or several successive changes are one step
                SegmentParams params = document.params();
                const double before = params.gamma;
                for (int i = 1 + below(3); i > 0; --i) {
                    params.gamma = before + (below(2) == 0 ? 1 : -1) * (i + 0.5 * below(2));
                    document.setParams(params);
                }
                next.gamma = params.gamma;
                step(std::move(next));
                // Another action lies between this step and the next of its kind.
                document.undo();
                document.redo();
                break;
            }
            case 7:
            case 8: {
                const int count = 1 + below(4);
                for (int i = 0; i < count; ++i) {
                    const bool back = below(3) != 0;
                    auto& from = back ? undoStates : redoStates;
                    auto& to = back ? redoStates : undoStates;
                    EXPECT_EQ(back ? document.undoStack().canUndo() : document.undoStack().canRedo(),
                              !from.empty());
                    if (back)
                        document.undo();
                    else
                        document.redo();
                    if (from.empty()) continue;
                    to.push_back(std::exchange(now, from.back()));
                    from.pop_back();
                }
                break;
            }
            default:
                if (below(6) != 0) break;
                document.clearLabels();
                std::fill(next.labels.begin(), next.labels.end(), Label::None);
                next.rect.reset();
                step(std::move(next));
        }
        ASSERT_TRUE(stateOf(document) == now) << "action " << action;
        ASSERT_EQ(static_cast<std::size_t>(document.undoStack().index()), undoStates.size())
            << "action " << action;
        if (below(8) == 0) {
            ASSERT_TRUE(settle());
            if (document.hint().isEmpty()) expectMask();
        }
        if (below(20) == 0) QCoreApplication::processEvents();
    }
    EXPECT_TRUE(messages.empty() || std::all_of(messages.begin(), messages.end(), [](const QString& m) {
                    return m.contains("outside the picture");
                }));
}

}  // namespace
}  // namespace fretsaw::app
