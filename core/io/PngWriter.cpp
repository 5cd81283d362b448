// libpng behind a class. libpng reports errors by longjmp: the functions that it may leave that way hold no
// object with a destructor.
#include "core/io/PngWriter.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>

#include "core/image/Error.h"
#include "core/io/AtomicFile.h"

namespace fretsaw::io {
namespace {

// On photos level 2 with the filter Up makes files as small as libpng's own choice does in twice the time,
// and is five times as fast as level 6.
constexpr int kCompressionLevel = 2;

void onWrite(png_structp png, png_bytep bytes, png_size_t count) {
    auto* file = static_cast<AtomicFile*>(png_get_io_ptr(png));
    if (!file->write(bytes, count)) png_error(png, "write failed");
}
void onFlush(png_structp) {}
void onError(png_structp png, png_const_charp) {
    png_longjmp(png, 1);
}
void onWarning(png_structp, png_const_charp) {}

bool isAscii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 128; });
}

}  // namespace

struct PngWriter::State {
    explicit State(const std::string& filePath) : path(filePath), file(filePath) {}
    ~State() { png_destroy_write_struct(&png, &info); }

    bool writeHead(const PngFormat& format, png_text* text, int texts) {
        if (setjmp(png_jmpbuf(png)) != 0) return false;
        constexpr int kTypes[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA};
        png_set_write_fn(png, &file, onWrite, onFlush);
        // Profiles are embedded as they came: libpng's opinion of sRGB variants is no reason to fail.
        png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
        png_set_benign_errors(png, 1);
        png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_compression_level(png, kCompressionLevel);
        if (format.kind == PngKind::Grey)
            png_set_filter(png, 0, PNG_FILTER_NONE);  // flat areas: runs of bytes
        png_set_IHDR(png, info, static_cast<png_uint_32>(format.size.width),
                     static_cast<png_uint_32>(format.size.height), format.bits,
                     kTypes[static_cast<int>(format.kind)], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        if (!format.iccProfile.empty()) {
            png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, format.iccProfile.data(),
                         static_cast<png_uint_32>(format.iccProfile.size()));
        }
        if (texts > 0) png_set_text(png, info, text, texts);
        png_write_info(png, info);
        if (format.bits == 16) png_set_swap(png);  // PNG is big-endian, x86 is not
        return true;
    }
    bool writeRow(const void* samples) {
        if (setjmp(png_jmpbuf(png)) != 0) return false;
        png_write_row(png, static_cast<png_const_bytep>(samples));
        return true;
    }
    bool writeEnd() {
        if (setjmp(png_jmpbuf(png)) != 0) return false;
        png_write_end(png, nullptr);
        return true;
    }
    [[noreturn]] void fail() {
        file.commit();  // throws the system's reason where a write failed
        throw IoError(path, "The picture could not be written as PNG.");
    }

    std::string path;
    AtomicFile file;
    png_structp png = nullptr;
    png_infop info = nullptr;
};

PngWriter::PngWriter(const std::string& path, const PngFormat& format)
    : state_(std::make_unique<State>(path)) {
    State& s = *state_;
    s.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
    if (s.png != nullptr) s.info = png_create_info_struct(s.png);
    if (s.info == nullptr) throw OutOfMemory(sizeof(State));
    PngText copies = format.text;  // libpng wants mutable strings
    std::vector<png_text> text;
    for (auto& [keyword, value] : copies) {
        png_text t{};
        t.compression = isAscii(value) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        t.key = const_cast<char*>(keyword.c_str());
        t.text = value.data();
        (isAscii(value) ? t.text_length : t.itxt_length) = value.size();
        text.push_back(t);
    }
    if (!s.writeHead(format, text.data(), static_cast<int>(text.size()))) s.fail();
}

PngWriter::~PngWriter() = default;
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;

void PngWriter::writeRow(const void* samples) {
    if (!state_->writeRow(samples)) state_->fail();
}

void PngWriter::end() {
    if (!state_->writeEnd()) state_->fail();
}

void PngWriter::commit() {
    state_->file.commit();
}

}  // namespace fretsaw::io
