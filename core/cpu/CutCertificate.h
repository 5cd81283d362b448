// The proof that a flow and a cut belong together: two sums over the graph, kept tile by tile.
// Solves nothing; it only reads the graph and the labels.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/cpu/GridPlanes.h"

namespace fretsaw::cpu {

/// Bounds of the minimum cut from both sides.
///   flow: Σmax(−t,0) − Σmax(−e,0), the deficits that are filled. What a state's excess has filled came from
///         the source, so no cut has less capacity.
///   cut:  capacity of the cut between pixels that cannot reach a deficit and the others: terminals as set,
///         edges from their two residuals. No minimum cut has more.
/// Equal means that both are optimal. The sums of a tile depend only on the terminals and excesses in it, and
/// on the labels and residuals in it and one pixel around. So the totals are those of the whole graph as long
/// as update() follows every change of these: the check is as strict as summing everything anew.
class CutCertificate {
public:
    /// Of tiles whose sums are all 0. Throws OutOfMemory.
    explicit CutCertificate(const GridPlanes& planes);

    /// Sums a tile of the layout without shift anew. Different tiles may be summed at the same time.
    template <typename Label>
    void update(const GridPlanes& planes, const Label* labels, int tile);

    [[nodiscard]] std::int64_t flow() const { return flow_; }
    [[nodiscard]] std::int64_t cut() const { return cut_; }
    /// Pixels that cannot reach a deficit.
    [[nodiscard]] std::int64_t foreground() const { return foreground_; }

private:
    /// Of one tile: below 2³¹, since a pixel adds at most 10,925 and its four edges at most 5,462.
    struct Sums {
        std::int32_t flow = 0, cut = 0, foreground = 0;
    };
    template <typename Label>
    static Sums sumsOf(const GridPlanes& planes, const Label* labels, int tile);

    Buffer<Sums> tiles_;
    std::atomic<std::int64_t> flow_{0}, cut_{0}, foreground_{0};
};

}  // namespace fretsaw::cpu
