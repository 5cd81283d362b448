// An editing session of random strokes, undone steps, stops and releases: each result is what a new segmenter
// gives for the same labels and models, and what it says of itself is true.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using test::sameMask;
using test::solve;

SegmentParams withModels(Models models, bool local = false) {
    SegmentParams params;
    params.iterations = 2;
    params.models = models;
    params.fresh = false;
    params.localChanges = local;
    return params;
}

/// What undo keeps of a state.
struct State {
    Image<Label> labels;
    SegmentResult result;
    CleanUp rules;
};

/// Kinds of sessions.
struct Options {
    bool local = false;    ///< local changes only
    bool cleaned = false;  ///< random rules of clean-up, others for every mask
};

class Session {
public:
    Session(Size size, std::uint32_t seed, Options options)
        : options_(options),
          scene_(makeScene(size, 3)),
          image_(test::scenePicture(scene_)),
          labels_(size, Label::None),
          random_(seed),
          segmenter_(makeCpuSegmenter(2)) {
        segmenter_->setImage(image_);
        segmenter_->setRect(scene_.box);
        finish(params(Models::Refit));
    }

    /// Painted in pieces, some of which are solved, some stopped, and released.
    void stroke() {
        const auto label = static_cast<Label>(below(5));
        PointF at{unit() * labels_.width(), unit() * labels_.height()};
        for (int piece = 0; piece < 3; ++piece) {
            const PointF to{at.x + (unit() - 0.5) * 80, at.y + (unit() - 0.5) * 80};
            segmenter_->apply(paintStroke(labels_.view(), {label, 1 + unit() * 30, {at, to}}));
            at = to;
            switch (below(3)) {
                case 0:
                    finish(params(Models::Frozen));
                    break;
                case 1:
                    stop(params(Models::Frozen));
                    break;
                default:
                    break;  // the next piece came too soon
            }
        }
        if (below(2) == 0) stop(params(Models::Refit));
        finish(params(Models::Refit));
        states_.push_back({labels_.clone(), last_, lastRules_});
    }

    /// Back to any state before, by its labels and models.
    void jump() {
        const State& state = states_[static_cast<std::size_t>(below(static_cast<int>(states_.size())))];
        LabelPatch patch{labels_.bounds(),
                         {labels_.data(), labels_.data() + labels_.size().area()},
                         {state.labels.data(), state.labels.data() + labels_.size().area()}};
        segmenter_->apply(patch);
        labels_ = state.labels.clone();
        SegmentParams given = params(Models::Given);
        given.given = state.result.record();
        given.cleanUp = state.rules;
        if (below(2) == 0) stop(given);
        finish(given);
        EXPECT_TRUE(sameMask(last_, state.result));
        EXPECT_EQ(last_.energy, state.result.energy);
        EXPECT_EQ(*last_.models, *state.result.models);
        EXPECT_EQ(last_.iterations, state.result.iterations);
    }

    void expectFresh() {
        auto fresh = makeCpuSegmenter(1);
        fresh->setImage(image_);
        fresh->setRect(scene_.box);
        fresh->apply({labels_.bounds(), {}, {labels_.data(), labels_.data() + labels_.size().area()}});
        SegmentParams given = params(Models::Given);
        given.given = last_.record();
        given.cleanUp = lastRules_;
        const SegmentResult cold = solve(*fresh, given);
        EXPECT_TRUE(sameMask(last_, cold));
        EXPECT_EQ(last_.flow, cold.flow);
        EXPECT_EQ(last_.cut, cold.cut);
        EXPECT_EQ(last_.energy, cold.energy);
        EXPECT_EQ(last_.foregroundPixels, cold.foregroundPixels);
        EXPECT_EQ(last_.cleanedPixels, cold.cleanedPixels);
    }

    /// Some results were changed by an option.
    [[nodiscard]] bool sawLocal() const { return sawLocal_; }
    [[nodiscard]] bool sawCleaned() const { return sawCleaned_; }

    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

private:
    [[nodiscard]] SegmentParams params(Models models) {
        SegmentParams params = withModels(models, options_.local);
        if (options_.cleaned) params.cleanUp = {below(2) == 0, below(200), below(200)};
        return params;
    }
    double unit() { return static_cast<double>(random_()) / 4294967296.0; }

    void finish(const SegmentParams& params) {
        SegmentResult result = solve(*segmenter_, params);
        EXPECT_TRUE(result.certified);
        sawLocal_ |= result.local != nullptr;
        sawCleaned_ |= result.cleanedPixels > 0;
        if (last_.mask) expectChanged(result);
        last_ = std::move(result);
        lastRules_ = params.cleanUp;
    }

    void stop(const SegmentParams& params) {
        std::stop_source source;
        int reports = below(30);
        const std::jthread stopper([&source, delay = std::chrono::microseconds(below(20000))] {
            std::this_thread::sleep_for(delay);
            source.request_stop();
        });
        auto result = segmenter_->segment(params, source.get_token(), [&](double) {
            if (reports-- == 0) source.request_stop();
        });
        if (!result) return;
        expectChanged(*result);
        last_ = std::move(*result);
        lastRules_ = params.cleanUp;
    }

    void expectChanged(const SegmentResult& now) const {
        Rect changed;
        std::int64_t foreground = 0;
        for (int y = 0; y < labels_.height(); ++y)
            for (int x = 0; x < labels_.width(); ++x) {
                foreground += now.mask->view()(x, y) == 255;
                if (now.mask->view()(x, y) != last_.mask->view()(x, y))
                    changed = changed.united({x, y, 1, 1});
            }
        EXPECT_EQ(now.changed, changed);
        EXPECT_EQ(now.foregroundPixels, foreground);
    }

    Options options_;
    bool sawLocal_ = false, sawCleaned_ = false;
    Scene scene_;
    test::Picture image_;
    Image<Label> labels_;
    std::mt19937 random_;
    std::unique_ptr<Segmenter> segmenter_;
    SegmentResult last_;
    CleanUp lastRules_;
    std::vector<State> states_;
};

void edit(Size size, std::uint32_t seed, int steps, Options options) {
    Session session(size, seed, options);
    for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", step " + std::to_string(step));
        session.stroke();
        if (session.below(3) == 0) session.jump();
        session.expectFresh();
    }
    EXPECT_EQ(session.sawLocal(), options.local);
    EXPECT_TRUE(options.cleaned || !session.sawCleaned());
    EXPECT_TRUE(session.sawCleaned() || !options.cleaned || steps <= 6) << "nothing was tried";
}

// Sanitizers make this thirty times slower: they get fewer sessions.
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint32_t kSessions = 1;
constexpr int kActions = 6, kActionsOnLargePictures = 1;
#else
constexpr std::uint32_t kSessions = 3;
constexpr int kActions = 12, kActionsOnLargePictures = 4;
#endif

TEST(Live, SmallPictures) {
    for (std::uint32_t seed = 1; seed <= kSessions; ++seed) edit({330, 250}, seed, kActions, {});
}

TEST(Live, SmallPicturesWithLocalChanges) {
    for (std::uint32_t seed = 1; seed <= kSessions; ++seed) edit({330, 250}, seed, kActions, {true, false});
}

TEST(Live, SmallPicturesWithCleanUp) {
    for (std::uint32_t seed = 1; seed <= kSessions; ++seed)
        edit({330, 250}, seed, kActions, {seed % 2 == 0, true});
}

TEST(Live, PicturesThatAreLearntOnACopy) {
    edit({1200, 900}, 4, kActionsOnLargePictures, {});
    edit({1200, 900}, 5, kActionsOnLargePictures, {true, true});
}

/// However little of the painting was solved on the way, its release gives the same.
TEST(Live, ReleaseDoesNotDependOnTheMasksBefore) {
    const Size size{330, 250};
    const Scene scene = makeScene(size, 5);
    const auto image = test::scenePicture(scene);
    const auto release = [&](bool local, bool watch, int stops) {
        auto segmenter = makeCpuSegmenter(2);
        segmenter->setImage(image);
        segmenter->setRect(scene.box);
        SegmentParams fresh;
        solve(*segmenter, fresh);
        Image<Label> labels(size, Label::None);
        for (int piece = 0; piece < 4; ++piece) {
            const double x = 100 + 30.0 * piece;
            segmenter->apply(
                paintStroke(labels.view(), {Label::SureBackground, 14, {{x, 90}, {x + 30, 110}}}));
            if (watch) solve(*segmenter, withModels(Models::Frozen, local));
        }
        for (int i = 0; i < stops; ++i) {
            std::stop_source source;
            int reports = i;
            const auto stopped =
                segmenter->segment(withModels(Models::Refit, local), source.get_token(), [&](double) {
                    if (reports-- == 0) source.request_stop();
                });
            EXPECT_FALSE(stopped.has_value());
        }
        return solve(*segmenter, withModels(Models::Refit, local));
    };
    for (const bool local : {false, true}) {
        const SegmentResult watched = release(local, true, 0);
        for (const SegmentResult& other :
             {release(local, false, 0), release(local, false, 4), release(local, true, 4)}) {
            EXPECT_TRUE(sameMask(watched, other));
            EXPECT_EQ(*watched.models, *other.models);
            EXPECT_EQ(watched.energy, other.energy);
        }
    }
}

}  // namespace
}  // namespace fretsaw
