// Each format and depth against a second decoder or known values.
// Colour profiles are in ColourTest, damage in DamageTest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "tests/common/TestData.h"
#include "tests/io/MadeFiles.h"
#include "tests/io/Pictures.h"

namespace fretsaw::test {
namespace {

class Formats : public ::testing::Test {
protected:
    std::string made(const std::string& name, const Bytes& bytes) {
        writeBytes(folder_.file(name), bytes);
        return folder_.file(name);
    }
    TemporaryFolder folder_;
};

TEST_F(Formats, EightBitFilesGiveTheSecondDecodersColours) {
    const cv::Mat photo = noise(53, 37, CV_8UC3, 1);
    for (const char* ending : {"png", "tif", "bmp", "webp"}) {
        SCOPED_TRACE(ending);
        const std::string path =
            made(std::string("a.") + ending, encoded(ending, photo, {cv::IMWRITE_WEBP_QUALITY, 101}));
        const io::Photo opened = io::load(path);
        EXPECT_TRUE(alike(colours(*opened.srgb), photo, 0));
        EXPECT_EQ(opened.source8, opened.srgb);  // nothing to convert: one object
        EXPECT_EQ(opened.source16, nullptr);
        EXPECT_FALSE(opened.hasAlpha);
        EXPECT_EQ(opened.fileBitsPerChannel, 8);
        EXPECT_EQ(opened.fileChannels, 3);
        EXPECT_TRUE(opened.warnings.empty());
        EXPECT_EQ(opened.colourSpace, "sRGB");
    }
    const std::string jpeg = made("a.jpg", encoded("jpg", photo));
    EXPECT_TRUE(alike(colours(*io::load(jpeg).srgb), decoded(jpeg), 3));
}

TEST_F(Formats, ATinyPictureOfEverySize) {
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{7, 5}, Size{1, 300}})
        for (const char* ending : {"png", "jpg", "tif", "bmp", "webp"}) {
            SCOPED_TRACE(ending);
            const cv::Mat flat(size.height, size.width, CV_8UC3, cv::Scalar(20, 120, 220));
            const io::Photo opened = io::load(made(std::string("t.") + ending, encoded(ending, flat)));
            EXPECT_EQ(opened.size(), size);
            EXPECT_TRUE(alike(colours(*opened.srgb), flat, 12));
        }
}

TEST_F(Formats, AlphaIsStraight) {
    const cv::Mat photo = noise(31, 17, CV_8UC4, 2);
    for (const char* ending : {"png", "tif"}) {
        SCOPED_TRACE(ending);
        const io::Photo opened = io::load(made(std::string("a.") + ending, encoded(ending, photo)));
        EXPECT_TRUE(opened.hasAlpha);
        EXPECT_TRUE(alike(coloursAndAlpha(*opened.srgb), photo, 0));
    }
    // OpenImageIO multiplies WebP's colours by alpha; dividing again loses what 8 bits cannot hold.
    cv::Mat flat(8, 8, CV_8UC4, cv::Scalar(50, 100, 200, 128));
    const io::Photo webp = io::load(made("a.webp", encoded("webp", flat, {cv::IMWRITE_WEBP_QUALITY, 101})));
    EXPECT_TRUE(alike(coloursAndAlpha(*webp.srgb), flat, 2));
}

TEST_F(Formats, AssociatedAlphaOfTiffIsDivided) {
    const std::vector<TiffEntry> rgba{
        {258, 3, {8, 8, 8, 8}}, {259, 3, {1}}, {262, 3, {2}}, {277, 3, {4}}, {338, 3, {1}}};
    const io::Photo opened = io::load(made("a.tif", tiff(2, 1, false, rgba, {100, 50, 25, 128, 9, 9, 9, 0})));
    EXPECT_EQ((*opened.srgb)(0, 0), (Rgba8{199, 100, 50, 128}));
    EXPECT_EQ((*opened.srgb)(1, 0).a, 0);
}

TEST_F(Formats, GreyPaletteAndTransparentColours) {
    const cv::Mat grey = noise(20, 10, CV_8UC1, 3);
    const io::Photo opened = io::load(made("g.png", encoded("png", grey)));
    EXPECT_EQ(opened.fileChannels, 1);
    cv::Mat three;
    cv::cvtColor(grey, three, cv::COLOR_GRAY2BGR);
    EXPECT_TRUE(alike(colours(*opened.srgb), three, 0));
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    for (const char* name :
         {"palette/pillow_1_trns.png", "palette/pillow_p_trns_single.png", "palette/pillow_rgb_trns.png",
          "pngsuite/tbgn3p08.png", "pngsuite/tbrn2c08.png", "pngsuite/basn4a08.png", "pngsuite/basi6a08.png",
          "grey/sharp_grey-8bit-alpha.png", "alpha/vips_rgba.png"}) {
        SCOPED_TRACE(name);
        const std::string path = (*data / "formats" / name).string();
        const io::Photo photo = io::load(path);
        EXPECT_TRUE(photo.hasAlpha);
        const cv::Mat other = decoded(path);
        if (other.channels() == 4) {
            EXPECT_TRUE(alike(coloursAndAlpha(*photo.srgb), other, 0));
        }
    }
}

TEST_F(Formats, SixteenBitsGoFromFullRangeToFullRange) {
    for (const bool big : {false, true}) {
        const std::vector<TiffEntry> grey{{258, 3, {16}}, {259, 3, {1}}, {262, 3, {1}}, {277, 3, {1}}};
        const std::vector<int> values{0, 128, 129, 257, 32768, 65535};
        const io::Photo opened = io::load(made("g.tif", tiff(6, 1, big, grey, shorts(values, big))));
        ASSERT_NE(opened.source16, nullptr);
        EXPECT_EQ(opened.source8, nullptr);
        EXPECT_EQ(opened.fileBitsPerChannel, 16);
        const int eight[] = {0, 0, 1, 1, 128, 255};
        for (int x = 0; x < 6; ++x) {
            EXPECT_EQ((*opened.source16)(x, 0).g, values[static_cast<std::size_t>(x)]);
            EXPECT_EQ((*opened.srgb)(x, 0),
                      (Rgba8{static_cast<std::uint8_t>(eight[x]), static_cast<std::uint8_t>(eight[x]),
                             static_cast<std::uint8_t>(eight[x])}));
        }
    }
    const cv::Mat photo = noise(29, 13, CV_16UC3, 4), withAlpha = noise(29, 13, CV_16UC4, 5);
    for (const char* ending : {"png", "tif"}) {
        SCOPED_TRACE(ending);
        cv::Mat three;
        cv::cvtColor(
            coloursAndAlpha(*io::load(made(std::string("c.") + ending, encoded(ending, photo))).source16),
            three, cv::COLOR_BGRA2BGR);
        EXPECT_TRUE(alike(three, photo, 0));
        const io::Photo alpha = io::load(made(std::string("d.") + ending, encoded(ending, withAlpha)));
        EXPECT_TRUE(alike(coloursAndAlpha(*alpha.source16), withAlpha, 0));
    }
}

TEST_F(Formats, SixteenBitPlanesApart) {
    // Planes apart: all reds, all greens, all blues.
    const std::vector<TiffEntry> planar{{258, 3, {16, 16, 16}}, {259, 3, {1}}, {262, 3, {2}},
                                        {277, 3, {3}},          {284, 3, {2}}, {273, 4, {8, 12, 16}},
                                        {279, 4, {4, 4, 4}}};
    const io::Photo opened = io::load(
        made("p.tif", tiff(2, 1, true, planar, shorts({10000, 20000, 30000, 40000, 50000, 60000}, true))));
    EXPECT_EQ((*opened.source16)(0, 0), (Rgba16{10000, 30000, 50000}));
    EXPECT_EQ((*opened.source16)(1, 0), (Rgba16{20000, 40000, 60000}));
}

TEST_F(Formats, TwelveBitsInSixteenAreStretchedWithAWord) {
    const std::vector<TiffEntry> grey{{258, 3, {16}}, {259, 3, {1}}, {262, 3, {1}}, {277, 3, {1}}};
    const io::Photo opened = io::load(made("t.tif", tiff(3, 1, false, grey, shorts({0, 2048, 4095}, false))));
    EXPECT_EQ((*opened.srgb)(0, 0).r, 0);
    EXPECT_NEAR((*opened.srgb)(1, 0).r, 128, 1);
    EXPECT_EQ((*opened.srgb)(2, 0).r, 255);
    ASSERT_EQ(opened.warnings.size(), 1U);
    EXPECT_NE(opened.warnings[0].find("12 bits"), std::string::npos);
    const io::Photo black = io::load(made("b.tif", tiff(2, 1, false, grey, shorts({0, 0}, false))));
    EXPECT_TRUE(black.warnings.empty());
}

TEST_F(Formats, FloatsAreLightAndAreShownThroughTheSrgbCurve) {
    setenv("OPENCV_IO_ENABLE_OPENEXR", "1", 1);
    cv::Mat light(1, 6, CV_32FC3);
    const float values[] = {-1.0F, 0.0F, 0.002F, 0.18F, 0.5F, 7.0F};
    for (int x = 0; x < 6; ++x) light.at<cv::Vec3f>(0, x) = cv::Vec3f::all(values[x]);
    const std::string path = folder_.file("l.exr");
    if (!cv::imwrite(path, light)) GTEST_SKIP() << "this OpenCV cannot write OpenEXR";
    const io::Photo opened = io::load(path);
    ASSERT_NE(opened.source16, nullptr);
    EXPECT_EQ(opened.colourSpace, "linear light");
    for (int x = 0; x < 6; ++x) {
        const double v = std::clamp(static_cast<double>(values[x]), 0.0, 1.0);
        const double expected = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
        EXPECT_NEAR((*opened.source16)(x, 0).g, expected * 65535, 65) << values[x];  // half floats
        EXPECT_NEAR((*opened.srgb)(x, 0).g, expected * 255, 0.8) << values[x];
    }
}

TEST_F(Formats, GifGivesItsFirstFrame) {
    const io::Photo opened = io::load(made("a.gif", gif(6, 4, 6, 4)));
    EXPECT_EQ(opened.size(), (Size{6, 4}));
    EXPECT_EQ((*opened.srgb)(5, 3), (Rgba8{200, 100, 50, 255}));
    EXPECT_EQ(opened.format, "gif");
}

TEST_F(Formats, PpmAndPgmAreReadWithTheirComments) {
    const std::string head = "P6 # made by hand\n#\n2\t1\n255\n", levels = "\x01\x02\x03\xfd\xfe\xff";
    const std::string file = head + levels;
    const io::Photo ppm = io::load(made("a.ppm", Bytes(file.begin(), file.end())));
    ASSERT_EQ(ppm.size(), (Size{2, 1}));
    EXPECT_EQ((*ppm.srgb)(0, 0), (Rgba8{1, 2, 3, 255}));
    EXPECT_EQ((*ppm.srgb)(1, 0), (Rgba8{253, 254, 255, 255}));
    const std::string deep("P5 1 2 65535\n\xff\xff\x80\x80", 17);
    const io::Photo pgm = io::load(made("a.pgm", Bytes(deep.begin(), deep.end())));
    ASSERT_EQ(pgm.size(), (Size{1, 2}));
    EXPECT_EQ((*pgm.srgb)(0, 0), (Rgba8{255, 255, 255, 255}));
    EXPECT_EQ((*pgm.srgb)(0, 1), (Rgba8{128, 128, 128, 255}));
    ASSERT_TRUE(pgm.source16);
    EXPECT_NEAR((*pgm.source16)(0, 1).g, 0x8080, 1);  // the reader's own rounding
    Bytes all{'P', '5', '\n', '2', '5', '6', ' ', '1', ' ', '2', '5', '5', '\n'};
    for (int v = 0; v < 256; ++v) all.push_back(static_cast<std::uint8_t>(v));
    const io::Photo every = io::load(made("every.pgm", all));
    for (int v = 0; v < 256; ++v) EXPECT_EQ((*every.srgb)(v, 0).r, v);
    all.pop_back();
    EXPECT_THROW((void)io::load(made("short.pgm", all)), fretsaw::IoError) << "not one whole row";
}

TEST_F(Formats, BmpAlphaCountsOnlyWhereTheHeaderNamesIt) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    const auto suite = *data / "formats/bmpsuite";
    for (const char* name : {"g_rgb32bf.bmp", "q_rgb32fakealpha.bmp"}) {
        const io::Photo opened = io::load((suite / name).string());
        EXPECT_FALSE(opened.hasAlpha) << name;
        const auto& image = *opened.srgb;
        EXPECT_TRUE(std::all_of(image.data(), image.data() + image.size().area(),
                                [](Rgba8 p) { return p.a == 255; }));
    }
    for (const char* name : {"q_rgba32.bmp", "q_rgba32abf.bmp"}) {
        EXPECT_TRUE(io::load((suite / name).string()).hasAlpha) << name;
    }
}

TEST_F(Formats, TheEndingDoesNotMatter) {
    const cv::Mat photo = noise(9, 9, CV_8UC3, 6);
    for (const char* name : {"photo.jpg", "photo", "photo.xyz", "photo.nef"}) {
        const io::Photo opened = io::load(made(name, encoded("png", photo)));
        EXPECT_EQ(opened.format, "png") << name;
        EXPECT_TRUE(alike(colours(*opened.srgb), photo, 0));
    }
}

TEST_F(Formats, HeicIsTurnedOnce) {
    const cv::Mat upright = blocks(32);
    const std::string source = made(
        "h.jpg", jpegWithExif(encoded("jpg", storedFor(upright, 6), {cv::IMWRITE_JPEG_QUALITY, 100}), 6));
    const std::string path = folder_.file("h.heic");
    // heif-enc copies the EXIF block but leaves the picture as stored: with a turn of HEIC's own the file
    // says the same thing twice, as those of telephones do.
    if (std::system(("heif-enc -q 95 '" + source + "' -o '" + path + "' >/dev/null 2>&1").c_str()) != 0) {
        GTEST_SKIP() << "heif-enc is not installed";
    }
    writeBytes(path, heicTurned(readBytes(path), 3));
    const io::Photo opened = io::load(path);
    EXPECT_EQ(opened.format, "heif");
    ASSERT_EQ(opened.size(), (Size{96, 64}));
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 3; ++column) {
            const cv::Rect middle(column * 32 + 8, row * 32 + 8, 16, 16);
            EXPECT_TRUE(alike(colours(*opened.srgb)(middle), upright(middle), 16)) << row << " " << column;
        }
    EXPECT_THROW((void)io::load(path, {0.001}), std::exception);  // 6144 pixels
}

TEST_F(Formats, TenBitHeicLoadsWithAWord) {
    const std::string source = made("h.png", encoded("png", blocks(32)));
    const std::string path = folder_.file("h.heic");
    cv::Mat deep;
    blocks(32).convertTo(deep, CV_16U, 257);
    writeBytes(source, encoded("png", deep));
    if (std::system(("heif-enc -b 10 -q 95 '" + source + "' -o '" + path + "' >/dev/null 2>&1").c_str()) !=
        0) {
        GTEST_SKIP() << "heif-enc is not installed";
    }
    const io::Photo opened = io::load(path);
    EXPECT_EQ(opened.fileBitsPerChannel, 10);
    EXPECT_FALSE(opened.warnings.empty());
    EXPECT_TRUE(alike(colours(*opened.srgb)(cv::Rect(8, 8, 16, 16)), blocks(32)(cv::Rect(8, 8, 16, 16)), 16));
}

TEST_F(Formats, CameraRawIsDevelopedUpright) {
    constexpr int kRed = 30000, kGreen = 15000, kBlue = 5000;
    for (const int orientation : {1, 6}) {
        const io::Photo opened = io::load(made("r.dng", dng(160, 120, orientation, kRed, kGreen, kBlue)));
        EXPECT_EQ(opened.format, "raw");
        ASSERT_NE(opened.source16, nullptr);
        EXPECT_EQ(opened.size(), orientation == 1 ? (Size{160, 120}) : (Size{120, 160}));
        const Rgba8 middle = (*opened.srgb)(60, 60);
        EXPECT_GT(middle.r, middle.g + 20);
        EXPECT_GT(middle.g, middle.b + 20);
    }
}

TEST_F(Formats, ReadableExtensionsNameOnlyAllowedFormats) {
    const auto endings = io::readableExtensions();
    for (const char* ending :
         {"jpg", "jpeg", "png", "tif", "webp", "bmp", "gif", "ppm", "exr", "heic", "dng"}) {
        EXPECT_NE(std::find(endings.begin(), endings.end(), ending), endings.end()) << ending;
    }
    for (const char* ending : {"avi", "mp4", "dcm", "psd", "tga", "ico", "null"}) {
        EXPECT_EQ(std::find(endings.begin(), endings.end(), ending), endings.end()) << ending;
    }
}

TEST_F(Formats, GreyFilesAreReadWithoutColourConversion) {
    const cv::Mat codes = (cv::Mat_<std::uint8_t>(2, 3) << 0, 1, 2, 3, 254, 255);
    const io::GreyFile file = io::loadGrey(made("labels.png", encoded("png", codes)));
    EXPECT_EQ(file.fileChannels, 1);
    EXPECT_EQ(file.fileBitsPerChannel, 8);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) EXPECT_EQ(file.pixels(x, y), codes.at<std::uint8_t>(y, x));
    EXPECT_TRUE(file.warnings.empty());
    const cv::Mat shapeInAlpha(1, 1, CV_8UC4, cv::Scalar(9, 9, 9, 255));
    const io::GreyFile withAlpha = io::loadGrey(made("a.png", encoded("png", shapeInAlpha)));
    EXPECT_EQ(withAlpha.pixels(0, 0), 9);
    ASSERT_EQ(withAlpha.warnings.size(), 1U);
    EXPECT_NE(withAlpha.warnings[0].find("alpha"), std::string::npos);
    const cv::Mat colour(1, 1, CV_8UC3, cv::Scalar(0, 255, 0));
    EXPECT_NEAR(io::loadGrey(made("c.png", encoded("png", colour))).pixels(0, 0), 0.587 * 255, 1);
}

}  // namespace
}  // namespace fretsaw::test
