// Exact labels of one tile by one warp: breadth-first search over 32 rows of 32 bits, a row a lane.
// Where tiles lie and who asks is not known here.
#pragma once

#include "core/cuda/Grid.cuh"
#include "core/cuda/Intrinsics.cuh"

namespace fretsaw::cuda {

/// Bit x of a lane's word belongs to pixel (x, lane) of the tile.
struct OpenArcs {
    std::uint32_t of[kDirections];
};
struct Signs {
    std::uint32_t negative, positive;
};

/// The sides of a tile. Along top and bottom lane i is column i, along left and right row i.
enum Side : int { kTop, kBottom, kLeft, kRight };
inline constexpr int kSides = 4;

/// Bit i: the i-th pixel of a side has residual capacity straight out of the tile, or to the pixel before or
/// after that one. The same in every lane.
struct BorderArcs {
    std::uint32_t straight, before, after;
};

/// A label for each pixel of the four sides.
struct BorderLabels {
    std::uint32_t of[kSides];
};

/// Labels of the pixels around a tile; the corners lie in lanes 0 … 3: north-west, -east, south-west, -east.
struct HaloLabels {
    std::uint32_t of[kSides];
    std::uint32_t corner;
};

/// first: residuals of the tile's first pixel.
__device__ inline OpenArcs loadOpenArcs(const uint4* first, int stride) {
    const int lane = laneIndex();
    OpenArcs open{};
#pragma unroll 4
    for (int y = 0; y < kTileSize; ++y) {
        const uint4 words = loadShared(first + y * stride + lane);
        const Pair pairs[kDirections / 2] = {words.x, words.y, words.z, words.w};
#pragma unroll
        for (int k = 0; k < kDirections; ++k) {
            const std::uint32_t row = ballot((pairs[k / 2] >> k % 2 * 16 & 0xFFFFu) != 0);
            if (lane == y) open.of[k] = row;
        }
    }
    return open;
}

/// row: the lane's 32 values, 16-byte aligned.
__device__ inline Signs loadSigns(const std::int16_t* row) {
    Signs signs{0, 0};
#pragma unroll
    for (int i = 3; i >= 0; --i) {
        const uint4 four = loadShared(reinterpret_cast<const uint4*>(row) + i);
        const Pair pairs[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int j = 3; j >= 0; --j) {
            const Pair negative = pairs[j] & both(0x8000);
            const Pair positive = ((pairs[j] & both(0x7FFF)) + both(0x7FFF)) & ~pairs[j] & both(0x8000);
            signs.negative = __funnelshift_l(negative * 0x8001u, signs.negative, 2);
            signs.positive = __funnelshift_l(positive * 0x8001u, signs.positive, 2);
        }
    }
    return signs;
}

__device__ inline BorderArcs horizontalBorder(const OpenArcs& open, int row, int straight, int before,
                                              int after) {
    return {fromLane(open.of[straight], row), fromLane(open.of[before], row), fromLane(open.of[after], row)};
}
__device__ inline BorderArcs verticalBorder(const OpenArcs& open, int column, int straight, int before,
                                            int after) {
    const std::uint32_t bit = 1u << column;
    return {ballot((open.of[straight] & bit) != 0), ballot((open.of[before] & bit) != 0),
            ballot((open.of[after] & bit) != 0)};
}
__device__ inline void borderArcs(const OpenArcs& open, BorderArcs (&border)[kSides]) {
    border[kTop] = horizontalBorder(open, 0, kNorth, kNorthWest, kNorthEast);
    border[kBottom] = horizontalBorder(open, kTileSize - 1, kSouth, kSouthWest, kSouthEast);
    border[kLeft] = verticalBorder(open, 0, kWest, kNorthWest, kSouthWest);
    border[kRight] = verticalBorder(open, kTileSize - 1, kEast, kNorthEast, kSouthEast);
}

/// Least label that the arcs of the lane's pixel lead to; kUnreachable: to none.
__device__ inline std::uint32_t leastBeyond(const BorderArcs& arcs, std::uint32_t straight,
                                            std::uint32_t before, std::uint32_t after) {
    const int lane = laneIndex();
    std::uint32_t least = kUnreachable;
    if ((arcs.straight >> lane & 1) != 0) least = min(least, straight);
    if ((arcs.before >> lane & 1) != 0) least = min(least, before);
    if ((arcs.after >> lane & 1) != 0) least = min(least, after);
    return least;
}

/// Upper bounds for the labels of the border pixels: one more than the least label beyond.
__device__ inline BorderLabels boundsFrom(const BorderArcs (&arcs)[kSides], const HaloLabels& halo) {
    const int lane = laneIndex();
    // The corners before the first and after the last pixel of a side.
    constexpr int kFirst[kSides] = {0, 2, 0, 1}, kLast[kSides] = {1, 3, 2, 3};
    BorderLabels bounds;
#pragma unroll
    for (int side = 0; side < kSides; ++side) {
        const std::uint32_t first = fromLane(halo.corner, kFirst[side]),
                            last = fromLane(halo.corner, kLast[side]);
        std::uint32_t before = fromLaneBefore(halo.of[side]), after = fromLaneAfter(halo.of[side]);
        if (lane == 0) before = first;
        if (lane == kWarp - 1) after = last;
        const std::uint32_t least = leastBeyond(arcs[side], halo.of[side], before, after);
        bounds.of[side] = min(least + 1, kUnreachable);
    }
    return bounds;
}

/// Labels as a search numbers them: pixels met at the same level have the same number. Numbers come in chunks
/// of eight successive levels.
inline constexpr int kNumberBits = 11;
inline constexpr int kMostChunks = 256;  ///< 128 bounds may begin one each, 1024 pixels may fill 128 more

struct LevelNumbers {
    std::uint32_t bit[kNumberBits];  ///< of the number of each pixel of the lane's row
    std::uint32_t unreached;
    std::uint32_t firstLevel;
    int bits;         ///< that are needed
    bool contiguous;  ///< the level of number n is firstLevel + n; else it is chunkLevels[n / 8] + n % 8
    bool saturated;   ///< the rest is worthless then
};

/// A tile's labels in shared memory, for any lane of any warp.
struct SearchedTile {
    uint4 rows[kTileSize][3];  ///< unreached, then the bits of the numbers
    std::uint16_t chunkLevels[kMostChunks];
    std::uint32_t firstLevel;
    int bits;
    bool contiguous, saturated;
};

namespace detail {

/// Eight levels. arcs: each at the bit of the column to which it leads.
template <bool kBounded>
__device__ __forceinline__ std::uint32_t searchChunk(const OpenArcs& arcs, const BorderLabels& bounds,
                                                     std::uint32_t level, std::uint32_t candidates,
                                                     LevelNumbers& numbers) {
    const int lane = laneIndex();
#pragma unroll
    for (int i = 0; i < 8; ++i, ++level) {
        if (kBounded) {
            const std::uint32_t top = ballot(bounds.of[kTop] == level),
                                bottom = ballot(bounds.of[kBottom] == level);
            if (lane == 0) candidates |= top;
            if (lane == kTileSize - 1) candidates |= bottom;
            if (bounds.of[kLeft] == level) candidates |= 1u;
            if (bounds.of[kRight] == level) candidates |= 1u << (kTileSize - 1);
        }
        const std::uint32_t front = candidates & numbers.unreached;
        numbers.unreached ^= front;
        // Numbers are counted in Gray code: from one to the next a single bit of what is left changes.
        if (i < 7) numbers.bit[i % 2 == 0 ? 0 : i % 4 == 1 ? 1 : 2] ^= numbers.unreached;
        const std::uint32_t above = fromLaneBefore(front), below = fromLaneAfter(front);
        const std::uint32_t fromEast =
            (arcs.of[kEast] & front) | (arcs.of[kSouthEast] & below) | (arcs.of[kNorthEast] & above);
        const std::uint32_t fromWest =
            (arcs.of[kWest] & front) | (arcs.of[kSouthWest] & below) | (arcs.of[kNorthWest] & above);
        candidates = (arcs.of[kSouth] & below) | (arcs.of[kNorth] & above);
        candidates |= fromEast >> 1 | fromWest << 1;
    }
    return candidates;
}

/// Least bound from `level` on.
__device__ inline std::uint32_t nextBound(const BorderLabels& bounds, std::uint32_t level) {
    std::uint32_t least = kUnreachable;
#pragma unroll
    for (int side = 0; side < kSides; ++side)
        if (bounds.of[side] >= level) least = min(least, bounds.of[side]);
#pragma unroll
    for (int step = kWarp / 2; step > 0; step /= 2)
        least = min(least, __shfl_xor_sync(kAllLanes, least, step));
    return least;
}

}  // namespace detail

/// Breadth-first search from the deficits (label 1) and from the bounds. open: arcs out of the tile count as
/// closed here. What has no label below `reach` (or some levels more) counts as unreached. chunkLevels:
/// shared memory for kMostChunks levels, this warp's own until all have read.
__device__ inline LevelNumbers searchTile(OpenArcs open, std::uint32_t deficits, const BorderLabels& bounds,
                                          std::uint32_t reach, std::uint16_t* chunkLevels) {
    const int lane = laneIndex();
    if (lane == 0) open.of[kNorth] = open.of[kNorthEast] = open.of[kNorthWest] = 0;
    if (lane == kTileSize - 1) open.of[kSouth] = open.of[kSouthEast] = open.of[kSouthWest] = 0;
    for (const int k : {kEast, kSouthEast, kNorthEast}) open.of[k] <<= 1;
    for (const int k : {kWest, kSouthWest, kNorthWest}) open.of[k] >>= 1;

    LevelNumbers numbers;
#pragma unroll
    for (std::uint32_t& bit : numbers.bit) bit = 0;
    numbers.unreached = kAllLanes;
    numbers.contiguous = true;
    numbers.saturated = false;
    std::uint32_t level = anyLane(deficits != 0) ? 1 : detail::nextBound(bounds, 1);
    numbers.firstLevel = level;
    std::uint32_t candidates = deficits;
    int chunks = 0;
    while (level < reach) {
        if (level >= kLargestLabel) {
            numbers.saturated = true;
            break;
        }
        if (lane == 0) chunkLevels[chunks] = static_cast<std::uint16_t>(level);
        bool bounded = false;
#pragma unroll
        for (int side = 0; side < kSides; ++side) bounded |= bounds.of[side] - level < 8u;
        candidates = anyLane(bounded) ? detail::searchChunk<true>(open, bounds, level, candidates, numbers)
                                      : detail::searchChunk<false>(open, bounds, level, candidates, numbers);
        ++chunks;
        const int toggled = 2 + __ffs(chunks);
#pragma unroll
        for (int bit = 3; bit < kNumberBits; ++bit)
            if (bit == toggled) numbers.bit[bit] ^= numbers.unreached;
        level += 8;
        if (anyLane((candidates & numbers.unreached) != 0)) continue;
        if (!anyLane(numbers.unreached != 0)) break;
        const std::uint32_t next = detail::nextBound(bounds, level);
        if (next != level && next != kUnreachable) numbers.contiguous = false;
        level = next;
    }
    numbers.bits = 35 - __clz(max(chunks, 1) - 1);
#pragma unroll
    for (int bit = kNumberBits - 2; bit >= 0; --bit) numbers.bit[bit] ^= numbers.bit[bit + 1];
    syncLanes();
    return numbers;
}

__device__ inline std::uint32_t levelOf(std::uint32_t number, bool contiguous, std::uint32_t firstLevel,
                                        const std::uint16_t* chunkLevels) {
    return contiguous ? firstLevel + number : chunkLevels[number / 8] + number % 8;
}

/// Labels of the border pixels.
__device__ inline BorderLabels borderLabels(const LevelNumbers& numbers, const std::uint16_t* chunkLevels) {
    const int lane = laneIndex();
    constexpr int kLast = kTileSize - 1;
    std::uint32_t number[kSides] = {0, 0, 0, 0};
#pragma unroll
    for (int b = 0; b < kNumberBits; ++b) {
        if (b >= numbers.bits) break;
        const std::uint32_t word = numbers.bit[b];
        number[kTop] |= (fromLane(word, 0) >> lane & 1) << b;
        number[kBottom] |= (fromLane(word, kLast) >> lane & 1) << b;
        number[kLeft] |= (word & 1) << b;
        number[kRight] |= (word >> kLast) << b;
    }
    const std::uint32_t word = numbers.unreached;
    const std::uint32_t unreached[kSides] = {fromLane(word, 0) >> lane & 1, fromLane(word, kLast) >> lane & 1,
                                             word & 1, word >> kLast};
    BorderLabels labels;
#pragma unroll
    for (int side = 0; side < kSides; ++side)
        labels.of[side] = unreached[side] != 0
                              ? kUnreachable
                              : levelOf(number[side], numbers.contiguous, numbers.firstLevel, chunkLevels);
    return labels;
}

/// Makes the numbers readable for others; they must be synchronised before they read. The levels of the
/// chunks are those of the same SearchedTile.
__device__ inline void publishNumbers(const LevelNumbers& numbers, SearchedTile& tile) {
    const int lane = laneIndex();
    const std::uint32_t* bit = numbers.bit;
    tile.rows[lane][0] = make_uint4(numbers.unreached, bit[0], bit[1], bit[2]);
    tile.rows[lane][1] = make_uint4(bit[3], bit[4], bit[5], bit[6]);
    tile.rows[lane][2] = make_uint4(bit[7], bit[8], bit[9], bit[10]);
    if (lane != 0) return;
    tile.firstLevel = numbers.firstLevel;
    tile.bits = numbers.bits;
    tile.contiguous = numbers.contiguous;
    tile.saturated = numbers.saturated;
}

/// Label of pixel (lane, row) of a published tile.
__device__ inline std::uint32_t labelInRow(const SearchedTile& tile, int row) {
    const int lane = laneIndex();
    const auto bitOf = [lane](std::uint32_t word, int b) { return (word >> lane & 1) << b; };
    const uint4 first = tile.rows[row][0];
    std::uint32_t number = bitOf(first.y, 0) | bitOf(first.z, 1) | bitOf(first.w, 2);
    if (tile.bits > 3) {
        const uint4 more = tile.rows[row][1];
        number |= bitOf(more.x, 3) | bitOf(more.y, 4) | bitOf(more.z, 5) | bitOf(more.w, 6);
    }
    if (tile.bits > 7) {
        const uint4 more = tile.rows[row][2];
        number |= bitOf(more.x, 7) | bitOf(more.y, 8) | bitOf(more.z, 9) | bitOf(more.w, 10);
    }
    if ((first.x >> lane & 1) != 0) return kUnreachable;
    return levelOf(number, tile.contiguous, tile.firstLevel, tile.chunkLevels);
}

}  // namespace fretsaw::cuda
