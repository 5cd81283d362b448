// Masks, cut-outs and plain pictures into files.
// Reading is in Load.cpp; how a file appears at once is in AtomicFile.
#include <algorithm>
#include <cctype>
#include <vector>

#include "core/image/Error.h"
#include "core/io/AtomicFile.h"
#include "core/io/ImageFile.h"
#include "core/io/PngWriter.h"

namespace fretsaw::io {
namespace {

constexpr std::uint8_t kHalf = 128;

bool endsWith(const std::string& path, const std::string& ending) {
    return path.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

bool isGreyProfile(const std::vector<std::uint8_t>& icc) {
    constexpr char kGrey[] = {'G', 'R', 'A', 'Y'};
    return icc.size() >= 20 && std::equal(kGrey, kGrey + 4, icc.begin() + 16);
}

std::uint8_t scaled(std::uint8_t alpha, std::uint8_t by) {
    return static_cast<std::uint8_t>((alpha * by + 127) / 255);
}
std::uint16_t scaled(std::uint16_t alpha, std::uint8_t by) {
    return static_cast<std::uint16_t>((static_cast<std::uint32_t>(alpha) * by + 127) / 255);
}

/// Rows of straight-alpha pixels, cut by the mask; grey profiles allow grey pixels only.
template <typename Pixel>
void writeCutout(PngWriter& png, ImageView<const Pixel> source, ImageView<const std::uint8_t> mask, bool grey,
                 const std::stop_token& stop) {
    using Sample = decltype(Pixel::r);
    std::vector<Sample> row(static_cast<std::size_t>(source.width()) * (grey ? 2 : 4));
    for (int y = 0; y < source.height() && !stop.stop_requested(); ++y) {
        auto out = row.begin();
        for (int x = 0; x < source.width(); ++x) {
            Pixel p = source(x, y);
            p.a = scaled(p.a, mask(x, y));
            if (p.a == 0) p = {0, 0, 0, 0};
            *out++ = p.r;
            if (!grey) *out++ = p.g, *out++ = p.b;
            *out++ = p.a;
        }
        png.writeRow(row.data());
    }
}

void saveRgbaPng(const std::string& path, ImageView<const Rgba8> pixels, const PngText& text) {
    bool opaque = true;
    for (int y = 0; opaque && y < pixels.height(); ++y)
        opaque =
            std::all_of(pixels.row(y), pixels.row(y) + pixels.width(), [](Rgba8 p) { return p.a == 255; });
    PngWriter png(path, {pixels.size(), opaque ? PngKind::Rgb : PngKind::Rgba, 8, {}, text});
    std::vector<std::uint8_t> row(static_cast<std::size_t>(pixels.width()) * (opaque ? 3 : 4));
    for (int y = 0; y < pixels.height(); ++y) {
        auto out = row.begin();
        for (int x = 0; x < pixels.width(); ++x) {
            const Rgba8 p = pixels(x, y);
            *out++ = p.r, *out++ = p.g, *out++ = p.b;
            if (!opaque) *out++ = p.a;
        }
        png.writeRow(row.data());
    }
    png.end();
    png.commit();
}

void savePpm(const std::string& path, ImageView<const Rgba8> pixels) {
    AtomicFile file(path);
    const std::string head =
        "P6\n" + std::to_string(pixels.width()) + " " + std::to_string(pixels.height()) + "\n255\n";
    file.write(reinterpret_cast<const std::uint8_t*>(head.data()), head.size());
    std::vector<std::uint8_t> row(static_cast<std::size_t>(pixels.width()) * 3);
    bool good = true;
    for (int y = 0; good && y < pixels.height(); ++y) {
        auto out = row.begin();
        for (int x = 0; x < pixels.width(); ++x) {
            const Rgba8 p = pixels(x, y);
            *out++ = p.r, *out++ = p.g, *out++ = p.b;
        }
        good = file.write(row.data(), row.size());
    }
    file.commit();
}

/// All of a PNG but putting it in place; stopped: it is not complete.
PngWriter maskAside(const std::string& path, ImageView<const std::uint8_t> mask, const PngText& text,
                    const std::stop_token& stop) {
    PngWriter png(path, {mask.size(), PngKind::Grey, 8, {}, text});
    std::vector<std::uint8_t> row(static_cast<std::size_t>(mask.width()));
    for (int y = 0; y < mask.height() && !stop.stop_requested(); ++y) {
        std::transform(mask.row(y), mask.row(y) + mask.width(), row.begin(),
                       [](std::uint8_t v) { return static_cast<std::uint8_t>(v >= kHalf ? 255 : 0); });
        png.writeRow(row.data());
    }
    if (!stop.stop_requested()) png.end();
    return png;
}

PngWriter cutoutAside(const std::string& path, const Photo& photo, ImageView<const std::uint8_t> mask,
                      const PngText& text, const std::stop_token& stop) {
    if (mask.size() != photo.size()) throw InvalidArgument("The mask has not the size of the photo.");
    const bool grey = isGreyProfile(photo.iccProfile), deep = photo.source16 != nullptr;
    PngWriter png(path, {photo.size(), grey ? PngKind::GreyAlpha : PngKind::Rgba, deep ? 16 : 8,
                         photo.iccProfile, text});
    if (deep) {
        writeCutout(png, photo.source16->view(), mask, grey, stop);
    } else {
        writeCutout(png, photo.source8->view(), mask, grey, stop);
    }
    if (!stop.stop_requested()) png.end();
    return png;
}

}  // namespace

void saveMask(const std::string& path, ImageView<const std::uint8_t> mask, const PngText& text) {
    maskAside(path, mask, text, {}).commit();
}

void saveCutout(const std::string& path, const Photo& photo, ImageView<const std::uint8_t> mask,
                const PngText& text) {
    cutoutAside(path, photo, mask, text, {}).commit();
}

bool saveResult(const std::string& maskPath, const std::string& cutoutPath, const Photo& photo,
                ImageView<const std::uint8_t> mask, const PngText& text, const std::stop_token& stop) {
    std::vector<PngWriter> aside;
    if (!maskPath.empty()) aside.push_back(maskAside(maskPath, mask, text, stop));
    if (!cutoutPath.empty()) aside.push_back(cutoutAside(cutoutPath, photo, mask, text, stop));
    if (stop.stop_requested()) return false;
    for (PngWriter& png : aside) png.commit();
    return true;
}

void saveRgba(const std::string& path, ImageView<const Rgba8> pixels, const PngText& text) {
    if (endsWith(path, ".ppm")) {
        savePpm(path, pixels);
    } else if (endsWith(path, ".png")) {
        saveRgbaPng(path, pixels, text);
    } else {
        throw IoError(path, "The name must end in .png or .ppm.");
    }
}

void checkWritable(const std::string& path) {
    const AtomicFile probe(path);
}

void writeFileAtomically(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    AtomicFile file(path);
    file.write(bytes.data(), bytes.size());
    file.commit();
}

}  // namespace fretsaw::io
