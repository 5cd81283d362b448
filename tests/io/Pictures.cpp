// Test pictures and comparisons with OpenCV.
// Nothing of core/io is called here.
#include "tests/io/Pictures.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace fretsaw::test {

cv::Mat blocks(int block) {
    const cv::Vec3b colours[2][3] = {{{40, 40, 200}, {60, 190, 60}, {210, 70, 50}},
                                     {{220, 220, 220}, {30, 30, 30}, {50, 200, 220}}};
    cv::Mat picture(2 * block, 3 * block, CV_8UC3);
    for (int y = 0; y < picture.rows; ++y)
        for (int x = 0; x < picture.cols; ++x) picture.at<cv::Vec3b>(y, x) = colours[y / block][x / block];
    return picture;
}

cv::Mat storedFor(const cv::Mat& upright, int orientation) {
    cv::Mat stored = upright.clone();
    switch (orientation) {
        case 2:
            cv::flip(upright, stored, 1);
            break;
        case 3:
            cv::rotate(upright, stored, cv::ROTATE_180);
            break;
        case 4:
            cv::flip(upright, stored, 0);
            break;
        case 5:
            cv::transpose(upright, stored);
            break;
        case 6:
            cv::rotate(upright, stored, cv::ROTATE_90_COUNTERCLOCKWISE);
            break;
        case 7: {
            cv::Mat turned;
            cv::rotate(upright, turned, cv::ROTATE_180);
            cv::transpose(turned, stored);
            break;
        }
        case 8:
            cv::rotate(upright, stored, cv::ROTATE_90_CLOCKWISE);
            break;
        default:
            break;
    }
    return stored;
}

cv::Mat noise(int width, int height, int type, int seed) {
    cv::Mat picture(height, width, type);
    cv::RNG random(static_cast<std::uint64_t>(seed));
    random.fill(picture, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_16U ? 65536 : 256);
    return picture;
}

Bytes encoded(const std::string& ending, const cv::Mat& picture, const std::vector<int>& params) {
    Bytes bytes;
    if (!cv::imencode("." + ending, picture, bytes, params))
        throw std::runtime_error("cannot encode " + ending);
    return bytes;
}

cv::Mat decoded(const std::string& path) {
    return cv::imread(path, cv::IMREAD_UNCHANGED);
}

cv::Mat colours(const Image<Rgba8>& image) {
    cv::Mat out;
    cv::cvtColor(coloursAndAlpha(image), out, cv::COLOR_BGRA2BGR);
    return out;
}

cv::Mat coloursAndAlpha(const Image<Rgba8>& image) {
    const cv::Mat rgba(image.height(), image.width(), CV_8UC4, const_cast<Rgba8*>(image.data()));
    cv::Mat out;
    cv::cvtColor(rgba, out, cv::COLOR_RGBA2BGRA);
    return out;
}

cv::Mat coloursAndAlpha(const Image<Rgba16>& image) {
    const cv::Mat rgba(image.height(), image.width(), CV_16UC4, const_cast<Rgba16*>(image.data()));
    cv::Mat out;
    cv::cvtColor(rgba, out, cv::COLOR_RGBA2BGRA);
    return out;
}

::testing::AssertionResult alike(const cv::Mat& a, const cv::Mat& b, double tolerance) {
    if (a.size() != b.size() || a.type() != b.type()) {
        return ::testing::AssertionFailure()
               << a.size() << " of type " << a.type() << " against " << b.size() << " of type " << b.type();
    }
    const double difference = cv::norm(a, b, cv::NORM_INF);
    if (difference <= tolerance) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "they differ by " << difference;
}

}  // namespace fretsaw::test
