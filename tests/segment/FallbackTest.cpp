// A backend that fails at any step of any call: the reserve takes over within the call, nothing is lost, and
// it is said once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/image/Error.h"
#include "tests/segment/SteppedBackend.h"

namespace fretsaw {
namespace {

using test::Breaker;
using test::sameMask;
using test::Session;
using test::solve;
using testing::Contains;
using testing::HasSubstr;

NamedBackend cpuReserve() {
    return {[](test::Picture of) { return cpu::makeCpuBackend(std::move(of), 1); }, {false, "CPU", ""}};
}

void breakDown() {
    throw BackendError("The GPU failed: it is only a test.", true);
}
void runOut() {
    throw OutOfMemory(64 << 20);
}

class Fallback : public testing::Test {
protected:
    Fallback() : scene_(makeScene({46, 37}, 2)), image_(test::scenePicture(scene_)) {
        Session session(image_, scene_.box, never_);
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
        ASSERT_EQ(result.iterations, right.iterations);
    }

    /// Runs the session with a failure at step `at` of call `failing`; false: there is no such step.
    bool runWithFailure(int failing, int at, const std::string& reason) {
        breaker_.arm(-1);
        Session session(image_, scene_.box, breaker_, cpuReserve());
        for (int step = 0; step < Session::kSteps; ++step) {
            session.edit(step);
            if (step == failing) breaker_.arm(at);
            const SegmentResult result = solve(session.segmenter(), Session::params(step));
            const bool failed = breaker_.left < 0;
            if (step == failing && !failed) return false;
            if (step == failing) {
                EXPECT_THAT(result.warnings, Contains(HasSubstr(reason)));
            } else {
                EXPECT_EQ(result.warnings, right_[static_cast<std::size_t>(step)].warnings);
            }
            EXPECT_EQ(result.backend.gpu, step < failing);
            if (step >= failing) {
                EXPECT_THAT(result.backend.reason, HasSubstr(reason));
            }
            expectRight(result, step);
            if (HasFailure()) return false;
        }
        return true;
    }

    Scene scene_;
    test::Picture image_;
    Breaker never_, breaker_;
    std::vector<SegmentResult> right_;
};

TEST_F(Fallback, AtAnyStepTheResultIsTheSame) {
    int failures = 0;
    for (const auto& [fail, reason] : {std::pair{&breakDown, "only a test"}, std::pair{&runOut, "64 MiB"}}) {
        breaker_.fail = fail;
        for (int failing = 0; failing < Session::kSteps; ++failing)
            for (int at = 0; runWithFailure(failing, at, reason); ++at) ++failures;
    }
    EXPECT_GT(failures, 80);
}

TEST_F(Fallback, ProgressDoesNotFallWhenTheWorkBeginsAgain) {
    breaker_.fail = breakDown;
    Session session(image_, scene_.box, breaker_, cpuReserve());
    breaker_.arm(12);
    double last = 0;
    ASSERT_TRUE(session.segmenter().segment(Session::params(0), {}, [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
    }));
    EXPECT_EQ(last, 1);
    EXPECT_LT(breaker_.left, 0);
}

TEST_F(Fallback, APictureThatTheDeviceDoesNotTakeIsSaidWithItsFirstResult) {
    breaker_.fail = runOut;
    breaker_.arm(0);
    Session session(image_, scene_.box, breaker_, cpuReserve());
    SegmentResult result = solve(session.segmenter(), Session::params(0));
    expectRight(result, 0);
    EXPECT_FALSE(result.backend.gpu);
    EXPECT_THAT(result.warnings, Contains(HasSubstr("64 MiB")));
    EXPECT_TRUE(solve(session.segmenter(), Session::params(0)).warnings.empty());

    // The next picture may be smaller.
    session.segmenter().setImage(image_);
    session.segmenter().setRect(scene_.box);
    result = solve(session.segmenter(), Session::params(0));
    EXPECT_TRUE(result.backend.gpu);
    EXPECT_TRUE(result.warnings.empty());
}

TEST_F(Fallback, ABrokenDeviceIsNotAskedAgain) {
    breaker_.fail = breakDown;
    Session session(image_, scene_.box, breaker_, cpuReserve());
    breaker_.arm(3);
    solve(session.segmenter(), Session::params(0));
    breaker_.steps = 0;
    session.segmenter().setImage(image_);
    session.segmenter().setRect(scene_.box);
    const SegmentResult result = solve(session.segmenter(), Session::params(0));
    EXPECT_FALSE(result.backend.gpu);
    EXPECT_TRUE(result.warnings.empty());
    EXPECT_EQ(breaker_.steps, 0);
}

/// A mask that is lost with its device.
class LosableMask final : public Mask {
public:
    LosableMask(std::shared_ptr<const Mask> mask, const bool& lost) : mask_(std::move(mask)), lost_(lost) {}
    [[nodiscard]] Size size() const override { return mask_->size(); }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const std::uint8_t> view() const override {
        if (lost_) breakDown();
        return mask_->view();
    }
    [[nodiscard]] std::uint8_t at(int x, int y) const override { return view()(x, y); }

private:
    std::shared_ptr<const Mask> mask_;
    const bool& lost_;
};

/// The CPU backend, but its masks can be lost.
class LosingBackend final : public test::CountingBackend {
public:
    LosingBackend(test::Picture image, Breaker& breaker, const bool& lost)
        : CountingBackend(cpu::makeCpuBackend(std::move(image), 1), breaker), lost_(lost) {}
    [[nodiscard]] std::shared_ptr<const Mask> mask() override {
        return std::make_shared<LosableMask>(CountingBackend::mask(), lost_);
    }

private:
    const bool& lost_;
};

TEST_F(Fallback, AMaskThatIsLostWithItsDeviceIsCutAgain) {
    bool lost = false;
    breaker_.fail = breakDown;
    const auto segmenter = makeGrabCutSegmenter(
        {[&](test::Picture of) { return std::make_unique<LosingBackend>(std::move(of), breaker_, lost); },
         {true, "Fake", "It is a test."}},
        cpuReserve());
    const auto unharmed = makeCpuSegmenter(1);
    for (Segmenter* s : {segmenter.get(), unharmed.get()}) {
        s->setImage(image_);
        s->setRect(scene_.box);
        solve(*s, Session::params(0));
    }
    lost = true;
    breaker_.arm(0);
    SegmentParams goOn;
    goOn.fresh = false;
    const SegmentResult result = solve(*segmenter, goOn);
    EXPECT_FALSE(result.backend.gpu);
    // The labels are those of the lost mask, so that its models cut the same again.
    EXPECT_TRUE(sameMask(result, solve(*unharmed, goOn)));
}

TEST_F(Fallback, WithoutReserveErrorsPass) {
    breaker_.fail = breakDown;
    Session session(image_, scene_.box, breaker_);
    breaker_.arm(3);
    EXPECT_THROW((void)session.segmenter().segment(Session::params(0), {}, {}), BackendError);
    expectRight(solve(session.segmenter(), Session::params(0)), 0);
}

}  // namespace
}  // namespace fretsaw
