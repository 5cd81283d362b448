// Pixel grids: ImageView (borrowed, passed by value) and Image (owning, move-only).
// No file formats and no colour science here.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/image/Allocate.h"
#include "core/image/Geometry.h"

namespace fretsaw {

/// Straight-alpha pixel, 8 bits a channel.
struct Rgba8 {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    friend constexpr bool operator==(Rgba8, Rgba8) = default;
};

/// Straight-alpha pixel, 16 bits a channel, 65535 = full.
struct Rgba16 {
    std::uint16_t r = 0, g = 0, b = 0, a = 65535;
    friend constexpr bool operator==(Rgba16, Rgba16) = default;
};

/// A borrowed grid of pixels. Row y starts at data + y·stride; stride is in elements and at least width.
template <typename T>
class ImageView {
public:
    constexpr ImageView() = default;
    constexpr ImageView(T* data, Size size, std::ptrdiff_t stride)
        : data_(data), size_(size), stride_(stride) {}
    /// A view of mutable pixels is also a view of const ones.
    template <typename U>
    requires(std::is_same_v<const U, T>) constexpr ImageView(ImageView<U> o)
        : ImageView(o.data(), o.size(), o.stride()) {}  // NOLINT: implicit on purpose

    [[nodiscard]] constexpr T* data() const { return data_; }
    [[nodiscard]] constexpr Size size() const { return size_; }
    [[nodiscard]] constexpr int width() const { return size_.width; }
    [[nodiscard]] constexpr int height() const { return size_.height; }
    [[nodiscard]] constexpr std::ptrdiff_t stride() const { return stride_; }
    [[nodiscard]] constexpr bool empty() const { return size_.empty(); }
    [[nodiscard]] constexpr Rect bounds() const { return Rect::of(size_); }
    [[nodiscard]] constexpr T* row(int y) const {
        assert(y >= 0 && y < size_.height);
        return data_ + y * stride_;
    }
    [[nodiscard]] constexpr T& operator()(int x, int y) const {
        assert(x >= 0 && x < size_.width);
        return row(y)[x];
    }
    /// The part inside `r`, which must lie within bounds().
    [[nodiscard]] constexpr ImageView sub(Rect r) const {
        assert(r.empty() || r.intersected(bounds()) == r);
        return {data_ + r.y * stride_ + r.x, r.size(), stride_};
    }

private:
    T* data_ = nullptr;
    Size size_;
    std::ptrdiff_t stride_ = 0;
};

/// An owned grid of trivially copyable pixels, tightly packed. Moves; copies only by clone().
/// Published between threads as std::shared_ptr<const Image<T>>.
template <typename T>
class Image {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Image() = default;
    /// Every pixel becomes `fill`. Throws OutOfMemory.
    explicit Image(Size size, T fill = T{}) : size_(size), pixels_(size.area(), fill) {}

    /// Pixels with unspecified values. Throws OutOfMemory.
    [[nodiscard]] static Image uninitialized(Size size) {
        Image image;
        image.size_ = size;
        image.pixels_ = Buffer<T>::uninitialized(size.area());
        return image;
    }

    /// Throws OutOfMemory.
    [[nodiscard]] static Image copyOf(ImageView<const T> pixels) {
        Image copy = uninitialized(pixels.size());
        for (int y = 0; y < pixels.height(); ++y) std::copy_n(pixels.row(y), pixels.width(), copy.row(y));
        return copy;
    }
    [[nodiscard]] Image clone() const { return copyOf(view()); }

    [[nodiscard]] Size size() const { return size_; }
    [[nodiscard]] int width() const { return size_.width; }
    [[nodiscard]] int height() const { return size_.height; }
    [[nodiscard]] bool empty() const { return size_.empty(); }
    [[nodiscard]] Rect bounds() const { return Rect::of(size_); }
    [[nodiscard]] T* data() { return pixels_.data(); }
    [[nodiscard]] const T* data() const { return pixels_.data(); }
    [[nodiscard]] ImageView<T> view() { return {pixels_.data(), size_, size_.width}; }
    [[nodiscard]] ImageView<const T> view() const { return {pixels_.data(), size_, size_.width}; }
    [[nodiscard]] T* row(int y) { return view().row(y); }
    [[nodiscard]] const T* row(int y) const { return view().row(y); }
    [[nodiscard]] T& operator()(int x, int y) { return view()(x, y); }
    [[nodiscard]] const T& operator()(int x, int y) const { return view()(x, y); }

private:
    Size size_;
    Buffer<T> pixels_;
};

}  // namespace fretsaw
