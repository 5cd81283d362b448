// The tile kernels for machines with AVX-512 BW, DQ and VL: called only where the machine has it.
// The algorithm is in TileKernel.inl alone.
#include <immintrin.h>

#include <utility>

#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu::avx512 {
#include "core/cpu/TileKernel.inl"
}  // namespace fretsaw::cpu::avx512
