// Limits, bombs, truncated files and things that are no images: a sentence or a partial picture, never more
// memory than the limit allows.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <opencv2/imgcodecs.hpp>

#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "tests/common/FailingAllocations.h"
#include "tests/io/MadeFiles.h"
#include "tests/io/Pictures.h"

namespace fretsaw::test {
namespace {

class Damage : public ::testing::Test {
protected:
    std::string made(const std::string& name, const Bytes& bytes) {
        writeBytes(folder_.file(name), bytes);
        return folder_.file(name);
    }
    /// The message with which the file is refused; empty where it is not.
    static std::string refusal(const std::string& path, double megapixels = 512) {
        try {
            (void)io::load(path, {megapixels});
        } catch (const IoError& e) {
            return e.what();
        }
        return {};
    }
    TemporaryFolder folder_;
};

/// Writes a 32-bit number of a file's header.
void patch(Bytes& file, std::size_t at, std::uint32_t value, bool bigEndian, int bytes = 4) {
    for (int i = 0; i < bytes; ++i) {
        const int shift = 8 * (bigEndian ? bytes - 1 - i : i);
        file[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> shift);
    }
}

TEST_F(Damage, TheLimitIsStatedAndAdjustable) {
    const std::string path = made("p.png", encoded("png", noise(200, 100, CV_8UC3, 1)));
    const std::string message = refusal(path, 0.01);
    EXPECT_NE(message.find("200 × 100"), std::string::npos) << message;
    EXPECT_NE(message.find("0.01 megapixels"), std::string::npos) << message;
    EXPECT_NE(message.find("--max-megapixels"), std::string::npos) << message;
    EXPECT_EQ(refusal(path, 0.02), "");
}

TEST_F(Damage, BombsAreRefusedBeforeMemoryIsTaken) {
    Bytes png = encoded("png", noise(4, 4, CV_8UC3, 1));
    const Bytes size{0,    0, 0xFF, 0xFF, 0, 0, 0xFF,
                     0xFF, 8, 2,    0,    0, 0};  // 65535 × 65535 with a right checksum
    const Bytes header = pngChunk("IHDR", size);
    std::copy(header.begin(), header.end(), png.begin() + 8);
    Bytes jpeg = encoded("jpg", noise(16, 16, CV_8UC3, 1));
    for (std::size_t at = 2; at + 9 < jpeg.size(); ++at)
        if (jpeg[at] == 0xFF && jpeg[at + 1] == 0xC0) patch(jpeg, at + 5, 0xFFFFFFFF, true);
    Bytes bmp = encoded("bmp", noise(4, 4, CV_8UC3, 1));
    patch(bmp, 18, 60000, false), patch(bmp, 22, 60000, false);
    Bytes webp = webpWithExif(encoded("webp", noise(4, 4, CV_8UC3, 1), {cv::IMWRITE_WEBP_QUALITY, 101}),
                              16000000, 16000000, 1);
    const Bytes tiffFile =
        tiff(100000, 100000, false, {{258, 3, {8}}, {259, 3, {1}}, {262, 3, {1}}, {277, 3, {1}}}, {1, 2});
    const std::pair<const char*, Bytes> files[] = {{"b.png", png},
                                                   {"b.jpg", jpeg},
                                                   {"b.bmp", bmp},
                                                   {"b.webp", webp},
                                                   {"b.tif", tiffFile},
                                                   {"b.gif", gif(65535, 65535, 1, 1)},
                                                   {"frame.gif", gif(4, 4, 1, 1)}};
    for (const auto& [name, bytes] : files) {
        Bytes file = bytes;
        if (std::string(name) == "frame.gif")
            patch(file, 24, 0xFFFFFFFF, false);  // a frame beyond its canvas
        resetPeak();
        const std::uint64_t before = allocatedBytes();
        const std::string message = refusal(made(name, file));
        EXPECT_NE(message.find("megapixels"), std::string::npos) << name << ": " << message;
        EXPECT_EQ(peakAllocatedBytes(), before) << name;
    }
}

TEST_F(Damage, TruncatedFilesGiveWhatIsThereOrASentence) {
    const cv::Mat photo = noise(64, 64, CV_8UC3, 2);
    for (const char* ending : {"png", "jpg", "tif", "bmp", "webp", "ppm"}) {
        const Bytes whole = encoded(ending, photo);
        for (const double part : {0.0, 0.01, 0.1, 0.5, 0.9, 0.99}) {
            SCOPED_TRACE(std::string(ending) + " " + std::to_string(part));
            Bytes cut(whole.begin(),
                      whole.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(whole.size())));
            const std::string path = made(std::string("t.") + ending, cut);
            try {
                const io::Photo opened = io::load(path);
                EXPECT_EQ(opened.size(), (Size{64, 64}));
                EXPECT_FALSE(opened.warnings.empty()) << "a part is missing without a word";
            } catch (const IoError& e) {
                EXPECT_GT(std::string(e.what()).size(), path.size() + 10);
            }
        }
    }
    // Half a PNG without compression still shows its upper part.
    const cv::Mat larger = noise(256, 256, CV_8UC3, 4);
    Bytes half = encoded("png", larger, {cv::IMWRITE_PNG_COMPRESSION, 0});
    half.resize(half.size() / 2);
    const io::Photo opened = io::load(made("half.png", half));
    const cv::Rect upper(0, 0, 256, 100);
    EXPECT_TRUE(alike(colours(*opened.srgb)(upper), larger(upper), 0));
    EXPECT_EQ((*opened.srgb)(0, 255), (Rgba8{128, 128, 128}));
}

TEST_F(Damage, WhatIsNoImageIsRefused) {
    std::filesystem::create_directory(folder_.file("folder"));
    ASSERT_EQ(mkfifo(folder_.file("pipe").c_str(), 0600), 0);
    EXPECT_NE(refusal(folder_.file("missing.png")).find("no such file"), std::string::npos);
    EXPECT_NE(refusal(folder_.file("folder")).find("folder"), std::string::npos);
    EXPECT_NE(refusal(folder_.file("pipe")), "") << "and is not waited for";
    EXPECT_NE(refusal(made("empty.png", {})).find("empty"), std::string::npos);
    EXPECT_NE(refusal(made("text.png", {'h', 'e', 'l', 'l', 'o'})).find("known format"), std::string::npos);
    // Formats that OpenImageIO would read, but that are not allowed.
    const std::string pam = "P7\nWIDTH 1\n", hugePpm = "P6 1 99999999999 255\nabc", psd = "8BPS",
                      movie(
                          "\0\0\0\x18"
                          "ftypisom",
                          12);
    for (const std::string& bytes : {pam, hugePpm, psd, movie}) {
        EXPECT_NE(refusal(made("x.png", Bytes(bytes.begin(), bytes.end()))).find("known format"),
                  std::string::npos);
    }
    const std::string bomb = "P6 60000 60000 255\nabc";
    EXPECT_NE(refusal(made("bomb.ppm", Bytes(bomb.begin(), bomb.end()))).find("megapixel"),
              std::string::npos);
    for (const char* head : {"\xFF\xD8\xFF", "GIF89a", "BM", "II*\0", "\x76\x2F\x31\x01"}) {
        EXPECT_NE(refusal(made("head", Bytes(head, head + 3))), "") << head;
    }
}

TEST_F(Damage, RandomDamageNeverCrashes) {
    const cv::Mat photo = noise(24, 24, CV_8UC3, 3);
    for (const char* ending : {"png", "jpg", "tif", "bmp", "webp", "ppm"}) {
        const Bytes whole = encoded(ending, photo);
        cv::RNG random(7);
        for (int i = 0; i < 60; ++i) {
            Bytes file = whole;
            for (int k = 0; k < 4; ++k)
                file[static_cast<std::size_t>(random.uniform(0, static_cast<int>(file.size())))] =
                    static_cast<std::uint8_t>(random.uniform(0, 256));
            try {
                (void)io::load(made(std::string("r.") + ending, file), {4});
            } catch (const Error&) {
            }
        }
    }
}

TEST_F(Damage, NotEnoughMemoryIsAnError) {
    const std::string path = made("p.png", encoded("png", noise(100, 100, CV_16UC3, 4)));
    int allowed = 0;
    for (bool loaded = false; !loaded; ++allowed) {
        ASSERT_LT(allowed, 50);
        try {
            const FailingAllocations gate(allowed);
            (void)io::load(path);
            loaded = true;
        } catch (const OutOfMemory&) {
        }
    }
    EXPECT_GT(allowed, 2) << "the gate was asked";
    EXPECT_EQ(allocatedBytes(), 0U);
}

TEST_F(Damage, LoadingTakesLittleMoreThanItsResult) {
    const std::string path =
        made("p.png", encoded("png", noise(1500, 1000, CV_8UC3, 5), {cv::IMWRITE_PNG_COMPRESSION, 1}));
    resetPeak();
    double last = 0;
    bool rising = true;
    const io::Photo photo = io::load(path, {}, [&](double fraction) {
        rising = rising && fraction >= last;
        last = fraction;
    });
    EXPECT_LT(peakAllocatedBytes(), 1500U * 1000 * 4 + (4U << 20));
    EXPECT_TRUE(rising);
    EXPECT_EQ(last, 1.0);
}

}  // namespace
}  // namespace fretsaw::test
