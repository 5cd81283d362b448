// libjpeg behind Decoder. libjpeg reports errors by a function that must not return: the functions that it
// may leave by longjmp hold no object with a destructor.
#include "core/io/InkJpeg.h"

// jpeglib.h needs FILE.
#include <cstdio>
// After it.
#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>

#include "core/io/Exif.h"

namespace fretsaw::io {
namespace {

constexpr int kInks = 4;

struct ErrorManager {
    jpeg_error_mgr base{};  // first: libjpeg hands back a pointer to it
    std::jmp_buf leave{};
    char message[JMSG_LENGTH_MAX] = "";
    bool warned = false;
};

ErrorManager& managerOf(j_common_ptr info) {
    return *reinterpret_cast<ErrorManager*>(info->err);
}

[[noreturn]] void onError(j_common_ptr info) {
    ErrorManager& manager = managerOf(info);
    manager.base.format_message(info, manager.message);
    std::longjmp(manager.leave, 1);
}
void onMessage(j_common_ptr info, int level) {
    ErrorManager& manager = managerOf(info);
    if (level >= 0 || manager.warned) return;  // traces; the first warning says most
    manager.warned = true;
    manager.base.format_message(info, manager.message);
}
void onOutput(j_common_ptr) {}

class InkJpeg final : public Decoder {
public:
    ~InkJpeg() override {
        jpeg_destroy_decompress(&info_);
        if (file_ != nullptr) std::fclose(file_);
    }

    bool open(const std::string& path) {
        file_ = std::fopen(path.c_str(), "rbe");
        info_.err = jpeg_std_error(&errors_.base);
        errors_.base.error_exit = onError;
        errors_.base.emit_message = onMessage;
        errors_.base.output_message = onOutput;
        if (file_ == nullptr || !start()) return false;
        layout_.size = {static_cast<int>(info_.output_width), static_cast<int>(info_.output_height)};
        layout_.channels = kInks;
        layout_.cmyk = true;
        for (jpeg_saved_marker_ptr m = info_.marker_list; m != nullptr; m = m->next) {
            constexpr unsigned kTiff = 6;  // behind "Exif\0\0"
            const bool exif = m->marker == JPEG_APP0 + 1 && m->data_length > kTiff &&
                              std::equal(m->data, m->data + 4, "Exif");
            if (exif) layout_.orientation = exifOrientation(m->data + kTiff, m->data_length - kTiff);
        }
        JOCTET* profile = nullptr;
        unsigned profileBytes = 0;
        if (jpeg_read_icc_profile(&info_, &profile, &profileBytes) != FALSE) {
            layout_.iccProfile.assign(profile, profile + profileBytes);
        }
        std::free(profile);
        inverted_ = info_.saw_Adobe_marker != FALSE;  // Adobe's programs store light, not ink
        return true;
    }

    [[nodiscard]] const DecodedLayout& layout() const override { return layout_; }
    [[nodiscard]] std::string error() const override { return errors_.message; }
    [[nodiscard]] std::string remark() const override { return errors_.warned ? errors_.message : ""; }

    /// libjpeg reads forwards only: after a damaged row nothing more comes.
    bool readRows(int yBegin, int yEnd, void* samples) override {
        auto* row = static_cast<std::uint8_t*>(samples);
        const std::ptrdiff_t rowBytes = static_cast<std::ptrdiff_t>(layout_.size.width) * kInks;
        for (int y = yBegin; y < yEnd; ++y, row += rowBytes) {
            if (y != static_cast<int>(info_.output_scanline) || !readRow(row)) return false;
            if (inverted_) std::transform(row, row + rowBytes, row, [](std::uint8_t v) { return 255 - v; });
        }
        return true;
    }

private:
    bool start() {
        if (setjmp(errors_.leave) != 0) return false;
        jpeg_create_decompress(&info_);
        jpeg_stdio_src(&info_, file_);
        jpeg_save_markers(&info_, JPEG_APP0 + 1, 0xFFFF);
        jpeg_save_markers(&info_, JPEG_APP0 + 2, 0xFFFF);
        jpeg_read_header(&info_, TRUE);
        info_.out_color_space = JCS_CMYK;
        jpeg_start_decompress(&info_);
        return true;
    }
    bool readRow(std::uint8_t* row) {
        if (setjmp(errors_.leave) != 0) return false;
        return jpeg_read_scanlines(&info_, &row, 1) == 1;
    }

    std::FILE* file_ = nullptr;
    jpeg_decompress_struct info_{};
    ErrorManager errors_;
    DecodedLayout layout_;
    bool inverted_ = false;
};

}  // namespace

std::unique_ptr<Decoder> openInkJpeg(const std::string& path, std::string& error) {
    auto decoder = std::make_unique<InkJpeg>();
    if (decoder->open(path)) return decoder;
    error = decoder->error();
    return nullptr;
}

}  // namespace fretsaw::io
