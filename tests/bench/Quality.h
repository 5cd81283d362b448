// `fretsaw-bench quality`: masks against the true objects of a set of photos.
// How cutters are called is Peer's.
#pragma once

#include <string>

namespace fretsaw::bench {

struct QualityOptions {
    std::string folder;  ///< holds images/, gt/, rect/, lasso/ and rects.tsv
    int threads = 0;     ///< 0: all
    bool json = false;
    bool withPeer = true;
};

/// Prints per photo and in the mean IoU and error rate of Fretsaw and of cv::grabCut, from the box and from
/// the lasso labels. IoU leaves out pixels whose gt is 128; the error rate is wrong pixels over pixels that
/// the trimap marks 128, again without gt 128. Returns 0, or 1 where one of our cuts failed or was not
/// certified.
int runQuality(const QualityOptions& options);

}  // namespace fretsaw::bench
