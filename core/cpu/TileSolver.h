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
#include "core/cpu/TileFlags.h"
#include "core/cpu/TileKernel.h"
#include "core/cpu/TileLabels.h"

namespace fretsaw::cpu {

/// Shifted-tile region push-relabel (after Delong and Boykov, "A scalable graph-cut algorithm for N-D grids",
/// CVPR 2008, and Goldberg and Tarjan, "A new approach to the maximum-flow problem", JACM 1988). Ours: three
/// shifted layouts in turn instead of boundary arcs, so that tiles of a round are independent without
/// atomics; labels around a tile are those before the round, so that the course does not depend on threads;
/// exact local labels by bit-parallel search. Whatever changed between two runs, a run costs what changed.
template <typename Label>
class TileSolver {
public:
    /// How a run ended. Saturated: a distance is beyond the range of Label. In every case the flow is valid.
    enum class End : std::uint8_t { Maximal, Stopped, Saturated };

    /// Keeps references; raises tiles of the layout without shift whose flow or labels it changes in
    /// `touched`. Throws OutOfMemory.
    TileSolver(GridPlanes& planes, const Parallel& parallel, TileFlags& touched);

    /// Makes the flow maximal, whatever it is now. Adds to rounds, relabels and tileVisits of stats. After
    /// Maximal the labels are exact. Polls stop between tiles; after a stop the next run goes on from there.
    End run(const std::stop_token& stop, const Progress& progress, CutStats& stats);

    /// To be called after a change of excess in a tile of the layout without shift, by which deficits
    /// appeared or vanished, or neither. Any thread.
    void excessChanged(int tile, bool gained, bool lost);
    /// To be called after any other change: the next run starts from nothing.
    void forget();

    /// After run() == Maximal: whether a pixel (its index in the planes) can reach a deficit, or not.
    [[nodiscard]] const Label* labels() const { return labels_.data(); }

private:
    End runRounds(const std::stop_token& stop, const Progress& progress, CutStats& stats);
    bool round(const std::stop_token& stop, CutStats& stats);
    bool finishByPixels(const std::stop_token& stop);
    bool findActive(const std::stop_token& stop);
    void setAside();

    GridPlanes& planes_;
    const Parallel& parallel_;
    const TileKernels<Label>& kernels_;
    TileFlags& touched_;
    TileFlags awake_;    ///< of the layout without shift; outside rounds they hold all active pixels
    TileFlags visited_;  ///< of the layout without shift, by the pixel solver
    TileLabels<Label> labels_;
    TileFlags active_[kLayouts];
    Buffer<std::int32_t> list_;                   ///< the tiles of this round, all that hold active pixels
    std::int64_t listed_ = 0;                     ///< tiles in list_
    std::unique_ptr<PixelSolver<Label>> pixels_;  ///< once it was needed
    int layout_ = 0;                              ///< of list_
    bool afterRelabel_ = false;
    bool saturated_ = false;
};

}  // namespace fretsaw::cpu
