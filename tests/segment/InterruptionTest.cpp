// Stopping at every step and failing at every allocation: the next call answers as a fresh segmenter would.
// Results as such have their own files.
#include <gtest/gtest.h>

#include "core/cpu/CpuBackend.h"
#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "core/segment/GrabCutSegmenter.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using test::fill;
using test::sameMask;
using test::solve;

/// Counts the steps of a run, and stops it at one of them.
struct Breaker {
    int left = -1;  ///< steps until the stop; below 0: never
    int steps = 0;
    std::stop_source source;

    void arm(int at) {
        left = at;
        steps = 0;
        source = {};
    }
    void step() {
        ++steps;
        if (left == 0) source.request_stop();
        if (left >= 0) --left;
    }
};

/// The CPU backend; every call is a step.
class CountingBackend final : public SegmentBackend {
public:
    CountingBackend(std::unique_ptr<SegmentBackend> to, Breaker& breaker)
        : to_(std::move(to)), breaker_(breaker) {}

    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override {
        breaker_.step();
        return to_->contrast(space, stop);
    }
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override {
        breaker_.step();
        return to_->setEdges(space, scale, stop);
    }
    void setLabels(Rect where, ImageView<const Label> labels) override {
        breaker_.step();
        to_->setLabels(where, labels);
    }
    std::optional<Samples> sample(PixelSet set, Rect where, int most, std::stop_token stop) override {
        breaker_.step();
        return to_->sample(set, where, most, stop);
    }
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override {
        breaker_.step();
        return to_->startMask(rule, stop);
    }
    void setMask(Mask mask) override { to_->setMask(std::move(mask)); }
    [[nodiscard]] Mask mask() override { return to_->mask(); }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override {
        breaker_.step();
        return to_->sums(mixtures, weighted, where, stop);
    }
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override {
        breaker_.step();
        return to_->setTerminals(costs, stop);
    }
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override {
        breaker_.step();
        return to_->updateTerminals(where, labels, costs, stop);
    }
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override {
        breaker_.step();
        return to_->solve(stop, progress);
    }
    MaskChange takeMask() override { return to_->takeMask(); }

private:
    std::unique_ptr<SegmentBackend> to_;
    Breaker& breaker_;
};

/// The calls of a small editing session; state says how far it is.
class Session {
public:
    explicit Session(test::Picture image, Rect box, Breaker& breaker)
        : segmenter_(makeGrabCutSegmenter([&breaker](test::Picture of) {
              return std::make_unique<CountingBackend>(cpu::makeCpuBackend(std::move(of), 1), breaker);
          })) {
        segmenter_->setImage(image);
        segmenter_->setRect(box);
    }

    static constexpr int kSteps = 4;
    /// What comes before a call: nothing, a stroke, another stroke, another rectangle.
    void edit(int step) {
        if (step == 1) segmenter_->apply(fill({20, 14, 7, 6}, Label::SureBackground));
        if (step == 2) segmenter_->apply(fill({10, 10, 5, 9}, Label::ProbableForeground));
        if (step == 3) segmenter_->setRect(Rect{4, 4, 38, 27});
    }
    static SegmentParams params(int step) {
        SegmentParams p;
        p.iterations = 2;
        if (step == 1) p.models = Models::Frozen;
        if (step == 2) p.fresh = false;
        if (step == 3) p.start = Start::OpenCv;
        return p;
    }
    Segmenter& segmenter() { return *segmenter_; }

private:
    std::unique_ptr<Segmenter> segmenter_;
};

class Interruption : public testing::Test {
protected:
    Interruption() : scene_(makeScene({46, 37}, 2)), image_(test::scenePicture(scene_)) {
        Session session(image_, scene_.box, breaker_);
        for (int step = 0; step < Session::kSteps; ++step) {
            session.edit(step);
            right_.push_back(solve(session.segmenter(), Session::params(step)));
        }
    }

    void expectRight(const SegmentResult& result, int step) {
        const SegmentResult& right = right_[static_cast<std::size_t>(step)];
        ASSERT_TRUE(sameMask(result, right)) << step;
        ASSERT_EQ(*result.models, *right.models);
        ASSERT_EQ(result.energy, right.energy);
        ASSERT_EQ(result.flow, right.flow);
        ASSERT_EQ(result.changed, right.changed);
    }

    Scene scene_;
    test::Picture image_;
    Breaker breaker_;
    std::vector<SegmentResult> right_;
};

TEST_F(Interruption, StoppedAtAnyStepTheNextCallIsAsIfNothingHappened) {
    int stops = 0;
    for (int step = 0; step < Session::kSteps; ++step)
        for (int at = 0;; ++at) {
            Session session(image_, scene_.box, breaker_);
            for (int before = 0; before < step; ++before) {
                session.edit(before);
                solve(session.segmenter(), Session::params(before));
            }
            session.edit(step);
            breaker_.arm(at);
            const auto stopped = session.segmenter().segment(
                Session::params(step), breaker_.source.get_token(), [this](double) { breaker_.step(); });
            const bool ended = breaker_.left >= 0;  // there was no such step
            breaker_.arm(-1);
            if (stopped) {
                expectRight(*stopped, step);
            } else {
                ++stops;
                expectRight(solve(session.segmenter(), Session::params(step)), step);
            }
            if (ended || HasFatalFailure()) break;
        }
    EXPECT_GT(stops, 40);
}

TEST_F(Interruption, ProgressNeverFallsAndEndsAtOne) {
    Session session(image_, scene_.box, breaker_);
    for (int step = 0; step < Session::kSteps; ++step) {
        session.edit(step);
        double last = 0;
        ASSERT_TRUE(session.segmenter().segment(Session::params(step), {}, [&](double fraction) {
            EXPECT_GE(fraction, last);
            last = fraction;
        }));
        EXPECT_EQ(last, 1);
    }
}

/// Lets `left` allocations through and refuses the next one.
bool countDown(std::uint64_t, void* left) {
    return (*static_cast<int*>(left))-- != 0;
}

TEST_F(Interruption, OutOfMemoryAnywhereLeavesNoTrace) {
    int failures = 0;
    for (int step = 0; step < Session::kSteps; ++step)
        for (int at = 0;; ++at) {
            Session session(image_, scene_.box, breaker_);
            for (int before = 0; before < step; ++before) {
                session.edit(before);
                solve(session.segmenter(), Session::params(before));
            }
            session.edit(step);
            int left = at;
            bool failed = false;
            setAllocationGate(countDown, &left);
            try {
                (void)session.segmenter().segment(Session::params(step), {}, {});
            } catch (const OutOfMemory&) {
                failed = true;
            }
            setAllocationGate(nullptr, nullptr);
            if (!failed) break;
            ++failures;
            expectRight(solve(session.segmenter(), Session::params(step)), step);
            if (HasFatalFailure()) break;
        }
    EXPECT_GT(failures, 60);
}

TEST_F(Interruption, OutOfMemoryForAPictureLeavesNone) {
    auto segmenter = makeCpuSegmenter(1);
    for (int at = 0;; ++at) {
        int left = at;
        bool failed = false;
        setAllocationGate(countDown, &left);
        try {
            segmenter->setImage(image_);
        } catch (const OutOfMemory&) {
            failed = true;
        }
        setAllocationGate(nullptr, nullptr);
        if (!failed) break;
        EXPECT_THROW(segmenter->setRect(scene_.box), InvalidArgument);
    }
    segmenter->setRect(scene_.box);
    expectRight(solve(*segmenter, Session::params(0)), 0);
}

}  // namespace
}  // namespace fretsaw
