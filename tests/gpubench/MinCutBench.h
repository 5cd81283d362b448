// fretsaw-gpu-bench mincut: cold and warm solves and strokes on graphs of pictures, by the device's clock.
// Graphs come from GrabCutGraphs.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::bench {

struct MinCutOptions {
    std::vector<double> scenes;       ///< megapixels
    std::vector<std::string> photos;  ///< PPM[@left,top,right,bottom]
    int repeats = 11;
    int strokes = 30;
    bool withCpu = false;  ///< also the CPU's cold solve on this machine, and its mask compared
};

void benchMinCut(const MinCutOptions& options);

}  // namespace fretsaw::bench
