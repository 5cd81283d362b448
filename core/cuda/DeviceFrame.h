// Frames that stay in device memory until somebody asks for them, and the order in time between the stream
// that made them, those who read them, and the end of their memory. Plain C++.
#pragma once

#include <atomic>
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

/// Pixels in device memory that are made and do not change any more.
template <typename T>
class DevicePixels {
public:
    /// image: made by what the context's stream has to do now. Throws BackendError.
    DevicePixels(std::shared_ptr<const Context> context, DeviceImage<T> image)
        : context_(std::move(context)), image_(std::move(image)), order_(context_) {}

    /// For what the context's stream does from now on, and for other streams between beginRead() and
    /// endRead() of order().
    [[nodiscard]] ImageView<T> view() const { return image_.view(); }
    [[nodiscard]] const ReadOrder& order() const { return order_; }

    void fetch(T* host, Rect part) const {
        const ImageView<const T> from = view().sub(part);
        order_.fetchRows(host, from.data(), static_cast<std::size_t>(from.stride()) * sizeof(T),
                         static_cast<std::size_t>(part.width) * sizeof(T),
                         static_cast<std::size_t>(part.height));
    }

private:
    std::shared_ptr<const Context> context_;  ///< outlives the pixels
    DeviceImage<T> image_;
    ReadOrder order_;  ///< ends before the pixels do
};

/// A frame in device memory, until it has to leave it.
template <typename T>
class DeviceFrame final : public Frame<T> {
public:
    explicit DeviceFrame(std::shared_ptr<const DevicePixels<T>> pixels)
        : size_(pixels->view().size()), pixels_(std::move(pixels)) {}

    [[nodiscard]] Size size() const override { return size_; }
    [[nodiscard]] bool isOnDevice() const override { return pixels() != nullptr; }
    [[nodiscard]] ImageView<const T> view() const override {
        const std::lock_guard lock(fetching_);
        if (host_.empty()) {
            Image<T> fetched(size_);
            pixels()->fetch(fetched.data(), this->bounds());
            host_ = std::move(fetched);
            isFetched_ = true;
        }
        return std::as_const(host_).view();
    }
    [[nodiscard]] T at(int x, int y) const override {
        const auto onDevice = pixels();
        if (isFetched_ || !onDevice) return view()(x, y);
        T pixel;
        onDevice->fetch(&pixel, {x, y, 1, 1});
        return pixel;
    }

    /// Null once it has left the device.
    [[nodiscard]] std::shared_ptr<const DevicePixels<T>> pixels() const {
        const std::lock_guard lock(leaving_);
        return pixels_;
    }
    /// Goes on in host memory; the device's is free as soon as nobody reads it. Any thread. Throws
    /// OutOfMemory, BackendError.
    void leaveDevice() {
        static_cast<void>(view());
        const std::lock_guard lock(leaving_);
        pixels_ = nullptr;
    }

private:
    Size size_;
    mutable std::mutex fetching_;  ///< held while pixels are copied
    mutable Image<T> host_;        ///< empty: not fetched
    mutable std::atomic<bool> isFetched_ = false;
    mutable std::mutex leaving_;
    std::shared_ptr<const DevicePixels<T>> pixels_;
};

}  // namespace fretsaw::cuda
