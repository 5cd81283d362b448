// Immutable pixels on their way from a backend to whoever shows or saves them, wherever they lie.
// Host memory is known here; devices derive from Frame in their own rooms.
#pragma once

#include <memory>
#include <utility>

#include "core/image/Image.h"

namespace fretsaw {

/// A finished grid of pixels, in host memory or in that of a device. Immutable and usable from any thread;
/// passed on as std::shared_ptr<const Frame<T>>.
template <typename T>
class Frame {
public:
    Frame() = default;
    virtual ~Frame() = default;
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    [[nodiscard]] virtual Size size() const = 0;
    [[nodiscard]] Rect bounds() const { return Rect::of(size()); }
    /// The pixels lie on a device: view() copies them, at first.
    [[nodiscard]] virtual bool isOnDevice() const { return false; }
    /// All pixels in host memory. What lies on a device is copied by the first call, which may take
    /// milliseconds; every later one returns the same view. Throws OutOfMemory, BackendError.
    [[nodiscard]] virtual ImageView<const T> view() const = 0;
    /// One pixel, without fetching the others. Throws BackendError.
    [[nodiscard]] virtual T at(int x, int y) const = 0;
};

/// A frame in host memory: nothing throws.
template <typename T>
class HostFrame final : public Frame<T> {
public:
    explicit HostFrame(Image<T> image) : image_(std::move(image)) {}
    [[nodiscard]] Size size() const override { return image_.size(); }
    [[nodiscard]] ImageView<const T> view() const override { return image_.view(); }
    [[nodiscard]] T at(int x, int y) const override { return image_(x, y); }

private:
    Image<T> image_;
};

template <typename T>
[[nodiscard]] std::shared_ptr<const HostFrame<T>> hostFrame(Image<T> image) {
    return std::make_shared<const HostFrame<T>>(std::move(image));
}

}  // namespace fretsaw
