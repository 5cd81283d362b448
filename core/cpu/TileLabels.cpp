// Waves of tiles that withdraw or lower labels until nothing changes.
// What happens inside a tile is the kernels'.
#include "core/cpu/TileLabels.h"

#include <algorithm>
#include <atomic>

namespace fretsaw::cpu {

template <typename Label>
TileLabels<Label>::TileLabels(GridPlanes& planes, const Parallel& parallel, TileFlags& touched,
                              TileFlags& awake)
    : planes_(planes),
      parallel_(parallel),
      kernels_(tileKernels<Label>()),
      labels_(planes.count, kUnreachable<Label>),
      newLabels_(planes.count, kUnreachable<Label>),
      touched_(touched),
      awake_(awake),
      suspect_(planes.layouts[0].tiles()),
      lower_(planes.layouts[0].tiles()),
      list_(Buffer<std::int32_t>::uninitialized(planes.layouts[0].tiles())) {
    forget();
}

template <typename Label>
void TileLabels<Label>::forget() {
    suspect_.raiseAll();
    lower_.raiseAll();
}

template <typename Label>
void TileLabels<Label>::deficitsChanged(int tile, bool gained, bool lost) {
    if (gained) lower_.raise(tile);
    if (lost) suspect_.raise(tile);
}

template <typename Label>
void TileLabels<Label>::discharged(const TileLayout& layout, int tile, std::uint8_t wake) {
    forTilesUnder(planes_, layout, tile, [&](int under) { suspect_.raise(under); });
    // Tiles with a shift overlap all tiles that see their borders.
    const TileLayout& unshifted = planes_.layouts[0];
    if (&layout == &unshifted)
        forNeighbours(unshifted, tile, wake, [&](int neighbour) { suspect_.raise(neighbour); });
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

/// Labels as if nothing were known but the deficits. False: stopped.
template <typename Label>
bool TileLabels<Label>::restart(const std::stop_token& stop) {
    forget();
    touched_.raiseAll();
    const TileLayout& layout = planes_.layouts[0];
    parallel_.forRanges(layout.rows, 1, [&](std::int64_t row, std::int64_t) {
        const int end = std::min((static_cast<int>(row) + 1) * kTileSize, planes_.size.height);
        for (int y = static_cast<int>(row) * kTileSize; y < end && !stop.stop_requested(); ++y) {
            const std::int16_t* e = planes_.excess.data() + planes_.index(0, y);
            Label* label = labels_.data() + planes_.index(0, y);
            for (int x = 0; x < planes_.size.width; ++x) label[x] = e[x] < 0 ? Label{1} : kUnreachable<Label>;
        }
    });
    if (stop.stop_requested()) return false;
    suspect_.clear();
    return true;
}

/// Visits the flagged tiles, publishes what they changed, and goes on with the neighbours that they wake,
/// until none is left. False: stopped (what is left stays flagged) or saturated.
template <typename Label>
template <typename Visit>
bool TileLabels<Label>::spread(TileFlags& flags, const std::stop_token& stop, const Visit& visit) {
    const TileLayout& layout = planes_.layouts[0];
    for (bool first = true;; first = false) {
        const std::int64_t tiles = flags.take(list_.data());
        if (tiles == 0) return true;
        std::atomic<bool> saturated{false};
        parallel_.forRanges(tiles, 4, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const int index = list_[i];
                if (stop.stop_requested()) {
                    flags.raise(index);
                    list_[i] = -1;
                    continue;
                }
                const RelabelOutcome outcome = visit(index, first);
                if (outcome.saturated) saturated = true;
                if (outcome.changed) {
                    touched_.raise(index);
                    awake_.raise(index);
                } else {
                    list_[i] = -1;
                }
                forNeighbours(layout, index, outcome.wake, [&](int neighbour) { flags.raise(neighbour); });
            }
        });
        saturated_ = saturated;
        const auto end = std::remove(list_.begin(), list_.begin() + tiles, -1);
        publish(layout, list_.data(), end - list_.begin());
        if (saturated_ || stop.stop_requested()) return false;
    }
}

template <typename Label>
typename TileLabels<Label>::End TileLabels<Label>::makeExact(const std::stop_token& stop, int& relabels) {
    saturated_ = false;
    const TileLayout& layout = planes_.layouts[0];
    // Withdrawing and searching again costs about three visits of a tile.
    if (suspect_.count() > layout.tiles() / 4) {
        ++relabels;
        if (!restart(stop)) return End::Stopped;
    }
    const auto withdraw = [&](int index, bool) {
        const RelabelOutcome outcome = kernels_.withdraw(tile(layout, index));
        if (outcome.changed) lower_.raise(index);
        return outcome;
    };
    const auto lower = [&](int index, bool first) { return kernels_.relabel(tile(layout, index), first); };
    if (spread(suspect_, stop, withdraw) && spread(lower_, stop, lower)) return End::Exact;
    return saturated_ ? End::Saturated : End::Stopped;
}

template class TileLabels<std::uint16_t>;
template class TileLabels<std::uint32_t>;

}  // namespace fretsaw::cpu
