// Shrinks parts of the picture's planes by powers of two for textures of coarser levels.
// Pixels in, pixels out; no OpenGL here.
#pragma once

#include <cstdint>

#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// Average: every pixel of a block counts. Sample: the block's middle pixel stands for it, which is quick and
/// rough, for a first look at a big picture.
enum class Quality { Average, Sample };

/// Texels of a level (TileGrid): texel (x,y) stands for the image pixels x·2^level … (x+1)·2^level−1, and so
/// for y, as far as they exist. `texels` must lie within the level; `out` gets texels.area() values,
/// row-major. Colours come out multiplied by alpha, so that filtering never mixes in colours of invisible
/// pixels. Time grows with the image pixels covered (Average) or with the texels (Sample). Throws
/// OutOfMemory.
void reduceColours(ImageView<const Rgba8> image, int level, Rect texels, Quality quality, Rgba8* out);
void reduceMask(ImageView<const std::uint8_t> mask, int level, Rect texels, Quality quality,
                std::uint8_t* out);
/// A label of any pixel of the block shows, sure before probable, so that thin strokes never vanish.
void reduceLabels(ImageView<const Label> labels, int level, Rect texels, Quality quality, std::uint8_t* out);

}  // namespace fretsaw::ui
