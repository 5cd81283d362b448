// Where two masks differ, as runs of pixels: what clean-up did to a cut, small enough for an undo record.
// No reasons for differences here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw {

/// Pixels begin … end−1 of row y.
struct Span {
    int y = 0, begin = 0, end = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// The pixels in which two masks of the same size differ, row by row.
struct MaskDelta {
    std::vector<Span> spans;
    friend bool operator==(const MaskDelta&, const MaskDelta&) = default;
    /// Memory of the spans.
    [[nodiscard]] std::size_t bytes() const { return spans.capacity() * sizeof(Span); }
};

/// std::nullopt: stopped.
[[nodiscard]] std::optional<MaskDelta> differenceOf(ImageView<const std::uint8_t> a,
                                                    ImageView<const std::uint8_t> b,
                                                    const std::stop_token& stop);
/// Makes one of two masks the other: 0 becomes 255 in the spans and 255 becomes 0. Returns by how much the
/// foreground grows. Throws InvalidArgument where a span leaves the mask.
std::int64_t flip(ImageView<std::uint8_t> mask, const MaskDelta& delta);

/// Smallest rectangle of the pixels of `where` that differ; the whole mask where there is no old one. Masks
/// on a device are not fetched for it: `where` itself, then.
[[nodiscard]] Rect changeOf(const Mask* oldMask, const Mask& newMask, Rect where);

}  // namespace fretsaw
