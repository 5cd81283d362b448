// The rows of patterns on any machine.
// The loops are in PatternRows.inl alone.
#include "core/cpu/PackColours.h"
#include "core/cpu/PatternRows.h"
#include "core/pixel/Shade.h"

namespace fretsaw::cpu::portable {
#include "core/cpu/PatternRows.inl"
}  // namespace fretsaw::cpu::portable
