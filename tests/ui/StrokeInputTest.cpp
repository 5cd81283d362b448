// Strokes as the document gets them: labels by button and key, straight lines, width changes, cancelling.
// The document is real, only its segmenter is not.
#include "app/ui/StrokeInput.h"

#include <gtest/gtest.h>

#include "tests/app/FakeSegmenter.h"

namespace fretsaw::ui {
namespace {

class StrokeInputTest : public testing::Test {
protected:
    StrokeInputTest() {
        auto photo = std::make_shared<io::Photo>();
        photo->srgb = std::make_shared<const Image<Rgba8>>(Image<Rgba8>({60, 40}));
        photo->source8 = photo->srgb;
        document.setPhoto(photo);
    }
    Label at(int x, int y) const { return document.labels()(x, y); }
    std::int64_t painted() const {
        return document.labels().size().area() - countLabels(document.labels())[Label::None];
    }

    std::shared_ptr<test::FakeControl> control = std::make_shared<test::FakeControl>();
    app::Engine engine{[this] { return std::make_unique<test::FakeSegmenter>(control); }};
    app::Document document{engine};
    StrokeInput input{document};
};

TEST(BrushLabel, FollowsToolButtonAndKey) {
    EXPECT_EQ(brushLabel(Tool::Foreground, false, false), Label::SureForeground);
    EXPECT_EQ(brushLabel(Tool::Foreground, true, false), Label::SureBackground);
    EXPECT_EQ(brushLabel(Tool::Foreground, false, true), Label::ProbableForeground);
    EXPECT_EQ(brushLabel(Tool::Background, false, false), Label::SureBackground);
    EXPECT_EQ(brushLabel(Tool::Background, true, true), Label::ProbableForeground);
    EXPECT_EQ(brushLabel(Tool::Eraser, true, true), Label::None);
}

TEST(BrushWidth, StepsUpAndDownMeetAndStayInRange) {
    double width = kMinBrushPx;
    for (int i = 0; i < 200; ++i) {
        const double next = steppedBrushWidth(width, 1);
        EXPECT_GT(next, width);
        if (next == kMaxBrushPx) break;
        EXPECT_LE(std::abs(steppedBrushWidth(next, -1) - width), std::max(1.0, width * 0.02));
        width = next;
    }
    EXPECT_EQ(steppedBrushWidth(width, 2), kMaxBrushPx);
    EXPECT_EQ(steppedBrushWidth(3, -10), kMinBrushPx);
    EXPECT_EQ(steppedBrushWidth(3, 0), 3);
}

TEST_F(StrokeInputTest, PointsFarApartAreJoinedWithoutGaps) {
    input.press(Label::SureForeground, 1, {2.5, 3.5}, false);
    input.move({50.5, 3.5});
    input.release({50.5, 30.5});
    for (int x = 2; x <= 50; ++x) EXPECT_EQ(at(x, 3), Label::SureForeground) << x;
    for (int y = 3; y <= 30; ++y) EXPECT_EQ(at(50, y), Label::SureForeground) << y;
    EXPECT_EQ(painted(), 49 + 27);
    EXPECT_EQ(document.undoStack().count(), 1);
}

TEST_F(StrokeInputTest, ShiftDrawsAStraightLineFromWhereTheLastStrokeEnded) {
    input.press(Label::SureBackground, 1, {5.5, 5.5}, false);
    input.move({5.5, 9.5});
    input.release({5.5, 9.5});
    input.press(Label::SureBackground, 1, {25.5, 9.5}, true);
    input.release({25.5, 9.5});
    for (int x = 5; x <= 25; ++x) EXPECT_EQ(at(x, 9), Label::SureBackground) << x;
    EXPECT_EQ(document.undoStack().count(), 2);
    document.undoStack().undo();
    EXPECT_EQ(at(15, 9), Label::None);
    EXPECT_EQ(at(5, 9), Label::SureBackground);
}

TEST_F(StrokeInputTest, WithoutAStrokeBeforeShiftPaintsADot) {
    input.press(Label::SureForeground, 1, {25.5, 9.5}, true);
    input.release({25.5, 9.5});
    EXPECT_EQ(painted(), 1);
    input.forget();
    input.press(Label::SureForeground, 1, {40.5, 9.5}, true);
    input.release({40.5, 9.5});
    EXPECT_EQ(painted(), 2);
}

TEST_F(StrokeInputTest, CancelLeavesNothingAndTheOldLineStartsWhereItDid) {
    input.press(Label::SureForeground, 1, {1.5, 1.5}, false);
    input.release({1.5, 1.5});
    input.press(Label::SureBackground, 9, {30, 20}, false);
    input.move({40, 30});
    EXPECT_TRUE(input.isActive());
    EXPECT_TRUE(input.cancel());
    EXPECT_FALSE(input.cancel());
    EXPECT_EQ(painted(), 1);
    input.move({50, 30});
    input.release({50, 30});
    EXPECT_EQ(painted(), 1);
    input.press(Label::SureForeground, 1, {1.5, 8.5}, true);
    input.release({1.5, 8.5});
    EXPECT_EQ(painted(), 8);
}

TEST_F(StrokeInputTest, TheWidthMayChangeInTheMiddleOfAStroke) {
    input.press(Label::SureForeground, 1, {5.5, 20.5}, false);
    input.move({20.5, 20.5});
    document.setStrokeWidth(11);
    input.move({40.5, 20.5});
    input.release({40.5, 20.5});
    EXPECT_EQ(at(10, 20), Label::SureForeground);
    EXPECT_EQ(at(10, 22), Label::None);
    EXPECT_EQ(at(30, 25), Label::SureForeground);
    EXPECT_EQ(at(30, 26), Label::None);
    EXPECT_EQ(document.undoStack().count(), 1);
    document.undoStack().undo();
    EXPECT_EQ(painted(), 0);
}

}  // namespace
}  // namespace fretsaw::ui
