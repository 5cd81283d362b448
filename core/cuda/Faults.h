// Lets tests make the GPU fail: memory that is not there, calls that return errors.
// Plain C++; outside tests nothing calls this.
#pragma once

#include <cstdint>

namespace fretsaw::cuda {

/// Asked after every call of the CUDA runtime that succeeded, with its text; returns the code of the error to
/// report instead (cudaErrorLaunchFailure is 719), or 0. Null (the default): none, and a GPU that was lost by
/// a fault counts as found again. Set it only while no other thread uses CUDA.
using CallFault = int (*)(const char* call, void* context);
void setCallFault(CallFault fault, void* context) noexcept;

/// Asked before each allocation of device memory with its size; false makes it fail with OutOfMemory. Null
/// (the default) allows all. Set it only while no other thread allocates.
using DeviceAllocationGate = bool (*)(std::uint64_t bytes, void* context);
void setDeviceAllocationGate(DeviceAllocationGate gate, void* context) noexcept;

}  // namespace fretsaw::cuda
