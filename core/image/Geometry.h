// Integer sizes and rectangles of pixel grids, row-major with the origin at the top left.
// No floating-point geometry here: that belongs to the viewport of the editor.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fretsaw {

/// Width and height of a pixel grid; both are 0 or more.
struct Size {
    int width = 0;
    int height = 0;

    [[nodiscard]] constexpr bool empty() const { return width <= 0 || height <= 0; }
    [[nodiscard]] constexpr std::int64_t area() const {
        return empty() ? 0 : static_cast<std::int64_t>(width) * height;
    }
    friend constexpr bool operator==(Size, Size) = default;
};

/// The pixels x … x+width−1, y … y+height−1. Negative sizes are allowed until normalized().
struct Rect {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    [[nodiscard]] static constexpr Rect of(Size size) { return {0, 0, size.width, size.height}; }
    [[nodiscard]] constexpr bool empty() const { return width <= 0 || height <= 0; }
    [[nodiscard]] constexpr Size size() const { return {width, height}; }
    [[nodiscard]] constexpr int right() const { return x + width; }    ///< one past the last column
    [[nodiscard]] constexpr int bottom() const { return y + height; }  ///< one past the last row
    [[nodiscard]] constexpr std::int64_t area() const { return size().area(); }
    [[nodiscard]] constexpr bool contains(int px, int py) const {
        return px >= x && px < right() && py >= y && py < bottom();
    }

    /// The same pixels with sizes that are not negative: (10,10,−4,2) covers columns 6…9.
    [[nodiscard]] constexpr Rect normalized() const {
        Rect r = *this;
        if (r.width < 0) r = {r.x + r.width, r.y, -r.width, r.height};
        if (r.height < 0) r = {r.x, r.y + r.height, r.width, -r.height};
        return r;
    }
    /// Common pixels of two normalized rectangles; {} where there are none.
    [[nodiscard]] constexpr Rect intersected(Rect o) const {
        const int left = std::max(x, o.x), top = std::max(y, o.y);
        const int w = std::min(right(), o.right()) - left, h = std::min(bottom(), o.bottom()) - top;
        return w > 0 && h > 0 ? Rect{left, top, w, h} : Rect{};
    }
    /// Smallest rectangle that holds both; an empty one adds nothing.
    [[nodiscard]] constexpr Rect united(Rect o) const {
        if (empty()) return o;
        if (o.empty()) return *this;
        const int left = std::min(x, o.x), top = std::min(y, o.y);
        return {left, top, std::max(right(), o.right()) - left, std::max(bottom(), o.bottom()) - top};
    }
    friend constexpr bool operator==(Rect, Rect) = default;
};

}  // namespace fretsaw
