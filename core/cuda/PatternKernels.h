// Pixels of generated pictures and steps of simulations on the device.
// Plain C++ outside; the formulas are core/pixel's.
#pragma once

#include "core/cuda/Context.h"
#include "core/image/Geometry.h"
#include "core/image/Rgb32f.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::cuda {

/// Writes the pixels of `region` row by row without gaps. repeats: the picture is seamless; columns and rows
/// count modulo its size. pixels and the pattern's field: device memory.
void shadePixels(const Context& context, const pixel::Pattern& pattern, pixel::Kind kind, bool repeats,
                 Rect region, Rgb32f* pixels);

/// Two substances on a grid, in device memory: row y begins at y·stride.
struct ReactionPlanes {
    float *food, *eater;
};
/// One step of the whole grid, which is periodic.
void reactionStep(const Context& context, int width, int height, int stride, float feed, float kill,
                  ReactionPlanes now, ReactionPlanes next);

}  // namespace fretsaw::cuda
