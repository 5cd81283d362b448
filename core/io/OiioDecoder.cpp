// Opens one named reader of OpenImageIO and copies rows out of it. With OiioEncoder.cpp it is a module of its
// own, loaded by DecoderModule.cpp on first use. No orientation, no colour conversion.
#include <OpenImageIO/imageio.h>

#include <exception>
#include <sstream>
#include <utility>

#include "core/io/Decoder.h"
#include "core/io/OiioEncoder.h"

namespace fretsaw::io {
namespace {

constexpr int kPhotometricSeparated = 5;  // TIFF: inks

OIIO::ImageSpec configFor(bool rawColour) {
    OIIO::ImageSpec config;
    config.attribute("oiio:UnassociatedAlpha", 1);
    if (rawColour) config.attribute("oiio:RawColor", 1);
    return config;
}

/// The first line of OpenImageIO's message that is an error, without the path, which our messages name
/// already.
std::string reasonIn(const std::string& message, const std::string& path) {
    std::istringstream lines(message);
    std::string line, reason;
    while (std::getline(lines, line)) {
        const bool warning = line.find("Corrupt JPEG data") != std::string::npos;
        if (reason.empty() || !warning) reason = line;
        if (!warning) break;
    }
    if (reason.rfind("JPEG error: ", 0) == 0) reason.erase(0, 12);
    const std::string named = " (\"" + path + "\")";
    const std::size_t at = reason.find(named);
    return at == std::string::npos ? reason : reason.erase(at, named.size());
}

int channelNamed(const OIIO::ImageSpec& spec, const char* name) {
    for (int i = 0; i < static_cast<int>(spec.channelnames.size()); ++i)
        if (spec.channelnames[static_cast<std::size_t>(i)] == name) return i;
    return -1;
}

/// The orientation only where it is a number: a PNG text of that name is not one.
int orientationOf(const OIIO::ImageSpec& spec) {
    const OIIO::ParamValue* value = spec.find_attribute("Orientation");
    const bool number = value != nullptr && value->type().basetype != OIIO::TypeDesc::STRING;
    return number ? value->get_int() : 1;
}

class OiioDecoder final : public Decoder {
public:
    /// False: error() says why.
    bool open(const std::string& path, const std::string& reader) {
        path_ = path;
        input_ = OIIO::ImageInput::create(reader);
        if (!input_) {
            error_ = "This system's OpenImageIO cannot read it.";
            OIIO::geterror();
            return false;
        }
        if (!input_->open(path, spec_, configFor(false))) return failed();
        cmyk_ = reader == "tiff" &&
                spec_.get_int_attribute("tiff:PhotometricInterpretation") == kPhotometricSeparated;
        if (cmyk_) {  // again, for the inks as they are
            input_->close();
            if (!input_->open(path, spec_, configFor(true))) return failed();
        }
        if (spec_.deep || spec_.depth > 1) {
            error_ = "Pictures with depth samples are not supported.";
            return false;
        }
        lenient_ = reader == "jpeg";
        rowByRow_ = reader == "tiff" && spec_.get_string_attribute("planarconfig") != "separate";
        describe(reader);
        return good(true);
    }

    [[nodiscard]] const DecodedLayout& layout() const override { return layout_; }
    [[nodiscard]] std::string error() const override { return error_; }
    [[nodiscard]] std::string remark() const override { return remark_; }

    bool readRows(int yBegin, int yEnd, void* samples) override {
        constexpr OIIO::TypeDesc::BASETYPE kTypes[] = {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16,
                                                       OIIO::TypeDesc::FLOAT};
        const OIIO::TypeDesc type = kTypes[static_cast<int>(layout_.sample)];
        const int y0 = spec_.y + yBegin, y1 = spec_.y + yEnd;
        try {
            if (spec_.tile_width > 0) {
                return good(input_->read_tiles(0, 0, spec_.x, spec_.x + spec_.width, y0, y1, 0, 1, 0,
                                               spec_.nchannels, type, samples));
            }
            // Many rows at once hide damage from the TIFF reader; planes apart would be decoded over and
            // over.
            const int step = rowByRow_ ? 1 : y1 - y0;
            const auto rowBytes = type.size() * static_cast<std::size_t>(spec_.width) *
                                  static_cast<std::size_t>(spec_.nchannels);
            for (int y = y0; y < y1; y += step) {
                auto* row = static_cast<std::uint8_t*>(samples) + rowBytes * static_cast<std::size_t>(y - y0);
                if (!good(input_->read_scanlines(0, 0, y, y + step, 0, 0, spec_.nchannels, type, row)))
                    return false;
            }
            return true;
        } catch (const std::exception& e) {
            error_ = e.what();
            return false;
        }
    }

private:
    /// What a read that says `read` really did: the JPEG reader leaves libjpeg's warnings, others mean it.
    bool good(bool read) {
        if (read && !input_->has_error()) return true;
        if (!read || !lenient_) return failed();
        remark_ = reasonIn(input_->geterror(), path_);
        return true;
    }

    bool failed() {
        error_ = reasonIn(input_->geterror(), path_);
        return false;
    }

    void describe(const std::string& reader) {
        const bool isFloat = spec_.format.is_floating_point();
        layout_.size = {spec_.width, spec_.height};
        layout_.channels = spec_.nchannels;
        layout_.sample = isFloat ? Sample::Float : spec_.format.size() > 1 ? Sample::Uint16 : Sample::Uint8;
        layout_.linear = isFloat;
        layout_.bitsPerChannel =
            spec_.get_int_attribute("oiio:BitsPerSample", static_cast<int>(spec_.format.size()) * 8);
        layout_.cmyk = cmyk_ && spec_.nchannels >= 4;
        layout_.alpha = channelNamed(spec_, "A");
        // WebP and OpenEXR hand out associated alpha whatever is asked for, TIFF where it is stored so.
        const bool straight = spec_.get_int_attribute("oiio:UnassociatedAlpha") != 0 || reader == "png" ||
                              reader == "bmp" || reader == "gif";
        layout_.associatedAlpha = layout_.alpha >= 0 && !straight;
        // libheif has already turned the picture.
        layout_.orientation = reader == "heif" ? 1 : orientationOf(spec_);
        layout_.rowsAtOnce = std::max(1, spec_.tile_height);
        const bool colour = spec_.nchannels >= 3;
        const int r = channelNamed(spec_, "R"), g = channelNamed(spec_, "G"), b = channelNamed(spec_, "B");
        layout_.red = colour && r >= 0 ? r : 0;
        layout_.green = !colour ? 0 : g >= 0 ? g : 1;
        layout_.blue = !colour ? 0 : b >= 0 ? b : 2;
        const OIIO::ParamValue* icc = spec_.find_attribute("ICCProfile");
        if (icc != nullptr && icc->type().basetype == OIIO::TypeDesc::UINT8) {
            const auto* bytes = static_cast<const std::uint8_t*>(icc->data());
            layout_.iccProfile.assign(bytes, bytes + icc->type().numelements());
        }
    }

    std::unique_ptr<OIIO::ImageInput> input_;
    OIIO::ImageSpec spec_;
    DecodedLayout layout_;
    std::string path_, error_, remark_;
    bool cmyk_ = false, lenient_ = false, rowByRow_ = false;
};

std::unique_ptr<Decoder> open(const std::string& path, const std::string& reader, std::string& error) {
    auto decoder = std::make_unique<OiioDecoder>();
    try {
        if (decoder->open(path, reader)) return decoder;
        error = decoder->error();
    } catch (const std::exception& e) {
        error = e.what();
    }
    return nullptr;
}

std::vector<std::string> extensions(const std::string& reader) {
    std::vector<std::string> endings;
    // "tiff:tif,tiff,…;jpeg:jpg,…"
    const std::string list = OIIO::get_string_attribute("extension_list");
    const std::size_t at = (";" + list).find(";" + reader + ":");
    if (at == std::string::npos) return endings;
    const std::size_t begin = at + reader.size() + 1, end = std::min(list.find(';', begin), list.size());
    for (std::size_t from = begin; from < end;) {
        const std::size_t comma = std::min(list.find(',', from), end);
        endings.push_back(list.substr(from, comma - from));
        from = comma + 1;
    }
    return endings;
}

}  // namespace
}  // namespace fretsaw::io

extern "C" __attribute__((visibility("default"))) const fretsaw::io::DecoderModule* fretsawDecoderModule() {
    static const fretsaw::io::DecoderModule kModule{&fretsaw::io::open, &fretsaw::io::extensions,
                                                    &fretsaw::io::createEncoder};
    return &kModule;
}
