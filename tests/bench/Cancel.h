// `fretsaw-bench cancel`: how long a running cut goes on after it was told to stop.
// Where it is told to is spread evenly over the time that it takes.
#pragma once

#include <string>

namespace fretsaw::bench {

struct CancelOptions {
    std::string photo;   ///< as photoOf() takes it; empty: a generated scene
    bool noise = false;  ///< instead of a picture: pixels of random colours, nearly all different
    double megapixels = 24;
    int stops = 40;   ///< for each kind of cut
    int threads = 0;  ///< 0: all
    bool json = false;
};

/// Prints median, 95th percentile and maximum of the milliseconds between a request to stop and the return of
/// segment(), for first cuts from the box and for going on after a stroke, and when in the cut the slowest
/// was asked. Returns 0.
int runCancel(const CancelOptions& options);

}  // namespace fretsaw::bench
