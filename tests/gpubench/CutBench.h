// Whole cuts on the GPU, from a box to the mask: how long, and which part takes it.
// Single minimum cuts are MinCutBench's.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::bench {

struct CutOptions {
    std::vector<double> scenes;       ///< megapixels
    std::vector<std::string> photos;  ///< as photoOf() takes them
    int repeats = 5;
    bool withCpu = false;
};

/// Prints a table on stdout, a picture at a time. Throws Error.
void benchCuts(const CutOptions& options);

}  // namespace fretsaw::bench
