// Frames that stay in device memory until somebody asks for them, and the order in time between the stream
// that made them, those who read them, and the end of their memory. Plain C++.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/cuda/Context.h"
#include "core/cuda/DeviceMemory.h"
#include "core/image/Frame.h"

namespace fretsaw::cuda {

/// When device memory that other streams read may be read, and when it may be used for something else.
/// Any thread.
class ReadOrder {
public:
    /// What the context's stream has to do now is what makes the memory. Throws BackendError.
    explicit ReadOrder(std::shared_ptr<const Context> context);
    /// The context's stream waits for all reads; the memory may then be freed in its order.
    ~ReadOrder();
    ReadOrder(const ReadOrder&) = delete;
    ReadOrder& operator=(const ReadOrder&) = delete;

    [[nodiscard]] const Context& context() const { return *context_; }
    /// `stream`, of the same device, waits until the memory is made.
    void beginRead(CUstream_st* stream) const;
    /// What `stream` has to do now are reads. To be called after each beginRead(), also where a read failed.
    void endRead(CUstream_st* stream) const noexcept;
    /// Rows of bytes to host memory, by a stream of its own, so that it waits for no other work. Returns when
    /// they are there. Throws BackendError.
    void fetchRows(void* host, const void* device, std::size_t deviceStride, std::size_t rowBytes,
                   std::size_t rows) const;

private:
    struct Reader {
        CUstream_st* stream;
        CUevent_st* lastRead;
    };

    std::shared_ptr<const Context> context_;
    CUevent_st* made_ = nullptr;
    mutable std::mutex mutex_;
    mutable std::vector<Reader> readers_;
};

/// A frame in device memory.
template <typename T>
class DeviceFrame final : public Frame<T> {
public:
    /// pixels: made by what the context's stream has to do now. Throws BackendError.
    DeviceFrame(std::shared_ptr<const Context> context, DeviceImage<T> pixels)
        : context_(std::move(context)), pixels_(std::move(pixels)), order_(context_) {}

    [[nodiscard]] Size size() const override { return pixels_.size(); }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const T> view() const override {
        const std::lock_guard lock(mutex_);
        if (host_.empty()) {
            Image<T> fetched(size());
            fetch(fetched.data(), this->bounds());
            host_ = std::move(fetched);
        }
        return std::as_const(host_).view();
    }
    [[nodiscard]] T at(int x, int y) const override {
        T pixel;
        fetch(&pixel, {x, y, 1, 1});
        return pixel;
    }

    /// For kernels and copies between beginRead() and endRead().
    [[nodiscard]] ImageView<const T> pixels() const { return pixels_.view(); }
    [[nodiscard]] const ReadOrder& order() const { return order_; }

private:
    void fetch(T* host, Rect part) const {
        const ImageView<const T> from = pixels().sub(part);
        order_.fetchRows(host, from.data(), static_cast<std::size_t>(from.stride()) * sizeof(T),
                         static_cast<std::size_t>(part.width) * sizeof(T),
                         static_cast<std::size_t>(part.height));
    }

    std::shared_ptr<const Context> context_;  ///< outlives the pixels
    DeviceImage<T> pixels_;
    ReadOrder order_;  ///< ends before the pixels do
    mutable std::mutex mutex_;
    mutable Image<T> host_;  ///< empty: not fetched
};

}  // namespace fretsaw::cuda
