// One PNG file, row by row, with exactly the chunks asked for.
// What the pixels mean is the caller's business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/image/Geometry.h"
#include "core/io/ImageFile.h"

namespace fretsaw::io {

enum class PngKind : std::uint8_t { Grey, GreyAlpha, Rgb, Rgba };

struct PngFormat {
    Size size;
    PngKind kind = PngKind::Rgba;
    int bits = 8;                          ///< 8 or 16 a channel
    std::vector<std::uint8_t> iccProfile;  ///< empty: none
    PngText text;
};

/// Writes aside and puts the file in place in commit(). Nothing is left behind where that is not reached.
class PngWriter {
public:
    /// Throws IoError, OutOfMemory.
    PngWriter(const std::string& path, const PngFormat& format);
    ~PngWriter();
    PngWriter(PngWriter&&) noexcept;
    PngWriter& operator=(PngWriter&&) noexcept;

    /// The next row; 16-bit samples in the machine's byte order. Throws IoError.
    void writeRow(const void* samples);
    /// After the last row: the file is complete, but still aside. Throws IoError.
    void end();
    /// After end(): puts the file in place. Throws IoError.
    void commit();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace fretsaw::io
