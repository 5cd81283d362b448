// Differences between neighbouring pixels on the device: their sum over the picture, and edge weights.
// Plain C++ outside.
#pragma once

#include <cstdint>

#include "core/cuda/Context.h"
#include "core/image/Image.h"
#include "core/pixel/ColourSpace.h"
#include "core/pixel/EdgeWeight.h"

namespace fretsaw::cuda {

struct Grid;

struct ContrastSums {
    std::int64_t squares = 0;      ///< of the differences between neighbours, each pair once
    std::int64_t otherColour = 0;  ///< pixels that do not have the first pixel's r, g, b
};

/// Adds what the rows of `rows` (whole rows) and their neighbours to the right and below give to *sums, in
/// device memory. picture: in device memory, a pixel's bytes r, g, b, a in this order.
void addContrast(const Context& context, ImageView<const std::uint32_t> picture, pixel::ColourSpace space,
                 Rect rows, ContrastSums* sums);

/// Writes all edges of the pixels of `rows` (whole rows) into the graph, without flow.
void weighEdges(const Context& context, ImageView<const std::uint32_t> picture, pixel::ColourSpace space,
                const pixel::EdgeScale& scale, Rect rows, const Grid& grid);

}  // namespace fretsaw::cuda
