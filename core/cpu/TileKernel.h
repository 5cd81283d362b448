// What is done inside one tile: exact local labels and pushes. One source, compiled for several instruction
// sets; the results are the same. Which tiles, in which order, is not decided here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/cpu/GridPlanes.h"
#include "core/cpu/InstructionSet.h"

namespace fretsaw::cpu {

/// A pixel's label is one more than a lower bound of its distance, in residual arcs, to the nearest deficit:
/// 1 at a deficit, kUnreachable where none can be reached. Finite labels stay below kUnreachable − 1; a label
/// that would come that near is reported as saturated, and the labels are worthless (the flow is not).
template <typename Label>
inline constexpr Label kUnreachable = std::numeric_limits<Label>::max();

/// The first pixel of a tile in every plane.
template <typename Label>
struct TileRef {
    std::int16_t* residual[kDirections];
    std::int16_t* excess;
    std::uint8_t* mask;
    const Label* labels;  ///< read, also one pixel around the tile: of the previous round everywhere
    Label* newLabels;     ///< written, own pixels only
    std::ptrdiff_t stride;
};

/// Bits of the four parts into which the lines x = splitX and y = splitY (tile coordinates) cut a tile.
enum Quarter : std::uint8_t { kTopLeft = 1, kTopRight = 2, kBottomLeft = 4, kBottomRight = 8 };

struct DischargeOrder {
    bool relabelFirst;   ///< start from exact local labels; pointless right after a global relabel
    int splitX, splitY;  ///< 0…31: where the next layout cuts this tile; 0 = not
};

/// Of every neighbouring tile, the lowest label in it that may have to change because labels at the common
/// border did; kUnreachable: none.
template <typename Label>
struct Wakes {
    Label lowest[kDirections];
};

template <typename Label>
struct DischargeOutcome {
    std::uint8_t active;  ///< Quarters that still hold excess with a finite label
    bool saturated;
    Label lowest;  ///< the lowest label in the tile before
    Wakes<Label> wakes;
};

template <typename Label>
struct RelabelOutcome {
    bool changed;  ///< newLabels were written
    bool saturated;
    Label lowest;  ///< the lowest label that was withdrawn
    Wakes<Label> wakes;
};

template <typename Label>
struct TileKernels {
    /// Moves excess towards deficits along arcs inside the tile (Goldberg and Tarjan 1988, region discharge
    /// of Delong and Boykov 2008): labels outside are fixed bounds; pushes go down and up the rows until
    /// nothing moves or eight rounds are done. Writes residuals, excess, mask and new labels of the tile.
    DischargeOutcome<Label> (*discharge)(const TileRef<Label>& tile, const DischargeOrder& order);
    /// Lowers the tile's labels to the exact distances that the labels around it allow; raises none. `fresh`:
    /// anything in the tile may be too high, not only what can be reached from its border.
    RelabelOutcome<Label> (*lower)(const TileRef<Label>& tile, bool fresh);
    /// Makes unreachable what has a finite label below the exact distance that the labels around the tile
    /// allow; leaves all other labels. `all`: everything but deficits.
    RelabelOutcome<Label> (*withdraw)(const TileRef<Label>& tile, bool all);
    /// Makes all new labels unreachable. True: the tile has deficits.
    bool (*reset)(const TileRef<Label>& tile);
    /// Quarters that hold excess with a finite label.
    std::uint8_t (*activeQuarters)(const TileRef<Label>& tile, int splitX, int splitY);
};

/// The kernels of an instruction set that runs here.
template <typename Label>
[[nodiscard]] const TileKernels<Label>& tileKernels(InstructionSet set = instructionSet());

namespace portable {
extern const TileKernels<std::uint16_t> kKernels16;
extern const TileKernels<std::uint32_t> kKernels32;
}  // namespace portable
namespace avx2 {
extern const TileKernels<std::uint16_t> kKernels16;
extern const TileKernels<std::uint32_t> kKernels32;
}  // namespace avx2
namespace avx512 {
extern const TileKernels<std::uint16_t> kKernels16;
extern const TileKernels<std::uint32_t> kKernels32;
}  // namespace avx512

}  // namespace fretsaw::cpu
