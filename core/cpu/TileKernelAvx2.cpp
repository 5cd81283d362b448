// The tile kernels for machines with AVX2: compiled with -mavx2, called only where the machine has it.
// The algorithm is in TileKernel.inl alone.
#include <immintrin.h>

#include <utility>

#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu::avx2 {
#include "core/cpu/TileKernel.inl"
}  // namespace fretsaw::cpu::avx2
