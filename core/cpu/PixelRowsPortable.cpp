// The rows' functions for the baseline of the project (x86-64-v2) and for other machines.
// The loops are in PixelRows.inl alone.
#include "core/cpu/Pack.h"
#include "core/cpu/PixelRows.h"
#include "core/pixel/ColourSpace.h"
#include "core/pixel/Mixture.h"
#include "core/pixel/Terminal.h"

namespace fretsaw::cpu::portable {
#include "core/cpu/PixelRows.inl"
}  // namespace fretsaw::cpu::portable
