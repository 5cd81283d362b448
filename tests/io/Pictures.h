// Pictures to write and to find again, and the second decoder.
// Files that OpenCV cannot write are in MadeFiles.
#pragma once

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <string>

#include "core/image/Image.h"
#include "core/io/Photo.h"
#include "tests/common/TemporaryFolder.h"

namespace fretsaw::test {

/// 3×2 blocks of `block` pixels in six colours: no turn or flip maps it to itself. OpenCV's order, 8 bits.
[[nodiscard]] cv::Mat blocks(int block);
/// The picture as it must be stored so that EXIF's `orientation` shows `upright`.
[[nodiscard]] cv::Mat storedFor(const cv::Mat& upright, int orientation);
/// Random values of any OpenCV type, the same for the same seed.
[[nodiscard]] cv::Mat noise(int width, int height, int type, int seed);

/// OpenCV's encoding of the picture, and its decoding of a file without any change.
[[nodiscard]] Bytes encoded(const std::string& ending, const cv::Mat& picture,
                            const std::vector<int>& params = {});
[[nodiscard]] cv::Mat decoded(const std::string& path);

/// The colour channels of an opened photo in OpenCV's order.
[[nodiscard]] cv::Mat colours(const Image<Rgba8>& image);
/// Colours and alpha.
[[nodiscard]] cv::Mat coloursAndAlpha(const Image<Rgba8>& image);
[[nodiscard]] cv::Mat coloursAndAlpha(const Image<Rgba16>& image);

/// The largest difference of any channel; succeeds where sizes and types agree and it is at most `tolerance`.
[[nodiscard]] ::testing::AssertionResult alike(const cv::Mat& a, const cv::Mat& b, double tolerance);

}  // namespace fretsaw::test
