// Kernels over all pixels, one by one: how long by the device's clock, and how near to what memory gives.
// Whole cuts are CutBench's, minimum cuts MinCutBench's.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::bench {

struct StageOptions {
    std::vector<double> scenes;       ///< megapixels
    std::vector<std::string> photos;  ///< as photoOf() takes them
    int repeats = 11;
};

/// Prints a table on stdout, a picture at a time. Throws Error.
void benchStages(const StageOptions& options);

}  // namespace fretsaw::bench
