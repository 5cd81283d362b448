// Packs of red, green and blue as pixels in memory.
// No pixel maths here. Everything is the including file's own, as in Pack.h.
#pragma once

#include <utility>

#include "core/cpu/Pack.h"
#include "core/image/Rgb32f.h"

namespace fretsaw::cpu {
namespace {

/// kPackSize pixels. Float i of a pack of the result is channel (first + i) % 3 of pixel (first + i) / 3.
template <int kFirst, int... i>
Pack colours(const Pack rgb[3], std::integer_sequence<int, i...>) {
    const Pack redGreen = __builtin_shufflevector(
        rgb[0], rgb[1], ((kFirst + i) / 3 + ((kFirst + i) % 3 == 1 ? kPackSize : 0))...);
    return __builtin_shufflevector(redGreen, rgb[2],
                                   ((kFirst + i) % 3 == 2 ? kPackSize + (kFirst + i) / 3 : i)...);
}
/// The first `count` of them, all where there are more.
inline void storeColours(const Pack rgb[3], int count, Rgb32f* pixels) {
    if (count < kPackSize) {
        for (int i = 0; i < count; ++i) pixels[i] = {rgb[0][i], rgb[1][i], rgb[2][i]};
        return;
    }
    constexpr auto kLanes = std::make_integer_sequence<int, kPackSize>();
    float* const to = &pixels->r;
    storePack(to, colours<0>(rgb, kLanes));
    storePack(to + kPackSize, colours<kPackSize>(rgb, kLanes));
    storePack(to + 2 * kPackSize, colours<2 * kPackSize>(rgb, kLanes));
}

}  // namespace
}  // namespace fretsaw::cpu
