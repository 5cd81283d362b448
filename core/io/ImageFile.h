// Image files in and out, through OpenImageIO.
// The only header of this room that other rooms need for pixels.
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/io/Photo.h"

namespace fretsaw::io {

struct LoadOptions {
    double maxMegapixels = 512;  ///< larger pictures are refused before memory is taken for them
};

/// What the header of a file says; nothing is decoded.
struct FileInfo {
    std::string path, format;
    Size storedSize;   ///< as in the file
    Size uprightSize;  ///< after the orientation
    int channels = 0, bitsPerChannel = 0, orientation = 1;
    bool hasAlpha = false, hasIccProfile = false;
    std::string colourSpace;
};

/// Endings (without dot, lower case) of files that load() accepts on this machine: "jpg", "png", …
[[nodiscard]] std::vector<std::string> readableExtensions();

/// Throws IoError: missing, not one of the allowed formats, broken header.
[[nodiscard]] FileInfo readInfo(const std::string& path);

/// Reads, turns upright and converts. Formats are told by their first bytes, never by probing others.
/// Throws IoError with a reason for people, OutOfMemory. Any thread. path is UTF-8.
[[nodiscard]] Photo load(const std::string& path, const LoadOptions& options = {},
                         const Progress& progress = {});

/// Reads one 8-bit grey plane without any colour conversion, for label and mask files: grey as it is, colour
/// by its luma, orientation applied. Alpha is not used, and a warning says so. Throws IoError.
struct GreyFile {
    Image<std::uint8_t> pixels;
    int fileChannels = 0, fileBitsPerChannel = 0;
    std::vector<std::string> warnings;
};
[[nodiscard]] GreyFile loadGrey(const std::string& path, const LoadOptions& options = {});

/// Text that goes into a PNG: keyword → value, Latin-1 safe.
using PngText = std::map<std::string, std::string>;

/// 8-bit, one channel, only 0 and 255, no gamma, no profile. Written aside, then renamed: the file is either
/// complete or as it was. Throws IoError.
void saveMask(const std::string& path, ImageView<const std::uint8_t> mask, const PngText& text = {});

/// Straight-alpha PNG in the photo's own colour space and depth (8 or 16 bits), profile embedded. Alpha is
/// the mask times the photo's own alpha; colours under alpha 0 are zero. Throws IoError, InvalidArgument.
void saveCutout(const std::string& path, const Photo& photo, ImageView<const std::uint8_t> mask,
                const PngText& text = {});

/// Mask and cut-out as above, both or neither (an empty path: not wanted): they are written aside, and put in
/// place when both are complete. False: stopped, nothing was written. Throws IoError, InvalidArgument.
bool saveResult(const std::string& maskPath, const std::string& cutoutPath, const Photo& photo,
                ImageView<const std::uint8_t> mask, const PngText& text, const std::stop_token& stop);

/// Opaque or alpha PNG (by `path` ending .png) or binary PPM (.ppm, alpha dropped) in sRGB. Throws IoError.
void saveRgba(const std::string& path, ImageView<const Rgba8> pixels, const PngText& text = {});

/// Throws IoError where `path` cannot be written, before long work is done for it. Leaves nothing behind.
void checkWritable(const std::string& path);

/// Writes bytes beside `path` and renames. Throws IoError with the system's reason; path is untouched then.
void writeFileAtomically(const std::string& path, const std::vector<std::uint8_t>& bytes);

}  // namespace fretsaw::io
