// Exact minimum cut on the 8-connected pixel grid: shifted-tile region push-relabel on the CPU.
// Knows nothing of colours or labels: integer weights in, flow and canonical mask out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/image/Image.h"
#include "core/image/Progress.h"

namespace fretsaw::cpu {

/// Largest edge weights: with them every capacity and excess fits 16 bits (see ARCHITECTURE, "16 bits").
inline constexpr int kMaxStraightWeight = 1600, kMaxDiagonalWeight = 1131;

/// Capacities between a pixel and four of its neighbours, the same in both directions; each plane has the
/// size of the grid. Values that would leave the grid are ignored.
struct GridWeights {
    ImageView<const std::uint16_t> right;      ///< to (x+1, y)
    ImageView<const std::uint16_t> downLeft;   ///< to (x−1, y+1)
    ImageView<const std::uint16_t> down;       ///< to (x, y+1)
    ImageView<const std::uint16_t> downRight;  ///< to (x+1, y+1)
};

/// Fills the weights of the rows begin … end−1, row `begin` first in each view; the views are as wide as the
/// grid and may hold anything before. Called from several threads at a time, for some rows more than once.
struct WeightBand {
    ImageView<std::uint16_t> right, downLeft, down, downRight;
};
using WeightSource = std::function<void(int begin, int end, const WeightBand& to)>;

struct CutStats {
    std::int64_t flow = 0;   ///< value of the maximum flow of the clamped graph
    std::int64_t cut = 0;    ///< capacity of the canonical cut; equal to flow when certified
    bool certified = false;  ///< flow == cut
    int rounds = 0, relabels = 0;
    std::int64_t tileVisits = 0;
};

/// What bringing a mask up to date changed in it.
struct MaskUpdate {
    Rect where;                   ///< smallest rectangle that holds all changed pixels
    std::int64_t pixels = 0;      ///< changed
    std::int64_t foreground = 0;  ///< in the mask now
};

/// A grid graph with its flow. A terminal t_p > 0 joins the source (foreground) with capacity t_p, t_p < 0
/// the sink (background) with −t_p. Terminals are clamped to ±(sum of the pixel's edge weights + 1), which
/// changes no minimum cut.
/// Canonical mask: foreground = the pixels that cannot reach a deficit in the residual graph, the largest
/// source side of all minimum cuts; it is unique, so it depends on nothing but the graph.
class MinCut {
public:
    /// An edgeless graph without terminals. threads: 0 = all. Throws OutOfMemory, InvalidArgument (empty
    /// size).
    explicit MinCut(Size size, int threads = 0);
    ~MinCut();
    MinCut(MinCut&&) noexcept;
    MinCut& operator=(MinCut&&) noexcept;

    /// New weights: the flow starts from nothing, terminals become 0. Throws InvalidArgument for a weight
    /// above its maximum or a plane of another size (the graph is as before). False: stopped; the graph is
    /// none until its weights are set again.
    bool setWeights(const GridWeights& weights, std::stop_token stop = {});
    /// The same with weights that are made as they are asked for, which saves eight bytes a pixel. They must
    /// respect the maxima. Throws what the source throws; the graph is none then.
    bool setWeights(const WeightSource& source, std::stop_token stop);
    /// Terminals of the pixels of `where` (terminals has its size). The flow is kept, only the differences
    /// enter as new excess or deficit: the next solve is warm. Any std::int32_t value is allowed.
    void setTerminals(Rect where, ImageView<const std::int32_t> terminals);
    /// Forgets the flow but keeps weights and terminals: the next solve is cold.
    void reset();

    /// Maximum flow. std::nullopt: stopped; the flow so far stays valid and solve() may be called again.
    /// Polls stop all the time, also within passes over the whole grid. Costs what has changed since the last
    /// call: the work is done in tiles of 32×32 pixels, and the certificate, too, is brought up to date
    /// there.
    std::optional<CutStats> solve(std::stop_token stop, const Progress& progress);
    /// After solve(): 255 where the canonical mask is foreground, else 0. mask has the size of the grid.
    void readMask(ImageView<std::uint8_t> mask) const;
    /// The same for a mask that holds what the last call of updateMask() left (anything at the first call):
    /// costs only the tiles in which something has happened since.
    MaskUpdate updateMask(ImageView<std::uint8_t> mask);
    /// updateMask() would change nothing, because nothing has happened since.
    [[nodiscard]] bool maskIsUpToDate() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

struct GridCut {
    Image<std::uint8_t> mask;  ///< canonical: 255 foreground, 0 background
    CutStats stats;
};

/// One minimum cut in one call, for those who need neither warm starts nor stopping. terminals has the size
/// of the grid; what weights and terminals mean and what is thrown is said at MinCut. threads: 0 = all.
[[nodiscard]] GridCut solveGrid(const GridWeights& weights, ImageView<const std::int32_t> terminals,
                                int threads = 0);

}  // namespace fretsaw::cpu
