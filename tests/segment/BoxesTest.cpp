// A rectangle on a photo always gives a mask: never an exception, never nothing, whatever its place and size.
// Nothing about how good the mask is: that is fretsaw-bench's.
#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/common/TestData.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

/// At half its size, which takes a quarter of the time.
test::Picture read(const std::filesystem::path& path) {
    const cv::Mat bgr = cv::imread(path.string(), cv::IMREAD_REDUCED_COLOR_2);
    if (bgr.empty()) return nullptr;
    auto image = std::make_shared<Image<Rgba8>>(Size{bgr.cols, bgr.rows});
    cv::Mat rgba(bgr.rows, bgr.cols, CV_8UC4, image->data());
    cv::cvtColor(bgr, rgba, cv::COLOR_BGR2RGBA);
    return image;
}

/// Boxes that people drag, and such as they happen to drag.
std::vector<Rect> boxesOf(Size size) {
    const int w = size.width, h = size.height, u = w / 3, v = h / 3;
    return {{w / 20, h / 20, w - w / 10, h - h / 10},
            {0, 0, w, h},
            {0, 0, w / 2, h},
            {w / 2, 0, w - w / 2, h},
            {0, 0, w, h / 2},
            {0, h / 2, w, h - h / 2},
            {0, 0, u, v},
            {w - u, h - v, u, v},
            {w / 2, h / 2, 12, 12},
            {w / 2, h / 2, 2, 2},
            {w / 2, h / 2, 1, 1},
            {w - 1, h - 1, 1, 1},
            {u, v, 1, v},
            {u, h / 2, u, 1}};
}

TEST(Boxes, EveryOneOnEveryPhotoGivesAMask) {
    const auto data = test::testData();
    if (!data || !std::filesystem::is_directory(*data / "grabcut/images"))
        GTEST_SKIP() << "the reference photos are not here";
    const auto segmenter = makeCpuSegmenter();
    int photos = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*data / "grabcut/images")) {
        const test::Picture picture = read(entry.path());
        if (!picture) continue;
        ++photos;
        segmenter->setImage(picture);
        for (const Rect& box : boxesOf(picture->size())) {
            SCOPED_TRACE(testing::Message() << entry.path().filename() << " " << box.x << "," << box.y << ","
                                            << box.width << "," << box.height);
            segmenter->setRect(box);
            std::optional<SegmentResult> result;
            ASSERT_NO_THROW(result = segmenter->segment({}, {}, {}));
            EXPECT_TRUE(result->certified);
            EXPECT_GT(result->foregroundPixels, 0);
            EXPECT_LE(result->foregroundPixels, box.area());
        }
    }
    EXPECT_GE(photos, 20);
}

}  // namespace
}  // namespace fretsaw
