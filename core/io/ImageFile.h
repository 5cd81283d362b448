// Image files in and out, through OpenImageIO.
// The only header of this room that other rooms need for pixels.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/image/Rgb32f.h"
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

/// What the object of a composite stands before.
struct Backdrop {
    /// The rows from `top` on, into all of `rows`, which is as wide as the photo; sRGB 0 … 1. Asked for from
    /// the top down. False: stopped.
    std::function<bool(ImageView<Rgb32f> rows, int top)> render;
    std::string recipe;  ///< the text "Fretsaw recipe" of the file; empty: none
};

/// What is to be written of a cut; an empty path: not wanted.
struct ResultFiles {
    std::string mask, cutout;
    std::string composite;  ///< needs a Backdrop
};

/// Mask and cut-out as above, and the object before a backdrop; all or none: they are written aside, and put
/// in place when all are complete. False: stopped, nothing was written. Throws IoError, InvalidArgument, and
/// what the backdrop throws. The composite is an opaque PNG in the photo's colour space and depth, as the
/// cut-out; sRGB where its profile is grey. The pixels that are wholly kept are the file's own; all others
/// are mixed in sRGB, as on the screen.
bool saveResult(const ResultFiles& files, const Photo& photo, ImageView<const std::uint8_t> mask,
                const Backdrop& backdrop, const PngText& text, const std::stop_token& stop);

/// Opaque or alpha PNG (by `path` ending .png) or binary PPM (.ppm, alpha dropped) in sRGB. Throws IoError.
void saveRgba(const std::string& path, ImageView<const Rgba8> pixels, const PngText& text = {});

/// Throws IoError where `path` cannot be written, before long work is done for it. Leaves nothing behind.
void checkWritable(const std::string& path);

/// Writes bytes beside `path` and renames. Throws IoError with the system's reason; path is untouched then.
void writeFileAtomically(const std::string& path, const std::vector<std::uint8_t>& bytes);

}  // namespace fretsaw::io
