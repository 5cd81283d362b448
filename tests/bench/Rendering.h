// `fretsaw-bench rendering`: how fast the CPU renders the pictures of recipes.
// No peers here, and no files: pixels into memory that is there already.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::bench {

struct RenderingOptions {
    std::vector<std::string> recipes;  ///< empty: every generator as it is by default
    int width = 1920, height = 1080;
    int rounds = 5;   ///< the fastest counts
    int threads = 0;  ///< 0: all
    bool json = false;
};

/// Prints millions of pixels a second for each recipe: colours and contrast included, one picture after the
/// other into the same memory; what has to be simulated is simulated anew. Returns the exit code.
int runRendering(const RenderingOptions& options);

}  // namespace fretsaw::bench
