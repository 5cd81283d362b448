// Stands in for what needs CUDA where the program was built without it.
// Says so instead of hiding it.
#include "core/cuda/CudaBackend.h"
#include "core/cuda/CudaGenerator.h"
#include "core/cuda/GlInterop.h"
#include "core/cuda/NvidiaDevices.h"
#include "core/image/Error.h"

namespace fretsaw {

std::uint64_t gpuMemoryBytes() noexcept {
    return 0;
}

}  // namespace fretsaw

namespace fretsaw::cuda {

std::vector<ComputeDevice> nvidiaDevices() {
    ComputeDevice device;
    device.kind = ComputeDevice::Kind::Cuda;
    device.name = "NVIDIA";
    device.reason = "This build has no CUDA support.";
    return {device};
}

SegmentBackendFactory backendFactory(int) {
    return [](auto) -> std::unique_ptr<SegmentBackend> {
        throw BackendError("This build has no CUDA support.", false);
    };
}

std::unique_ptr<Generator> makeGenerator(int, GeneratorNews) {
    throw BackendError("This build has no CUDA support.", false);
}

std::unique_ptr<GlInterop> makeGlInterop(const Frame<std::uint8_t>&) {
    throw BackendError("This build has no CUDA support.", false);
}
std::unique_ptr<GlInterop> makeColourInterop(const Frame<Rgba8>&) {
    throw BackendError("This build has no CUDA support.", false);
}

}  // namespace fretsaw::cuda
