// The kernel that does all of a solve, in slices of time, and its memory. Plain C++ for the host's side.
// What a solve means to the outside is MinCut's.
#pragma once

#include <cstdint>

#include "core/cuda/Context.h"

namespace fretsaw::cuda {

struct Grid;
struct LabelTiles;
struct SolveState;

/// How far labels are told: what is farther from every deficit counts as unreachable for the time being.
struct Reach {
    std::uint32_t first;     ///< in labels
    std::uint32_t times;     ///< farther by this factor, until all labels are told,
    std::uint32_t fewTiles;  ///< when fewer tiles than these are active
};

/// How a solve proceeds. None of it changes the result.
struct SolveOrder {
    std::uint64_t sliceNs;  ///< of the device's time; after it the kernel returns as soon as it can
    int sweeps;             ///< pairs of sweeps in a visit, at most
    int smallRound;         ///< below so many tiles a tile gets a whole block
    int fewestRounds;       ///< between exact labels
    Reach reach;
    float roundsPerLabels;  ///< exact labels again when rounds took so many times as long as the last did
    std::uint32_t hardRounds, hardTiles;  ///< so many rounds and at most so many tiles: a hard case
};

/// Warps that a slice has on this device: LabelTiles::warps.
[[nodiscard]] int warpsOfSlice(const Context& context, const Grid& grid);

/// Queues one slice of work on the grid's flow; state says afterwards how far it came. lists: two lists of
/// tiles; stamps: for each layout a word for each tile. All in device memory.
void queueSlice(const Context& context, const Grid& grid, const LabelTiles& tiles, SolveState* state,
                std::uint32_t* const (&lists)[2], std::uint32_t* const (&stamps)[3], const SolveOrder& order);

}  // namespace fretsaw::cuda
