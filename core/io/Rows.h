// Decoded samples into pixels: grey to colour, depth, associated to straight alpha.
// No files, no profiles.
#pragma once

#include <cstdint>

#include "core/image/Image.h"
#include "core/io/Decoder.h"

namespace fretsaw::io {

/// One row of `layout.size.width` pixels. Integer samples go to pixels of their own depth, floats to 16 bits:
/// with layout.linear through the sRGB curve, else full range. Not for CMYK.
void pixelsFrom(const std::uint8_t* samples, const DecodedLayout& layout, Rgba8* row);
void pixelsFrom(const std::uint16_t* samples, const DecodedLayout& layout, Rgba16* row);
void pixelsFrom(const float* samples, const DecodedLayout& layout, Rgba16* row);

/// Inks without a profile: each ink takes its share of the light, black all of it.
void pixelsFromInks(const std::uint8_t* samples, const DecodedLayout& layout, Rgba8* row);
void pixelsFromInks(const std::uint16_t* samples, const DecodedLayout& layout, Rgba16* row);

}  // namespace fretsaw::io
