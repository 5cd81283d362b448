// Rows of pixels out of one file and into one: the seam between this room and OpenImageIO.
// No orientation, no colour, no alpha arithmetic: samples as the file's reader gives them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/image/Geometry.h"

namespace fretsaw::io {

/// How a decoder hands out samples. Deeper integers come as Uint16, all floating point as Float.
enum class Sample : std::uint8_t { Uint8, Uint16, Float };

struct DecodedLayout {
    Size size;
    int channels = 0;
    Sample sample = Sample::Uint8;
    int bitsPerChannel = 8;  ///< in the file
    int red = 0, green = 0, blue = 0,
        alpha = -1;                ///< channel numbers; grey: all three the same; alpha −1: none
    bool associatedAlpha = false;  ///< colours are multiplied by alpha
    bool cmyk = false;             ///< the first four channels are inks, full value = full ink
    bool linear = false;           ///< values are proportional to light
    int orientation = 1;           ///< as in the file, not applied
    int rowsAtOnce = 1;            ///< ask for multiples of this many rows
    std::vector<std::uint8_t> iccProfile;
};

class Decoder {
public:
    virtual ~Decoder() = default;
    [[nodiscard]] virtual const DecodedLayout& layout() const = 0;
    /// Rows yBegin … yEnd−1, channels interleaved. False: damaged, error() says why; the rows may be partly
    /// written. Never throws.
    virtual bool readRows(int yBegin, int yEnd, void* samples) = 0;
    [[nodiscard]] virtual std::string error() const = 0;
    /// What the reader complained about although it read on; empty: nothing.
    [[nodiscard]] virtual std::string remark() const = 0;
};

/// Opens `path` with OpenImageIO's reader of that name and no other. Null: `error` says why. Any thread.
[[nodiscard]] std::unique_ptr<Decoder> openDecoder(const std::string& path, const std::string& reader,
                                                   std::string& error);
/// Endings that the reader knows; empty where this OpenImageIO lacks the reader. Any thread.
[[nodiscard]] std::vector<std::string> readerExtensions(const std::string& reader);

/// Writes rows of floats, three channels interleaved, into one file. Not atomically.
class Encoder {
public:
    virtual ~Encoder() = default;
    /// The next rows. False: error() says why. Never throws.
    virtual bool writeRows(int yBegin, int yEnd, const float* rgb) = 0;
    /// After the last row. False: error() says why. Never throws.
    virtual bool finish() = 0;
    [[nodiscard]] virtual std::string error() const = 0;
};

/// What an encoder writes besides pixels, which are linear RGB.
struct EncodedText {
    std::string software, description;
};

/// Creates `path` with OpenImageIO's writer of that name, "tiff" or "openexr". Null: `error` says why.
[[nodiscard]] std::unique_ptr<Encoder> openEncoder(const std::string& path, const std::string& writer,
                                                   Size size, const EncodedText& text, std::string& error);

/// What the module that links OpenImageIO exports under the name kDecoderEntry; the functions above ask it.
struct DecoderModule {
    std::unique_ptr<Decoder> (*open)(const std::string& path, const std::string& reader, std::string& error);
    std::vector<std::string> (*extensions)(const std::string& reader);
    std::unique_ptr<Encoder> (*create)(const std::string& path, const std::string& writer, Size size,
                                       const EncodedText& text, std::string& error);
};
using DecoderEntry = const DecoderModule* (*)();
inline constexpr char kDecoderEntry[] = "fretsawDecoderModule";

}  // namespace fretsaw::io
