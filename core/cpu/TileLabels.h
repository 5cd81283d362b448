// The labels of all pixels: bounds of their distances to the nearest deficit, and how they become exact again
// at the cost of what has changed. Moves no flow.
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/cpu/GridPlanes.h"
#include "core/cpu/Parallel.h"
#include "core/cpu/TileFlags.h"
#include "core/cpu/TileKernel.h"
#include "core/cpu/TileLevels.h"

namespace fretsaw::cpu {

/// Labels as TileKernel.h defines them, of one grid graph.
/// A finite label is borne out if its pixel is a deficit or has an open arc to a pixel with a lower label.
/// Between calls, also after a stop:
///   1. every finite label that is not borne out lies in a suspect tile;
///   2. every label that is more than 1 at a deficit, or more than one above that of a pixel to which an open
///      arc leads, lies in a tile to be lowered.
/// Where no such tiles are left all labels are exact: arcs that bear labels out lead down to a deficit, so
/// none is below its distance; and by 2 none is above it. First, suspect tiles withdraw what is not borne
/// out; then labels are lowered from what has stood. So shortest paths are kept in changing graphs
/// (Ramalingam and Reps, "An incremental algorithm for a generalization of the shortest-path problem", 1996);
/// here tile by tile.
template <typename Label>
class TileLabels {
public:
    /// How makeExact() ended. Near: labels below `reach` are exact, others may be too high.
    enum class End : std::uint8_t { Exact, Near, Stopped, Saturated };

    /// Keeps references; raises tiles whose labels it changes in both sets. Throws OutOfMemory.
    TileLabels(GridPlanes& planes, const Parallel& parallel, TileFlags& touched, TileFlags& awake);

    /// Nothing is known any more.
    void forget();
    /// Deficits in a tile of the layout without shift appeared or vanished, no residual changed.
    void deficitsChanged(int tile, bool gained, bool lost);
    /// Flow moved inside a tile of any layout by the rules of push-relabel, and its labels rose. Any thread.
    void discharged(const TileLayout& layout, int tile, const DischargeOutcome<Label>& outcome);
    /// Flow and labels changed in the same way in a tile of the layout without shift, in its whole or in
    /// part, and flow in the pixels around it.
    void changed(int tile);

    /// Makes labels exact; the fewer tiles are suspect, the cheaper. Labels above `reach` are lowered only
    /// where that falls out: a deficit amid much excess is filled from nearby, and who is farther away need
    /// not know of it. kUnreachable: all. Adds to relabels where all tiles are searched, whatever the reach.
    /// Polls stop between tiles. After Saturated the labels are worthless.
    End makeExact(const std::stop_token& stop, int& relabels, Label reach);
    /// Visits of tiles by the last makeExact().
    [[nodiscard]] std::int64_t visits() const { return visits_; }
    /// Tiles with which the next makeExact() begins, besides those to be lowered.
    [[nodiscard]] std::int64_t suspectTiles() const { return suspect_.count(); }

    /// The planes of a tile, for the kernels.
    [[nodiscard]] TileRef<Label> tile(const TileLayout& layout, int index);
    /// Makes the new labels of the listed tiles the labels that their neighbours see.
    void publish(const TileLayout& layout, const std::int32_t* tiles, std::int64_t count);

    [[nodiscard]] Label* data() { return labels_.data(); }
    [[nodiscard]] const Label* data() const { return labels_.data(); }

private:
    void lowerLater(const TileLayout& layout, int tile);
    void wake(TileLevels<Label>& due, int tile, const Wakes<Label>& wakes);
    bool blank(const std::stop_token& stop);
    bool restart(const std::stop_token& stop);
    template <typename Visit>
    bool spread(TileLevels<Label>& due, Label reach, const std::stop_token& stop, const Visit& visit);

    GridPlanes& planes_;
    const Parallel& parallel_;
    const TileKernels<Label>& kernels_;
    Buffer<Label> labels_, newLabels_;
    TileFlags &touched_, &awake_;
    // Of the layout without shift.
    TileLevels<Label> suspect_, lower_;
    TileFlags fresh_;  ///< those to be lowered in which anything may be too high, not only the border
    Buffer<std::uint8_t> withdrawals_;  ///< visits for it, by tile
    Buffer<std::int32_t> list_;         ///< the tiles of a wave
    std::int64_t visits_ = 0;
    bool blank_ = false;  ///< the planes have values; at first all tiles are suspect, so they get them
    bool saturated_ = false;
    Label reach_ = kUnreachable<Label>;  ///< of the last makeExact(), if it ended Near
};

}  // namespace fretsaw::cpu
