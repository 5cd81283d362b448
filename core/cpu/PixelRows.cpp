// Chooses the rows' functions by what the machine can do.
// No row is computed here.
#include "core/cpu/PixelRows.h"

namespace fretsaw::cpu {

const PixelRows& pixelRows(InstructionSet set) {
    if constexpr (kHasX86Kernels) {
        if (set == InstructionSet::Avx512) return avx512::kPixelRows;
        if (set == InstructionSet::Avx2) return avx2::kPixelRows;
    }
    return portable::kPixelRows;
}

}  // namespace fretsaw::cpu
