// Clean-up in results of the segmenter: shown and counted, but never learnt from, and cheap to change.
// The rules themselves are tested in tests/cpu/MaskCleaningTest.cpp.
#include <gtest/gtest.h>

#include "core/image/Error.h"
#include "tests/segment/CleanUpOracle.h"
#include "tests/segment/SegmentTools.h"
#include "tests/segment/SteppedBackend.h"

namespace fretsaw {
namespace {

using test::cleanedByDefinition;
using test::MaskImage;
using test::sameMask;
using test::samePixels;
using test::solve;

/// Blobs of one colour in noise of another: masks with holes and islands.
test::Picture speckled(Size size) {
    std::mt19937 random(7);
    return test::picture(size, [&](int x, int y) {
        const bool inside =
            x > size.width / 4 && x < size.width * 3 / 4 && y > size.height / 4 && y < size.height * 3 / 4;
        const bool odd = random() % 100 < 12;
        const auto value = static_cast<std::uint8_t>((inside != odd ? 150 : 90) + random() % 30);
        return Rgba8{value, static_cast<std::uint8_t>(value / 2), static_cast<std::uint8_t>(255 - value),
                     255};
    });
}

class CleanUpOfResults : public testing::Test {
protected:
    static constexpr Size kSize{120, 90};
    CleanUpOfResults() {
        segmenter_->setImage(image_);
        segmenter_->setRect(box_);
    }

    static SegmentParams params(Models models = Models::Refit, CleanUp rules = {}) {
        SegmentParams p;
        p.gamma = 4;  // ragged masks
        p.models = models;
        p.fresh = models == Models::Refit;
        p.cleanUp = rules;
        return p;
    }
    void label(const LabelPatch& patch) {
        applyPatch(labels_.view(), patch);
        segmenter_->apply(patch);
    }
    /// As they count.
    [[nodiscard]] Image<Label> labels() const {
        Image<Label> all = labels_.clone();
        for (int y = 0; y < kSize.height; ++y)
            for (int x = 0; x < kSize.width; ++x)
                if (all(x, y) == Label::None && !box_.contains(x, y)) all(x, y) = Label::SureBackground;
        return all;
    }
    /// The result for rules on the cut of `plain`.
    SegmentResult under(const CleanUp& rules, const SegmentResult& plain) {
        SegmentParams p = params(Models::Given, rules);
        p.given = plain.record();
        return solve(*segmenter_, p);
    }
    void expectCleaned(const SegmentResult& result, const SegmentResult& plain, const CleanUp& rules) const {
        const MaskImage expected = cleanedByDefinition(plain.mask->view(), labels().view(), rules);
        EXPECT_TRUE(samePixels(result.mask->view(), expected.view()));
        std::int64_t foreground = 0, cleaned = 0;
        for (int y = 0; y < kSize.height; ++y)
            for (int x = 0; x < kSize.width; ++x) {
                foreground += expected(x, y) != 0;
                cleaned += expected(x, y) != plain.mask->at(x, y);
            }
        EXPECT_EQ(result.foregroundPixels, foreground);
        EXPECT_EQ(result.cleanedPixels, cleaned);
        EXPECT_EQ(result.energy, plain.energy);
        EXPECT_EQ(result.flow, plain.flow);
        EXPECT_TRUE(result.certified);
        EXPECT_EQ(*result.models, *plain.models);
    }

    Rect box_{20, 15, 80, 60};
    test::Picture image_ = speckled(kSize);
    Image<Label> labels_{kSize, Label::None};
    std::unique_ptr<Segmenter> segmenter_ = makeCpuSegmenter(2);
};

TEST_F(CleanUpOfResults, FollowsTheRulesAndLeavesTheCut) {
    label(test::fill({50, 40, 3, 3}, Label::SureForeground));
    label(test::fill({60, 50, 1, 1}, Label::SureBackground));
    const SegmentResult plain = solve(*segmenter_, params());
    EXPECT_EQ(plain.cleanedPixels, 0);
    for (const CleanUp& rules : {CleanUp{true, 0, 0},
                                 {false, 0, 9},
                                 {false, 9, 0},
                                 {true, 30, 0},
                                 {false, CleanUp::kMostPixels, CleanUp::kMostPixels},
                                 {}}) {
        const SegmentResult result = under(rules, plain);
        expectCleaned(result, plain, rules);
        EXPECT_EQ(rules.any(), result.cleanedPixels > 0)
            << "there is something to clean, or nothing is tried";
    }
}

TEST_F(CleanUpOfResults, NothingIsLearntFromIt) {
    const auto session = [&](const CleanUp& rules) {
        auto segmenter = makeCpuSegmenter(1);
        segmenter->setImage(image_);
        segmenter->setRect(box_);
        solve(*segmenter, params(Models::Refit, rules));
        segmenter->apply(test::fill({60, 50, 9, 9}, Label::SureBackground));
        solve(*segmenter, params(Models::Frozen, rules));
        SegmentParams on = params(Models::Refit, rules);
        on.fresh = false;
        return solve(*segmenter, on);
    };
    const SegmentResult plain = session({}), clean = session({true, 40, 40});
    EXPECT_GT(clean.cleanedPixels, 0);
    EXPECT_EQ(*plain.models, *clean.models);
    EXPECT_EQ(plain.energy, clean.energy);
}

TEST_F(CleanUpOfResults, LocalChangesGoOnFromTheMaskBeforeIt) {
    const CleanUp rules{true, 40, 40};
    label(test::fill({50, 40, 3, 3}, Label::SureForeground));
    solve(*segmenter_, params(Models::Refit, rules));
    label(test::fill({70, 50, 5, 5}, Label::SureBackground));
    SegmentParams local = params(Models::Refit, rules);
    local.fresh = false;
    local.localChanges = true;
    const SegmentResult clean = solve(*segmenter_, local);
    ASSERT_TRUE(clean.local) << "no change was held back, so nothing is tried";
    const SegmentResult plain = under({}, clean);
    expectCleaned(clean, plain, rules);
    EXPECT_TRUE(sameMask(under(rules, plain), clean));
}

TEST_F(CleanUpOfResults, AnotherRuleNeedsNoSolve) {
    test::Breaker counter;
    auto counted = makeGrabCutSegmenter({[&](test::Picture of) {
                                             return std::make_unique<test::CountingBackend>(
                                                 cpu::makeCpuBackend(std::move(of), 1), counter);
                                         },
                                         {}});
    counted->setImage(image_);
    counted->setRect(box_);
    SegmentParams p = params();
    p.given = solve(*counted, p).record();
    p.models = Models::Given;
    p.cleanUp = {false, 30, 0};
    counter.arm(-1);
    EXPECT_GT(solve(*counted, p).cleanedPixels, 0);
    EXPECT_EQ(counter.steps, 1) << "clean-up alone";
    // Labels that change and change back: the cut is made again, and is the same.
    const SegmentResult before = solve(*counted, p);
    counted->apply(test::fill({50, 40, 9, 9}, Label::SureBackground));
    counted->apply(test::fill({50, 40, 9, 9}, Label::None));
    counter.arm(-1);
    EXPECT_TRUE(sameMask(solve(*counted, p), before));
    EXPECT_GT(counter.steps, 1);
}

TEST_F(CleanUpOfResults, PreviewsAreCleanToo) {
    const Scene scene = makeScene({1300, 900}, 4);
    segmenter_->setImage(test::scenePicture(scene));
    segmenter_->setRect(scene.box);
    const Image<Label> none(scene.picture.size(), Label::None);
    std::shared_ptr<const Mask> before, after;
    segmenter_->setPreview([&](std::shared_ptr<const Mask> mask) { before = std::move(mask); });
    solve(*segmenter_, {});
    segmenter_->setPreview([&](std::shared_ptr<const Mask> mask) { after = std::move(mask); });
    SegmentParams p;
    p.cleanUp = {false, 500, CleanUp::kMostPixels};
    solve(*segmenter_, p);
    ASSERT_TRUE(before && after);
    EXPECT_TRUE(
        samePixels(after->view(), cleanedByDefinition(before->view(), none.view(), p.cleanUp).view()));
}

TEST_F(CleanUpOfResults, RefusesSizesOutOfRange) {
    for (const CleanUp& rules : {CleanUp{false, -1, 0}, {false, 0, -1}, {false, CleanUp::kMostPixels + 1, 0}})
        EXPECT_THROW(solve(*segmenter_, params(Models::Refit, rules)), InvalidArgument);
}

}  // namespace
}  // namespace fretsaw
