// Computed pictures into files, band by band: PNG with 8 or 16 bits, TIFF and OpenEXR with floats.
// Photos, masks and cut-outs are ImageFile.h's.
#pragma once

#include <memory>
#include <string>

#include "core/image/Image.h"
#include "core/image/Rgb32f.h"
#include "core/io/ImageFile.h"

namespace fretsaw::io {

struct PictureFormat {
    Size size;
    int bits = 8;         ///< 8 or 16, of a PNG; others hold floats
    bool linear = false;  ///< values are proportional to light; otherwise sRGB
    std::string software, description;
    std::string recipe;  ///< how to make it again; empty: nothing to say
};

/// Endings that PictureWriter knows: ".png", ".tif", ".tiff", ".exr".
[[nodiscard]] bool isPictureName(const std::string& path);

/// Writes aside and puts the file in place in commit(). Nothing is left behind where that is not reached.
/// PNG: levels of sRGB, limited to 0 … 1. TIFF and OpenEXR: floats proportional to light, not limited. The
/// recipe is the text "Fretsaw recipe" of a PNG, else the image description. Used by one thread.
class PictureWriter {
public:
    /// The format follows from the ending. Throws InvalidArgument (another ending, bits), IoError.
    PictureWriter(const std::string& path, const PictureFormat& format);
    ~PictureWriter();
    PictureWriter(PictureWriter&&) noexcept;
    PictureWriter& operator=(PictureWriter&&) noexcept;

    /// The next rows, as wide as the picture. Throws IoError, OutOfMemory.
    void write(ImageView<const Rgb32f> rows);
    /// After the last row. Throws IoError.
    void commit();

    struct Target;

private:
    std::unique_ptr<Target> target_;
};

}  // namespace fretsaw::io
