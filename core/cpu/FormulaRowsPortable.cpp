// The spans of formulas on any machine.
// The loops are in FormulaRows.inl alone.
#include "core/cpu/FormulaRows.h"
#include "core/cpu/PackColours.h"
#include "core/pixel/FormulaMaths.h"

namespace fretsaw::cpu::portable {
#include "core/cpu/FormulaRows.inl"
}  // namespace fretsaw::cpu::portable
