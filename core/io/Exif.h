// The orientation in a block of EXIF data.
// Where the block lies in a file is known elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fretsaw::io {

/// The value of the orientation tag of a TIFF structure of `count` bytes ("II*…" or "MM…"), whatever it is;
/// 0 where there is none. Reads nothing beyond the bytes.
[[nodiscard]] int exifOrientation(const std::uint8_t* bytes, std::size_t count);

}  // namespace fretsaw::io
