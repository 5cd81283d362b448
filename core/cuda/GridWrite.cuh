// How kernels that know pictures fill the graph: a pixel's edges, a pixel's terminal.
// No colours and no labels here.
#pragma once

#include "core/cuda/Grid.cuh"
#include "core/cuda/SolveState.cuh"

namespace fretsaw::cuda {

/// Weights of a pixel's eight edges in the order of cpu::Direction, 0 where the neighbour lies outside the
/// grid. Both ends of an edge must be given the same weight. Flow and terminal of the pixel become 0.
__device__ inline void writeWeights(const Grid& grid, int pixel,
                                    const std::uint16_t (&weights)[kDirections]) {
    const auto two = [&](int k) { return weights[k] | static_cast<std::uint32_t>(weights[k + 1]) << 16; };
    grid.residual[pixel] = make_uint4(two(0), two(2), two(4), two(6));
    grid.excess[pixel] = 0;
    grid.terminal[pixel] = 0;
}

/// Capacity left on an arc: direction is known when this is compiled.
__device__ inline int residualOf(const Grid& grid, int pixel, int direction) {
    return reinterpret_cast<const std::int16_t*>(grid.residual + pixel)[direction];
}

/// Sum of the weights of a pixel's edges: both residuals of an edge always add up to twice its weight.
__device__ inline int weightSum(const Grid& grid, int pixel) {
    Residuals own;
    own.words = grid.residual[pixel];
    int sum = 0;
#pragma unroll
    for (int k = 0; k < kDirections; ++k) sum += own.of[k] + residualOf(grid, pixel + grid.step(k), k ^ 1);
    return sum / 2;
}

/// A new terminal; only the difference enters as new excess or deficit, clamped as cpu::MinCut says. Returns
/// whether it differs from the old one; then markChanged() must follow.
__device__ inline bool writeTerminal(const Grid& grid, int pixel, std::int32_t wanted) {
    const int bound = weightSum(grid, pixel) + 1, old = grid.terminal[pixel];
    const int clamped = wanted > bound ? bound : wanted < -bound ? -bound : wanted;
    if (clamped == old) return false;
    grid.excess[pixel] = static_cast<std::int16_t>(grid.excess[pixel] + clamped - old);
    grid.terminal[pixel] = static_cast<std::int16_t>(clamped);
    return true;
}

/// Any thread that has changed a terminal: the next solve begins with exact labels.
__device__ inline void markChanged(SolveState* state) {
    state->course.phase = Phase::Labels;
    state->course.begun = 0;
}

}  // namespace fretsaw::cuda
