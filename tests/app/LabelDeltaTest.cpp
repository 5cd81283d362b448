// Undo records of labels: they restore every pixel, and cost what changed and not the rectangle around it.
// No document and no undo stack.
#include "app/LabelDelta.h"

#include <gtest/gtest.h>

#include <random>

#include "core/segment/Stroke.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::app {
namespace {

Image<Label> randomLabels(Size size, std::mt19937& random) {
    Image<Label> labels(size, Label::None);
    for (int i = 0; i < 6; ++i) {
        Stroke stroke{static_cast<Label>(random() % 5), 1.0 + random() % 40, {}};
        for (int p = 0; p < 4; ++p) {
            stroke.points.push_back({double(random() % 400) - 50, double(random() % 700) - 50});
        }
        paintStroke(labels.view(), stroke);
    }
    return labels;
}

ImageView<const Label> view(const Image<Label>& labels) {
    return labels.view();
}

TEST(StrokeRecord, RestoresWhatWasUnderOverlappingPieces) {
    std::mt19937 random(5);
    for (int round = 0; round < 30; ++round) {
        Image<Label> labels = randomLabels({300, 600}, random);
        const Image<Label> before = labels.clone();
        StrokeRecord record;
        Stroke stroke{static_cast<Label>(random() % 5), 1.0 + random() % 90, {{150, 300}}};
        for (int piece = 0; piece < 12; ++piece) {
            const PointF next{double(random() % 400) - 50, double(random() % 700) - 50};
            stroke.points = {stroke.points.back(), next};
            record.note(view(labels), paintStroke(labels.view(), stroke));
            record.note(view(labels), {});
        }
        const Image<Label> after = labels.clone();
        const LabelDelta delta = record.delta(view(labels));
        for (const LabelPatch& patch : delta.patches(view(labels), false)) applyPatch(labels.view(), patch);
        EXPECT_TRUE(test::equal(view(labels), view(before)));
        for (const LabelPatch& patch : delta.patches(view(labels), true)) applyPatch(labels.view(), patch);
        EXPECT_TRUE(test::equal(view(labels), view(after)));
    }
}

TEST(StrokeRecord, NothingChangedIsEmpty) {
    Image<Label> labels({100, 100}, Label::SureForeground);
    StrokeRecord record;
    record.note(view(labels), paintStroke(labels.view(), {Label::SureForeground, 20, {{10, 10}, {90, 90}}}));
    EXPECT_TRUE(record.delta(view(labels)).empty());
}

TEST(StrokeRecord, ALongThinStrokeCostsItsOutline) {
    Image<Label> labels({6000, 4000}, Label::None);
    StrokeRecord record;
    Stroke stroke{Label::SureForeground, 10, {{0, 0}}};
    for (int i = 1; i <= 200; ++i) {
        stroke.points = {stroke.points.back(), {i * 30.0, i * 20.0}};
        record.note(view(labels), paintStroke(labels.view(), stroke));
    }
    const LabelDelta delta = record.delta(view(labels));
    EXPECT_LT(delta.bytes(), 200'000u);  // the rectangle around it would be 48 MB
    std::int64_t area = 0;
    for (const LabelPatch& patch : delta.patches(view(labels), false)) area += patch.rect.area();
    EXPECT_LT(area, labels.size().area() / 8);
}

TEST(StrokeRecord, AWideStrokeJoinsItsSpans) {
    Image<Label> labels({3000, 2500}, Label::None);
    StrokeRecord record;
    record.note(view(labels), paintStroke(labels.view(), {Label::SureForeground, 2000, {{1500, 1250}}}));
    EXPECT_LT(record.delta(view(labels)).bytes(), 2000 * 12 * 2 + 1);
}

TEST(SplitPatch, CoversExactlyTheChangesOfALargePatch) {
    Image<Label> labels({2000, 1500}, Label::None);
    const Image<Label> before = labels.clone();
    LabelPatch patch = paintStroke(labels.view(), {Label::SureBackground, 30, {{5, 5}, {1990, 1490}}});
    Image<Label> again = before.clone();
    std::int64_t area = 0;
    for (const LabelPatch& part : splitPatch(std::move(patch))) {
        EXPECT_NE(part.before, part.after);
        area += part.rect.area();
        applyPatch(again.view(), part);
    }
    EXPECT_TRUE(test::equal(view(again), view(labels)));
    EXPECT_LT(area, labels.size().area() / 2);
}

TEST(LabelDelta, SpansLongerThan16BitsAreSplit) {
    Image<Label> labels({70001, 1}, Label::None);
    LabelDelta delta;
    for (int x = 0; x < 70001; ++x) delta.add(x, 0, Label::None, Label::SureForeground);
    for (const LabelPatch& patch : delta.patches(view(labels), true)) applyPatch(labels.view(), patch);
    EXPECT_EQ(countLabels(view(labels))[Label::SureForeground], 70001);
}

}  // namespace
}  // namespace fretsaw::app
