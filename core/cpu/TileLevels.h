// A set of tiles, each with the label at which something is to be done in it; several threads may add to it.
// What is to be done is its owner's business.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/cpu/TileKernel.h"
#include "core/image/Allocate.h"

namespace fretsaw::cpu {

/// Tiles 0 … n−1 of one layout, some of them raised to a level below kUnreachable.
template <typename Label>
class TileLevels {
public:
    /// None raised. Throws OutOfMemory.
    explicit TileLevels(std::int64_t tiles) : levels_(tiles, kUnreachable<Label>) {}

    /// Raises a tile at this level, or lowers its level to it; kUnreachable does nothing. Any thread.
    void raise(std::int64_t tile, Label level) {
        const std::atomic_ref at(levels_[tile]);
        Label now = at.load(std::memory_order_relaxed);
        while (level < now && !at.compare_exchange_weak(now, level, std::memory_order_relaxed)) {
        }
    }
    void raiseAll() { std::fill(levels_.begin(), levels_.end(), Label{0}); }
    void clear() { std::fill(levels_.begin(), levels_.end(), kUnreachable<Label>); }

    [[nodiscard]] std::int64_t tiles() const { return levels_.size(); }
    [[nodiscard]] std::int64_t count() const {
        return levels_.size() - std::count(levels_.begin(), levels_.end(), kUnreachable<Label>);
    }
    /// Of all raised tiles; kUnreachable: there are none.
    [[nodiscard]] Label lowest() const {
        Label least = kUnreachable<Label>;
        for (const Label level : levels_) least = std::min(least, level);
        return least;
    }
    /// Takes down the tiles below a level and lists them in rising order; `list` has room for all tiles.
    /// Returns their number.
    std::int64_t take(Label below, std::int32_t* list) {
        std::int64_t count = 0;
        for (std::int64_t i = 0; i < levels_.size(); ++i) {
            if (levels_[i] >= below) continue;
            levels_[i] = kUnreachable<Label>;
            list[count++] = static_cast<std::int32_t>(i);
        }
        return count;
    }

private:
    Buffer<Label> levels_;
};

}  // namespace fretsaw::cpu
