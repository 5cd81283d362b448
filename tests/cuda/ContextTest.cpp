// Streams, device memory and errors of the CUDA room, the errors also where there is no GPU.
// Nothing is computed here.
#include "core/cuda/Context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "core/cuda/DeviceMemory.h"
#include "core/cuda/Devices.h"
#include "core/cuda/Faults.h"
#include "core/image/Error.h"
#include "tests/cuda/NeedsGpu.h"

namespace fretsaw::test {
namespace {

using cuda::Context;
using cuda::DeviceBuffer;
using cuda::DeviceImage;
using testing::HasSubstr;

/// A fault for as long as it lives: from now on, every call whose text has `part` in it fails with `code`.
struct FailingCalls {
    FailingCalls(const char* part, int errorCode) : text(part), code(errorCode) {
        cuda::setCallFault(
            [](const char* call, void* self) {
                const auto* fault = static_cast<FailingCalls*>(self);
                return std::strstr(call, fault->text) != nullptr ? fault->code : 0;
            },
            this);
    }
    ~FailingCalls() { cuda::setCallFault(nullptr, nullptr); }
    const char* text;
    int code;
};

constexpr int kLaunchFailure = 719, kInvalidValue = 1;

using ContextTest = GpuTest;

TEST_F(ContextTest, RowsTravelThereAndBack) {
    const Context context;
    Image<std::uint16_t> from({37, 11}), to({37, 11});
    std::iota(from.data(), from.data() + from.size().area(), std::uint16_t{5});
    const DeviceImage<std::uint16_t> device(context, from.size());
    cuda::upload(context, device.view(), from.view());
    cuda::download(context, to.view(), device.view());
    context.synchronize();
    EXPECT_EQ(std::memcmp(from.data(), to.data(), 37 * 11 * 2), 0);
    // A rectangle inside.
    Image<std::uint16_t> part({5, 4});
    cuda::download(context, part.view(), device.view().sub({30, 7, 5, 4}));
    context.synchronize();
    EXPECT_EQ(part(0, 0), from(30, 7));
    EXPECT_EQ(part(4, 3), from(34, 10));
}

TEST_F(ContextTest, MemoryIsCountedAndGivenBack) {
    const std::uint64_t before = cuda::deviceBytes();
    const Context context;
    {
        DeviceBuffer<int> a(context, 1000), b;
        EXPECT_EQ(cuda::deviceBytes(), before + 4000);
        b = std::move(a);
        EXPECT_EQ(cuda::deviceBytes(), before + 4000);
        EXPECT_EQ(a.data(), nullptr);
    }
    EXPECT_EQ(cuda::deviceBytes(), before);
    context.trim();
}

TEST_F(ContextTest, TooLittleMemoryIsAnErrorWithItsSize) {
    const Context context;
    const std::uint64_t before = cuda::deviceBytes();
    EXPECT_THROW(DeviceBuffer<char>(context, std::int64_t{1} << 50), OutOfMemory);
    cuda::setDeviceAllocationGate([](std::uint64_t bytes, void*) { return bytes <= 100; }, nullptr);
    EXPECT_NO_THROW(DeviceBuffer<char>(context, 100));
    try {
        const DeviceBuffer<char> buffer(context, 101);
        ADD_FAILURE() << "the gate was not asked";
    } catch (const OutOfMemory& error) {
        EXPECT_EQ(error.bytes(), 101u);
    }
    cuda::setDeviceAllocationGate(nullptr, nullptr);
    EXPECT_EQ(cuda::deviceBytes(), before);
    // Not the whole context is lost.
    EXPECT_NO_THROW(DeviceBuffer<char>(context, 101));
}

TEST_F(ContextTest, FailedCallsSayWhatAndWhetherForGood) {
    const Context context;
    {
        const FailingCalls fault("cudaStreamSynchronize", kLaunchFailure);
        try {
            context.synchronize();
            ADD_FAILURE() << "no error";
        } catch (const BackendError& error) {
            EXPECT_TRUE(error.sticky());
            EXPECT_THAT(error.what(), HasSubstr("cudaStreamSynchronize"));
            EXPECT_THAT(error.what(), HasSubstr("Context.cpp:"));
            // It is not offered again in this process.
            for (const ComputeDevice& device : computeDevices())
                if (device.kind == ComputeDevice::Kind::Cuda) {
                    EXPECT_FALSE(device.usable);
                    EXPECT_THAT(device.reason, HasSubstr("until the program starts again"));
                }
        }
    }
    {
        const FailingCalls fault("cudaStreamSynchronize", kInvalidValue);
        try {
            context.synchronize();
            ADD_FAILURE() << "no error";
        } catch (const BackendError& error) {
            EXPECT_FALSE(error.sticky());
        }
    }
    EXPECT_NO_THROW(context.synchronize());
    EXPECT_TRUE(computeDevices()[1].usable) << "what was lost by a fault is found again";
}

TEST_F(ContextTest, EventsMeasureTime) {
    const Context context;
    cuda::Event before(context), after(context);
    const DeviceBuffer<char> memory(context, 64 << 20);
    before.record();
    for (int i = 0; i < 10; ++i) cuda::fillBytes(context, memory.data(), 1, memory.bytes());
    after.record();
    after.wait();
    EXPECT_TRUE(after.passed());
    EXPECT_GT(cuda::Event::elapsedMs(before, after), 0);
}

TEST(ContextWithoutGpu, IsAnErrorForPeople) {
    if (whyNoGpu().empty()) GTEST_SKIP() << "There is a GPU.";
    try {
        const Context context;
    } catch (const BackendError& error) {
        EXPECT_THAT(error.what(), HasSubstr("The GPU failed"));
        return;
    }
    ADD_FAILURE() << "no error, or not a BackendError";
}

TEST(ContextFaults, AnyCallOfTheConstructorMayFail) {
    for (const char* call : {"cudaSetDevice", "cudaDeviceGetAttribute", "cudaMemPoolCreate",
                             "cudaMemPoolSetAttribute", "cudaStreamCreateWithFlags"}) {
        const FailingCalls fault(call, kLaunchFailure);
        EXPECT_THROW(Context{}, BackendError) << call;
    }
}

}  // namespace
}  // namespace fretsaw::test
