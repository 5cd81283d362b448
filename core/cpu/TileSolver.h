// Rounds of tiles over a grid graph until its flow is maximal. Knows the order of work; what happens inside
// a tile is the kernels', what a flow means to the outside is MinCut's.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include "core/cpu/GridPlanes.h"
#include "core/cpu/MinCut.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/PixelSolver.h"
#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu {

/// Shifted-tile region push-relabel (after Delong and Boykov, "A scalable graph-cut algorithm for N-D grids",
/// CVPR 2008, and Goldberg and Tarjan, "A new approach to the maximum-flow problem", JACM 1988). Ours: three
/// shifted layouts in turn instead of boundary arcs, so that tiles of a round are independent without
/// atomics; labels around a tile are those before the round, so that the course does not depend on threads;
/// exact local labels by bit-parallel search.
template <typename Label>
class TileSolver {
public:
    /// How a run ended. Saturated: a label left the range of Label. In every case the flow is valid.
    enum class End : std::uint8_t { Maximal, Stopped, Saturated };

    /// Keeps references. Throws OutOfMemory.
    TileSolver(GridPlanes& planes, const Parallel& parallel);

    /// Makes the flow maximal, whatever it is now. Adds to rounds, relabels and tileVisits of stats. After
    /// Maximal the labels are exact. Polls stop between tiles.
    End run(const std::stop_token& stop, const Progress& progress, CutStats& stats);

    /// To be called after a change of excess inside `where`. Deficits gained there lower labels, deficits
    /// lost only make them less exact: so the next run starts from the labels of the last and not from
    /// nothing.
    void terminalsChanged(Rect where, bool gained, bool lost);
    /// To be called after any other change: the next run starts from nothing.
    void forgetLabels() { usable_ = false; }

    /// After run() == Maximal: whether a pixel (its index in the planes) can reach a deficit, or not.
    [[nodiscard]] const Label* labels() const { return labels_.data(); }

private:
    TileRef<Label> tile(const TileLayout& layout, int index);
    bool relabel(const std::stop_token& stop, CutStats& stats);
    bool spreadLabels(const std::stop_token& stop);
    bool round(const std::stop_token& stop, CutStats& stats);
    bool finishByPixels(const std::stop_token& stop);
    void resetLabels(const std::stop_token& stop);
    bool findActive(const std::stop_token& stop);
    void publish(const TileLayout& layout, std::int64_t tiles);
    std::int64_t listFlagged(Buffer<std::uint8_t>& flags);

    GridPlanes& planes_;
    const Parallel& parallel_;
    const TileKernels<Label>& kernels_;
    Buffer<Label> labels_, newLabels_;
    Buffer<std::uint8_t> flags_[kLayouts];        ///< tiles of a layout with something to do
    Buffer<std::int32_t> list_;                   ///< the same as a list, in order: the tiles of this round
    std::int64_t active_ = 0;                     ///< tiles in list_
    std::unique_ptr<PixelSolver<Label>> pixels_;  ///< once it was needed
    int layout_ = 0;                              ///< of the next round
    bool afterRelabel_ = false;
    bool saturated_ = false;
    bool usable_ = false;  ///< labels are lower bounds once the flagged tiles have spread theirs
    bool exact_ = false;   ///< and then even exact
};

}  // namespace fretsaw::cpu
