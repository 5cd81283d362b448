// `fretsaw-bench mincut`: our minimum cut and OpenCV's GCGraph on the same integer graphs.
// Where the graphs come from is PhotoGraphs'.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::bench {

struct MincutOptions {
    std::vector<std::string> photos;  ///< none: those installed with Debian's mate-backgrounds, else a scene
    std::vector<double> megapixels{4};
    std::vector<int> threads{1, 2};
    int repeats = 3;
    std::string resume;  ///< file of finished rows; empty: none
    bool withPeer = true;
    bool cpuTime = false;  ///< of all threads together; with one, what a machine that is not idle can tell
    bool json = false;
};

/// For each photo and size the graphs of GrabCut's iterations 0 and 1, and a corridor of 512² pixels:
/// building and solving cold in milliseconds, the ratio to GCGraph, geometric means. Returns 0, or 1 where a
/// cut was not certified or the flows differ.
int runMincut(const MincutOptions& options);

}  // namespace fretsaw::bench
