// The spans of formulas on machines with AVX-512: called only where the machine has it.
// The loops are in FormulaRows.inl alone.
#include "core/cpu/FormulaRows.h"
#include "core/cpu/PackColours.h"
#include "core/pixel/FormulaMaths.h"

namespace fretsaw::cpu::avx512 {
#include "core/cpu/FormulaRows.inl"
}  // namespace fretsaw::cpu::avx512
