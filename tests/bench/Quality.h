// `fretsaw-bench quality`: masks against the true objects of a set of photos.
// How cutters are called is Peer's.
#pragma once

#include <string>

namespace fretsaw::bench {

struct QualityOptions {
    std::string folder;  ///< holds images/, gt/, lasso/ and rects.tsv
    int threads = 0;     ///< 0: all
    bool json = false;
    bool withPeer = true;
    bool loose = false;    ///< also from a box that is too large
    bool strokes = false;  ///< also from strokes without a box
};

/// Prints per photo and in the mean IoU and error rate of Fretsaw and of cv::grabCut, and both total times,
/// for each prompt (tests/bench/Prompts.h). IoU leaves out pixels whose gt is 128; the error rate is wrong
/// pixels over those of the prompt that count, again without gt 128. Returns 0, or 1 where one of our cuts
/// failed or was not certified.
int runQuality(const QualityOptions& options);

}  // namespace fretsaw::bench
