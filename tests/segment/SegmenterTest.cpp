// What a result promises: a function of picture, labels and models alone, whatever happened before; exact
// energies; strokes kept; stopping and running out of memory leave no trace.
#include "core/segment/Segmenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "core/segment/Coarse.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using test::fill;
using test::sameMask;
using test::solve;

struct Job {
    Scene scene;
    test::Picture image;
    explicit Job(Size size, std::uint64_t seed = 1)
        : scene(makeScene(size, seed)), image(test::scenePicture(scene)) {}
    [[nodiscard]] std::unique_ptr<Segmenter> segmenter(int threads = 1) const {
        auto s = makeCpuSegmenter(threads);
        s->setImage(image);
        s->setRect(scene.box);
        return s;
    }
};

bool sameResult(const SegmentResult& a, const SegmentResult& b) {
    return sameMask(a, b) && *a.models == *b.models && a.energy == b.energy && a.flow == b.flow &&
           a.cut == b.cut && a.iterations == b.iterations && a.foregroundPixels == b.foregroundPixels;
}

TEST(Segmenter, FindsTheObjectOfAScene) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Job job({160, 120}, seed);
        const SegmentResult result = solve(*job.segmenter());
        std::int64_t both = 0, either = 0;
        for (std::int64_t i = 0; i < result.mask->size().area(); ++i) {
            const bool is = result.mask->view().data()[i] != 0, should = job.scene.truth.data()[i] != 0;
            both += is && should, either += is || should;
        }
        EXPECT_GT(static_cast<double>(both) / static_cast<double>(either), 0.9) << seed;
        EXPECT_TRUE(result.certified);
        EXPECT_EQ(result.changed, job.image->bounds());
    }
}

TEST(Segmenter, SameForEveryThreadCountAndRun) {
    const Job job({203, 151});
    for (const Start start : {Start::Fretsaw, Start::OpenCv}) {
        SegmentParams params;
        params.start = start;
        const SegmentResult one = solve(*job.segmenter(1), params);
        for (const int threads : {1, 2, 3, 8})
            EXPECT_TRUE(sameResult(one, solve(*job.segmenter(threads), params))) << threads;
        auto again = job.segmenter(2);
        solve(*again, params);
        EXPECT_TRUE(sameResult(one, solve(*again, params))) << "fresh models from a used segmenter";
    }
}

TEST(Segmenter, SeedDecidesOpenCvsStart) {
    const Job job({96, 80}, 2);
    SegmentParams params;
    params.start = Start::OpenCv;
    params.iterations = 0;
    const SegmentResult zero = solve(*job.segmenter(), params);
    params.seed = 12345;
    const SegmentResult other = solve(*job.segmenter(), params);
    EXPECT_FALSE(*zero.models == *other.models);
    params.start = Start::Fretsaw;
    const SegmentResult ours = solve(*job.segmenter(), params);
    params.seed = 0;
    EXPECT_TRUE(sameResult(ours, solve(*job.segmenter(), params)));
}

/// One Gaussian a side, fitted to the truth.
ColourModels modelsOfTruth(const Scene& scene, ColourSpace space) {
    ColourSums foreground, background;
    for (std::int64_t i = 0; i < scene.truth.size().area(); ++i)
        (scene.truth.data()[i] != 0 ? foreground : background).add(colourOf(space, scene.picture.data()[i]));
    ColourModels models{fitMixture({&foreground, 1}), fitMixture({&background, 1}), {}, nullptr};
    models.recipe.colours = space;
    return models;
}

TEST(Segmenter, ModelsSayHowTheyAreMeant) {
    const Job job({70, 50}, 4);
    auto prior = std::make_shared<Prior>();
    prior->cells = Image<std::int16_t>({9, 7});
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 9; ++x)
            prior->cells(x, y) = static_cast<std::int16_t>((x * 31 + y * 57) % 400 - 200);
    const ColourSpace spaces[] = {ColourSpace::Rgb, ColourSpace::Lab, ColourSpace::Luv};
    std::set<std::int64_t> energies;
    for (const ColourSpace colours : spaces)
        for (const ColourSpace edges : spaces)
            for (const auto& places : {std::shared_ptr<const Prior>(), std::shared_ptr<const Prior>(prior)}) {
                auto models = std::make_shared<ColourModels>(modelsOfTruth(job.scene, colours));
                models->recipe.edges = edges;
                models->prior = places;
                SegmentParams given;
                given.models = Models::Given;
                given.given.models = models;
                auto segmenter = job.segmenter();
                const SegmentResult result = solve(*segmenter, given);
                EXPECT_TRUE(result.certified);
                EXPECT_EQ(*result.models, *models);
                EXPECT_EQ(result.energy, test::energyOf(*job.image, result.mask->view(), *models));
                energies.insert(result.energy);
                // The same graph, warm, after a stroke.
                const LabelPatch stroke = fill({30, 22, 5, 4}, Label::SureBackground);
                segmenter->apply(stroke);
                auto cold = job.segmenter();
                cold->apply(stroke);
                EXPECT_TRUE(sameResult(solve(*segmenter, given), solve(*cold, given)));
            }
    EXPECT_EQ(energies.size(), 18u) << "each of them matters";
}

TEST(Segmenter, EnergyIsTheDefinition) {
    const Job job({70, 50}, 4);
    for (const DataTerm model : {DataTerm::Paper, DataTerm::Mixture})
        for (const Start start : {Start::Fretsaw, Start::OpenCv}) {
            SegmentParams params;
            params.model = model;
            params.start = start;
            auto segmenter = job.segmenter();
            const SegmentResult result = solve(*segmenter, params);
            EXPECT_EQ(result.energy, test::energyOf(*job.image, result.mask->view(), *result.models));
            // Against the models' taste: the energy must count what sure labels cost.
            segmenter->apply(fill({2, 2, 5, 4}, Label::SureForeground));
            segmenter->apply(fill({30, 22, 5, 4}, Label::SureBackground));
            params.models = Models::Frozen;
            const SegmentResult painted = solve(*segmenter, params);
            EXPECT_EQ(painted.energy, test::energyOf(*job.image, painted.mask->view(), *painted.models));
            EXPECT_GT(painted.energy, result.energy);
        }
}

TEST(Segmenter, PaperEnergyFallsInEveryIteration) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Job job({90, 70}, seed);
        for (const Start start : {Start::Fretsaw, Start::OpenCv}) {
            std::optional<std::int64_t> before;
            for (int iterations = 1; iterations <= 8; ++iterations) {
                SegmentParams params;
                params.start = start;
                params.model = DataTerm::Paper;
                params.iterations = iterations;
                const SegmentResult result = solve(*job.segmenter(), params);
                // Rounding: half a unit for each pixel and for each edge of the cut, of which there are
                // fewer.
                if (before) {
                    EXPECT_LE(result.energy, *before + job.image->size().area()) << seed << " " << iterations;
                }
                before = result.energy;
                if (result.iterations < iterations) break;
            }
        }
    }
}

TEST(Segmenter, StrokesOutliveRectanglesAndIterations) {
    const Job job({80, 60}, 3);
    const Rect background{34, 26, 6, 5}, foreground{1, 1, 4, 3};
    auto segmenter = makeCpuSegmenter(1);
    segmenter->setImage(job.image);
    segmenter->apply(fill(background, Label::SureBackground));
    segmenter->apply(fill(foreground, Label::SureForeground));
    for (const Rect rect : {job.scene.box, Rect{5, 5, 60, 50}, Rect{0, 0, 80, 60}, Rect{20, 20, 30, 20}})
        for (const Start start : {Start::Fretsaw, Start::OpenCv})
            for (const int iterations : {0, 1, 5}) {
                segmenter->setRect(rect);
                SegmentParams params;
                params.start = start;
                params.iterations = iterations;
                const SegmentResult result = solve(*segmenter, params);
                for (int y = 0; y < 60; ++y)
                    for (int x = 0; x < 80; ++x) {
                        if (foreground.contains(x, y)) {
                            ASSERT_EQ(result.mask->view()(x, y), 255);
                        } else if (background.contains(x, y) || !rect.contains(x, y)) {
                            ASSERT_EQ(result.mask->view()(x, y), 0);
                        }
                    }
            }
}

Rect changedBetween(const SegmentResult& a, const SegmentResult& b) {
    Rect changed;
    for (int y = 0; y < a.mask->size().height; ++y)
        for (int x = 0; x < a.mask->size().width; ++x)
            if (a.mask->view()(x, y) != b.mask->view()(x, y)) changed = changed.united({x, y, 1, 1});
    return changed;
}

TEST(Segmenter, WarmEqualsColdAfterRandomPatches) {
    const Job job({97, 73}, 2);
    std::mt19937 random(17);
    auto warm = job.segmenter(2);
    SegmentResult last = solve(*warm);
    SegmentParams params;
    params.models = Models::Given;
    params.given.models = last.models;
    Image<Label> labels(job.image->size(), Label::None);
    std::optional<Rect> rect = job.scene.box;
    for (int step = 0; step < 25; ++step) {
        Stroke stroke;
        stroke.label = static_cast<Label>(random() % 5);
        stroke.widthPx = 1 + static_cast<double>(random() % 20);
        for (int i = 0; i < 3; ++i)
            stroke.points.push_back({static_cast<double>(random() % 97), static_cast<double>(random() % 73)});
        warm->apply(paintStroke(labels.view(), stroke));
        if (step % 6 == 5) rect = step % 12 == 5 ? std::nullopt : std::optional(Rect{step, 5, 70, 60});
        warm->setRect(rect);
        SegmentParams frozen = params;
        frozen.models = Models::Frozen;
        const SegmentResult result = solve(*warm, step % 2 == 0 ? params : frozen);

        auto cold = makeCpuSegmenter(1);
        cold->setImage(job.image);
        cold->apply({labels.bounds(), {}, {labels.data(), labels.data() + labels.size().area()}});
        cold->setRect(rect);
        ASSERT_TRUE(sameResult(result, solve(*cold, params))) << step;
        ASSERT_EQ(result.changed, changedBetween(last, result));
        last = result;
    }
}

TEST(Segmenter, UndoGivesTheSameBytes) {
    const Job job({97, 73}, 6);
    Image<Label> labels(job.image->size(), Label::None);
    auto segmenter = job.segmenter();
    std::vector<SegmentResult> results{solve(*segmenter)};
    std::vector<LabelPatch> patches;
    SegmentParams refit;
    refit.fresh = false;
    for (int i = 0; i < 4; ++i) {
        const Stroke stroke{i % 2 == 0 ? Label::SureForeground : Label::SureBackground,
                            9,
                            {{20.0 + 9 * i, 30}, {30.0 + 9 * i, 45}}};
        patches.push_back(paintStroke(labels.view(), stroke));
        segmenter->apply(patches.back());
        SegmentParams frozen;
        frozen.models = Models::Frozen;
        solve(*segmenter, frozen);  // while painting
        results.push_back(solve(*segmenter, refit));
    }
    const auto restore = [&](std::size_t state) {
        SegmentParams given;
        given.models = Models::Given;
        given.given.models = results[state].models;
        const SegmentResult result = solve(*segmenter, given);
        EXPECT_TRUE(sameMask(result, results[state])) << state;
        EXPECT_EQ(result.energy, results[state].energy);
    };
    for (std::size_t i = patches.size(); i-- > 0;) {
        segmenter->apply(patches[i].inverted());
        restore(i);
    }
    for (std::size_t i = 0; i < patches.size(); ++i) {
        segmenter->apply(patches[i]);
        restore(i + 1);
    }
}

TEST(Segmenter, GoingOnDependsOnTheLastResultOnly) {
    const Job job({80, 60}, 2);
    auto through = job.segmenter();
    const SegmentResult start = solve(*through);
    through->apply(fill({30, 20, 8, 8}, Label::SureBackground));
    SegmentParams refit;
    refit.fresh = false;
    const SegmentResult gone = solve(*through, refit);

    auto detour = job.segmenter();
    solve(*detour);
    SegmentParams other;
    other.start = Start::OpenCv;
    other.gamma = 11;
    solve(*detour, other);
    SegmentParams given;
    given.models = Models::Given;
    given.given.models = start.models;
    solve(*detour, given);
    detour->apply(fill({30, 20, 8, 8}, Label::SureBackground));
    EXPECT_TRUE(sameResult(gone, solve(*detour, refit)));
}

TEST(Segmenter, FrozenWithoutAResultLearns) {
    const Job job({60, 50});
    SegmentParams frozen;
    frozen.models = Models::Frozen;
    EXPECT_TRUE(sameResult(solve(*job.segmenter(), frozen), solve(*job.segmenter())));
}

TEST(Segmenter, ANewImageForgetsEverything) {
    const Job job({60, 50}, 1), other({48, 64}, 2);
    auto segmenter = job.segmenter();
    segmenter->apply(fill({0, 0, 60, 5}, Label::SureForeground));
    solve(*segmenter);
    segmenter->setImage(other.image);
    EXPECT_THROW(solve(*segmenter), InvalidArgument);  // no rectangle, no labels
    segmenter->setRect(other.scene.box);
    EXPECT_TRUE(sameResult(solve(*segmenter), solve(*other.segmenter())));
}

TEST(Segmenter, StrokesAloneSeparate) {
    const Job job({120, 90}, 3);
    auto segmenter = makeCpuSegmenter(1);
    segmenter->setImage(job.image);
    std::int64_t inObject = 0, count = 0;
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 120; ++x)
            if (job.scene.truth(x, y) != 0) ++count;
    const Rect box = job.scene.box;
    segmenter->apply(
        fill({box.x + box.width / 2 - 4, box.y + box.height / 2 - 4, 8, 8}, Label::SureForeground));
    segmenter->apply(fill({0, 0, 120, 3}, Label::SureBackground));
    segmenter->apply(fill({0, 87, 120, 3}, Label::SureBackground));
    const SegmentResult result = solve(*segmenter);
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 120; ++x)
            inObject += result.mask->view()(x, y) != 0 && job.scene.truth(x, y) != 0;
    EXPECT_GT(inObject, count * 7 / 10);
    EXPECT_LT(result.foregroundPixels, count * 14 / 10);
}

/// Most bytes that a cut from the box holds at a time, besides the picture.
double peakBytesOf(const Job& job) {
    resetPeak();
    const std::uint64_t before = allocatedBytes();
    {
        SegmentParams params;
        params.iterations = 1;
        solve(*job.segmenter(), params);
    }
    EXPECT_EQ(allocatedBytes(), before);
    return static_cast<double>(peakAllocatedBytes() - before);
}

TEST(Segmenter, MemoryIsBounded) {
    // With the masks of both runs and the padding of tiles, which large pictures lack.
    const Job job({640, 512}, 1);
    EXPECT_LT(peakBytesOf(job), 46.0 * 640 * 512);
}

TEST(Segmenter, MemoryOfLargePicturesIsBounded) {
    // What comes with the coarse copy is the same for every large picture.
    const Job job({2000, 1500}, 1);
    const double coarse = 46.0 * static_cast<double>(coarseSize(job.image->size()).area());
    EXPECT_LT(peakBytesOf(job) - coarse, 40.0 * 2000 * 1500);
}

}  // namespace
}  // namespace fretsaw
