// Waves of tiles that withdraw or lower labels until nothing changes.
// What happens inside a tile is the kernels'.
#include "core/cpu/TileLabels.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace fretsaw::cpu {
namespace {

// Tiles are visited in order of their lowest label, so many labels at a time: with fewer, waves are too small
// to share; with more, tiles are visited before what they depend on has settled.
constexpr int kLevelsAtOnce = 64;

// What bears labels out may fall away bit by bit, with a visit for each. After so many, a tile withdraws all
// its labels: searching for them anew is cheaper.
constexpr int kWithdrawals = 2;

}  // namespace

template <typename Label>
TileLabels<Label>::TileLabels(GridPlanes& planes, const Parallel& parallel, TileFlags& touched,
                              TileFlags& awake)
    : planes_(planes),
      parallel_(parallel),
      kernels_(tileKernels<Label>()),
      labels_(Buffer<Label>::uninitialized(planes.count)),
      newLabels_(Buffer<Label>::uninitialized(planes.count)),
      touched_(touched),
      awake_(awake),
      suspect_(planes.layouts[0].tiles()),
      lower_(planes.layouts[0].tiles()),
      fresh_(planes.layouts[0].tiles()),
      withdrawals_(planes.layouts[0].tiles(), 0),
      list_(Buffer<std::int32_t>::uninitialized(planes.layouts[0].tiles())) {
    forget();
}

template <typename Label>
void TileLabels<Label>::forget() {
    suspect_.raiseAll();
    lower_.raiseAll();
    fresh_.raiseAll();
}

template <typename Label>
void TileLabels<Label>::deficitsChanged(int tile, bool gained, bool lost) {
    if (gained) {
        lower_.raise(tile, 0);
        fresh_.raise(tile);
    }
    if (lost) suspect_.raise(tile, 0);
}

template <typename Label>
void TileLabels<Label>::discharged(const TileLayout& layout, int tile,
                                   const DischargeOutcome<Label>& outcome) {
    forTilesUnder(planes_, layout, tile, [&](int under) { suspect_.raise(under, outcome.lowest); });
    // Tiles with a shift overlap all tiles that see their borders.
    if (&layout == &planes_.layouts[0]) wake(suspect_, tile, outcome.wakes);
    lowerLater(layout, tile);
}

template <typename Label>
void TileLabels<Label>::changed(int tile) {
    suspect_.raise(tile, 0);
    wake(suspect_, tile, {});
    lowerLater(planes_.layouts[0], tile);
}

/// Where labels may be too high, some of them may have fallen inside a tile, so that others in it or around
/// it are too high now.
template <typename Label>
void TileLabels<Label>::lowerLater(const TileLayout& layout, int tile) {
    if (reach_ == kUnreachable<Label>) return;
    const auto later = [&](int near, int = 0) {
        lower_.raise(near, reach_);
        fresh_.raise(near);
    };
    forTilesUnder(planes_, layout, tile, [&](int under) { later(under); });
    if (&layout == &planes_.layouts[0]) forNeighbours(layout, tile, later);
}

template <typename Label>
void TileLabels<Label>::wake(TileLevels<Label>& due, int tile, const Wakes<Label>& wakes) {
    forNeighbours(planes_.layouts[0], tile,
                  [&](int neighbour, int k) { due.raise(neighbour, wakes.lowest[k]); });
}

template <typename Label>
TileRef<Label> TileLabels<Label>::tile(const TileLayout& layout, int index) {
    const std::ptrdiff_t first = planes_.index(layout.left(index), layout.top(index));
    TileRef<Label> ref;
    for (int k = 0; k < kDirections; ++k) ref.residual[k] = planes_.residual[k].data() + first;
    ref.excess = planes_.excess.data() + first;
    ref.mask = planes_.mask.data() + first;
    ref.labels = labels_.data() + first;
    ref.newLabels = newLabels_.data() + first;
    ref.stride = planes_.stride;
    return ref;
}

template <typename Label>
void TileLabels<Label>::publish(const TileLayout& layout, const std::int32_t* tiles, std::int64_t count) {
    parallel_.forRanges(count, 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::ptrdiff_t first = planes_.index(layout.left(tiles[i]), layout.top(tiles[i]));
            for (int y = 0; y < kTileSize; ++y)
                std::copy_n(newLabels_.data() + first + y * planes_.stride, kTileSize,
                            labels_.data() + first + y * planes_.stride);
        }
    });
}

/// Gives both planes their first values: those around the grid are never written again. False: stopped.
template <typename Label>
bool TileLabels<Label>::blank(const std::stop_token& stop) {
    parallel_.forRanges(planes_.count, 1 << 18, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        std::fill(labels_.begin() + begin, labels_.begin() + end, kUnreachable<Label>);
        std::fill(newLabels_.begin() + begin, newLabels_.begin() + end, kUnreachable<Label>);
    });
    return blank_ = !stop.stop_requested();
}

/// Forgets all labels; the tiles with deficits are to be lowered. False: stopped.
template <typename Label>
bool TileLabels<Label>::restart(const std::stop_token& stop) {
    if (!blank_ && !blank(stop)) return false;
    touched_.raiseAll();
    suspect_.clear();
    lower_.clear();
    fresh_.clear();
    const TileLayout& layout = planes_.layouts[0];
    parallel_.forRanges(layout.tiles(), 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end && !stop.stop_requested(); ++i)
            if (kernels_.reset(tile(layout, static_cast<int>(i)))) {
                lower_.raise(i, 1);
                fresh_.raise(i);
            }
    });
    if (stop.stop_requested()) {
        forget();
        return false;
    }
    std::swap(labels_, newLabels_);
    return true;
}

/// Visits the tiles that are due, the lowest first, publishes what they changed, and goes on with the
/// neighbours that they wake, until none is left below `reach`. False: stopped (what is left stays due) or
/// saturated.
template <typename Label>
template <typename Visit>
bool TileLabels<Label>::spread(TileLevels<Label>& due, Label reach, const std::stop_token& stop,
                               const Visit& visit) {
    const TileLayout& layout = planes_.layouts[0];
    while (true) {
        const Label lowest = due.lowest();
        if (lowest >= reach) return true;
        const auto below = static_cast<Label>(lowest + std::min<Label>(kLevelsAtOnce, reach - lowest));
        const std::int64_t tiles = due.take(below, list_.data());
        visits_ += tiles;
        std::atomic<bool> saturated{false};
        parallel_.forRanges(tiles, 4, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const int index = list_[i];
                if (stop.stop_requested()) {
                    due.raise(index, 0);
                    list_[i] = -1;
                    continue;
                }
                const RelabelOutcome<Label> outcome = visit(index);
                if (outcome.saturated) saturated = true;
                if (outcome.changed) {
                    touched_.raise(index);
                    awake_.raise(index);
                    wake(due, index, outcome.wakes);
                } else {
                    list_[i] = -1;
                }
            }
        });
        saturated_ = saturated;
        const auto end = std::remove(list_.begin(), list_.begin() + tiles, -1);
        publish(layout, list_.data(), end - list_.begin());
        if (saturated_ || stop.stop_requested()) return false;
    }
}

template <typename Label>
typename TileLabels<Label>::End TileLabels<Label>::makeExact(const std::stop_token& stop, int& relabels,
                                                             Label reach) {
    saturated_ = false;
    visits_ = 0;
    const TileLayout& layout = planes_.layouts[0];
    // Withdrawing and searching again costs about three visits of a tile.
    if (suspect_.count() > layout.tiles() / 4) {
        ++relabels;
        reach = kUnreachable<Label>;
        if (!restart(stop)) return End::Stopped;
    }
    std::fill(withdrawals_.begin(), withdrawals_.end(), std::uint8_t{0});
    const auto withdraw = [&](int index) {
        const bool all = withdrawals_[index] == kWithdrawals;
        if (!all) ++withdrawals_[index];
        const RelabelOutcome<Label> outcome = kernels_.withdraw(tile(layout, index), all);
        if (outcome.changed) {
            lower_.raise(index, outcome.lowest);
            fresh_.raise(index);
        }
        return outcome;
    };
    const auto lower = [&](int index) { return kernels_.lower(tile(layout, index), fresh_.takeOne(index)); };
    reach_ = reach;
    if (!spread(suspect_, kUnreachable<Label>, stop, withdraw) || !spread(lower_, reach, stop, lower))
        return saturated_ ? End::Saturated : End::Stopped;
    if (lower_.lowest() != kUnreachable<Label>) return End::Near;
    reach_ = kUnreachable<Label>;
    return End::Exact;
}

template class TileLabels<std::uint16_t>;
template class TileLabels<std::uint32_t>;

}  // namespace fretsaw::cpu
