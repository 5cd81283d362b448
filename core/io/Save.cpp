// Masks, cut-outs, composites and plain pictures into files.
// Reading is in Load.cpp; how a file appears at once is in AtomicFile.
#include <algorithm>
#include <cctype>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/image/Composite.h"
#include "core/image/Error.h"
#include "core/io/AtomicFile.h"
#include "core/io/Colour.h"
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

/// The rows of a composite: the photo's own pixels where nothing shows through, else the mixture in sRGB,
/// brought into the photo's colour space.
class CompositeRows {
public:
    CompositeRows(const Photo& photo, ImageView<const std::uint8_t> mask, bool inSrgb)
        : photo_(photo), mask_(mask), own_(!inSrgb), mixed_(static_cast<std::size_t>(photo.size().width)) {
        const bool isSrgb = photo.iccProfile.empty() || photo.source8 == photo.srgb;
        if (own_ && !isSrgb) fromSrgb_ = FromSrgb(photo.iccProfile);
    }

    /// Row y of the photo before `back`, three samples a pixel.
    template <typename Sample>
    void make(int y, const Rgb32f* back, std::vector<Sample>& out) {
        const Rgba8* front = photo_.srgb->row(y);
        const int width = photo_.size().width;
        for (int x = 0; x < width; ++x) {
            const Rgb32f c = composed(front[x], mask_(x, y), back[x]);
            mixed_[static_cast<std::size_t>(x)] = {levelFrom<std::uint16_t>(c.r),
                                                   levelFrom<std::uint16_t>(c.g),
                                                   levelFrom<std::uint16_t>(c.b), 65535};
        }
        fromSrgb_.convert(mixed_.data(), width);
        auto sample = out.begin();
        for (int x = 0; x < width; ++x) {
            const bool kept = mask_(x, y) == 255 && front[x].a == 255;
            if (kept && own_ && photo_.source16) {
                put((*photo_.source16)(x, y), sample);
            } else if (kept) {
                put(own_ ? (*photo_.source8)(x, y) : front[x], sample);
            } else {
                put(mixed_[static_cast<std::size_t>(x)], sample);
            }
        }
    }

private:
    template <typename Pixel, typename Iterator>
    static void put(Pixel p, Iterator& sample) {
        using Sample = std::remove_reference_t<decltype(*sample)>;
        for (const auto level : {p.r, p.g, p.b}) {
            if constexpr (sizeof(Sample) == sizeof level)
                *sample++ = level;
            else if constexpr (sizeof(Sample) == 1)
                *sample++ = to8Bits(level);
            else
                *sample++ = static_cast<Sample>(level * 257);
        }
    }

    const Photo& photo_;
    ImageView<const std::uint8_t> mask_;
    bool own_;  ///< in the photo's colour space, not in sRGB
    FromSrgb fromSrgb_;
    std::vector<Rgba16> mixed_;
};

template <typename Sample>
void writeComposite(PngWriter& png, CompositeRows& rows, const Backdrop& backdrop, Size size,
                    const std::stop_token& stop) {
    constexpr std::int64_t kBandPixels = 1 << 20;  // 12 MiB of floats
    const int most = static_cast<int>(std::clamp<std::int64_t>(kBandPixels / size.width, 1, size.height));
    auto band = Image<Rgb32f>::uninitialized({size.width, most});
    std::vector<Sample> row(static_cast<std::size_t>(size.width) * 3);
    for (int top = 0; top < size.height && !stop.stop_requested(); top += most) {
        const auto part = band.view().sub({0, 0, size.width, std::min(most, size.height - top)});
        if (!backdrop.render(part, top)) return;
        for (int y = 0; y < part.height(); ++y) {
            rows.make(top + y, part.row(y), row);
            png.writeRow(row.data());
        }
    }
}

PngWriter compositeAside(const std::string& path, const Photo& photo, ImageView<const std::uint8_t> mask,
                         const Backdrop& backdrop, PngText text, const std::stop_token& stop) {
    if (mask.size() != photo.size()) throw InvalidArgument("The mask has not the size of the photo.");
    const bool inSrgb = isGreyProfile(photo.iccProfile), deep = photo.source16 != nullptr;
    if (!backdrop.recipe.empty()) text["Fretsaw recipe"] = backdrop.recipe;
    PngWriter png(path, {photo.size(), PngKind::Rgb, deep ? 16 : 8,
                         inSrgb ? std::vector<std::uint8_t>() : photo.iccProfile, std::move(text)});
    CompositeRows rows(photo, mask, inSrgb);
    if (deep) {
        writeComposite<std::uint16_t>(png, rows, backdrop, photo.size(), stop);
    } else {
        writeComposite<std::uint8_t>(png, rows, backdrop, photo.size(), stop);
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

bool saveResult(const ResultFiles& files, const Photo& photo, ImageView<const std::uint8_t> mask,
                const Backdrop& backdrop, const PngText& text, const std::stop_token& stop) {
    std::vector<PngWriter> aside;
    if (!files.mask.empty()) aside.push_back(maskAside(files.mask, mask, text, stop));
    if (!files.cutout.empty()) aside.push_back(cutoutAside(files.cutout, photo, mask, text, stop));
    if (!files.composite.empty())
        aside.push_back(compositeAside(files.composite, photo, mask, backdrop, text, stop));
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
