// An opened picture: upright pixels ready for the screen and the colour models, and what an exact export
// needs. No file is read here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/image/Image.h"

namespace fretsaw::io {

/// Immutable after loading; shared between threads.
struct Photo {
    /// Upright, converted to sRGB, straight alpha: what is shown and segmented. Never null.
    std::shared_ptr<const Image<Rgba8>> srgb;
    /// Upright pixels in the file's own colour space. Exactly one is set: source8 for files of up to 8 bits
    /// (the same object as srgb when no conversion was needed), source16 for deeper ones.
    std::shared_ptr<const Image<Rgba8>> source8;
    std::shared_ptr<const Image<Rgba16>> source16;
    std::vector<std::uint8_t> iccProfile;  ///< of the source pixels; empty: sRGB
    bool hasAlpha = false;                 ///< the file had an alpha channel or a transparent colour
    std::string path;                      ///< UTF-8, as given
    std::string format;                    ///< "jpeg", "png", …
    int fileChannels = 0;
    int fileBitsPerChannel = 0;
    int orientation = 1;      ///< EXIF value found in the file, already applied
    std::string colourSpace;  ///< for people: "sRGB", the profile's description, "CMYK (no profile)"
    std::vector<std::string> warnings;  ///< "The file is truncated: the lower part is missing.", …

    [[nodiscard]] Size size() const { return srgb->size(); }
};

}  // namespace fretsaw::io
