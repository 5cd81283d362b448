// Image files made byte by byte, for what no writer at hand can be told to write.
// Plain pictures come from OpenCV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/common/TemporaryFolder.h"

namespace fretsaw::test {

/// A TIFF entry. type: 1 byte, 2 text, 3 short, 4 long, 5 rational, 7 undefined, 10 signed rational (two
/// values each).
struct TiffEntry {
    int tag, type;
    std::vector<std::int64_t> values;
};

/// One directory and one strip. Size, strip place and length are added; `samples` is the strip as stored.
[[nodiscard]] Bytes tiff(int width, int height, bool bigEndian, std::vector<TiffEntry> entries,
                         const Bytes& samples);
/// 16-bit values in the file's byte order.
[[nodiscard]] Bytes shorts(const std::vector<int>& values, bool bigEndian);

/// A TIFF structure that says nothing but the orientation: what EXIF blocks hold.
[[nodiscard]] Bytes exif(int orientation);
/// The same file with an EXIF block.
[[nodiscard]] Bytes jpegWithExif(const Bytes& jpeg, int orientation);
[[nodiscard]] Bytes pngWithExif(const Bytes& png, int orientation);
[[nodiscard]] Bytes webpWithExif(const Bytes& webp, int width, int height, int orientation);

/// A PNG chunk with its checksum, and the file with it behind the header.
[[nodiscard]] Bytes pngChunk(const std::string& type, const Bytes& body);
[[nodiscard]] Bytes pngWithChunk(const Bytes& png, const Bytes& chunk);
/// Types of all chunks in order.
[[nodiscard]] std::vector<std::string> pngChunkTypes(const Bytes& png);

/// JPEG with an ICC profile in one APP2 segment.
[[nodiscard]] Bytes jpegWithProfile(const Bytes& jpeg, const Bytes& icc);

/// What heif-enc wrote, with a rotation by quarter turns counter-clockwise added to its picture.
[[nodiscard]] Bytes heicTurned(const Bytes& heic, int quarterTurns);

/// GIF with one frame of one colour on a canvas; the frame may be larger than the canvas.
[[nodiscard]] Bytes gif(int canvasWidth, int canvasHeight, int frameWidth, int frameHeight);

/// A camera RAW of one flat colour: 16-bit Bayer mosaic, RGGB.
[[nodiscard]] Bytes dng(int width, int height, int orientation, int red, int green, int blue);

}  // namespace fretsaw::test
