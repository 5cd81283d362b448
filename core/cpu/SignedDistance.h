// Exact Euclidean distances to the outline of a mask.
// What distances are good for is told elsewhere.
#pragma once

#include <optional>
#include <stop_token>

#include "core/cpu/Parallel.h"
#include "core/image/Image.h"

namespace fretsaw::cpu {

/// For each pixel the distance, in pixels, from its middle to the nearest pixel of the other kind, less one
/// half: so that it is 0 on the outline between the two. Negative inside, where the mask is 128 or more.
/// Without an outline: width + height, negative where all is inside. In time linear in the pixels
/// (Felzenszwalb and Huttenlocher 2012). Throws OutOfMemory. std::nullopt: stopped.
[[nodiscard]] std::optional<Image<float>> signedDistances(ImageView<const std::uint8_t> mask,
                                                          const Parallel& parallel,
                                                          const std::stop_token& stop);

/// The same in half shorter sides of the mask, as formulas see it.
[[nodiscard]] std::optional<Image<float>> outlineDistances(ImageView<const std::uint8_t> mask,
                                                           const Parallel& parallel,
                                                           const std::stop_token& stop);

}  // namespace fretsaw::cpu
