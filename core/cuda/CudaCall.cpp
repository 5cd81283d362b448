// Turns status codes of the CUDA runtime into errors, and plays the errors that a test asks for.
// No call of the runtime here but those that ask about errors.
#include "core/cuda/CudaCall.h"

#include <cstdio>
#include <mutex>
#include <string>

#include "core/cuda/Faults.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {
namespace {

CallFault callFault = nullptr;
void* callFaultContext = nullptr;

std::mutex lostMutex;
std::string lost;

void remember(const std::string& reason) {
    const std::lock_guard lock(lostMutex);
    if (lost.empty()) lost = reason;
}

cudaError_t withFault(cudaError_t status, const char* call) {
    if (callFault == nullptr || status != cudaSuccess) return status;
    return static_cast<cudaError_t>(callFault(call, callFaultContext));
}

std::string place(const char* call, const char* file, int line) {
    const std::string path = file;
    return std::string(call) + ", " + path.substr(path.find_last_of('/') + 1) + ":" + std::to_string(line);
}

}  // namespace

void setCallFault(CallFault fault, void* context) noexcept {
    callFault = fault;
    callFaultContext = context;
    if (fault != nullptr) return;
    const std::lock_guard lock(lostMutex);
    lost.clear();
}

std::string lostReason() {
    const std::lock_guard lock(lostMutex);
    return lost;
}

bool isSticky(cudaError_t status) {
    switch (status) {
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
        case cudaErrorAssert:
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorExternalDevice:
        case cudaErrorDeviceUninitialized:
        case cudaErrorContextIsDestroyed:
        case cudaErrorCudartUnloading:
        case cudaErrorDevicesUnavailable:
        case cudaErrorUnknown:
            return true;
        default:
            return false;
    }
}

void checkCall(cudaError_t status, const char* call, const char* file, int line) {
    status = withFault(status, call);
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    if (status == cudaErrorMemoryAllocation) throw OutOfMemory(0);
    const std::string what =
        std::string("The GPU failed: ") + cudaGetErrorString(status) + " (" + place(call, file, line) + ").";
    if (isSticky(status)) remember(what);
    throw BackendError(what, isSticky(status));
}

void logCall(cudaError_t status, const char* call, const char* file, int line) noexcept {
    if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
    (void)cudaGetLastError();
    try {
        std::fprintf(stderr, "fretsaw: the GPU failed: %s (%s)\n", cudaGetErrorString(status),
                     place(call, file, line).c_str());
    } catch (...) {
        // No memory for a line of text; there is nothing left to say.
    }
}

}  // namespace fretsaw::cuda
