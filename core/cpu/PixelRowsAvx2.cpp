// The rows' functions for machines with AVX2: called only where the machine has it.
// The loops are in PixelRows.inl alone.
#include "core/cpu/Pack.h"
#include "core/cpu/PixelRows.h"
#include "core/pixel/ColourSpace.h"
#include "core/pixel/Mixture.h"
#include "core/pixel/Terminal.h"

namespace fretsaw::cpu::avx2 {
#include "core/cpu/PixelRows.inl"
}  // namespace fretsaw::cpu::avx2
