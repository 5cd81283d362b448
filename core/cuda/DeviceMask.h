// Masks that stay in device memory until somebody asks for them, one bit a pixel, and the order in time
// between the stream that made them, those who read them, and the end of their memory. Plain C++.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/cuda/Context.h"
#include "core/cuda/DeviceMemory.h"
#include "core/segment/Labels.h"

namespace fretsaw::cuda {

/// When device memory that other streams read may be read, and when it may be used for something else.
/// Any thread.
class ReadOrder {
public:
    /// What the context's stream has to do now is what makes the memory. Throws BackendError.
    explicit ReadOrder(const Context& context);
    /// The context's stream waits for all reads; the memory may then be freed in its order.
    ~ReadOrder();
    ReadOrder(const ReadOrder&) = delete;
    ReadOrder& operator=(const ReadOrder&) = delete;

    /// `stream`, of the same device, waits until the memory is made.
    void beginRead(CUstream_st* stream) const;
    /// What `stream` has to do now are reads. To be called after each beginRead(), also where a read failed.
    void endRead(CUstream_st* stream) const noexcept;
    /// Copies to host memory by a stream of its own, so that it waits for no other work. Returns when the
    /// bytes are there. Throws BackendError.
    void fetch(void* host, const void* device, std::size_t bytes) const;

private:
    struct Reader {
        CUstream_st* stream;
        CUevent_st* lastRead;
    };

    const Context& context_;
    CUevent_st* made_ = nullptr;
    mutable std::mutex mutex_;
    mutable std::vector<Reader> readers_;
};

/// Bits of a mask in device memory, for kernels: rows of whole words, the bits past the right edge are 0.
struct MaskBits {
    std::uint32_t* words = nullptr;
    Size size;
    int rowWords = 0;
};

/// A mask of 0 and 255 in device memory.
class DeviceMask final : public Mask {
public:
    /// The bits of `mask`, which lies in device memory and is made by what the context's stream has to do
    /// now. Throws OutOfMemory, BackendError.
    DeviceMask(std::shared_ptr<const Context> context, ImageView<const std::uint8_t> mask);

    [[nodiscard]] Size size() const override { return bits_.size; }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const std::uint8_t> view() const override;
    [[nodiscard]] std::uint8_t at(int x, int y) const override;

    [[nodiscard]] const Context& context() const { return *context_; }
    /// For what the context's stream does from now on, and for other streams between beginRead() and
    /// endRead() of order().
    [[nodiscard]] const MaskBits& bits() const { return bits_; }
    [[nodiscard]] const ReadOrder& order() const { return *order_; }
    /// The mask again, a byte a pixel, in the order of the context's stream.
    void writeTo(ImageView<std::uint8_t> mask) const;

private:
    std::shared_ptr<const Context> context_;  ///< outlives the words
    DeviceBuffer<std::uint32_t> words_;
    MaskBits bits_;
    std::unique_ptr<const ReadOrder> order_;  ///< ends before the words do
    mutable std::mutex fetching_;
    mutable Image<std::uint8_t> host_;  ///< empty: not fetched
};

}  // namespace fretsaw::cuda
