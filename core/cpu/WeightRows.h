// Edge weights become the residuals of a graph without flow.
// No flow here.
#pragma once

#include <stop_token>

#include "core/cpu/GridPlanes.h"
#include "core/cpu/MinCut.h"
#include "core/cpu/Parallel.h"

namespace fretsaw::cpu {

/// Sets all residuals and their mask; excess and terminals become 0. False: stopped, and the planes are no
/// graph. Throws what the source throws, and OutOfMemory.
bool fillWeights(GridPlanes& planes, const WeightSource& source, const Parallel& parallel,
                 const std::stop_token& stop);

/// Bit k of the mask where the residual of direction k is left, for `count` pixels from `first` on.
void refreshMask(GridPlanes& planes, std::ptrdiff_t first, int count);

}  // namespace fretsaw::cpu
