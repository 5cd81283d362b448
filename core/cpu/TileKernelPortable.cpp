// The tile kernels for the baseline of the project (x86-64-v2).
// The algorithm is in TileKernel.inl alone.
#ifdef __SSE4_1__
#include <immintrin.h>
#endif
#include <utility>

#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu::portable {
#include "core/cpu/TileKernel.inl"
}  // namespace fretsaw::cpu::portable
