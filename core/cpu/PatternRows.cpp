// Chooses the rows' functions by what the machine can do.
// No row is computed here.
#include "core/cpu/PatternRows.h"

namespace fretsaw::cpu {

const PatternRows& patternRows(InstructionSet set) {
    if constexpr (kHasX86Kernels) {
        if (set == InstructionSet::Avx512) return avx512::kPatternRows;
        if (set == InstructionSet::Avx2) return avx2::kPatternRows;
    }
    return portable::kPatternRows;
}

}  // namespace fretsaw::cpu
