// What subcommands share: pictures for us and for OpenCV, and the two cutters behind one shape.
// OpenCV types end here and in Peer.cpp's users' arguments; no table is printed here.
#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <string>

#include "core/segment/Segmenter.h"

namespace fretsaw::bench {

/// One picture in the form of each cutter: the same pixels.
struct Picture {
    std::shared_ptr<const Image<Rgba8>> rgba;
    cv::Mat bgr;

    [[nodiscard]] double megapixels() const { return static_cast<double>(rgba->size().area()) * 1e-6; }
};

/// Reads through OpenCV, so that a build without OpenImageIO can measure too. Throws IoError.
[[nodiscard]] Picture readPicture(const std::string& path);
[[nodiscard]] Picture pictureOf(const Image<Rgba8>& rgba);
/// The picture at another width: means of areas where it shrinks; where it grows, bilinear with noise of two
/// levels (always the same) in place of the grain that a larger photo would have.
[[nodiscard]] Picture scaledToWidth(const Picture& picture, int widthPx);
/// One 8-bit plane as it is in the file. Throws IoError.
[[nodiscard]] Image<std::uint8_t> readPlane(const std::string& path);

/// A mask and how it came about. mask: 255 foreground; all 0 where the cutter threw, and `failure` says why.
struct Outcome {
    Image<std::uint8_t> mask;
    double milliseconds = 0;
    bool certified = false;  ///< always false for OpenCV: it has no certificate
    int iterations = 0;
    std::string failure;
};

inline constexpr int kIterations = 5;

/// Ours from a rectangle, with a new segmenter; the time holds everything but reading the file.
[[nodiscard]] Outcome cutOurs(const Picture& picture, Rect box, int threads);
/// Ours from labels of the whole picture.
[[nodiscard]] Outcome cutOurs(const Picture& picture, ImageView<const Label> labels, int threads);

/// cv::grabCut with its random numbers set to the same state before every call.
[[nodiscard]] Outcome cutOpenCv(const Picture& picture, Rect box);
[[nodiscard]] Outcome cutOpenCv(const Picture& picture, ImageView<const Label> labels);

/// Processor, cores and instruction set in one line; no name of the machine.
[[nodiscard]] std::string machineDescription(int threads);

}  // namespace fretsaw::bench
