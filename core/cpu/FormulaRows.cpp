// Chooses the functions of formulas by what the machine can do.
// No row is computed here.
#include "core/cpu/FormulaRows.h"

namespace fretsaw::cpu {

const FormulaRows& formulaRows(InstructionSet set) {
    if constexpr (kHasX86Kernels) {
        if (set == InstructionSet::Avx512) return avx512::kFormulaRows;
        if (set == InstructionSet::Avx2) return avx2::kFormulaRows;
    }
    return portable::kFormulaRows;
}

}  // namespace fretsaw::cpu
