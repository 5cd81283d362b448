// Opens files and makes upright photos of them.
// Samples come from Decoder, sizes and formats from FileHeader, colours from Colour.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "core/image/Error.h"
#include "core/io/Colour.h"
#include "core/io/Decoder.h"
#include "core/io/FileHeader.h"
#include "core/io/ImageFile.h"
#include "core/io/InkJpeg.h"
#include "core/io/Orientation.h"
#include "core/io/Rows.h"

namespace fretsaw::io {
namespace {

constexpr double kDecodeShare = 0.8;  // of the progress; the rest is colour conversion
constexpr std::size_t kChunkBytes = 1 << 20;
constexpr int kMostDamagedChunks = 16;  // then the rest counts as missing: no hang on wrecks
constexpr Rgba8 kMissing8{128, 128, 128, 255};
constexpr Rgba16 kMissing16{32896, 32896, 32896, 65535};

void checkSize(const std::string& path, Size size, double maxMegapixels) {
    const double megapixels = static_cast<double>(size.area()) / 1e6;
    if (megapixels <= maxMegapixels) return;
    char text[256];
    std::snprintf(text, sizeof text,
                  "The picture has %d × %d pixels (%.3g megapixels), more than the limit of %g megapixels. "
                  "--max-megapixels raises the limit.",
                  size.width, size.height, megapixels, maxMegapixels);
    throw IoError(path, text);
}

/// A file whose header has been read and found small enough, and its decoder.
struct OpenedFile {
    FileHeader header;
    std::unique_ptr<Decoder> decoder;
    DecodedLayout layout;
};

OpenedFile openFile(const std::string& path, double maxMegapixels) {
    OpenedFile file;
    const FileBytes bytes(path);
    if (bytes.size() == 0) throw IoError(path, "The file is empty.");
    file.header = readHeader(bytes, path);
    if (file.header.format == Format::Unknown) {
        throw IoError(
            path,
            "This is not an image of a known format. JPEG, PNG, TIFF, WebP, BMP, GIF, PPM, OpenEXR, HEIC and "
            "camera RAW can be opened.");
    }
    checkSize(path, file.header.size, maxMegapixels);
    std::string error;
    file.decoder = file.header.inkJpeg ? openInkJpeg(path, error)
                                       : openDecoder(path, readerName(file.header.format), error);
    if (!file.decoder) {
        throw IoError(path, std::string("This ") + displayName(file.header.format) +
                                " file cannot be read (" + error + ").");
    }
    file.layout = file.decoder->layout();
    if (file.layout.size.empty()) throw IoError(path, "The picture has no pixels.");
    checkSize(path, file.layout.size, maxMegapixels);
    if (file.header.bitsPerChannel != 0) file.layout.bitsPerChannel = file.header.bitsPerChannel;
    if (file.header.orientation != 0) file.layout.orientation = file.header.orientation;
    if (!file.header.iccProfile.empty()) file.layout.iccProfile = file.header.iccProfile;
    if (file.header.straightTiff) file.layout.associatedAlpha = false;
    if (file.header.format == Format::Bmp && !file.header.bmpAlpha) file.layout.alpha = -1;
    if (!file.layout.iccProfile.empty()) file.layout.linear = false;
    return file;
}

bool isGrey(const DecodedLayout& layout) {
    return layout.channels < 3;
}

ColourModel modelOf(const std::vector<std::uint8_t>& icc) {
    const auto is = [&](const char* name) {
        return icc.size() >= 20 && std::equal(name, name + 4, icc.begin() + 16);
    };
    return is("GRAY") ? ColourModel::Grey : is("CMYK") ? ColourModel::Cmyk : ColourModel::Rgb;
}

std::size_t bytesOf(Sample sample) {
    return sample == Sample::Uint8 ? 1 : sample == Sample::Uint16 ? 2 : 4;
}

/// Hands every stored row that can be read to `take(samples, y)`. Returns how many rows are missing and, in
/// `reason`, why.
template <typename Take>
int readAllRows(OpenedFile& file, const Progress& progress, std::string& reason, const Take& take) {
    const DecodedLayout& layout = file.layout;
    const std::size_t rowBytes = static_cast<std::size_t>(layout.size.width) *
                                 static_cast<std::size_t>(layout.channels) * bytesOf(layout.sample);
    const int height = layout.size.height, unit = layout.rowsAtOnce;
    const int units =
        static_cast<int>(std::max<std::size_t>(1, kChunkBytes / (rowBytes * static_cast<std::size_t>(unit))));
    const int chunkRows = std::min(units * unit, (height + unit - 1) / unit * unit);
    const Format format = file.header.format;
    // One stream ends where it is damaged; strips and tiles are independent, and BMP is stored from the
    // bottom.
    const bool independent = format == Format::Tiff || format == Format::Exr || format == Format::Bmp;
    auto chunk = Buffer<std::uint8_t>::uninitialized(static_cast<std::int64_t>(rowBytes) * chunkRows);
    int missing = 0, damagedChunks = 0;
    for (int begin = 0; begin < height; begin += chunkRows) {
        const int end = std::min(height, begin + chunkRows);
        if (file.decoder->readRows(begin, end, chunk.data())) {
            for (int y = begin; y < end; ++y)
                take(chunk.data() + static_cast<std::size_t>(y - begin) * rowBytes, y);
        } else {
            reason = file.decoder->error();
            int good = 0;
            for (int y = begin; unit == 1 && y < end; ++y) {
                const bool read = file.decoder->readRows(y, y + 1, chunk.data());
                if (read) take(chunk.data(), y), ++good;
                if (!read && format != Format::Bmp) break;
            }
            missing += end - begin - good;
            if (!independent || ++damagedChunks == kMostDamagedChunks) return missing + height - end;
        }
        report(progress, kDecodeShare * end / height);
    }
    return missing;
}

/// The steps from an opened file to a Photo.
class Loader {
public:
    Loader(const std::string& path, OpenedFile file, const Progress& progress)
        : path_(path),
          file_(std::move(file)),
          upright_(file_.layout.size, file_.layout.orientation),
          progress_(progress) {}

    Photo run() {
        prepareColour();
        if (file_.layout.sample == Sample::Uint8) {
            source8_ = Image<Rgba8>(upright_.size(), kMissing8);
        } else {
            source16_ = Image<Rgba16>(upright_.size(), kMissing16);
        }
        decode();
        stretchTwelveBits();
        describe();
        convert();
        report(progress_, 1);
        return std::move(photo_);
    }

private:
    void warn(std::string text) { photo_.warnings.push_back(std::move(text)); }

    void prepareColour() {
        DecodedLayout& layout = file_.layout;
        photo_.colourSpace = layout.linear ? "linear light" : "sRGB";
        if (layout.cmyk) photo_.colourSpace = "CMYK (no profile)";
        if (layout.iccProfile.empty()) return;
        const ColourModel model = modelOf(layout.iccProfile);
        const bool fits = layout.cmyk
                              ? model == ColourModel::Cmyk
                              : model == ColourModel::Rgb || (isGrey(layout) && model == ColourModel::Grey);
        if (fits) toSrgb_ = ToSrgb(layout.iccProfile, model, layout.sample != Sample::Uint8);
        if (!toSrgb_.usable()) {
            warn("The colour profile in the file cannot be used; the colours are taken as sRGB.");
            return;
        }
        photo_.colourSpace = layout.cmyk ? "CMYK (" + toSrgb_.description() + ")" : toSrgb_.description();
        if (!layout.cmyk) photo_.iccProfile = layout.iccProfile;
    }

    void decode() {
        std::string reason;
        const int missing = file_.layout.sample == Sample::Uint8 ? decodeAs<std::uint8_t>(source8_, reason)
                            : file_.layout.sample == Sample::Uint16
                                ? decodeAs<std::uint16_t>(source16_, reason)
                                : decodeAs<float>(source16_, reason);
        const int height = file_.layout.size.height;
        if (missing == height)
            throw IoError(path_, "The file is damaged: nothing of the picture can be read (" + reason + ").");
        if (missing > 0) {
            warn("The file is damaged: " + std::to_string(missing) + " of " + std::to_string(height) +
                 " rows are missing and are shown grey.");
        } else if (file_.header.cutShort) {
            warn("The file is cut short: a part of the picture may be missing.");
        } else if (const std::string remark = file_.decoder->remark(); !remark.empty()) {
            warn("The file has errors; a part of the picture may be wrong (" + remark + ").");
        }
    }

    template <typename SampleType, typename Pixel>
    int decodeAs(Image<Pixel>& source, std::string& reason) {
        auto row = Buffer<Pixel>::uninitialized(file_.layout.size.width);
        return readAllRows(file_, progress_, reason, [&](const std::uint8_t* bytes, int y) {
            const auto* samples = reinterpret_cast<const SampleType*>(bytes);
            if constexpr (!std::is_same_v<SampleType, float>) {
                if (file_.layout.cmyk && toSrgb_.usable()) {
                    toSrgb_.convertInks(samples, file_.layout.channels, row.data(), file_.layout.size.width);
                } else if (file_.layout.cmyk) {
                    pixelsFromInks(samples, file_.layout, row.data());
                } else {
                    pixelsFrom(samples, file_.layout, row.data());
                }
            } else {
                pixelsFrom(samples, file_.layout, row.data());
            }
            upright_.placeRow<Pixel>(row.data(), y, source.view());
        });
    }

    /// Cameras and scanners put 12-bit values into 16-bit TIFF files unscaled, which would look black.
    void stretchTwelveBits() {
        constexpr std::uint16_t kTwelveBits = 4095;
        if (file_.header.format != Format::Tiff || file_.layout.sample != Sample::Uint16) return;
        Rgba16* const begin = source16_.data();
        Rgba16* const end = begin + source16_.size().area();
        const auto brightest = [](Rgba16 p) { return std::max({p.r, p.g, p.b}); };
        std::uint16_t most = 0;
        for (const Rgba16* p = begin; p != end && most <= kTwelveBits; ++p)
            most = std::max(most, brightest(*p));
        if (most == 0 || most > kTwelveBits) return;
        const auto stretch = [](std::uint16_t v) {
            return static_cast<std::uint16_t>((v * 65535U + kTwelveBits / 2U) / kTwelveBits);
        };
        for (Rgba16* p = begin; p != end; ++p) *p = {stretch(p->r), stretch(p->g), stretch(p->b), p->a};
        warn("The 16-bit values use 12 bits only; they were stretched to the full range.");
    }

    void describe() {
        const DecodedLayout& layout = file_.layout;
        photo_.path = path_;
        photo_.format = readerName(file_.header.format);
        photo_.hasAlpha = layout.alpha >= 0;
        photo_.fileChannels = layout.channels;
        photo_.fileBitsPerChannel = layout.bitsPerChannel;
        photo_.orientation = layout.orientation;
        if (layout.sample == Sample::Uint8 && layout.bitsPerChannel > 8) {
            warn("The picture has " + std::to_string(layout.bitsPerChannel) +
                 " bits a channel; it was read with 8.");
        }
    }

    void convert() {
        const bool convertColour = toSrgb_.usable() && !file_.layout.cmyk && !toSrgb_.isIdentity();
        if (file_.layout.sample == Sample::Uint8) {
            auto source = std::make_shared<const Image<Rgba8>>(std::move(source8_));
            photo_.srgb = source;
            if (convertColour) {
                photo_.srgb = converted(*source, [&](const Rgba8* from, Rgba8* to, int count) {
                    toSrgb_.convert(from, to, count);
                });
            }
            photo_.source8 = std::move(source);
            return;
        }
        auto source = std::make_shared<const Image<Rgba16>>(std::move(source16_));
        auto wide = Buffer<Rgba16>::uninitialized(convertColour ? source->width() : 0);
        photo_.srgb = converted(*source, [&](const Rgba16* from, Rgba8* to, int count) {
            if (convertColour) toSrgb_.convert(from, wide.data(), count);
            const Rgba16* const row = convertColour ? wide.data() : from;
            std::transform(row, row + count, to, [](Rgba16 p) { return to8Bits(p); });
        });
        photo_.source16 = std::move(source);
    }

    template <typename Pixel, typename Row>
    std::shared_ptr<const Image<Rgba8>> converted(const Image<Pixel>& source, const Row& convertRow) {
        auto image = std::make_shared<Image<Rgba8>>(source.size());
        for (int y = 0; y < source.height(); ++y) {
            convertRow(source.row(y), image->row(y), source.width());
            if (y % 64 == 0) report(progress_, kDecodeShare + (1 - kDecodeShare) * y / source.height());
        }
        return image;
    }

    std::string path_;
    OpenedFile file_;
    Upright upright_;
    const Progress& progress_;
    ToSrgb toSrgb_;
    Image<Rgba8> source8_;
    Image<Rgba16> source16_;
    Photo photo_;
};

}  // namespace

std::vector<std::string> readableExtensions() {
    std::vector<std::string> endings;
    for (const Format format : {Format::Jpeg, Format::Png, Format::Tiff, Format::WebP, Format::Bmp,
                                Format::Gif, Format::Exr, Format::Heif, Format::Pnm, Format::Raw}) {
        const auto known = readerExtensions(readerName(format));
        const auto add = [&](const std::string& ending) {
            if (std::find(known.begin(), known.end(), ending) != known.end()) endings.push_back(ending);
        };
        switch (format) {
            case Format::Jpeg:
                for (const char* e : {"jpg", "jpeg", "jpe", "jfif"}) add(e);
                break;
            case Format::Tiff:
                for (const char* e : {"tif", "tiff"}) add(e);
                break;
            case Format::Bmp:
                for (const char* e : {"bmp", "dib"}) add(e);
                break;
            case Format::Heif:
                for (const char* e : {"heic", "heif"}) add(e);
                break;
            case Format::Raw:
                for (const auto& e : rawExtensions()) add(e);
                break;
            case Format::Pnm:
                for (const char* e : {"ppm", "pgm"}) add(e);
                break;
            case Format::Exr:
                add("exr");
                break;
            default:
                add(readerName(format));
                break;
        }
    }
    return endings;
}

FileInfo readInfo(const std::string& path) {
    const OpenedFile file = openFile(path, LoadOptions{}.maxMegapixels);
    const DecodedLayout& layout = file.layout;
    FileInfo info;
    info.path = path;
    info.format = readerName(file.header.format);
    info.storedSize = layout.size;
    info.uprightSize = Upright(layout.size, layout.orientation).size();
    info.channels = layout.channels;
    info.bitsPerChannel = layout.bitsPerChannel;
    info.orientation = layout.orientation;
    info.hasAlpha = layout.alpha >= 0;
    info.hasIccProfile = !layout.iccProfile.empty();
    info.colourSpace = layout.linear ? "linear light" : layout.cmyk ? "CMYK" : "sRGB";
    if (info.hasIccProfile) {
        const ToSrgb profile(layout.iccProfile, modelOf(layout.iccProfile), false);
        info.colourSpace = profile.usable() ? profile.description() : "unusable colour profile";
    }
    return info;
}

Photo load(const std::string& path, const LoadOptions& options, const Progress& progress) {
    return Loader(path, openFile(path, options.maxMegapixels), progress).run();
}

GreyFile loadGrey(const std::string& path, const LoadOptions& options) {
    OpenedFile file = openFile(path, options.maxMegapixels);
    file.layout.iccProfile.clear();  // values are labels, not colours
    const bool grey = isGrey(file.layout);
    GreyFile result;
    result.fileChannels = file.layout.channels;
    result.fileBitsPerChannel = file.layout.bitsPerChannel;
    Photo photo = Loader(path, std::move(file), {}).run();
    result.warnings = std::move(photo.warnings);
    if (photo.hasAlpha) {
        result.warnings.push_back(path + ": The alpha channel is not used; the brightness of the pixels is.");
    }
    result.pixels = Image<std::uint8_t>(photo.size());
    std::transform(
        photo.srgb->data(), photo.srgb->data() + photo.size().area(), result.pixels.data(), [&](Rgba8 p) {
            constexpr int kRed = 77, kGreen = 150, kBlue = 29;  // Rec. 601 luma in 1/256
            return grey ? p.r
                        : static_cast<std::uint8_t>((kRed * p.r + kGreen * p.g + kBlue * p.b + 128) / 256);
        });
    return result;
}

}  // namespace fretsaw::io
