// Undo and redo with the segmenter that people get: the same bytes come back, at every position of the
// history.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/Document.h"
#include "core/generate/Scene.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::app {
namespace {

std::vector<std::uint8_t> bytesOf(const Document& document) {
    if (!document.maskFrame()) return {};
    const auto mask = document.maskFrame()->result.mask->view();
    return {mask.data(), mask.data() + mask.size().area()};
}

class RealUndoTest : public testing::Test {
protected:
    RealUndoTest() {
        Scene scene = makeScene({180, 140}, 3);
        box = scene.box;
        io::Photo photo;
        photo.srgb = std::make_shared<const Image<Rgba8>>(std::move(scene.picture));
        photo.source8 = photo.srgb;
        document.setPhoto(std::make_shared<const io::Photo>(std::move(photo)));
        QObject::connect(&document, &Document::solveFailed,
                         [](const QString& message) { ADD_FAILURE() << message.toStdString(); });
    }
    void stroke(Label label, PointF from, PointF to) {
        document.beginStroke(label, 6, from);
        for (int i = 1; i <= 8; ++i) {
            document.extendStroke({from.x + (to.x - from.x) * i / 8, from.y + (to.y - from.y) * i / 8});
            QCoreApplication::processEvents();
        }
        document.endStroke();
    }
    std::vector<std::uint8_t> settled() {
        EXPECT_TRUE(test::waitFor([this] { return !engine.busy(); }, 60000));
        if (document.hint().isEmpty()) {
            EXPECT_TRUE(document.maskIsCurrent());
            EXPECT_TRUE(document.maskFrame()->result.certified);
        }
        return bytesOf(document);
    }

    /// All steps back and forth, twice; states[i] are the bytes after i steps.
    void walk(const std::vector<std::vector<std::uint8_t>>& states) {
        const int steps = static_cast<int>(states.size()) - 1;
        ASSERT_EQ(document.undoStack().count(), steps);
        for (int round = 0; round < 2; ++round) {
            for (int at = steps; at-- > 0;) {
                document.undo();
                EXPECT_EQ(settled(), states[static_cast<std::size_t>(at)]) << "back to " << at;
            }
            for (int at = 1; at <= steps; ++at) {
                document.redo();
                EXPECT_EQ(settled(), states[static_cast<std::size_t>(at)]) << "forth to " << at;
            }
        }
    }

    Rect box;
    Engine engine{[] { return makeCpuSegmenter(); }};
    Document document{engine};
};

TEST_F(RealUndoTest, TheSameBytesThreeBackAndThreeForth) {
    const PointF centre{box.x + box.width / 2.0, box.y + box.height / 2.0};
    std::vector<std::vector<std::uint8_t>> states{settled()};
    document.commitRect(box);
    states.push_back(settled());
    stroke(Label::SureBackground, {box.x + 3.0, box.y + 3.0}, {centre.x - 10, box.y + 20.0});
    states.push_back(settled());
    document.solveNow();
    states.push_back(settled());
    stroke(Label::SureForeground, centre, {box.right() + 5.0, box.bottom() + 5.0});
    states.push_back(settled());
    SegmentParams params = document.params();
    params.gamma = 120;
    document.setParams(params);
    states.push_back(settled());
    EXPECT_NE(states[1], states[2]);
    EXPECT_NE(states[3], states[4]);

    walk(states);
    // In haste, while solves are stopped in the middle, it ends the same.
    for (int i = 0; i < 3; ++i) document.undo();
    EXPECT_EQ(settled(), states[2]);
    for (int i = 0; i < 3; ++i) {
        document.redo();
        QCoreApplication::processEvents();
    }
    EXPECT_EQ(settled(), states[5]);
}

TEST_F(RealUndoTest, MasksThatStrokesChangedLocallyComeBackAsWell) {
    const PointF centre{box.x + box.width / 2.0, box.y + box.height / 2.0};
    std::vector<std::vector<std::uint8_t>> states{settled()};
    document.commitRect(box);
    states.push_back(settled());
    SegmentParams params = document.params();
    params.localChanges = true;
    document.setParams(params);
    states.push_back(settled());
    EXPECT_EQ(states[1], states[2]);
    bool cleaned = false;
    for (int i = 0; i < 4; ++i) {
        const PointF to{centre.x + 15.0 * i, box.y + 10.0 + 20.0 * i};
        stroke(i % 2 == 0 ? Label::SureBackground : Label::SureForeground, {box.x + 20.0 * i, centre.y}, to);
        states.push_back(settled());
        cleaned |= document.maskFrame()->result.local != nullptr;
    }
    EXPECT_TRUE(cleaned) << "no change was held back, so nothing is tried";
    walk(states);
}

TEST_F(RealUndoTest, RulesOfCleanUpComeBackWithTheirMasks) {
    const PointF centre{box.x + box.width / 2.0, box.y + box.height / 2.0};
    std::vector<std::vector<std::uint8_t>> states{settled()};
    const auto setRules = [&](const CleanUp& rules, bool local) {
        SegmentParams params = document.params();
        params.cleanUp = rules;
        params.localChanges = local;
        document.setParams(params);
        states.push_back(settled());
    };
    const auto paint = [&](Label label, PointF at) {
        stroke(label, at, {at.x + 1, at.y});
        states.push_back(settled());
    };
    document.commitRect(box);
    states.push_back(settled());
    paint(Label::SureForeground, centre);
    paint(Label::SureForeground, {box.right() + 9.0, box.bottom() + 9.0});  // an island
    setRules({false, 0, CleanUp::kMostPixels}, false);
    EXPECT_EQ(states.back(), states[3]) << "an island that was painted stays";
    paint(Label::None, {box.right() + 9.0, box.bottom() + 9.0});
    paint(Label::SureBackground, {centre.x + 15, centre.y});  // a hole, which stays
    setRules({false, CleanUp::kMostPixels, 0}, false);
    paint(Label::None, {centre.x + 15, centre.y});
    setRules({true, 1000, 0}, true);
    paint(Label::ProbableBackground, {centre.x - 15, centre.y});
    setRules({}, true);
    walk(states);
}

TEST_F(RealUndoTest, ACancelledStrokeLeavesNoTrace) {
    document.commitRect(box);
    const auto before = settled();
    document.beginStroke(Label::SureForeground, 30, {5, 5});
    document.extendStroke({60, 60});
    settled();
    document.cancelStroke();
    EXPECT_EQ(settled(), before);
}

}  // namespace
}  // namespace fretsaw::app
