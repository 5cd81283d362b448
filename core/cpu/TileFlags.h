// A set of tiles as one byte each, which several threads may add to at once.
// What a set means is its owner's business.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/image/Allocate.h"

namespace fretsaw::cpu {

/// Tiles 0 … n−1 of one layout, some of them raised. Scans look at eight tiles at a time.
class TileFlags {
public:
    /// None raised. Throws OutOfMemory.
    explicit TileFlags(std::int64_t tiles) : flags_((tiles + 7) / 8 * 8, 0), tiles_(tiles) {}

    /// Any thread.
    void raise(std::int64_t tile) {
        const std::atomic_ref flag(flags_[tile]);
        if (flag.load(std::memory_order_relaxed) == 0) flag.store(1, std::memory_order_relaxed);
    }
    /// Whether the tile was raised; it is not any more.
    bool takeOne(std::int64_t tile) { return std::exchange(flags_[tile], std::uint8_t{0}) != 0; }
    void raiseAll() { std::fill_n(flags_.data(), tiles_, std::uint8_t{1}); }
    void clear() { std::fill_n(flags_.data(), tiles_, std::uint8_t{0}); }

    [[nodiscard]] std::int64_t tiles() const { return tiles_; }
    [[nodiscard]] std::int64_t count() const {
        std::int64_t raised = 0;
        for (std::int64_t i = 0; i < flags_.size(); i += 8) raised += std::popcount(wordAt(i));
        return raised;
    }
    /// Takes all raised flags down and lists their tiles in rising order; `list` has room for all tiles.
    /// Returns their number.
    std::int64_t take(std::int32_t* list) {
        std::int64_t count = 0;
        for (std::int64_t i = 0; i < flags_.size(); i += 8) {
            if (wordAt(i) == 0) continue;
            for (int k = 0; k < 8; ++k)
                if (flags_[i + k] != 0) list[count++] = static_cast<std::int32_t>(i + k);
            std::memset(flags_.data() + i, 0, 8);
        }
        return count;
    }

private:
    [[nodiscard]] std::uint64_t wordAt(std::int64_t i) const {
        std::uint64_t word;
        std::memcpy(&word, flags_.data() + i, sizeof word);
        return word;
    }

    Buffer<std::uint8_t> flags_;
    std::int64_t tiles_;
};

}  // namespace fretsaw::cpu
