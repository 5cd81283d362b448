// Asks the statically linked CUDA runtime. It loads the driver itself, so a machine without one is a normal
// answer here, not a program that does not start.
#include "core/cuda/NvidiaDevices.h"

#include <cuda_runtime_api.h>

#include "core/cuda/Context.h"
#include "core/cuda/CudaCall.h"

namespace fretsaw::cuda {
namespace {

ComputeDevice missing(const std::string& reason) {
    ComputeDevice device;
    device.kind = ComputeDevice::Kind::Cuda;
    device.name = "NVIDIA";
    device.reason = reason;
    return device;
}

/// Empty: it can be used.
std::string whyUnusable(const cudaDeviceProp& properties) {
    if (const std::string lost = lostReason(); !lost.empty())
        return lost + " It is not used until the program starts again.";
    if (properties.memoryPoolsSupported == 0 || properties.cooperativeLaunch == 0)
        return "It or its driver has no memory pools or no cooperative launches.";
    return capabilityProblem(properties.major, properties.minor, FRETSAW_OLDEST_GPU);
}

ComputeDevice describe(int index) {
    cudaDeviceProp properties{};
    const cudaError_t status = cudaGetDeviceProperties(&properties, index);
    if (status != cudaSuccess) {
        (void)cudaGetLastError();
        return missing("Device " + std::to_string(index) + " does not answer: " + cudaGetErrorString(status) +
                       ".");
    }
    ComputeDevice device;
    device.kind = ComputeDevice::Kind::Cuda;
    device.name = properties.name;
    device.capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    device.cores = properties.multiProcessorCount;
    device.memoryBytes = properties.totalGlobalMem;
    device.index = index;
    device.reason = whyUnusable(properties);
    device.usable = device.reason.empty();
    if (device.usable) device.reason = "It can be used.";
    return device;
}

}  // namespace

std::vector<ComputeDevice> nvidiaDevices() {
    int driver = 0, runtime = 0, count = 0;
    (void)cudaRuntimeGetVersion(&runtime);
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
    const std::string problem = driverProblem(driver, runtime);
    if (!problem.empty()) return {missing(problem)};

    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess && status != cudaErrorNoDevice) {
        (void)cudaGetLastError();
        return {
            missing(std::string("The NVIDIA driver does not answer: ") + cudaGetErrorString(status) + ".")};
    }
    if (count == 0) return {missing("There is an NVIDIA driver but no NVIDIA GPU.")};
    std::vector<ComputeDevice> devices;
    for (int index = 0; index < count; ++index) devices.push_back(describe(index));
    return devices;
}

}  // namespace fretsaw::cuda

namespace fretsaw {

std::uint64_t gpuMemoryBytes() noexcept {
    return cuda::deviceBytes();
}

}  // namespace fretsaw
