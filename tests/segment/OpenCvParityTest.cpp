// cv::grabCut as the oracle: with its own models and labels, our mask costs no more than its mask.
// Energies are compared, not masks: minimum cuts are not unique, and OpenCV rounds nothing.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

ColourMixture mixtureOf(const cv::Mat& model) {
    ColourMixture mixture;
    const double *weights = model.ptr<double>(), *means = weights + 5, *covariances = means + 15;
    for (int k = 0; k < 5; ++k) {
        if (weights[k] <= 0) continue;
        const double *m = means + 3 * k, *c = covariances + 9 * k;
        mixture.parts.push_back({weights[k], {m[0], m[1], m[2]}, {c[0], c[1], c[2], c[4], c[5], c[8]}});
    }
    return mixture;
}

TEST(OpenCvParity, OurMaskCostsNoMoreUnderOpenCvsModels) {
    int differing = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Scene scene = makeScene({140, 100}, seed);
        cv::Mat image(100, 140, CV_8UC3), mask, background, foreground;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 140; ++x) {
                const Rgba8 p = scene.picture(x, y);
                image.at<cv::Vec3b>(y, x) = {p.r, p.g, p.b};  // its models are then in our order of channels
            }
        const cv::Rect box(scene.box.x, scene.box.y, scene.box.width, scene.box.height);
        cv::setRNGSeed(1);
        cv::grabCut(image, mask, box, background, foreground, 2, cv::GC_INIT_WITH_RECT);
        cv::grabCut(image, mask, box, background, foreground, 1, cv::GC_EVAL_FREEZE_MODEL);

        Image<std::uint8_t> theirs(scene.picture.size());
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 140; ++x) theirs(x, y) = (mask.at<std::uint8_t>(y, x) & 1) != 0 ? 255 : 0;

        SegmentParams params;
        params.start = Start::OpenCv;
        params.models = Models::Given;
        auto models = std::make_shared<ColourModels>();
        models->foreground = mixtureOf(foreground);
        models->background = mixtureOf(background);
        params.given.models = models;
        auto segmenter = makeCpuSegmenter(1);
        segmenter->setImage(test::scenePicture(scene));
        segmenter->setRect(scene.box);
        const SegmentResult ours = test::solve(*segmenter, params);

        const std::int64_t energyOfTheirs = test::energyOf(scene.picture, theirs.view(), *models);
        EXPECT_EQ(ours.energy, test::energyOf(scene.picture, ours.mask->view(), *models));
        EXPECT_LE(ours.energy, energyOfTheirs) << seed;
        // The same problem, so nearly the same answer.
        for (std::int64_t i = 0; i < theirs.size().area(); ++i)
            differing += theirs.data()[i] != ours.mask->view().data()[i];
    }
    EXPECT_LT(differing, 6 * 140 * 100 / 200);
}

}  // namespace
}  // namespace fretsaw
