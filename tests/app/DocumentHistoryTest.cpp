// The document's history: merging, limits, and a thousand random actions against a naive model.
// No real solving.
#include <algorithm>
#include <random>

#include "tests/app/DocumentFixture.h"

namespace fretsaw::app {
namespace {

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
    EXPECT_EQ(document.params().gamma, std::nullopt);
    EXPECT_EQ(document.params().components, std::nullopt);
    expectMask();
    EXPECT_EQ(calls().back().gamma, std::nullopt);
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
    std::optional<double> gamma;
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
    NaiveState now{{plane.data(), plane.data() + size.area()}, std::nullopt, std::nullopt};
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
                const double before = params.gamma.value_or(50);
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
