// The rows of patterns on machines with AVX-512: called only where the machine has it.
// The loops are in PatternRows.inl alone.
#include "core/cpu/PackColours.h"
#include "core/cpu/PatternRows.h"
#include "core/pixel/Shade.h"

namespace fretsaw::cpu::avx512 {
#include "core/cpu/PatternRows.inl"
}  // namespace fretsaw::cpu::avx512
