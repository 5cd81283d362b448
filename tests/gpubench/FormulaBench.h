// How long a formula that was just edited takes to become a picture: compiled for the first time, and again.
// Kernels that are built in are PatternBench's.
#pragma once

namespace fretsaw::bench {

struct FormulaOptions {
    int width = 1920, height = 1080;
    int repeats = 11;
};

/// Prints a table on stdout, a formula a line; without a GPU the compiler alone. Throws Error.
void benchFormulas(const FormulaOptions& options);

}  // namespace fretsaw::bench
