// Generator on an NVIDIA GPU, with the CPU's pixels to the bit.
// Plain C++.
#pragma once

#include "core/generate/ReserveGenerator.h"

namespace fretsaw::cuda {

/// On the device of this index in CUDA's order. Formulas need NVRTC; without it they are computed on the CPU,
/// and news (may be empty) is told why, once, on the thread that renders. Making one throws BackendError; so
/// may every call, and OutOfMemory. Without CUDA in this build making one throws BackendError.
[[nodiscard]] std::unique_ptr<Generator> makeGenerator(int device, GeneratorNews news = {});

}  // namespace fretsaw::cuda
