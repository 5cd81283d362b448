// A GPU that fails in the middle: any call of the CUDA runtime, any allocation. The CPU takes over and the
// result is what it should be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cuda/Context.h"
#include "core/cuda/CudaBackend.h"
#include "core/cuda/Faults.h"
#include "tests/cuda/NeedsGpu.h"
#include "tests/segment/SteppedBackend.h"

namespace fretsaw::test {
namespace {

constexpr int kLaunchFailure = 719;

/// Lets `left` calls or allocations pass; from then on all fail, as with a sticky error, or only one.
struct Fault {
    int left = 0;
    bool forGood = false;
    bool struck = false;

    bool strikes() {
        if (struck) return forGood;
        struck = left-- == 0;
        return struck;
    }
};

class DeviceFault : public GpuTest {
protected:
    DeviceFault() : scene_(makeScene({146, 97}, 2)), image_(scenePicture(scene_)) {}
    ~DeviceFault() override { noFaults(); }

    static void noFaults() {
        cuda::setCallFault(nullptr, nullptr);
        cuda::setDeviceAllocationGate(nullptr, nullptr);
    }

    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        auto cpu = makeCpuSegmenter();
        right_ = runSession(*cpu);
    }

    std::vector<SegmentResult> runSession(Segmenter& segmenter) {
        std::vector<SegmentResult> results;
        segmenter.setImage(image_);
        segmenter.setRect(scene_.box);
        SegmentParams refit, frozen;
        refit.iterations = 2;
        refit.fresh = false;
        frozen.models = Models::Frozen;
        results.push_back(solve(segmenter, refit));
        segmenter.apply(fill({60, 40, 20, 16}, Label::SureBackground));
        results.push_back(solve(segmenter, frozen));
        results.push_back(solve(segmenter, refit));
        return results;
    }

    /// Whether the fault came to pass.
    bool runWith(Fault& fault, const std::string& reason) {
        auto segmenter = makeGrabCutSegmenter(
            {cuda::backendFactory(0), {true, "GPU", ""}},
            NamedBackend{[](Picture of) { return cpu::makeCpuBackend(std::move(of), 0); },
                         {false, "CPU", ""}});
        const auto results = runSession(*segmenter);
        noFaults();
        int said = 0;
        for (std::size_t i = 0; i < results.size(); ++i) {
            EXPECT_TRUE(sameMask(results[i], right_[i])) << i;
            EXPECT_EQ(*results[i].models, *right_[i].models);
            EXPECT_EQ(results[i].energy, right_[i].energy);
            for (const std::string& warning : results[i].warnings)
                if (warning.find(reason) != std::string::npos) ++said;
        }
        EXPECT_EQ(said, fault.struck ? 1 : 0);
        EXPECT_EQ(results.back().backend.gpu, !fault.struck);
        return fault.struck;
    }

    Scene scene_;
    Picture image_;
    std::vector<SegmentResult> right_;
};

TEST_F(DeviceFault, AnyCallMayBeTheLast) {
    for (int at = 0;; at += 1 + at / 16) {
        SCOPED_TRACE(at);
        Fault fault{at, true};
        cuda::setCallFault(
            [](const char*, void* self) { return static_cast<Fault*>(self)->strikes() ? kLaunchFailure : 0; },
            &fault);
        if (!runWith(fault, "The GPU failed") || HasFailure()) break;
    }
}

TEST_F(DeviceFault, AnyAllocationMayFail) {
    for (int at = 0;; ++at) {
        SCOPED_TRACE(at);
        Fault fault{at, false};
        cuda::setDeviceAllocationGate(
            [](std::uint64_t, void* self) { return !static_cast<Fault*>(self)->strikes(); }, &fault);
        if (!runWith(fault, "The GPU cannot take this picture") || HasFailure()) break;
    }
}

TEST_F(DeviceFault, MemoryComesBackWithThePicture) {
    const std::uint64_t before = cuda::deviceBytes();
    {
        auto segmenter = makeGrabCutSegmenter({cuda::backendFactory(0), {true, "GPU", ""}});
        segmenter->setImage(image_);
        segmenter->setRect(scene_.box);
        solve(*segmenter);
        EXPECT_GT(cuda::deviceBytes(), before);
    }
    EXPECT_EQ(cuda::deviceBytes(), before);
}

TEST_F(DeviceFault, NoMoreThanItsBytesAPixel) {
    const Scene large = makeScene({4240, 2832}, 4);
    const std::uint64_t before = cuda::deviceBytes();
    auto segmenter = makeGrabCutSegmenter({cuda::backendFactory(0), {true, "GPU", ""}});
    segmenter->setImage(scenePicture(large));
    segmenter->setRect(large.box);
    SegmentParams atOnce;
    atOnce.start = Start::OpenCv;
    atOnce.iterations = 1;
    // Those on the screen and of the next frame lie there too.
    const SegmentResult shown = solve(*segmenter, atOnce);
    segmenter->apply(fill({60, 40, 200, 160}, Label::SureForeground));
    const SegmentResult next = solve(*segmenter, atOnce);
    EXPECT_TRUE(shown.mask->isOnDevice() && next.mask->isOnDevice());
    EXPECT_LE(cuda::deviceBytes() - before,
              static_cast<std::uint64_t>(cuda::kBytesPerPixel * large.picture.size().area()));
}

}  // namespace
}  // namespace fretsaw::test
