// The coarse grid, and large pictures that find their models on it.
// Small pictures have their own file.
#include "core/segment/Coarse.h"

#include <gtest/gtest.h>

#include "core/image/Error.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using test::fill;
using test::sameMask;
using test::solve;

TEST(Coarse, SizesFitAndKeepTheShape) {
    EXPECT_EQ(coarseSize({1024, 1024}), (Size{1024, 1024}));
    EXPECT_EQ(coarseSize({1, 1}), (Size{1, 1}));
    for (const Size full : {Size{1025, 1024},
                            {6000, 4000},
                            {1, 5'000'000},
                            {5'000'000, 1},
                            {3, 2'000'000},
                            {100'000, 11},
                            {32'768, 32'768}}) {
        const Size coarse = coarseSize(full);
        EXPECT_LE(coarse.area(), kCoarsePixels);
        EXPECT_GT(coarse.area(), kCoarsePixels / 2) << full.width;
        EXPECT_LE(coarse.width, full.width);
        EXPECT_LE(coarse.height, full.height);
        EXPECT_GE(coarse.width, 1);
        EXPECT_GE(coarse.height, 1);
    }
}

TEST(Coarse, CellsAreMeansOfDisjointPixels) {
    const auto image = test::picture({7, 5}, [](int x, int y) {
        return Rgba8{static_cast<std::uint8_t>(10 * x), static_cast<std::uint8_t>(10 * y), 7, 9};
    });
    Image<Rgba8> coarse({3, 2});
    averageCells(image->view(), coarse.view(), 0, 2);
    // Columns 0–1, 2–3, 4–6; rows 0–1, 2–4.
    EXPECT_EQ(coarse(0, 0), (Rgba8{5, 5, 7, 255}));
    EXPECT_EQ(coarse(1, 0), (Rgba8{25, 5, 7, 255}));
    EXPECT_EQ(coarse(2, 1), (Rgba8{50, 30, 7, 255}));
}

/// Cell by cell, as the header says it.
TEST(Coarse, CellsAreWhatTheirPixelsSay) {
    std::mt19937 random(4);
    for (const auto& [full, coarse] : {std::pair{Size{7, 5}, Size{3, 2}},
                                       {{1300, 31}, {700, 13}},
                                       {{9, 9}, {9, 9}},
                                       {{1, 400}, {1, 3}},
                                       {{2000, 1}, {777, 1}}}) {
        Image<Rgba8> picture(full);
        Image<std::uint8_t> mask(full);
        Image<Label> labels(full, Label::None);
        for (std::int64_t i = 0; i < full.area(); ++i) {
            const auto bits = random();
            picture.data()[i] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
                                 static_cast<std::uint8_t>(bits >> 16),
                                 static_cast<std::uint8_t>(bits >> 24)};
            mask.data()[i] = random() % 2 == 0 ? 255 : 0;
            if (random() % 9 == 0 && i % 1000 < 300) labels.data()[i] = static_cast<Label>(random() % 5);
        }
        Image<Rgba8> means(coarse);
        averageCells(picture.view(), means.view(), 0, coarse.height);
        const Image<std::uint8_t> majority = coarseMask(mask.view(), coarse);
        const Image<Label> votes = coarseLabels(labels.view(), coarse, Rect::of(coarse), {}).value();
        for (int cy = 0; cy < coarse.height; ++cy)
            for (int cx = 0; cx < coarse.width; ++cx) {
                std::int64_t n = 0, r = 0, g = 0, b = 0, set = 0, said[5] = {};
                for (int y = cy * full.height / coarse.height; y < (cy + 1) * full.height / coarse.height;
                     ++y)
                    for (int x = cx * full.width / coarse.width; x < (cx + 1) * full.width / coarse.width;
                         ++x) {
                        const Rgba8 p = picture(x, y);
                        ++n, r += p.r, g += p.g, b += p.b, set += mask(x, y) != 0;
                        ++said[static_cast<int>(labels(x, y))];
                    }
                const auto mean = [n = n](std::int64_t sum) {
                    return static_cast<std::uint8_t>((sum + n / 2) / n);
                };
                ASSERT_EQ(means(cx, cy), (Rgba8{mean(r), mean(g), mean(b), 255}));
                ASSERT_EQ(majority(cx, cy), 2 * set >= n ? 255 : 0);
                Label vote = Label::None;
                if (said[2] + said[3] > 0)
                    vote = said[3] >= said[2] ? Label::ProbableForeground : Label::ProbableBackground;
                if (said[0] + said[1] > 0)
                    vote = said[1] >= said[0] ? Label::SureForeground : Label::SureBackground;
                ASSERT_EQ(votes(cx, cy), vote);
            }
    }
}

TEST(Coarse, EveryPixelHasItsCell) {
    for (const auto& [full, coarse] :
         {std::pair{Size{7, 5}, Size{3, 2}}, {{100, 90}, {37, 89}}, {{9, 9}, {9, 9}}}) {
        Image<std::uint8_t> cells(coarse);
        std::mt19937 random(2);
        for (std::int64_t i = 0; i < coarse.area(); ++i) cells.data()[i] = random() % 2 != 0 ? 255 : 0;
        const Image<std::uint8_t> large = enlargedMask(cells.view(), full);
        const Image<std::uint8_t> back = coarseMask(large.view(), coarse);
        EXPECT_TRUE(std::equal(cells.data(), cells.data() + coarse.area(), back.data()));
        for (int x = 0; x < full.width; ++x) {
            const Rect cell = coarseRect({x, 0, 1, 1}, full, coarse);
            EXPECT_EQ(cell.width, 1);
            EXPECT_EQ(cells(cell.x, 0), large(x, 0));
        }
    }
    EXPECT_EQ(coarseRect({0, 0, 7, 5}, {7, 5}, {3, 2}), (Rect{0, 0, 3, 2}));
    EXPECT_EQ(coarseRect({3, 1, 2, 2}, {7, 5}, {3, 2}), (Rect{1, 0, 2, 2}));
}

TEST(Coarse, StrokesDoNotVanish) {
    Image<Label> labels({60, 40}, Label::None);
    paintStroke(labels.view(), {Label::SureForeground, 1, {{2, 3}, {55, 30}}});
    labels(50, 2) = Label::ProbableBackground;
    labels(51, 2) = Label::ProbableForeground;
    labels(51, 3) = Label::ProbableForeground;
    labels(20, 36) = Label::SureBackground;
    const Size size{6, 4};
    const Image<Label> coarse = coarseLabels(labels.view(), size, Rect::of(size), {}).value();
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x)
            if (labels(x, y) == Label::SureForeground) {
                EXPECT_EQ(coarse(x / 10, y / 10), Label::SureForeground);
            }
    EXPECT_EQ(coarse(5, 0), Label::ProbableForeground);
    EXPECT_EQ(coarse(2, 3), Label::SureBackground);
    EXPECT_EQ(coarse(0, 3), Label::None);
}

/// Just above the limit, so that the tests stay quick.
struct Large {
    Scene scene = makeScene({1200, 900}, 2);
    test::Picture image = test::scenePicture(scene);
    SegmentParams params;
    Large() { params.iterations = 2; }
    [[nodiscard]] std::unique_ptr<Segmenter> segmenter() const {
        auto s = makeCpuSegmenter(2);
        s->setImage(image);
        s->setRect(scene.box);
        return s;
    }
};

TEST(Coarse, LargePicturesGetAPreviewAndThenTheExactCut) {
    const Large large;
    auto segmenter = large.segmenter();
    std::vector<std::shared_ptr<const Mask>> previews;
    segmenter->setPreview([&](auto mask) { previews.push_back(std::move(mask)); });
    const SegmentResult result = solve(*segmenter, large.params);
    EXPECT_TRUE(result.certified);
    EXPECT_EQ(result.iterations, 2);
    ASSERT_EQ(previews.size(), 1u);
    ASSERT_EQ(previews[0]->size(), large.image->size());
    std::int64_t differ = 0, wrong = 0;
    for (std::int64_t i = 0; i < large.image->size().area(); ++i) {
        differ += previews[0]->view().data()[i] != result.mask->view().data()[i];
        wrong += large.scene.truth.data()[i] != result.mask->view().data()[i];
    }
    EXPECT_LT(differ, large.image->size().area() / 50);
    EXPECT_LT(wrong, large.image->size().area() / 20);

    // The mask is the canonical cut of its models, as any other.
    SegmentParams given = large.params;
    given.models = Models::Given;
    given.given.models = result.models;
    const SegmentResult again = solve(*large.segmenter(), given);
    EXPECT_TRUE(sameMask(result, again));
    EXPECT_EQ(result.energy, again.energy);
    EXPECT_EQ(previews.size(), 1u) << "nothing is learnt, so nothing is previewed";
}

TEST(Coarse, StrokesOnLargePicturesReachTheModels) {
    const Large large;
    const LabelPatch stroke = fill({600, 10, 3, 60}, Label::SureForeground);
    auto before = large.segmenter(), after = large.segmenter();
    before->apply(stroke);
    const SegmentResult first = solve(*before, large.params);
    solve(*after, large.params);
    after->apply(stroke);  // now the coarse grid exists
    const SegmentResult second = solve(*after, large.params);
    EXPECT_TRUE(sameMask(first, second));
    EXPECT_EQ(*first.models, *second.models);
    for (int y = 10; y < 70; ++y) ASSERT_EQ(second.mask->view()(601, y), 255);
}

}  // namespace
}  // namespace fretsaw
