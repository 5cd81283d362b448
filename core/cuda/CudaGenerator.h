// Generator on an NVIDIA GPU, with the CPU's pixels to the bit.
// Plain C++.
#pragma once

#include "core/generate/Generator.h"

namespace fretsaw::cuda {

/// On the device of this index in CUDA's order. Making one throws BackendError; so may every call, and
/// OutOfMemory. Without CUDA in this build making one throws BackendError.
[[nodiscard]] std::unique_ptr<Generator> makeGenerator(int device);

}  // namespace fretsaw::cuda
