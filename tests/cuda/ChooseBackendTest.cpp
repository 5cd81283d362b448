// The choice between CPU and GPU says why, on every kind of machine.
// Needs no GPU.
#include "core/cuda/ChooseBackend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using Devices = std::vector<ComputeDevice>;

ComputeDevice cpu() {
    ComputeDevice device;
    device.name = "Some CPU";
    device.usable = true;
    return device;
}
ComputeDevice gpu(const char* name, int index, const char* whyNot = "") {
    ComputeDevice device;
    device.kind = ComputeDevice::Kind::Cuda;
    device.name = name;
    device.index = index;
    device.reason = whyNot;
    device.usable = device.reason.empty();
    return device;
}

TEST(ChooseBackend, NamesAreThoseOfTheOption) {
    EXPECT_EQ(backendWish(""), BackendWish::Auto);
    EXPECT_EQ(backendWish("auto"), BackendWish::Auto);
    EXPECT_EQ(backendWish("cpu"), BackendWish::Cpu);
    EXPECT_EQ(backendWish("cuda"), BackendWish::Cuda);
    EXPECT_EQ(backendWish("CUDA"), std::nullopt);
    EXPECT_EQ(backendWish("gpu"), std::nullopt);
}

TEST(ChooseBackend, TheFirstUsableGpuIsTaken) {
    const Devices devices{cpu(), gpu("Old", 0, "It is too old."), gpu("New", 1), gpu("Other", 2)};
    for (const BackendWish wish : {BackendWish::Auto, BackendWish::Cuda}) {
        const BackendChoice choice = chooseBackend(wish, devices);
        EXPECT_TRUE(choice.use.gpu);
        EXPECT_EQ(choice.use.device, "New");
        EXPECT_FALSE(choice.use.reason.empty());
        EXPECT_EQ(choice.device, 2u);
        EXPECT_EQ(choice.cudaIndex, 1);
    }
    const BackendChoice choice = chooseBackend(BackendWish::Cpu, devices);
    EXPECT_FALSE(choice.use.gpu);
    EXPECT_EQ(choice.use.device, "Some CPU");
    EXPECT_EQ(choice.device, 0u);
}

TEST(ChooseBackend, WithoutAGpuTheReasonIsThatOfTheGpu) {
    for (const BackendWish wish : {BackendWish::Auto, BackendWish::Cuda}) {
        const BackendChoice choice =
            chooseBackend(wish, Devices{cpu(), gpu("NVIDIA", 0, "No NVIDIA driver is installed.")});
        EXPECT_FALSE(choice.use.gpu);
        EXPECT_EQ(choice.device, 0u);
        EXPECT_EQ(choice.use.reason, "No NVIDIA driver is installed.");
    }
    EXPECT_FALSE(chooseBackend(BackendWish::Auto, Devices{cpu()}).use.reason.empty());
}

TEST(ChooseBackend, SaysWhereFormulasRun) {
    const auto where = [](const Devices& devices) {
        return formulaPlace(chooseBackend(BackendWish::Auto, devices)).text;
    };
    EXPECT_EQ(where({cpu()}), "Formulas are computed on the CPU.");
    const std::string text = where({cpu(), gpu("New", 0)});  // with NVRTC or without
    EXPECT_TRUE(text.find("GPU, compiled by NVRTC") != std::string::npos ||
                text.find("CPU. NVIDIA's run-time compiler") != std::string::npos)
        << text;
}

TEST(ChooseBackend, TheListOfThisMachineAgrees) {
    const BackendChoice choice = chooseBackend(BackendWish::Auto);
    const auto devices = computeDevices();
    EXPECT_EQ(choice.use.device, devices[choice.device].name);
    EXPECT_EQ(choice.use.gpu, devices[choice.device].kind == ComputeDevice::Kind::Cuda);
}

TEST(ChooseBackend, AGpuThatCannotBeOpenedLeavesTheWorkToTheCpu) {
    // No machine has so many.
    BackendChoice choice{{true, "GPU 99", "It is a test."}, 0, 99};
    const auto segmenter = makeSegmenter(choice);
    const Scene scene = makeScene({64, 48}, 1);
    segmenter->setImage(test::scenePicture(scene));
    segmenter->setRect(scene.box);
    const SegmentResult result = test::solve(*segmenter);
    EXPECT_FALSE(result.backend.gpu);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_EQ(result.backend.reason, result.warnings[0]);
    const auto cpuOnly = makeCpuSegmenter();
    cpuOnly->setImage(test::scenePicture(scene));
    cpuOnly->setRect(scene.box);
    EXPECT_TRUE(test::sameMask(test::solve(*cpuOnly), result));
}

}  // namespace
}  // namespace fretsaw
