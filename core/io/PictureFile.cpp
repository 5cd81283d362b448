// Floats into levels or light, and on to the writer of the format.
// How a file appears at once is in AtomicFile.
#include "core/io/PictureFile.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/image/Error.h"
#include "core/io/AtomicFile.h"
#include "core/io/Colour.h"
#include "core/io/Decoder.h"
#include "core/io/PngWriter.h"
#include "core/pixel/Numbers.h"

namespace fretsaw::io {
namespace {

std::string endingOf(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

/// The inverse of the sRGB curve (IEC 61966-2-1), going on above 1.
float lightOf(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : pixel::power((srgb + 0.055f) / 1.055f, 2.4f);
}

}  // namespace

/// What every format does.
struct PictureWriter::Target {
    virtual ~Target() = default;
    virtual void write(ImageView<const Rgb32f> rows) = 0;
    virtual void commit() = 0;
};

namespace {

template <typename Level>
class PngPicture final : public PictureWriter::Target {
public:
    PngPicture(const std::string& path, const PictureFormat& format)
        : linear_(format.linear),
          png_(path, {format.size, PngKind::Rgb, 8 * sizeof(Level), {}, textOf(format)}),
          row_(static_cast<std::size_t>(format.size.width) * 3) {}

    void write(ImageView<const Rgb32f> rows) override {
        for (int y = 0; y < rows.height(); ++y) {
            auto out = row_.begin();
            for (int x = 0; x < rows.width(); ++x) {
                const Rgb32f p = rows(x, y);
                for (const float v : {p.r, p.g, p.b}) *out++ = level(v);
            }
            png_.writeRow(row_.data());
        }
    }
    void commit() override {
        png_.end();
        png_.commit();
    }

private:
    [[nodiscard]] Level level(float v) const {
        if (!linear_) return levelFrom<Level>(v);
        const std::uint16_t deep = encodeSrgb16(v);
        return sizeof(Level) == 2 ? static_cast<Level>(deep) : static_cast<Level>((deep + 128) / 257);
    }
    static PngText textOf(const PictureFormat& format) {
        PngText text{{"Software", format.software}};
        if (!format.description.empty()) text["Description"] = format.description;
        if (!format.recipe.empty()) text["Fretsaw recipe"] = format.recipe;
        return text;
    }

    bool linear_;
    PngWriter png_;
    std::vector<Level> row_;
};

class FloatPicture final : public PictureWriter::Target {
public:
    FloatPicture(const std::string& path, const std::string& writer, const PictureFormat& format)
        : path_(path), linear_(format.linear), file_(path) {
        std::string error;
        const std::string& text = format.recipe.empty() ? format.description : format.recipe;
        encoder_ = openEncoder(file_.aside(), writer, format.size, {format.software, text}, error);
        if (!encoder_) throw IoError(path_, "The picture could not be written. " + error);
    }

    void write(ImageView<const Rgb32f> rows) override {
        auto light = Image<Rgb32f>::uninitialized(rows.size());
        for (int y = 0; y < rows.height(); ++y)
            std::transform(rows.row(y), rows.row(y) + rows.width(), light.row(y), [&](Rgb32f p) {
                return linear_ ? p : Rgb32f{lightOf(p.r), lightOf(p.g), lightOf(p.b)};
            });
        if (!encoder_->writeRows(next_, next_ + rows.height(), &light.data()->r)) fail();
        next_ += rows.height();
    }
    void commit() override {
        if (!encoder_->finish()) fail();
        file_.commit();
    }

private:
    [[noreturn]] void fail() {
        throw IoError(path_, "The picture could not be written. " + encoder_->error());
    }

    std::string path_;
    bool linear_;
    int next_ = 0;
    AtomicFile file_;
    std::unique_ptr<Encoder> encoder_;
};

}  // namespace

bool isPictureName(const std::string& path) {
    const std::string ending = endingOf(path);
    return ending == ".png" || ending == ".tif" || ending == ".tiff" || ending == ".exr";
}

PictureWriter::PictureWriter(const std::string& path, const PictureFormat& format) {
    const std::string ending = endingOf(path);
    if (!isPictureName(path)) throw InvalidArgument("The name must end in .png, .tif, .tiff or .exr.");
    if (format.bits != 8 && format.bits != 16) throw InvalidArgument("A PNG has 8 or 16 bits a channel.");
    if (ending == ".exr") {
        target_ = std::make_unique<FloatPicture>(path, "openexr", format);
    } else if (ending != ".png") {
        target_ = std::make_unique<FloatPicture>(path, "tiff", format);
    } else if (format.bits == 16) {
        target_ = std::make_unique<PngPicture<std::uint16_t>>(path, format);
    } else {
        target_ = std::make_unique<PngPicture<std::uint8_t>>(path, format);
    }
}

PictureWriter::~PictureWriter() = default;
PictureWriter::PictureWriter(PictureWriter&&) noexcept = default;
PictureWriter& PictureWriter::operator=(PictureWriter&&) noexcept = default;

void PictureWriter::write(ImageView<const Rgb32f> rows) {
    target_->write(rows);
}

void PictureWriter::commit() {
    target_->commit();
}

}  // namespace fretsaw::io
