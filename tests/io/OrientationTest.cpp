// Every EXIF orientation in every format that has one: shown upright, masks of the upright size, exports
// without a stale tag.
#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/io/ImageFile.h"
#include "tests/common/TestData.h"
#include "tests/io/MadeFiles.h"
#include "tests/io/Pictures.h"

namespace fretsaw::test {
namespace {

constexpr int kBlock = 16;

/// The picture in `format` with `orientation` in its EXIF block or tag.
Bytes fileWith(const std::string& format, const cv::Mat& stored, int orientation) {
    if (format == "jpg") {
        const std::vector<int> best{cv::IMWRITE_JPEG_QUALITY, 100};
        return jpegWithExif(encoded("jpg", stored, best), orientation);
    }
    if (format == "png") return pngWithExif(encoded("png", stored), orientation);
    if (format == "webp") {
        constexpr int kLossless = 101;
        const Bytes plain = encoded("webp", stored, {cv::IMWRITE_WEBP_QUALITY, kLossless});
        return webpWithExif(plain, stored.cols, stored.rows, orientation);
    }
    cv::Mat rgb;
    cv::cvtColor(stored, rgb, cv::COLOR_BGR2RGB);
    const Bytes samples(rgb.data, rgb.data + rgb.total() * 3);
    return tiff(stored.cols, stored.rows, false,
                {{258, 3, {8, 8, 8}}, {259, 3, {1}}, {262, 3, {2}}, {274, 3, {orientation}}, {277, 3, {3}}},
                samples);
}

class Orientation : public ::testing::TestWithParam<std::string> {};

TEST_P(Orientation, AllEightAreShownUpright) {
    const TemporaryFolder folder;
    const cv::Mat upright = blocks(kBlock);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        SCOPED_TRACE(orientation);
        const std::string path = folder.file("photo." + GetParam());
        writeBytes(path, fileWith(GetParam(), storedFor(upright, orientation), orientation));
        const io::Photo photo = io::load(path);
        const double tolerance = GetParam() == "jpg" ? 12 : 0;  // its colours are subsampled at block edges
        cv::Mat shown = colours(*photo.srgb);
        if (GetParam() == "jpg") {
            ASSERT_EQ(shown.size(), upright.size());
            for (int row = 0; row < 2; ++row)
                for (int column = 0; column < 3; ++column) {
                    const cv::Rect middle(column * kBlock + 4, row * kBlock + 4, kBlock - 8, kBlock - 8);
                    EXPECT_TRUE(alike(shown(middle), upright(middle), tolerance)) << row << " " << column;
                }
        } else {
            EXPECT_TRUE(alike(shown, upright, tolerance));
        }
        EXPECT_EQ(photo.orientation, orientation);
        const io::FileInfo info = io::readInfo(path);
        EXPECT_EQ(info.uprightSize, photo.size());
        EXPECT_EQ(info.storedSize.width, orientation >= 5 ? upright.rows : upright.cols);
    }
}

TEST_P(Orientation, ValuesOutsideTheRangeCountAsOne) {
    const TemporaryFolder folder;
    const cv::Mat upright = blocks(kBlock);
    for (const int orientation : {0, 9, 65535}) {
        SCOPED_TRACE(orientation);
        const std::string path = folder.file("photo." + GetParam());
        writeBytes(path, fileWith(GetParam(), upright, orientation));
        const io::Photo photo = io::load(path);
        EXPECT_EQ(photo.size(), (Size{upright.cols, upright.rows}));
        EXPECT_TRUE(alike(colours(*photo.srgb)(cv::Rect(4, 4, 8, 8)), upright(cv::Rect(4, 4, 8, 8)), 12));
    }
}

TEST_P(Orientation, ExportsAreUprightAndCarryNoTag) {
    const TemporaryFolder folder;
    const cv::Mat upright = blocks(kBlock);
    const std::string path = folder.file("photo." + GetParam()), out = folder.file("cutout.png");
    writeBytes(path, fileWith(GetParam(), storedFor(upright, 6), 6));
    const io::Photo photo = io::load(path);
    io::saveCutout(out, photo, Image<std::uint8_t>(photo.size(), 255).view());
    for (const std::string& type : pngChunkTypes(readBytes(out))) EXPECT_NE(type, "eXIf");
    const io::Photo again = io::load(out);
    EXPECT_EQ(again.orientation, 1);
    EXPECT_TRUE(alike(coloursAndAlpha(*again.source8), coloursAndAlpha(*photo.source8), 0));
}

INSTANTIATE_TEST_SUITE_P(Formats, Orientation, ::testing::Values("jpg", "png", "webp", "tif"),
                         [](const auto& tested) { return tested.param; });

TEST(OrientationOfRealFiles, AgreesWithTheSecondDecoder) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    for (const char* name :
         {"Landscape_0.jpg", "Landscape_1.jpg", "Landscape_3.jpg", "Landscape_6.jpg", "Landscape_8.jpg"}) {
        SCOPED_TRACE(name);
        const std::string path = (*data / "formats/exif_orientation" / name).string();
        const io::Photo photo = io::load(path);
        EXPECT_EQ(photo.size(), (Size{1800, 1200}));
        // IMREAD_COLOR applies the orientation, as the library documents.
        EXPECT_TRUE(alike(colours(*photo.srgb), cv::imread(path, cv::IMREAD_COLOR), 3));
    }
}

TEST(OrientationOfRealFiles, FilesOfOnePictureShowAlike) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    const auto folder = *data / "formats/exif_orientation";
    cv::Mat first;
    for (int orientation = 2; orientation <= 8; ++orientation) {
        SCOPED_TRACE(orientation);
        const io::Photo photo =
            io::load((folder / ("pillow_hopper_" + std::to_string(orientation) + ".webp")).string());
        cv::Mat shown;
        colours(*photo.srgb).convertTo(shown, CV_32F);
        if (first.empty()) first = shown;
        ASSERT_EQ(shown.size(), first.size());
        EXPECT_LT(cv::norm(shown, first, cv::NORM_L1) / static_cast<double>(shown.total() * 3),
                  5);  // lossy files
    }
    for (const int orientation : {2, 4, 5, 6, 7}) {
        SCOPED_TRACE(orientation);
        const io::Photo photo =
            io::load((folder / ("pillow_g4_" + std::to_string(orientation) + ".tif")).string());
        EXPECT_EQ(photo.size(), (Size{590, 88}));
    }
}

}  // namespace
}  // namespace fretsaw::test
