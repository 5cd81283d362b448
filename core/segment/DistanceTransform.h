// Exact Euclidean distances on a pixel grid.
// What distances are good for is told elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/image/Image.h"

namespace fretsaw {

/// For each pixel the squared distance, in pixels, to the nearest one whose value is not 0; in time linear in
/// the pixels (Meijster, Roerdink, Hesselink 2000). Of a grid without such a pixel the values are
/// (width + height)² or more. Throws OutOfMemory. std::nullopt: stopped.
[[nodiscard]] std::optional<Image<std::int64_t>> squaredDistances(ImageView<const std::uint8_t> set,
                                                                  const std::stop_token& stop);

}  // namespace fretsaw
