// Loads code through the runtime, so that nothing links the driver.
// Nothing is compiled here.
#include "core/cuda/LoadedKernel.h"

#include "core/cuda/CudaCall.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {

#if CUDART_VERSION >= 12080

LoadedKernel::LoadedKernel(const Context& context, const std::string& code, const char* name) {
    context.makeCurrent();
    FRETSAW_CUDA(cudaLibraryLoadData(&library_, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    try {
        FRETSAW_CUDA(cudaLibraryGetKernel(&kernel_, library_, name));
    } catch (...) {
        FRETSAW_CUDA_LOG(cudaLibraryUnload(library_));
        throw;
    }
}

LoadedKernel::~LoadedKernel() {
    FRETSAW_CUDA_LOG(cudaLibraryUnload(library_));
}

void LoadedKernel::launchOver(const Context& context, int width, int height, int side,
                              void** arguments) const {
    const auto blocks = [side](int length) { return static_cast<unsigned>((length + side - 1) / side); };
    const auto threads = static_cast<unsigned>(side);
    FRETSAW_CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(kernel_), {blocks(width), blocks(height), 1},
                                  {threads, threads, 1}, arguments, 0, context.stream()));
}

#else  // the runtime could not load code then

LoadedKernel::LoadedKernel(const Context&, const std::string&, const char*) {
    throw BackendError("This build's CUDA is older than 12.8 and cannot load compiled formulas.", false);
}
LoadedKernel::~LoadedKernel() = default;
void LoadedKernel::launchOver(const Context&, int, int, int, void**) const {}

#endif

}  // namespace fretsaw::cuda
