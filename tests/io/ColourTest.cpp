// Colour profiles: kept beside the pixels, converted for the screen, embedded in cut-outs; and what happens
// without a usable one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/io/ImageFile.h"
#include "tests/common/TestData.h"
#include "tests/io/MadeFiles.h"
#include "tests/io/Pictures.h"
#include "tests/io/Profiles.h"

namespace fretsaw::test {
namespace {

double encodedSrgb(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

std::vector<std::int64_t> asValues(const Bytes& bytes) {
    return {bytes.begin(), bytes.end()};
}

/// TIFF of one row with a profile; 8 or 16 bits, 1, 3 or 4 channels.
Bytes profiled(const std::vector<int>& samples, int channels, int bits, const Bytes& icc, int photometric) {
    const std::vector<std::int64_t> depths(static_cast<std::size_t>(channels), bits);
    const int width = static_cast<int>(samples.size()) / channels;
    const Bytes body = bits == 16 ? shorts(samples, false) : Bytes(samples.begin(), samples.end());
    std::vector<TiffEntry> entries{
        {258, 3, depths}, {259, 3, {1}}, {262, 3, {photometric}}, {277, 3, {channels}}};
    if (!icc.empty()) entries.push_back({34675, 7, asValues(icc)});
    return tiff(width, 1, false, entries, body);
}

class Colour : public ::testing::Test {
protected:
    std::string made(const std::string& name, const Bytes& bytes) {
        writeBytes(folder_.file(name), bytes);
        return folder_.file(name);
    }
    TemporaryFolder folder_;
};

TEST_F(Colour, AnRgbProfileIsConvertedAndKept) {
    constexpr double kGamma = 1.0;
    const Bytes icc = rgbProfile(kGamma);
    for (const int bits : {8, 16}) {
        SCOPED_TRACE(bits);
        const int full = bits == 8 ? 255 : 65535;
        const std::vector<int> samples{full / 5, full / 2, full, 0, full, full / 3};
        const io::Photo photo = io::load(made("p.tif", profiled(samples, 3, bits, icc, 2)));
        EXPECT_EQ(photo.iccProfile, icc);
        EXPECT_NE(photo.srgb, photo.source8);
        for (int x = 0; x < 2; ++x) {
            const Rgba8 shown = (*photo.srgb)(x, 0);
            const int channels[] = {shown.r, shown.g, shown.b};
            for (int c = 0; c < 3; ++c) {
                const int stored = samples[static_cast<std::size_t>(3 * x + c)];
                EXPECT_NEAR(channels[c],
                            255 * encodedSrgb(std::pow(stored / static_cast<double>(full), kGamma)), 1.5);
                const int kept = bits == 8 ? (*photo.source8)(x, 0).r : (*photo.source16)(x, 0).r;
                EXPECT_EQ(kept, samples[static_cast<std::size_t>(3 * x)]);
            }
        }
    }
}

TEST_F(Colour, AProfileLikeSrgbChangesNothing) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    const io::Photo opened = io::load((*data / "formats/cmyk_icc/pillow_icc_profile.png").string());
    EXPECT_FALSE(opened.iccProfile.empty());
    EXPECT_EQ(opened.source8, opened.srgb);
    EXPECT_NE(opened.colourSpace.find("sRGB"), std::string::npos);
}

TEST_F(Colour, AGreyProfileIsConvertedAndCutOutsStayGrey) {
    const Bytes icc = greyProfile(1.0);
    for (const int bits : {8, 16}) {
        const int full = bits == 8 ? 255 : 65535;
        const std::vector<int> samples{0, full / 5, full};
        const io::Photo photo = io::load(made("g.tif", profiled(samples, 1, bits, icc, 1)));
        for (int x = 0; x < 3; ++x) {
            const double light = samples[static_cast<std::size_t>(x)] / static_cast<double>(full);
            EXPECT_NEAR((*photo.srgb)(x, 0).g, 255 * encodedSrgb(light), 1.5);
            EXPECT_EQ((*photo.srgb)(x, 0).r, (*photo.srgb)(x, 0).b);
        }
        const std::string out = folder_.file("cut.png");
        io::saveCutout(out, photo, Image<std::uint8_t>(photo.size(), 255).view());
        const io::Photo again = io::load(out);
        EXPECT_EQ(again.fileChannels, 2);
        EXPECT_EQ(again.fileBitsPerChannel, bits);
        EXPECT_EQ(again.iccProfile, icc);
        EXPECT_EQ((*again.srgb)(1, 0), (*photo.srgb)(1, 0));
    }
}

TEST_F(Colour, InksWithoutAProfile) {
    for (const int bits : {8, 16}) {
        const int full = bits == 8 ? 255 : 65535;
        // White, cyan, black, half magenta.
        const std::vector<int> inks{0, 0, 0, 0, full, 0, 0, 0, 0, 0, 0, full, 0, full / 2, 0, 0};
        const io::Photo photo = io::load(made("k.tif", profiled(inks, 4, bits, {}, 5)));
        EXPECT_EQ((*photo.srgb)(0, 0), (Rgba8{255, 255, 255}));
        EXPECT_EQ((*photo.srgb)(1, 0), (Rgba8{0, 255, 255}));
        EXPECT_EQ((*photo.srgb)(2, 0), (Rgba8{0, 0, 0}));
        EXPECT_NEAR((*photo.srgb)(3, 0).g, 128, 1);
        EXPECT_TRUE(photo.iccProfile.empty());
        EXPECT_EQ(photo.colourSpace, "CMYK (no profile)");
        EXPECT_FALSE(photo.hasAlpha);
    }
}

TEST_F(Colour, InksWithAProfile) {
    const auto grey = [](double lightness) {  // CIE lightness to an sRGB level
        const double f = (lightness + 16) / 116;
        return 255 * encodedSrgb(f * f * f);
    };
    for (const int bits : {8, 16}) {
        SCOPED_TRACE(bits);
        const int full = bits == 8 ? 255 : 65535;
        const std::vector<int> inks{0, 0, 0, 0, full, full, 0, 0, 0, 0, 0, full / 2};
        const io::Photo photo = io::load(made("k.tif", profiled(inks, 4, bits, cmykProfile(), 5)));
        EXPECT_TRUE(photo.warnings.empty());
        EXPECT_EQ(photo.colourSpace.rfind("CMYK (", 0), 0U);
        EXPECT_TRUE(photo.iccProfile.empty()) << "the source pixels are sRGB";
        EXPECT_NEAR((*photo.srgb)(0, 0).g, 255, 2);
        EXPECT_NEAR((*photo.srgb)(1, 0).g, grey(100.0 / 3), 4);
        EXPECT_NEAR((*photo.srgb)(2, 0).g, grey(50), 4);
        EXPECT_NEAR((*photo.srgb)(1, 0).r, (*photo.srgb)(1, 0).b, 2);  // without the profile it would be blue
    }
}

TEST_F(Colour, InkJpegWithAndWithoutAProfile) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    const std::string path = (*data / "formats/cmyk_icc/pillow_pil_sample_cmyk.jpg").string();
    const io::Photo plain = io::load(path);
    EXPECT_EQ(plain.fileChannels, 4);
    EXPECT_EQ((*plain.srgb)(5, 2).r > 200 && (*plain.srgb)(5, 2).g < 80, true) << "a red corner";
    const io::Photo withProfile = io::load(made("k.jpg", jpegWithProfile(readBytes(path), cmykProfile())));
    EXPECT_EQ(withProfile.colourSpace.rfind("CMYK (", 0), 0U);
    EXPECT_NE(withProfile.colourSpace, plain.colourSpace);
    const Rgba8 corner = (*withProfile.srgb)(5, 2);
    EXPECT_NEAR(corner.r, corner.g, 3) << "the test's profile knows no colours";
    EXPECT_GT(corner.g, 60);
}

TEST_F(Colour, HeicKeepsItsProfile) {
    const Bytes icc = rgbProfile(1.0);
    const cv::Mat flat(32, 32, CV_8UC3, cv::Scalar(51, 51, 51));
    const std::string source = made("p.jpg", jpegWithProfile(encoded("jpg", flat), icc)),
                      path = folder_.file("p.heic");
    if (std::system(("heif-enc -q 95 '" + source + "' -o '" + path + "' >/dev/null 2>&1").c_str()) != 0) {
        GTEST_SKIP() << "heif-enc is not installed";
    }
    const io::Photo photo = io::load(path);
    EXPECT_EQ(photo.iccProfile, icc);
    EXPECT_NEAR((*photo.srgb)(16, 16).g, 255 * encodedSrgb(51 / 255.0), 4);
    EXPECT_NEAR((*photo.source8)(16, 16).g, 51, 4);
}

TEST_F(Colour, ABrokenProfileIsAWarning) {
    Bytes nonsense(400, 7), cut = rgbProfile(1.0), wrongKind = greyProfile(1.0);
    cut.resize(150);
    const cv::Mat photo = noise(8, 8, CV_8UC3, 2);
    for (const Bytes& icc : {nonsense, cut, wrongKind}) {
        const Bytes jpeg = jpegWithProfile(encoded("jpg", photo), icc);
        const io::Photo opened = io::load(made("b.jpg", jpeg));
        EXPECT_TRUE(opened.iccProfile.empty());
        EXPECT_EQ(opened.source8, opened.srgb);
        // OpenImageIO may drop what it cannot parse; whatever it hands on must be warned of.
        for (const std::string& w : opened.warnings) EXPECT_NE(w.find("profile"), std::string::npos);
    }
    const io::Photo tiffFile = io::load(made("b.tif", profiled({1, 2, 3}, 3, 8, wrongKind, 2)));
    ASSERT_EQ(tiffFile.warnings.size(), 1U);
    EXPECT_EQ((*tiffFile.srgb)(0, 0), (Rgba8{1, 2, 3}));
}

TEST_F(Colour, CutOutsKeepDepthProfileAndExactColours) {
    const Bytes icc = rgbProfile(1.8);
    const std::vector<int> samples{1000, 20000, 65535, 3, 65534, 32768};
    const io::Photo photo = io::load(made("p.tif", profiled(samples, 3, 16, icc, 2)));
    const std::string out = folder_.file("cut.png");
    Image<std::uint8_t> mask(photo.size(), 255);
    mask(1, 0) = 0;
    io::saveCutout(out, photo, mask.view());
    const cv::Mat other = decoded(out);
    ASSERT_EQ(other.type(), CV_16UC4);
    EXPECT_EQ(other.at<cv::Vec4w>(0, 0), cv::Vec4w(65535, 20000, 1000, 65535));
    EXPECT_EQ(other.at<cv::Vec4w>(0, 1), cv::Vec4w(0, 0, 0, 0));
    EXPECT_EQ(io::load(out).iccProfile, icc);
}

/// A backdrop of one colour.
io::Backdrop plain(Rgb32f colour) {
    return {[colour](ImageView<Rgb32f> rows, int) {
                for (int y = 0; y < rows.height(); ++y) std::fill_n(rows.row(y), rows.width(), colour);
                return true;
            },
            {}};
}

TEST_F(Colour, CompositesKeepDepthProfileAndTheObjectsExactColours) {
    const Bytes icc = rgbProfile(1.0);
    for (const int bits : {8, 16}) {
        SCOPED_TRACE(bits);
        const int full = bits == 8 ? 255 : 65535;
        const std::vector<int> samples{full / 5, full / 2, full, 3, full, full / 3};
        const io::Photo photo = io::load(made("p.tif", profiled(samples, 3, bits, icc, 2)));
        Image<std::uint8_t> mask(photo.size(), 255);
        mask(1, 0) = 0;
        const std::string out = folder_.file("composite.png");
        ASSERT_TRUE(io::saveResult({{}, {}, out}, photo, mask.view(), plain({0.25f, 0.5f, 0.75f}), {}, {}));
        const io::Photo again = io::load(out);
        EXPECT_EQ(again.iccProfile, icc);
        EXPECT_EQ(again.fileBitsPerChannel, bits);
        EXPECT_EQ(again.fileChannels, 3);
        if (bits == 8)
            EXPECT_EQ((*again.source8)(0, 0), (*photo.source8)(0, 0));
        else
            EXPECT_EQ((*again.source16)(0, 0), (*photo.source16)(0, 0));
        // What was 64, 128, 191 on the screen is that again; steps of 8-bit linear light are coarse there.
        const Rgba8 shown = (*again.srgb)(1, 0);
        EXPECT_NEAR(shown.r, 64, bits == 8 ? 3 : 1);
        EXPECT_NEAR(shown.g, 128, 1);
        EXPECT_NEAR(shown.b, 191, 1);
    }
}

TEST_F(Colour, CompositesOfGreyPhotosAreInSrgb) {
    const std::vector<int> samples{0, 51, 255};
    const io::Photo photo = io::load(made("g.tif", profiled(samples, 1, 8, greyProfile(1.0), 1)));
    Image<std::uint8_t> mask(photo.size(), 255);
    mask(2, 0) = 0;
    const std::string out = folder_.file("composite.png");
    ASSERT_TRUE(io::saveResult({{}, {}, out}, photo, mask.view(), plain({1, 0.5f, 0}), {}, {}));
    const io::Photo again = io::load(out);
    EXPECT_TRUE(again.iccProfile.empty());
    EXPECT_EQ((*again.srgb)(1, 0), (*photo.srgb)(1, 0));
    EXPECT_EQ((*again.srgb)(2, 0), (Rgba8{255, 128, 0}));
}

}  // namespace
}  // namespace fretsaw::test
