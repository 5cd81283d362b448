// Chooses the tile kernels by what the machine can do.
// No kernel is written here.
#include "core/cpu/TileKernel.h"

#include "core/cpu/InstructionSet.h"

namespace fretsaw::cpu {

template <>
const TileKernels<std::uint16_t>& tileKernels() {
    if constexpr (kHasX86Kernels)
        if (instructionSet() >= InstructionSet::Avx2) return avx2::kKernels16;
    return portable::kKernels16;
}

template <>
const TileKernels<std::uint32_t>& tileKernels() {
    if constexpr (kHasX86Kernels)
        if (instructionSet() >= InstructionSet::Avx2) return avx2::kKernels32;
    return portable::kKernels32;
}

}  // namespace fretsaw::cpu
