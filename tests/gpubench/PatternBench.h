// Generated pictures on the GPU: each generator by the device's clock, without the way to the host.
// Cuts are CutBench's.
#pragma once

namespace fretsaw::bench {

struct PatternOptions {
    int width = 3840, height = 2160;
    int repeats = 21;
};

/// Prints a table on stdout, a recipe a line. Throws Error.
void benchPatterns(const PatternOptions& options);

}  // namespace fretsaw::bench
