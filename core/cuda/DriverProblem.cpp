// What to tell people about a missing or old NVIDIA driver, or an old GPU.
// No CUDA needed, so that it is tested everywhere.
#include "core/cuda/NvidiaDevices.h"

namespace fretsaw::cuda {
namespace {

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// The first driver branch of a CUDA major version; within one major version older runtimes stay compatible.
int firstDriverOf(int cudaMajor) {
    switch (cudaMajor) {
        case 11:
            return 450;
        case 12:
            return 525;
        default:
            return 580;
    }
}

}  // namespace

std::string driverProblem(int driverVersion, int runtimeVersion) {
    if (driverVersion <= 0) return "No NVIDIA driver is installed.";
    const int needed = runtimeVersion / 1000;
    if (driverVersion / 1000 >= needed) return {};
    return "The NVIDIA driver is too old: it supports CUDA " + versionText(driverVersion) + ", CUDA " +
           std::to_string(needed) + " needs driver " + std::to_string(firstDriverOf(needed)) + " or newer.";
}

std::string capabilityProblem(int major, int minor, int oldest) {
    if (10 * major + minor >= oldest) return {};
    return "Its compute capability " + std::to_string(major) + "." + std::to_string(minor) +
           " is below the oldest that this build has code for, " + std::to_string(oldest / 10) + "." +
           std::to_string(oldest % 10) + ".";
}

}  // namespace fretsaw::cuda
