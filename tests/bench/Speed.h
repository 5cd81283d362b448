// `fretsaw-bench speed`: the same work by Fretsaw and by cv::grabCut, timed side by side.
// Reading files is never in the times.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fretsaw::bench {

struct SpeedOptions {
    std::vector<std::string> photos;   ///< as photoOf() takes them; none: generated scenes of 1, 4 and 12 MP
    std::optional<double> megapixels;  ///< to bring the photos to; none: as they are
    int threads = 0;                   ///< 0: all
    double skipPeerAboveMegapixels = 4.5;
    bool json = false;
};

/// Three steps of each picture: the first models from the box; one cut with given models, edges and data term
/// included; the whole, five iterations from the box. Returns 0.
int runSpeed(const SpeedOptions& options);

}  // namespace fretsaw::bench
