// Copies and page-locked memory by the CUDA runtime.
// Allocation of device memory is the context's.
#include "core/cuda/DeviceMemory.h"

#include "core/cuda/CudaCall.h"
#include "core/image/Error.h"

namespace fretsaw::cuda {

void fillBytes(const Context& context, void* to, std::uint8_t value, std::uint64_t bytes) {
    if (bytes > 0) FRETSAW_CUDA(cudaMemsetAsync(to, value, bytes, context.stream()));
}

void fillRows(const Context& context, void* to, std::size_t stride, std::uint8_t value, std::size_t rowBytes,
              std::size_t rows) {
    if (rowBytes > 0 && rows > 0)
        FRETSAW_CUDA(cudaMemset2DAsync(to, stride, value, rowBytes, rows, context.stream()));
}

void copyBytes(const Context& context, void* to, const void* from, std::uint64_t bytes) {
    if (bytes > 0) FRETSAW_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, context.stream()));
}

void uploadRows(const Context& context, void* device, std::size_t deviceStride, const void* host,
                std::size_t hostStride, std::size_t rowBytes, std::size_t rows) {
    if (rowBytes == 0 || rows == 0) return;
    FRETSAW_CUDA(cudaMemcpy2DAsync(device, deviceStride, host, hostStride, rowBytes, rows,
                                   cudaMemcpyHostToDevice, context.stream()));
}

void downloadRows(const Context& context, void* host, std::size_t hostStride, const void* device,
                  std::size_t deviceStride, std::size_t rowBytes, std::size_t rows) {
    if (rowBytes == 0 || rows == 0) return;
    FRETSAW_CUDA(cudaMemcpy2DAsync(host, hostStride, device, deviceStride, rowBytes, rows,
                                   cudaMemcpyDeviceToHost, context.stream()));
}

void* allocatePinned(std::uint64_t bytes) {
    void* memory = nullptr;
    try {
        FRETSAW_CUDA(cudaMallocHost(&memory, bytes));
    } catch (const OutOfMemory&) {
        throw OutOfMemory(bytes);
    }
    return memory;
}

void freePinned(void* memory) noexcept {
    FRETSAW_CUDA_LOG(cudaFreeHost(memory));
}

}  // namespace fretsaw::cuda
