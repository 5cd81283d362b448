// Comparing and flipping runs.
// One thread: masks are compared when a person lets go, not while painting.
#include "core/segment/MaskDelta.h"

#include <algorithm>

#include "core/image/Error.h"

namespace fretsaw {

std::optional<MaskDelta> differenceOf(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b,
                                      const std::stop_token& stop) {
    MaskDelta delta;
    for (int y = 0; y < a.height(); ++y) {
        if (stop.stop_requested()) return std::nullopt;
        const std::uint8_t *one = a.row(y), *other = b.row(y), *end = one + a.width();
        for (const std::uint8_t* at = one;;) {
            const auto [from, beside] = std::mismatch(at, end, other + (at - one));
            if (from == end) break;
            at = std::mismatch(from, end, beside, [](auto p, auto q) { return p != q; }).first;
            delta.spans.push_back({y, static_cast<int>(from - one), static_cast<int>(at - one)});
        }
    }
    delta.spans.shrink_to_fit();
    return delta;
}

std::int64_t flip(ImageView<std::uint8_t> mask, const MaskDelta& delta) {
    std::int64_t gained = 0;
    for (const Span& span : delta.spans) {
        if (span.y < 0 || span.y >= mask.height() || span.begin < 0 || span.end > mask.width())
            throw InvalidArgument("The record of a clean-up belongs to a picture of another size.");
        for (std::uint8_t *at = mask.row(span.y) + span.begin, *end = mask.row(span.y) + span.end; at < end;
             ++at) {
            *at = static_cast<std::uint8_t>(~*at);
            gained += *at != 0 ? 1 : -1;
        }
    }
    return gained;
}

Rect changeOf(const Mask* oldMask, const Mask& newMask, Rect where) {
    if (oldMask == nullptr) return newMask.bounds();
    if (oldMask->isOnDevice() || newMask.isOnDevice()) return where;
    const ImageView<const std::uint8_t> old = oldMask->view(), now = newMask.view();
    Rect box;
    for (int y = where.y; y < where.bottom(); ++y) {
        const std::uint8_t *a = old.row(y) + where.x, *aEnd = a + where.width, *b = now.row(y) + where.x;
        const auto first = std::mismatch(a, aEnd, b).first;
        if (first == aEnd) continue;
        const auto left = static_cast<int>(first - a);
        int right = where.width;
        while (a[right - 1] == b[right - 1]) --right;
        box = box.united({where.x + left, y, right - left, 1});
    }
    return box;
}

}  // namespace fretsaw
