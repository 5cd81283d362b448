// The order of work over tiles: exact labels, then rounds over the active tiles of one layout after another.
// What happens inside a tile is the kernels'.
#include "core/cpu/TileSolver.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace fretsaw::cpu {
namespace {

// Little excess on a long way: along a corridor of 100,000 pixels the tiles would take a round for each 32.
constexpr int kManyRounds = 512;
constexpr std::int64_t kFewTiles = 16;

// How far new deficits are made known at first, and by how much farther when what is near does not fill them.
constexpr int kFirstReach = 128, kFarther = 8;

int mostTiles(const GridPlanes& planes) {
    int most = 0;
    for (const TileLayout& layout : planes.layouts) most = std::max(most, layout.tiles());
    return most;
}

/// Where a layout cuts the tiles of another, in their coordinates; 0: not.
struct Split {
    int x, y;
};
Split splitOf(const TileLayout& tiles, const TileLayout& by) {
    return {(tiles.shiftX - by.shiftX) & (kTileSize - 1), (tiles.shiftY - by.shiftY) & (kTileSize - 1)};
}

/// Raises the tiles of a layout that hold the given quarters of a tile of another.
void raiseQuarters(TileFlags& flags, const TileLayout& next, int left, int top, unsigned quarters) {
    // The tile that holds the last pixel: the bottom right quarter.
    const int right = (left + kTileSize - 1 + next.shiftX) / kTileSize;
    const int below = (top + kTileSize - 1 + next.shiftY) / kTileSize;
    for (int quarter = 0; quarter < 4; ++quarter)
        if ((quarters >> quarter & 1) != 0)
            flags.raise((below - (quarter < 2 ? 1 : 0)) * next.columns + right - (quarter % 2 == 0 ? 1 : 0));
}

}  // namespace

template <typename Label>
TileSolver<Label>::TileSolver(GridPlanes& planes, const Parallel& parallel, TileFlags& touched)
    : planes_(planes),
      parallel_(parallel),
      kernels_(tileKernels<Label>()),
      touched_(touched),
      awake_(planes.layouts[0].tiles()),
      visited_(planes.layouts[0].tiles()),
      labels_(planes, parallel, touched, awake_),
      active_{TileFlags(planes.layouts[0].tiles()), TileFlags(planes.layouts[1].tiles()),
              TileFlags(planes.layouts[2].tiles())},
      list_(Buffer<std::int32_t>::uninitialized(mostTiles(planes))) {
    forget();
}

template <typename Label>
void TileSolver<Label>::forget() {
    labels_.forget();
    awake_.raiseAll();
    touched_.raiseAll();
}

template <typename Label>
void TileSolver<Label>::excessChanged(int tile, bool gained, bool lost) {
    labels_.deficitsChanged(tile, gained, lost);
    awake_.raise(tile);
    touched_.raise(tile);
}

/// Lists the tiles with active pixels among those that are awake. False: stopped.
template <typename Label>
bool TileSolver<Label>::findActive(const std::stop_token& stop) {
    const TileLayout &layout = planes_.layouts[0], &next = planes_.layouts[layout_];
    const Split split = splitOf(layout, next);
    const std::int64_t tiles = awake_.take(list_.data());
    parallel_.forRanges(tiles, 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const int index = list_[i];
            if (stop.stop_requested()) {
                awake_.raise(index);
                continue;
            }
            const std::uint8_t parts = kernels_.activeQuarters(labels_.tile(layout, index), split.x, split.y);
            raiseQuarters(active_[layout_], next, layout.left(index), layout.top(index), parts);
        }
    });
    listed_ = active_[layout_].take(list_.data());
    if (!stop.stop_requested()) return true;
    setAside();
    return false;
}

/// The listed tiles may hold active pixels that another run, or other labels, have to find.
template <typename Label>
void TileSolver<Label>::setAside() {
    for (std::int64_t i = 0; i < listed_; ++i)
        forTilesUnder(planes_, planes_.layouts[layout_], list_[i], [&](int under) { awake_.raise(under); });
    listed_ = 0;
}

/// One visit of every listed tile. False: stopped, or labels have climbed out of their range.
template <typename Label>
bool TileSolver<Label>::round(const std::stop_token& stop, CutStats& stats) {
    const int nextIndex = (layout_ + 1) % kLayouts;
    const TileLayout &layout = planes_.layouts[layout_], &next = planes_.layouts[nextIndex];
    const Split split = splitOf(layout, next);
    std::atomic<bool> saturated{false};
    parallel_.forRanges(listed_, 1, [&](std::int64_t i, std::int64_t) {
        const int index = list_[i];
        if (stop.stop_requested()) {
            // Its new labels are those that it has.
            forTilesUnder(planes_, layout, index, [&](int under) { awake_.raise(under); });
            list_[i] = -1;
            return;
        }
        const DischargeOutcome<Label> outcome =
            kernels_.discharge(labels_.tile(layout, index), {!afterRelabel_, split.x, split.y});
        if (outcome.saturated) saturated = true;
        forTilesUnder(planes_, layout, index, [&](int under) { touched_.raise(under); });
        labels_.discharged(layout, index, outcome);
        raiseQuarters(active_[nextIndex], next, layout.left(index), layout.top(index), outcome.active);
    });
    ++stats.rounds;
    stats.tileVisits += listed_;
    const auto end = std::remove(list_.begin(), list_.begin() + listed_, -1);
    labels_.publish(layout, list_.data(), end - list_.begin());
    layout_ = nextIndex;
    listed_ = active_[layout_].take(list_.data());
    afterRelabel_ = false;
    saturated_ = saturated;
    if (!saturated_ && !stop.stop_requested()) return true;
    setAside();
    return false;
}

/// Hands the excess in the listed tiles to the pixel solver. False: as round().
template <typename Label>
bool TileSolver<Label>::finishByPixels(const std::stop_token& stop) {
    if (!pixels_) pixels_ = std::make_unique<PixelSolver<Label>>(planes_.size.area());
    const TileLayout& layout = planes_.layouts[layout_];
    for (std::int64_t i = 0; i < listed_; ++i)
        for (int y = 0; y < kTileSize; ++y)
            for (int x = 0; x < kTileSize; ++x)
                pixels_->add(planes_, labels_.data(),
                             planes_.index(layout.left(list_[i]) + x, layout.top(list_[i]) + y));
    setAside();
    using PixelEnd = typename PixelSolver<Label>::End;
    const PixelEnd end = pixels_->run(planes_, labels_.data(), stop, visited_);
    // Flow and labels changed in the visited tiles, and flow just beyond their borders.
    const TileLayout& unshifted = planes_.layouts[0];
    for (std::int64_t i = 0, visited = visited_.take(list_.data()); i < visited; ++i) {
        labels_.changed(list_[i]);
        const auto note = [&](int tile, int = 0) {
            awake_.raise(tile);
            touched_.raise(tile);
        };
        note(list_[i]);
        forNeighbours(unshifted, list_[i], note);
    }
    saturated_ = end == PixelEnd::Saturated;
    return end == PixelEnd::Done || end == PixelEnd::Exhausted;
}

template <typename Label>
typename TileSolver<Label>::End TileSolver<Label>::run(const std::stop_token& stop, const Progress& progress,
                                                       CutStats& stats) {
    const End end = runRounds(stop, progress, stats);
    if (end == End::Saturated) forget();
    return end;
}

template <typename Label>
typename TileSolver<Label>::End TileSolver<Label>::runRounds(const std::stop_token& stop,
                                                             const Progress& progress, CutStats& stats) {
    saturated_ = false;
    layout_ = 0;
    using Labelled = typename TileLabels<Label>::End;
    const int relabelsBefore = stats.relabels;
    double reported = 0, scale = 0;
    Label reach = kFirstReach;
    while (true) {
        const Labelled labelled = labels_.makeExact(stop, stats.relabels, reach);
        if (labelled == Labelled::Saturated) return End::Saturated;
        if (labelled == Labelled::Stopped || !findActive(stop)) return End::Stopped;
        if (stats.relabels > relabelsBefore) reach = kUnreachable<Label>;  // then near is everywhere
        if (listed_ == 0) {
            if (labelled == Labelled::Exact) return End::Maximal;
            reach = reach > kUnreachable<Label> / kFarther ? kUnreachable<Label>
                                                           : static_cast<Label>(reach * kFarther);
            continue;
        }
        afterRelabel_ = true;
        // The more exact labels have cost, and the more the next will, the longer they have to do.
        std::int64_t work = 0;
        const auto goesOn = [&](int rounds) {
            return rounds < 4 || work < std::min(labels_.visits() / 4, 4 * labels_.suspectTiles());
        };
        for (int rounds = 0; listed_ > 0 && goesOn(rounds); ++rounds) {
            // The number of active tiles falls about geometrically.
            scale = std::max(scale, std::log1p(static_cast<double>(listed_)));
            const double fraction = 0.98 * (1 - std::log1p(static_cast<double>(listed_)) / scale);
            if (fraction > reported + 0.005) report(progress, reported = fraction);
            const bool crawls = stats.rounds >= kManyRounds && listed_ <= kFewTiles;
            // First exact labels: pixel by pixel, what is cut off would climb without an end.
            if (crawls && rounds > 0) break;
            work += listed_;
            if (!(crawls ? finishByPixels(stop) : round(stop, stats))) {
                if (!saturated_) return End::Stopped;
                // The labels that climbed were bounds of distances that may be short, or none at all.
                labels_.forget();
                break;
            }
        }
        setAside();
    }
}

template class TileSolver<std::uint16_t>;
template class TileSolver<std::uint32_t>;

}  // namespace fretsaw::cpu
