// Work on the whole graph besides the solve: weights, terminals, certificate, mask. Plain C++: host functions
// that queue kernels on the context's stream.
// When they are called is MinCut's business.
#pragma once

#include <cstdint>

#include "core/cpu/MinCut.h"
#include "core/cuda/Context.h"
#include "core/image/Image.h"

namespace fretsaw::cuda {

struct Grid;
struct SolveState;

/// All views lie in device memory.

/// count 16-bit values.
void fill(const Context& context, std::uint16_t* to, std::int64_t count, std::uint16_t value);
/// Edges of rows firstRow … lastRow − 1 from planes whose row 0 is row planesRow of the grid, and which hold
/// the row before firstRow too where there is one.
void writeWeights(const Context& context, const Grid& grid, const cpu::GridWeights& weights, int planesRow,
                  int firstRow, int lastRow);
void writeTerminals(const Context& context, const Grid& grid, SolveState* state, Rect where,
                    ImageView<const std::int32_t> terminals);
/// No flow, the terminals as they are.
void forgetFlow(const Context& context, const Grid& grid);

/// Adds up state's sums, where the solve is done; they must be 0.
void sumCertificate(const Context& context, const Grid& grid, SolveState* state);
/// 255 where the pixel cannot reach a deficit, else 0.
void writeMask(const Context& context, const Grid& grid, ImageView<std::uint8_t> mask);
/// Labels that give back a mask; they are good for nothing else.
void takeMask(const Context& context, const Grid& grid, ImageView<const std::uint8_t> mask);

/// Weights as they were set: of the edges in direction k (kEast, kSouth, kSouthEast or kSouthWest).
void readWeights(const Context& context, const Grid& grid, int direction, ImageView<std::uint16_t> weights);
void readTerminals(const Context& context, const Grid& grid, Rect where, ImageView<std::int32_t> terminals);

}  // namespace fretsaw::cuda
