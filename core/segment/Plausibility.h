// How little a mask looks like the object that a box was drawn around.
// Finds collapses, not leaks: not a score for people.
#pragma once

#include <cstdint>

#include "core/image/Image.h"

namespace fretsaw {

inline constexpr int kImplausibilityOne = 65536;

/// 0: nothing speaks against it. People draw boxes around objects, so that an object reaches all sides of its
/// box (a gap of more than 6 % counts), rarely runs along them (more than 25 % of the pixels within 2 px of a
/// side), and fills more than 15 % of it (the lack counts twice). In 1/kImplausibilityOne, each share
/// rounded down. Components (8-connected) of less than 1 % of the box do not count as reaching a side; sides
/// on the picture's border do not count as run along. box lies within the mask and is not empty.
[[nodiscard]] std::int64_t implausibility(ImageView<const std::uint8_t> mask, Rect box);

}  // namespace fretsaw
