// The order of work over tiles: global relabelling in waves, rounds over the active tiles of one layout.
// What happens inside a tile is the kernels'.
#include "core/cpu/TileSolver.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace fretsaw::cpu {
namespace {

// Little excess on a long way: along a corridor of 100,000 pixels the tiles would take a round for each 32.
constexpr int kManyRounds = 512;
constexpr std::int64_t kFewTiles = 16;

// A flag may be raised by several tiles at once.
void raise(std::uint8_t& flag) {
    std::atomic_ref(flag).store(1, std::memory_order_relaxed);
}

}  // namespace

template <typename Label>
TileSolver<Label>::TileSolver(GridPlanes& planes, const Parallel& parallel)
    : planes_(planes),
      parallel_(parallel),
      kernels_(tileKernels<Label>()),
      labels_(planes.count, kUnreachable<Label>),
      newLabels_(planes.count, kUnreachable<Label>) {
    int most = 0;
    for (int i = 0; i < kLayouts; ++i) {
        flags_[i] = Buffer<std::uint8_t>(planes.layouts[i].tiles(), 0);
        most = std::max(most, planes.layouts[i].tiles());
    }
    list_ = Buffer<std::int32_t>::uninitialized(most);
}

template <typename Label>
TileRef<Label> TileSolver<Label>::tile(const TileLayout& layout, int index) {
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

// Takes the raised flags down and lists their tiles in order.
template <typename Label>
std::int64_t TileSolver<Label>::listFlagged(Buffer<std::uint8_t>& flags) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < flags.size(); ++i) {
        if (flags[i] == 0) continue;
        flags[i] = 0;
        list_[count++] = static_cast<std::int32_t>(i);
    }
    return count;
}

// Makes the new labels of the listed tiles the labels that their neighbours see.
template <typename Label>
void TileSolver<Label>::publish(const TileLayout& layout, std::int64_t tiles) {
    parallel_.forRanges(tiles, 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::ptrdiff_t first = planes_.index(layout.left(list_[i]), layout.top(list_[i]));
            for (int y = 0; y < kTileSize; ++y)
                std::copy_n(newLabels_.data() + first + y * planes_.stride, kTileSize,
                            labels_.data() + first + y * planes_.stride);
        }
    });
}

template <typename Label>
void TileSolver<Label>::resetLabels(const std::stop_token& stop) {
    const TileLayout& layout = planes_.layouts[0];
    parallel_.forRows(layout.rows, [&](int row) {
        const int end = std::min((row + 1) * kTileSize, planes_.size.height);
        for (int y = row * kTileSize; y < end && !stop.stop_requested(); ++y) {
            const std::int16_t* e = planes_.excess.data() + planes_.index(0, y);
            Label* label = labels_.data() + planes_.index(0, y);
            for (int x = 0; x < planes_.size.width; ++x) label[x] = e[x] < 0 ? Label{1} : kUnreachable<Label>;
        }
    });
}

template <typename Label>
void TileSolver<Label>::terminalsChanged(Rect where, bool gained, bool lost) {
    if (!usable_) return;
    if (lost) exact_ = false;
    if (!gained) return;
    const TileLayout& layout = planes_.layouts[0];  // without shift
    for (int row = where.y / kTileSize; row * kTileSize < where.bottom(); ++row)
        for (int column = where.x / kTileSize; column * kTileSize < where.right(); ++column)
            flags_[0][row * layout.columns + column] = 1;
}

// Exact distances to the nearest deficit, from nothing. False: stopped or saturated.
template <typename Label>
bool TileSolver<Label>::relabel(const std::stop_token& stop, CutStats& stats) {
    ++stats.relabels;
    resetLabels(stop);
    std::fill(flags_[0].begin(), flags_[0].end(), std::uint8_t{1});
    return spreadLabels(stop);
}

// The flagged tiles of the first layout lower their labels, wave after wave, until no tile can lower a
// neighbour's. False: stopped or saturated.
template <typename Label>
bool TileSolver<Label>::spreadLabels(const std::stop_token& stop) {
    const TileLayout& layout = planes_.layouts[0];
    for (bool first = true;; first = false) {
        const std::int64_t tiles = listFlagged(flags_[0]);
        if (tiles == 0) break;
        std::atomic<bool> saturated{false};
        parallel_.forRanges(tiles, 4, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end && !stop.stop_requested(); ++i) {
                const int index = list_[i], column = index % layout.columns, row = index / layout.columns;
                const RelabelOutcome outcome = kernels_.relabel(tile(layout, index), first);
                if (outcome.saturated) saturated = true;
                if (!outcome.changed) list_[i] = -1 - list_[i];
                for (int k = 0; k < kDirections; ++k) {
                    const int c = column + kDx[k], r = row + kDy[k];
                    if ((outcome.wake >> k & 1) != 0 && c >= 0 && c < layout.columns && r >= 0 &&
                        r < layout.rows)
                        raise(flags_[0][r * layout.columns + c]);
                }
            }
        });
        if (stop.stop_requested() || saturated) {
            saturated_ = saturated;
            std::fill(flags_[0].begin(), flags_[0].end(), std::uint8_t{0});
            return false;
        }
        publish(layout, std::remove_if(list_.begin(), list_.begin() + tiles, [](auto i) { return i < 0; }) -
                            list_.begin());
    }
    return true;
}

// False: stopped.
template <typename Label>
bool TileSolver<Label>::findActive(const std::stop_token& stop) {
    const TileLayout& layout = planes_.layouts[layout_];
    Buffer<std::uint8_t>& flags = flags_[layout_];
    parallel_.forRanges(layout.tiles(), 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end && !stop.stop_requested(); ++i) {
            const TileRef<Label> ref = tile(layout, static_cast<int>(i));
            std::uint8_t any = 0;
            for (int y = 0; y < kTileSize; ++y) {
                const std::int16_t* e = ref.excess + y * ref.stride;
                const Label* label = ref.labels + y * ref.stride;
                for (int x = 0; x < kTileSize; ++x)
                    any |= static_cast<std::uint8_t>(e[x] > 0 && label[x] != kUnreachable<Label>);
            }
            flags[i] = any;
        }
    });
    active_ = listFlagged(flags);
    return !stop.stop_requested();
}

// One visit of every active tile. False: stopped or saturated.
template <typename Label>
bool TileSolver<Label>::round(const std::stop_token& stop, CutStats& stats) {
    const TileLayout& layout = planes_.layouts[layout_];
    const int nextIndex = (layout_ + 1) % kLayouts;
    const TileLayout& next = planes_.layouts[nextIndex];
    const int splitX = (layout.shiftX - next.shiftX) & (kTileSize - 1);
    const int splitY = (layout.shiftY - next.shiftY) & (kTileSize - 1);
    std::atomic<bool> saturated{false};
    parallel_.forRanges(active_, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end && !stop.stop_requested(); ++i) {
            const int index = list_[i];
            const DischargeOutcome outcome =
                kernels_.discharge(tile(layout, index), {!afterRelabel_, splitX, splitY});
            if (outcome.saturated) saturated = true;
            // Tile of the next layout that holds the last pixel of this one: the bottom right quarter.
            const int right = (layout.left(index) + kTileSize - 1 + next.shiftX) / kTileSize;
            const int below = (layout.top(index) + kTileSize - 1 + next.shiftY) / kTileSize;
            for (int quarter = 0; quarter < 4; ++quarter)
                if ((outcome.active >> quarter & 1) != 0)
                    raise(flags_[nextIndex][(below - (quarter < 2 ? 1 : 0)) * next.columns + right -
                                            (quarter % 2 == 0 ? 1 : 0)]);
        }
    });
    ++stats.rounds;
    stats.tileVisits += active_;
    if (stop.stop_requested() || saturated) {
        saturated_ = saturated;
        std::fill(flags_[nextIndex].begin(), flags_[nextIndex].end(), std::uint8_t{0});
        return false;
    }
    publish(layout, active_);
    layout_ = nextIndex;
    active_ = listFlagged(flags_[layout_]);
    afterRelabel_ = false;
    return true;
}

// Hands the excess in the listed tiles to the pixel solver. False: stopped or saturated.
template <typename Label>
bool TileSolver<Label>::finishByPixels(const std::stop_token& stop) {
    if (!pixels_) pixels_ = std::make_unique<PixelSolver<Label>>(planes_.size.area());
    const TileLayout& layout = planes_.layouts[layout_];
    for (std::int64_t i = 0; i < active_; ++i)
        for (int y = 0; y < kTileSize; ++y)
            for (int x = 0; x < kTileSize; ++x)
                pixels_->add(planes_, labels_.data(),
                             planes_.index(layout.left(list_[i]) + x, layout.top(list_[i]) + y));
    using PixelEnd = typename PixelSolver<Label>::End;
    const PixelEnd end = pixels_->run(planes_, labels_.data(), stop);
    saturated_ = end == PixelEnd::Saturated;
    return end == PixelEnd::Done || end == PixelEnd::Exhausted;
}

template <typename Label>
typename TileSolver<Label>::End TileSolver<Label>::run(const std::stop_token& stop, const Progress& progress,
                                                       CutStats& stats) {
    saturated_ = false;
    layout_ = 0;
    double reported = 0, scale = 0;
    bool warm = std::exchange(usable_, false);
    while (true) {
        if (warm ? !spreadLabels(stop) : !relabel(stop, stats))
            return saturated_ ? End::Saturated : End::Stopped;
        const bool exact = !std::exchange(warm, false) || exact_;
        afterRelabel_ = true;
        if (!findActive(stop)) return End::Stopped;
        if (active_ == 0 && exact) {
            usable_ = exact_ = true;
            return End::Maximal;
        }
        // Half a visit of every tile costs about as much as new exact labels.
        std::int64_t work = 0;
        for (int rounds = 0; active_ > 0 && (rounds < 4 || work < list_.size() / 2); ++rounds) {
            // The number of active tiles falls about geometrically.
            scale = std::max(scale, std::log1p(static_cast<double>(active_)));
            const double fraction = 0.98 * (1 - std::log1p(static_cast<double>(active_)) / scale);
            if (fraction > reported + 0.005) report(progress, reported = fraction);
            if (stats.rounds >= kManyRounds && active_ <= kFewTiles) {
                if (!finishByPixels(stop)) return saturated_ ? End::Saturated : End::Stopped;
                break;
            }
            work += active_;
            if (!round(stop, stats)) return saturated_ ? End::Saturated : End::Stopped;
        }
    }
}

template class TileSolver<std::uint16_t>;
template class TileSolver<std::uint32_t>;

}  // namespace fretsaw::cpu
