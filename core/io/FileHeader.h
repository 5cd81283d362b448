// What the first bytes of a file say, read without any decoder: which format, and how large a picture.
// Decoding is elsewhere: this is what protects the decoders from bombs and from files that are not theirs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/image/Geometry.h"
#include "core/io/FileBytes.h"

namespace fretsaw::io {

/// The allowed formats. Anything else is refused.
enum class Format : std::uint8_t { Unknown, Jpeg, Png, Tiff, WebP, Bmp, Gif, Exr, Heif, Pnm, Raw };

/// "JPEG", "PNG", … for people.
[[nodiscard]] const char* displayName(Format format);
/// OpenImageIO's name of the reader: "jpeg", "png", …; also Photo::format.
[[nodiscard]] const char* readerName(Format format);

struct FileHeader {
    Format format = Format::Unknown;
    /// Largest picture that decoding would make, in pixels; {} where only the decoder can tell cheaply (TIFF,
    /// EXR, RAW: their readers decode nothing when they open a file).
    Size size;
    int bitsPerChannel = 0;  ///< HEIF and BMP; 0: ask the decoder
    bool cutShort = false;   ///< JPEG, WebP, PNM: the end is missing
    /// PNG and WebP, where OpenImageIO 2.4 passes over some blocks; 0: ask the decoder.
    int orientation = 0;
    bool bmpAlpha = false;                 ///< BMP: the header names an alpha channel
    bool straightTiff = false;             ///< TIFF: the alpha is not marked as associated
    bool inkJpeg = false;                  ///< JPEG with four inks
    std::vector<std::uint8_t> iccProfile;  ///< HEIF only: OpenImageIO does not give it
};

/// The format by its magic bytes; the ending of `path` only tells camera RAW from TIFF, which it is made of.
[[nodiscard]] FileHeader readHeader(const FileBytes& file, const std::string& path);

/// Endings of camera RAW files, lower case, without dot.
[[nodiscard]] const std::vector<std::string>& rawExtensions();

}  // namespace fretsaw::io
