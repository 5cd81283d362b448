// The NVIDIA part of the list of devices. Plain C++: two sources implement it, with and without CUDA.
// Only Devices.cpp and tests include it.
#pragma once

#include <string>
#include <vector>

#include "core/cuda/Devices.h"

namespace fretsaw::cuda {

/// At least one entry: the devices, or one unusable entry with the reason. Never throws for want of a driver.
[[nodiscard]] std::vector<ComputeDevice> nvidiaDevices();

/// The oldest compute capability that this build has code for, as 10 × major + minor, must not be above the
/// device's. Empty: it is not.
[[nodiscard]] std::string capabilityProblem(int major, int minor, int oldest);

/// Why a driver is of no use, or empty where it is new enough. Versions as the CUDA runtime counts them:
/// 1000 × major + 10 × minor of the newest CUDA they support; driverVersion 0: no driver.
[[nodiscard]] std::string driverProblem(int driverVersion, int runtimeVersion);

}  // namespace fretsaw::cuda
