// Chooses the tile kernels by instruction set.
// No kernel is written here.
#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu {

template <>
const TileKernels<std::uint16_t>& tileKernels(InstructionSet set) {
    if constexpr (kHasX86Kernels) {
        if (set == InstructionSet::Avx512) return avx512::kKernels16;
        if (set == InstructionSet::Avx2) return avx2::kKernels16;
    }
    return portable::kKernels16;
}

template <>
const TileKernels<std::uint32_t>& tileKernels(InstructionSet set) {
    if constexpr (kHasX86Kernels) {
        if (set == InstructionSet::Avx512) return avx512::kKernels32;
        if (set == InstructionSet::Avx2) return avx2::kKernels32;
    }
    return portable::kKernels32;
}

}  // namespace fretsaw::cpu
