// Events between the streams that make, read and free a frame.
// What is in the memory does not matter here.
#include "core/cuda/DeviceFrame.h"

#include "core/cuda/CudaCall.h"

namespace fretsaw::cuda {
namespace {

/// A stream for one copy.
class CopyStream {
public:
    CopyStream() { FRETSAW_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~CopyStream() { FRETSAW_CUDA_LOG(cudaStreamDestroy(stream_)); }
    CopyStream(const CopyStream&) = delete;
    CopyStream& operator=(const CopyStream&) = delete;
    [[nodiscard]] cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

cudaEvent_t makeEvent() {
    cudaEvent_t event = nullptr;
    FRETSAW_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
}

}  // namespace

ReadOrder::ReadOrder(std::shared_ptr<const Context> context) : context_(std::move(context)) {
    context_->makeCurrent();
    made_ = makeEvent();
    try {
        FRETSAW_CUDA(cudaEventRecord(made_, context_->stream()));
    } catch (...) {
        FRETSAW_CUDA_LOG(cudaEventDestroy(made_));
        throw;
    }
}

ReadOrder::~ReadOrder() {
    FRETSAW_CUDA_LOG(cudaSetDevice(context_->device()));
    for (const Reader& reader : readers_) {
        FRETSAW_CUDA_LOG(cudaStreamWaitEvent(context_->stream(), reader.lastRead, 0));
        FRETSAW_CUDA_LOG(cudaEventDestroy(reader.lastRead));
    }
    FRETSAW_CUDA_LOG(cudaEventDestroy(made_));
}

void ReadOrder::beginRead(CUstream_st* stream) const {
    FRETSAW_CUDA(cudaStreamWaitEvent(stream, made_, 0));
    const std::lock_guard lock(mutex_);
    for (const Reader& reader : readers_)
        if (reader.stream == stream) return;
    readers_.push_back({stream, makeEvent()});
}

void ReadOrder::endRead(CUstream_st* stream) const noexcept {
    const std::lock_guard lock(mutex_);
    for (const Reader& reader : readers_)
        if (reader.stream == stream) FRETSAW_CUDA_LOG(cudaEventRecord(reader.lastRead, stream));
}

void ReadOrder::fetchRows(void* host, const void* device, std::size_t deviceStride, std::size_t rowBytes,
                          std::size_t rows) const {
    context_->makeCurrent();
    const CopyStream stream;
    FRETSAW_CUDA(cudaStreamWaitEvent(stream.get(), made_, 0));
    FRETSAW_CUDA(cudaMemcpy2DAsync(host, rowBytes, device, deviceStride, rowBytes, rows,
                                   cudaMemcpyDeviceToHost, stream.get()));
    FRETSAW_CUDA(cudaStreamSynchronize(stream.get()));
}

}  // namespace fretsaw::cuda
