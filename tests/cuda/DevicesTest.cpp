// The list of devices is truthful on every machine: with a GPU, without one, with an old driver.
// Nothing here needs a GPU.
#include "core/cuda/Devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cuda/NvidiaDevices.h"

namespace fretsaw {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Devices, CpuComesFirstAndIsUsable) {
    const auto devices = computeDevices();
    ASSERT_GE(devices.size(), 2u);
    EXPECT_EQ(devices[0].kind, ComputeDevice::Kind::Cpu);
    EXPECT_TRUE(devices[0].usable);
    EXPECT_GE(devices[0].cores, 1);
    EXPECT_FALSE(devices[0].name.empty());
    EXPECT_EQ(devices[0].name, cpuDevice().name);
}

TEST(Devices, EveryEntrySaysWhy) {
    for (const ComputeDevice& device : computeDevices()) {
        EXPECT_FALSE(device.reason.empty()) << device.name;
        EXPECT_EQ(device.reason.back(), '.') << device.reason;
    }
}

TEST(Devices, NoDriverIsSaid) {
    EXPECT_THAT(cuda::driverProblem(0, 13000), HasSubstr("No NVIDIA driver"));
}

TEST(Devices, OldDriverIsSaidWithTheOneThatIsNeeded) {
    EXPECT_THAT(cuda::driverProblem(12080, 13000),
                testing::AllOf(HasSubstr("CUDA 12.8"), HasSubstr("driver 580")));
    EXPECT_THAT(cuda::driverProblem(11040, 12020),
                testing::AllOf(HasSubstr("CUDA 11.4"), HasSubstr("driver 525")));
}

TEST(Devices, OldGpusAreSaid) {
    EXPECT_EQ(cuda::capabilityProblem(7, 5, 75), "");
    EXPECT_EQ(cuda::capabilityProblem(12, 0, 75), "");
    EXPECT_THAT(cuda::capabilityProblem(6, 1, 75), testing::AllOf(HasSubstr("6.1"), HasSubstr("7.5")));
    EXPECT_THAT(cuda::capabilityProblem(8, 9, 90), HasSubstr("9.0"));
}

TEST(Devices, SameMajorVersionIsNewEnough) {
    EXPECT_EQ(cuda::driverProblem(13000, 13020), "");
    EXPECT_EQ(cuda::driverProblem(13010, 13010), "");
    EXPECT_EQ(cuda::driverProblem(14000, 13010), "");
}

}  // namespace
}  // namespace fretsaw
