// Masks between bytes and bits, and the events between the streams that make, read and free them.
// What a mask is of does not matter here.
#include "core/cuda/DeviceMask.h"

#include <array>
#include <cstring>
#include <utility>

#include "core/cuda/CudaCall.h"
#include "core/cuda/PixelAccess.cuh"

namespace fretsaw::cuda {
namespace {

/// A warp makes a word.
__global__ void packKernel(ImageView<const std::uint8_t> mask, MaskBits bits) {
    forPixels({0, 0, bits.rowWords * 32, bits.size.height}, [&](int x, int y, bool) {
        const unsigned word = __ballot_sync(kWholeWarp, x < bits.size.width && mask(x, y) != 0);
        if (x % 32 == 0) bits.words[static_cast<std::int64_t>(y) * bits.rowWords + x / 32] = word;
    });
}

__global__ void unpackKernel(MaskBits bits, ImageView<std::uint8_t> mask) {
    forPixels(mask.bounds(), [&](int x, int y, bool inside) {
        if (!inside) return;
        const std::uint32_t word = bits.words[static_cast<std::int64_t>(y) * bits.rowWords + x / 32];
        mask(x, y) = (word >> (x % 32) & 1) != 0 ? 255 : 0;
    });
}

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

/// Eight pixels for each byte of bits.
using Octets = std::array<std::array<std::uint8_t, 8>, 256>;

Octets makeOctets() {
    Octets octets;
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned i = 0; i < 8; ++i) octets[byte][i] = (byte >> i & 1) != 0 ? 255 : 0;
    return octets;
}

void unpackRow(const std::uint32_t* words, int width, std::uint8_t* row) {
    static const Octets octets = makeOctets();
    for (int x = 0; x < width; x += 8) {
        const auto& octet = octets[words[x / 32] >> (x % 32) & 255];
        std::memcpy(row + x, octet.data(), static_cast<std::size_t>(std::min(8, width - x)));
    }
}

}  // namespace

ReadOrder::ReadOrder(const Context& context) : context_(context) {
    context_.makeCurrent();
    made_ = makeEvent();
    try {
        FRETSAW_CUDA(cudaEventRecord(made_, context_.stream()));
    } catch (...) {
        FRETSAW_CUDA_LOG(cudaEventDestroy(made_));
        throw;
    }
}

ReadOrder::~ReadOrder() {
    FRETSAW_CUDA_LOG(cudaSetDevice(context_.device()));
    for (const Reader& reader : readers_) {
        FRETSAW_CUDA_LOG(cudaStreamWaitEvent(context_.stream(), reader.lastRead, 0));
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

void ReadOrder::fetch(void* host, const void* device, std::size_t bytes) const {
    context_.makeCurrent();
    const CopyStream stream;
    FRETSAW_CUDA(cudaStreamWaitEvent(stream.get(), made_, 0));
    FRETSAW_CUDA(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream.get()));
    FRETSAW_CUDA(cudaStreamSynchronize(stream.get()));
}

DeviceMask::DeviceMask(std::shared_ptr<const Context> context, ImageView<const std::uint8_t> mask)
    : context_(std::move(context)) {
    const Size size = mask.size();
    const int rowWords = (size.width + 31) / 32;
    words_ = DeviceBuffer<std::uint32_t>(*context_, static_cast<std::int64_t>(rowWords) * size.height);
    bits_ = {words_.data(), size, rowWords};
    launch(*context_, packKernel, blocksOverPixels(*context_, {0, 0, rowWords * 32, size.height}),
           kBlockThreads, mask, bits_);
    order_ = std::make_unique<const ReadOrder>(*context_);
}

ImageView<const std::uint8_t> DeviceMask::view() const {
    const std::lock_guard lock(fetching_);
    if (host_.empty()) {
        std::vector<std::uint32_t> words(static_cast<std::size_t>(words_.size()));
        order_->fetch(words.data(), words_.data(), words_.bytes());
        auto mask = Image<std::uint8_t>::uninitialized(bits_.size);
        for (int y = 0; y < mask.height(); ++y)
            unpackRow(words.data() + static_cast<std::int64_t>(y) * bits_.rowWords, mask.width(),
                      mask.row(y));
        host_ = std::move(mask);
    }
    return std::as_const(host_).view();
}

std::uint8_t DeviceMask::at(int x, int y) const {
    if (const std::unique_lock lock(fetching_, std::try_to_lock); lock && !host_.empty()) return host_(x, y);
    std::uint32_t word = 0;
    order_->fetch(&word, bits_.words + static_cast<std::int64_t>(y) * bits_.rowWords + x / 32, sizeof word);
    return (word >> (x % 32) & 1) != 0 ? 255 : 0;
}

void DeviceMask::writeTo(ImageView<std::uint8_t> mask) const {
    launch(*context_, unpackKernel, blocksOverPixels(*context_, mask.bounds()), kBlockThreads, bits_, mask);
}

}  // namespace fretsaw::cuda
