// One visit of a tile in a round: exact local labels, then pushes and relabels in sweeps, all in registers.
// Which tiles, in which order, is the solve kernel's.
#pragma once

#include "core/cuda/TileSearch.cuh"

namespace fretsaw::cuda {

/// Arcs to the next row in the direction of a sweep: straight ahead, ahead and east, ahead and west.
__host__ __device__ constexpr int arcAhead(bool down, int n) {
    return n == 0   ? (down ? kSouth : kNorth)
           : n == 1 ? (down ? kSouthEast : kNorthEast)
                    : (down ? kSouthWest : kNorthWest);
}
__host__ __device__ constexpr int opposite(int direction) {
    return direction ^ 1;
}

/// What a warp's two strips of rows give to their neighbours after each pair of sweeps.
struct Seam {
    Pair topLabels[kWarp], bottomLabels[kWarp];
    Pair up[3][kWarp], down[3][kWarp];  ///< flow beyond the strips, in the order of arcAhead()
};

/// Shared memory of the warps that work on one tile.
template <int kWarps, int kRows>
struct DischargeScratch {
    SearchedTile labels;
    std::uint32_t open[kDirections][kTileSize], deficits[kTileSize];  ///< a row a word
    std::uint32_t bounds[kSides][kTileSize];
    // Residuals of the arcs that lead out of the tile.
    Pair columns[kWarps][kRows][3][2];  ///< of the first and of the last column
    Pair rows[2][3][kWarp];             ///< of the first and of the last row
    Seam seams[2][kWarps];
    int tile[2];
};

/// Where a warp stands among those of its tile.
struct Place {
    int warp;      ///< in the tile
    int barrier;   ///< of the tile's warps
    int searcher;  ///< the warp that searches for all of them
};

/// Two strips of kRows rows each, a column a lane: the upper strip in the low halves, the lower in the high.
/// Nothing moves along arcs out of the tile during a visit: they count as closed, and what a label may become
/// because of them (bound) is known from the start.
template <int kWarps, int kRows>
class Strips {
public:
    using Scratch = DischargeScratch<kWarps, kRows>;

    /// notZero: both(0x7FFF), which the compiler must not know: it would put additions of a constant into the
    /// pipe for integers, which is full, and not into that for multiplications.
    __device__ __forceinline__ Strips(const Grid& grid, int first, const Place& place, Scratch& scratch,
                                      Pair notZero)
        : grid_(grid),
          first_(first),
          place_(place),
          scratch_(scratch),
          notZero_(notZero),
          lane_(laneIndex()),
          east_((lane_ + 1) % kWarp),
          west_((lane_ + kWarp - 1) % kWarp) {}

    /// Flow and labels of the strips, and the labels around them.
    __device__ __forceinline__ void load() {
        const auto* excess = reinterpret_cast<const std::uint16_t*>(grid_.excess);
        const auto pair = [&](const std::uint16_t* plane, int i) {
            return loadShared(plane + pixel(i)) |
                   static_cast<std::uint32_t>(loadShared(plane + pixel(kRows + i))) << 16;
        };
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            const uint4 a = loadShared(grid_.residual + pixel(i)),
                        b = loadShared(grid_.residual + pixel(kRows + i));
            residual_[0][i] = lows(a.x, b.x), residual_[1][i] = highs(a.x, b.x);
            residual_[2][i] = lows(a.y, b.y), residual_[3][i] = highs(a.y, b.y);
            residual_[4][i] = lows(a.z, b.z), residual_[5][i] = highs(a.z, b.z);
            residual_[6][i] = lows(a.w, b.w), residual_[7][i] = highs(a.w, b.w);
            excess_[i] = pair(excess, i);
            label_[i] = pair(grid_.label, i);
        }
        const std::uint32_t above = loadShared(grid_.label + pixel(-1)),
                            below = loadShared(grid_.label + pixel(2 * kRows));
        std::uint32_t beside[2 * kRows + 2];  // beyond the first or last column, from the row above on
#pragma unroll
        for (int row = -1; row <= 2 * kRows; ++row) {
            beside[row + 1] = kUnreachable;
            if (atSide()) beside[row + 1] = loadShared(grid_.label + pixel(row) + (lane_ == 0 ? -1 : 1));
        }
        setBounds(above, below, beside);
        closeBorder();
        setSeams(place_.warp == 0 ? both(kUnreachable) : above << 16,
                 place_.warp == kWarps - 1 ? both(kUnreachable) : below);
    }

    /// Replaces the labels by the exact ones for the labels around the tile, up to `reach`. All warps of the
    /// tile call it; false, for all of them: saturated.
    __device__ __forceinline__ bool searchLabels(std::uint32_t reach) {
        publishRows();
        barrierAny(place_.barrier, kWarps * kWarp, false);
        if (place_.warp == place_.searcher) {
            OpenArcs open;
            BorderLabels bounds;
#pragma unroll
            for (int k = 0; k < kDirections; ++k) open.of[k] = scratch_.open[k][lane_];
#pragma unroll
            for (int side = 0; side < kSides; ++side) bounds.of[side] = scratch_.bounds[side][lane_];
            publishNumbers(
                searchTile(open, scratch_.deficits[lane_], bounds, reach, scratch_.labels.chunkLevels),
                scratch_.labels);
        }
        barrierAny(place_.barrier, kWarps * kWarp, false);
        if (scratch_.labels.saturated) return false;
        const int top = 2 * kRows * place_.warp, end = top + 2 * kRows;
#pragma unroll
        for (int i = 0; i < kRows; ++i)
            label_[i] = labelInRow(scratch_.labels, top + i) | labelInRow(scratch_.labels, top + kRows + i)
                                                                   << 16;
        setSeams(place_.warp == 0 ? both(kUnreachable) : labelInRow(scratch_.labels, top - 1) << 16,
                 place_.warp == kWarps - 1 ? both(kUnreachable) : labelInRow(scratch_.labels, end));
        return true;
    }

    /// Pushes and relabels, down the rows and up again. Returns whether anything moved.
    __device__ __forceinline__ bool sweep() {
        Pair moved = 0;
#pragma unroll
        for (int i = 0; i < kRows; ++i) sweepRow<true>(i, moved);
#pragma unroll
        for (int i = kRows - 1; i >= 0; --i) sweepRow<false>(i, moved);
        return moved != 0;
    }

    /// Hands flow and labels over to the neighbouring strips and takes theirs. Returns whether `moved` holds
    /// for any warp of the tile. Seams alternate between two sets, so that one barrier is enough.
    __device__ __forceinline__ bool exchange(Seam (&seams)[kWarps], bool moved) {
        Seam& mine = seams[place_.warp];
        mine.topLabels[lane_] = label_[0];
        mine.bottomLabels[lane_] = label_[kRows - 1];
#pragma unroll
        for (int n = 0; n < 3; ++n) {
            mine.up[n][lane_] = up_[n];
            mine.down[n][lane_] = down_[n];
        }
        moved = barrierAny(place_.barrier, kWarps * kWarp, moved);

        Pair above = both(kUnreachable), below = both(kUnreachable);
        Pair gainedAbove = 0, gainedBelow = 0;
        const int from[3] = {lane_, west_, east_};
#pragma unroll
        for (int n = 0; n < 3; ++n) {
            const Pair fromAbove = highThenLow(place_.warp == 0 ? 0 : seams[place_.warp - 1].down[n][from[n]],
                                               mine.down[n][from[n]]);
            const Pair fromBelow = highThenLow(
                mine.up[n][from[n]], place_.warp == kWarps - 1 ? 0 : seams[place_.warp + 1].up[n][from[n]]);
            residual_[opposite(arcAhead(true, n))][0] += fromAbove;
            residual_[opposite(arcAhead(false, n))][kRows - 1] += fromBelow;
            gainedAbove += fromAbove;
            gainedBelow += fromBelow;
        }
        excess_[0] = addToSigned(excess_[0], gainedAbove);
        excess_[kRows - 1] = addToSigned(excess_[kRows - 1], gainedBelow);
        if (place_.warp > 0) above = seams[place_.warp - 1].bottomLabels[lane_];
        if (place_.warp < kWarps - 1) below = seams[place_.warp + 1].topLabels[lane_];
        setSeams(above, below);
        return moved;
    }

    __device__ __forceinline__ void store() {
        openBorder();
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            const int upper = pixel(i), lower = pixel(kRows + i);
            const auto r = [&](int k) { return residual_[k][i]; };
            grid_.residual[upper] =
                make_uint4(lows(r(0), r(1)), lows(r(2), r(3)), lows(r(4), r(5)), lows(r(6), r(7)));
            grid_.residual[lower] =
                make_uint4(highs(r(0), r(1)), highs(r(2), r(3)), highs(r(4), r(5)), highs(r(6), r(7)));
            grid_.excess[upper] = static_cast<std::int16_t>(excess_[i]);
            grid_.excess[lower] = static_cast<std::int16_t>(excess_[i] >> 16);
            grid_.label[upper] = static_cast<std::uint16_t>(label_[i]);
            grid_.label[lower] = static_cast<std::uint16_t>(label_[i] >> 16);
        }
    }

    /// Bits of the quarters, cut at column splitX and row splitY, in which this warp has active pixels: top
    /// left and right, bottom left and right.
    __device__ __forceinline__ unsigned activeQuarters(int splitX, int splitY) const {
        Pair above = 0, below = 0;
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            const int upper = 2 * kRows * place_.warp + i, lower = upper + kRows;
            const Pair active = activeAmount(i);
            const Pair inUpper = active & 0xFFFF, inLower = active >> 16;
            (upper < splitY ? above : below) |= inUpper;
            (lower < splitY ? above : below) |= inLower;
        }
        const std::uint32_t left = (1u << splitX) - 1, top = ballot(above != 0), bottom = ballot(below != 0);
        return ((top & left) != 0 ? 1u : 0u) | ((top & ~left) != 0 ? 2u : 0u) |
               ((bottom & left) != 0 ? 4u : 0u) | ((bottom & ~left) != 0 ? 8u : 0u);
    }

private:
    /// Counted from the warp's first row.
    __device__ __forceinline__ int pixel(int row) const {
        return first_ + (2 * kRows * place_.warp + row) * grid_.stride + lane_;
    }
    __device__ __forceinline__ bool atSide() const {
        return lane_ == 0 || lane_ == kWarp - 1;
    }

    /// 0x8000 where the value (below 0x8000) is not 0, else 0.
    __device__ __forceinline__ Pair whereNotZero(Pair value) const {
        return (value + notZero_) & both(0x8000);
    }
    /// The label there, or beyond every label where the arc is closed.
    __device__ __forceinline__ Pair through(Pair residual, Pair there) const {
        return there | (whereNotZero(residual) ^ both(0x8000));
    }

    __device__ __forceinline__ void setBounds(std::uint32_t above, std::uint32_t below,
                                              const std::uint32_t (&beside)[2 * kRows + 2]) {
        const bool first = lane_ == 0;
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            const auto labels = [&](int n) { return beside[i + n] | beside[kRows + i + n] << 16; };
            const auto out = [&](int west, int east) {
                // Not the index: the array must stay in registers.
                return first ? residual_[west][i] : residual_[east][i];
            };
            Pair least = minOf(both(kUnreachable), through(out(kNorthWest, kNorthEast), labels(0)),
                               through(out(kWest, kEast), labels(1)));
            least = minOf(least, through(out(kSouthWest, kSouthEast), labels(2)));
            bound_[i] = minOf(least + both(1), both(kUnreachable));
        }
        const auto limit = [&](int i, bool down, Pair straight, Pair east, Pair west) {
            Pair least = minOf(both(kUnreachable), through(residual_[arcAhead(down, 0)][i], straight),
                               through(residual_[arcAhead(down, 1)][i], east));
            least = minOf(least, through(residual_[arcAhead(down, 2)][i], west));
            bound_[i] = minOf(bound_[i], least + both(1));
        };
        const auto eastOf = [&](std::uint32_t row, std::uint32_t corner) {
            const std::uint32_t label = fromLane(row, east_);
            return lane_ == kWarp - 1 ? corner : label;
        };
        const auto westOf = [&](std::uint32_t row, std::uint32_t corner) {
            const std::uint32_t label = fromLane(row, west_);
            return lane_ == 0 ? corner : label;
        };
        constexpr Pair kNotHigh = kUnreachable << 16, kNotLow = kUnreachable;
        if (place_.warp == 0)
            limit(0, false, above | kNotHigh, eastOf(above, beside[0]) | kNotHigh,
                  westOf(above, beside[0]) | kNotHigh);
        if (place_.warp == kWarps - 1) {
            const std::uint32_t corner = beside[2 * kRows + 1];
            limit(kRows - 1, true, below << 16 | kNotLow, eastOf(below, corner) << 16 | kNotLow,
                  westOf(below, corner) << 16 | kNotLow);
        }
    }

    /// Puts the residuals of arcs out of the tile aside.
    __device__ __forceinline__ void closeBorder() {
        const auto aside = [](Pair& residual, Pair& to, Pair which) {
            to = residual & which;
            residual &= ~which;
        };
        forBorder(aside);
    }
    __device__ __forceinline__ void openBorder() {
        const auto back = [](Pair& residual, Pair& from, Pair) { residual |= from; };
        forBorder(back);
    }
    template <typename Use>
    __device__ __forceinline__ void forBorder(const Use& use) {
        constexpr int kOut[2][3] = {{kWest, kNorthWest, kSouthWest}, {kEast, kNorthEast, kSouthEast}};
        constexpr Pair kAll = 0xFFFFFFFFu, kLow = 0xFFFFu;
#pragma unroll
        for (int side = 0; side < 2; ++side)
            if (lane_ == side * (kWarp - 1))
#pragma unroll
                for (int i = 0; i < kRows; ++i)
#pragma unroll
                    for (int n = 0; n < 3; ++n)
                        use(residual_[kOut[side][n]][i], scratch_.columns[place_.warp][i][n][side], kAll);
#pragma unroll
        for (int n = 0; n < 3; ++n) {
            if (place_.warp == 0) use(residual_[arcAhead(false, n)][0], scratch_.rows[0][n][lane_], kLow);
            if (place_.warp == kWarps - 1)
                use(residual_[arcAhead(true, n)][kRows - 1], scratch_.rows[1][n][lane_], ~kLow);
        }
    }

    /// What the searcher needs of the strips: open arcs, deficits and bounds.
    __device__ __forceinline__ void publishRows() {
        const int top = 2 * kRows * place_.warp;
        std::uint32_t* const target = lane_ < 2 * kDirections ? scratch_.open[lane_ / 2] : scratch_.deficits;
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
            std::uint32_t mine = 0;  // lanes 2k and 2k + 1: arc k of the upper and lower row; then deficits
#pragma unroll
            for (int k = 0; k < kDirections; ++k) {
                const std::uint32_t upper = ballot((residual_[k][i] & 0xFFFFu) != 0),
                                    lower = ballot((residual_[k][i] >> 16) != 0);
                if (lane_ == 2 * k) mine = upper;
                if (lane_ == 2 * k + 1) mine = lower;
            }
            const std::uint32_t upper = ballot((excess_[i] & 0x8000u) != 0),
                                lower = ballot((excess_[i] & 0x80000000u) != 0);
            if (lane_ == 2 * kDirections) mine = upper;
            if (lane_ == 2 * kDirections + 1) mine = lower;
            if (lane_ < 2 * kDirections + 2) target[top + i + kRows * (lane_ % 2)] = mine;
            if (atSide()) {
                auto& side = scratch_.bounds[lane_ == 0 ? kLeft : kRight];
                side[top + i] = bound_[i] & 0xFFFF;
                side[top + kRows + i] = bound_[i] >> 16;
            }
        }
        if (place_.warp == 0) scratch_.bounds[kTop][lane_] = bound_[0] & 0xFFFF;
        if (place_.warp == kWarps - 1) scratch_.bounds[kBottom][lane_] = bound_[kRows - 1] >> 16;
    }

    /// Not 0 where excess has somewhere to go.
    __device__ __forceinline__ Pair activeAmount(int i) const {
        return minPositive(excess_[i], both(kUnreachable) - label_[i]);
    }

    /// above: labels of the last rows of the strips of the warp before; below: of the first rows of the warp
    /// after. They stay as they are until the next exchange, so both sides of a seam may push over it at the
    /// same time. That keeps labels valid as long as no label at a seam rises by more than two meanwhile:
    /// whoever pushes stands one above the label that it saw.
    __device__ __forceinline__ void setSeams(Pair above, Pair below) {
        aboveLabel_ = highThenLow(above, label_[kRows - 1]);
        belowLabel_ = highThenLow(label_[0], below);
        topLimit_ = (label_[0] + both(2)) | (place_.warp == 0 ? kUnreachable : 0);
        bottomLimit_ = (label_[kRows - 1] + both(2)) | (place_.warp == kWarps - 1 ? kUnreachable << 16 : 0);
    }

    /// Sends what it can along one arc. Labels of which none is one below the pixel's differ from `below`.
    __device__ __forceinline__ Pair push(Pair& excess, Pair& residual, Pair label, Pair below) const {
        const Pair amount = minPositive(excess, residual | whereNotZero(label ^ below));
        residual -= amount;
        excess -= amount;
        return amount;
    }

    template <bool kDown>
    __device__ __forceinline__ void sweepRow(int i, Pair& moved) {
        constexpr int kLast = kDown ? kRows - 1 : 0;
        constexpr int kStraight = arcAhead(kDown, 0), kEastward = arcAhead(kDown, 1),
                      kWestward = arcAhead(kDown, 2);
        Pair(&out)[3] = kDown ? down_ : up_;
        if (i == kLast) out[0] = out[1] = out[2] = 0;
        if (!anyLane(activeAmount(i) != 0)) return;

        const int j = kDown ? i + 1 : i - 1;  // the row ahead
        const Pair label = label_[i], below = label - both(1);
        const Pair ahead = i == kLast ? (kDown ? belowLabel_ : aboveLabel_) : label_[i == kLast ? i : j];
        const Pair east = fromLane(label, east_), west = fromLane(label, west_);
        const Pair aheadEast = fromLane(ahead, east_), aheadWest = fromLane(ahead, west_);

        const Pair before = excess_[i];
        Pair excess = before;
        const Pair straight = push(excess, residual_[kStraight][i], ahead, below);
        const Pair eastward = push(excess, residual_[kEastward][i], aheadEast, below);
        const Pair westward = push(excess, residual_[kWestward][i], aheadWest, below);
        const Pair toEast = push(excess, residual_[kEast][i], east, below);
        const Pair toWest = push(excess, residual_[kWest][i], west, below);
        moved |= excess ^ before;

        // Gains come after all pushes of the row. Lanes go round, because nothing leaves the tile.
        const Pair fromWest = fromLane(toEast, west_), fromEast = fromLane(toWest, east_);
        residual_[kWest][i] += fromWest;
        residual_[kEast][i] += fromEast;
        excess_[i] = addToSigned(excess, fromWest + fromEast);
        if (i == kLast) {
            out[0] = straight, out[1] = eastward, out[2] = westward;
        } else {
            const Pair movedEast = fromLane(eastward, west_), movedWest = fromLane(westward, east_);
            residual_[opposite(kStraight)][j] += straight;
            residual_[opposite(kEastward)][j] += movedEast;
            residual_[opposite(kWestward)][j] += movedWest;
            excess_[j] = addToSigned(excess_[j], straight + movedEast + movedWest);
        }

        const Pair active = activeAmount(i);
        if (!anyLane(active != 0)) return;
        const Pair behind = i == kRows - 1 - kLast ? (kDown ? aboveLabel_ : belowLabel_)
                                                   : label_[i == kRows - 1 - kLast ? i
                                                            : kDown                ? i - 1
                                                                                   : i + 1];
        const Pair behindEast = fromLane(behind, east_), behindWest = fromLane(behind, west_);
        const auto labelThrough = [&](int k, Pair there) { return through(residual_[k][i], there); };
        Pair least = minOf(both(kUnreachable), labelThrough(kEast, east), labelThrough(kWest, west));
        least = minOf(least, labelThrough(kStraight, ahead), labelThrough(kEastward, aheadEast));
        least = minOf(least, labelThrough(kWestward, aheadWest), labelThrough(opposite(kStraight), behind));
        least = minOf(least, labelThrough(opposite(kEastward), behindWest),
                      labelThrough(opposite(kWestward), behindEast));
        Pair raised = minOf(least + both(1), bound_[i]);
        if (i == 0) raised = minOf(raised, topLimit_);
        if (i == kRows - 1) raised = minOf(raised, bottomLimit_);
        label_[i] = maxOf(label, minOf(raised, whereNotZero(active)));
        moved |= label_[i] ^ label;
    }

    const Grid& grid_;
    const int first_;
    const Place place_;
    Scratch& scratch_;
    const Pair notZero_;
    const int lane_, east_, west_;
    Pair residual_[kDirections][kRows], excess_[kRows], label_[kRows];
    Pair bound_[kRows];
    Pair aboveLabel_, belowLabel_, topLimit_, bottomLimit_;
    Pair up_[3], down_[3];
};

}  // namespace fretsaw::cuda
