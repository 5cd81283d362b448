// Stopping at every step and failing at every allocation: the next call answers as a fresh segmenter would.
// Results as such have their own files.
#include <gtest/gtest.h>

#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "tests/common/FailingAllocations.h"
#include "tests/segment/SteppedBackend.h"

namespace fretsaw {
namespace {

using test::Breaker;
using test::sameMask;
using test::Session;
using test::solve;

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
            bool failed = false;
            try {
                const test::FailingAllocations gate(at, 1);
                (void)session.segmenter().segment(Session::params(step), {}, {});
            } catch (const OutOfMemory&) {
                failed = true;
            }
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
        bool failed = false;
        try {
            const test::FailingAllocations gate(at, 1);
            segmenter->setImage(image_);
        } catch (const OutOfMemory&) {
            failed = true;
        }
        if (!failed) break;
        EXPECT_THROW(segmenter->setRect(scene_.box), InvalidArgument);
    }
    segmenter->setRect(scene_.box);
    expectRight(solve(*segmenter, Session::params(0)), 0);
}

}  // namespace
}  // namespace fretsaw
