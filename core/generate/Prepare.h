// From a recipe and a size to the plain values that kernels take: for backends, not for programs.
// No pixel is computed here.
#pragma once

#include <cstdint>

#include "core/generate/Generator.h"
#include "core/pixel/Pattern.h"

namespace fretsaw {

/// Throws InvalidArgument as Generator::renderInto() does. A simulation's field has its size but no values.
[[nodiscard]] pixel::Pattern preparePattern(const PictureRecipe& recipe, Size size, Rect region);

/// Numbers of a reaction–diffusion: rows of `stride` floats with the width's columns after one column of
/// margin, which repeats the other end, and the same after; one row of margin above and below.
struct SimulationPlan {
    int width = 0, height = 0;  ///< width: a multiple of 16
    int steps = 0;
    float feed = 0, kill = 0;
    std::uint32_t seed = 0;
    friend bool operator==(const SimulationPlan&, const SimulationPlan&) = default;
};
[[nodiscard]] SimulationPlan simulationPlan(const PictureRecipe& recipe, Size size);

/// Bytes of its four planes.
[[nodiscard]] std::uint64_t simulationBytes(const SimulationPlan& plan);

/// Where the simulation begins with the second substance, as blots at random: its concentration in a cell.
[[nodiscard]] float seededConcentration(const SimulationPlan& plan, int x, int y);

}  // namespace fretsaw
