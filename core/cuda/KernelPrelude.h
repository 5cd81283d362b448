// core/pixel as one string, for kernels that are compiled while the program runs.
// Made from the headers when the program is built.
#pragma once

namespace fretsaw::cuda {

/// All that formulas need, in CUDA C++ without includes; namespace fretsaw::pixel.
extern const char kKernelPrelude[];

}  // namespace fretsaw::cuda
