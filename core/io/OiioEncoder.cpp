// Creates one named writer of OpenImageIO and copies rows into it.
// No colour conversion, and no care for what lies at the path already.
#include "core/io/OiioEncoder.h"

#include <OpenImageIO/imageio.h>

#include <exception>

namespace fretsaw::io {
namespace {

constexpr int kChannels = 3;

class OiioEncoder final : public Encoder {
public:
    /// False: error() says why.
    bool open(const std::string& path, const std::string& writer, Size size, const EncodedText& text) {
        output_ = OIIO::ImageOutput::create(writer);
        if (!output_) {
            error_ = "This system's OpenImageIO cannot write it.";
            OIIO::geterror();
            return false;
        }
        OIIO::ImageSpec spec(size.width, size.height, kChannels, OIIO::TypeDesc::FLOAT);
        spec.attribute("compression", "zip");
        spec.attribute("oiio:ColorSpace", "Linear");
        spec.attribute("Software", text.software);
        spec.attribute("ImageDescription", text.description);
        return good(output_->open(path, spec));
    }

    bool writeRows(int yBegin, int yEnd, const float* rgb) override {
        try {
            return good(output_->write_scanlines(yBegin, yEnd, 0, OIIO::TypeDesc::FLOAT, rgb));
        } catch (const std::exception& e) {
            error_ = e.what();
            return false;
        }
    }

    bool finish() override {
        try {
            return good(output_->close());
        } catch (const std::exception& e) {
            error_ = e.what();
            return false;
        }
    }

    [[nodiscard]] std::string error() const override { return error_; }

private:
    bool good(bool done) {
        if (!done) error_ = output_->geterror();
        return done;
    }

    std::unique_ptr<OIIO::ImageOutput> output_;
    std::string error_;
};

}  // namespace

std::unique_ptr<Encoder> createEncoder(const std::string& path, const std::string& writer, Size size,
                                       const EncodedText& text, std::string& error) {
    auto encoder = std::make_unique<OiioEncoder>();
    try {
        if (encoder->open(path, writer, size, text)) return encoder;
        error = encoder->error();
    } catch (const std::exception& e) {
        error = e.what();
    }
    return nullptr;
}

}  // namespace fretsaw::io
