// Stands in for NvidiaDevices.cpp where the program was built without CUDA.
// The list says so instead of hiding it.
#include "core/cuda/NvidiaDevices.h"

namespace fretsaw::cuda {

std::vector<ComputeDevice> nvidiaDevices() {
    ComputeDevice device;
    device.kind = ComputeDevice::Kind::Cuda;
    device.name = "NVIDIA";
    device.reason = "This build has no CUDA support.";
    return {device};
}

}  // namespace fretsaw::cuda
