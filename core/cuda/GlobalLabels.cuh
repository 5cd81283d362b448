// Exact labels of the whole grid: each tile of the layout without shift is searched by the warp that owns it;
// tiles whose borders can come nearer are called to be searched again, until no call is left. The result does
// not depend on the order. No flow moves here.
#pragma once

#include "core/cuda/SolveState.cuh"
#include "core/cuda/TileSearch.cuh"

namespace fretsaw::cuda {

__host__ __device__ constexpr int oppositeSide(int side) {
    return side ^ 1;
}

/// The searches of a relabelling by the calling warp. SearchedTile: the warp's own shared memory. Labels from
/// `reach` on count as unreachable.
class LabelSearch {
public:
    __device__ LabelSearch(const Grid& grid, const LabelTiles& tiles, SolveState* state, std::uint32_t reach,
                           SearchedTile& scratch, std::uint64_t deadline)
        : grid_(grid),
          tiles_(tiles),
          state_(state),
          scratch_(scratch),
          deadline_(deadline),
          reach_(reach),
          warp_(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp),
          lane_(laneIndex()) {}

    /// First step: gathers what searches need and labels the tile from the deficits in it and around it.
    __device__ void begin(int layoutTile) {
        const Layout& layout = grid_.layouts[0];
        const int tile = tiles_.withRim(layoutTile);
        const int first = grid_.index(layout.left(layoutTile), layout.top(layoutTile));
        const Known known = knownOf(tile);
        if (known == Known::Deficits) return;  // and its ring stays
        OpenArcs open;
        std::uint32_t deficits = 0;
        BorderArcs border[kSides];
        if (known == Known::Nothing) {
            gather(tile, first, open, deficits, border);
        } else {
            open = loadOpen(tile);
            deficits = loadShared(tiles_.signs + tile * kWarp + lane_).x;
            loadBorder(tile, border);
        }
        if (!anyLane(deficits != kAllLanes))
            storeRing(tile, {{1, 1, 1, 1}});
        else
            storeRing(tile, search(open, deficits, boundsWithin(border, deficitsAround(first))));
    }

    /// With the first step: no calls of a search that was broken off.
    __device__ void forgetCalls() {
        for (int i = lane_; i < tiles_.words; i += kWarp) tiles_.calls[warp_ * tiles_.words + i] = 0;
    }

    /// Second step: calls the tile if a border pixel can come nearer through its neighbours.
    __device__ void check(int layoutTile) {
        const int tile = tiles_.withRim(layoutTile);
        const BorderLabels ring = loadRing(tile);
        if (!anyBelow({{2, 2, 2, 2}}, ring)) return;  // through a neighbour no label is below 2
        BorderArcs border[kSides];
        loadBorder(tile, border);
        if (!anyBelow(boundsWithin(border, loadRings(tile)), ring) || lane_ != 0) return;
        (void)call(layoutTile);
        atomicAdd(&state_->pending, 1u);
    }

    /// Third step: searches called tiles until none is left or the time is up; then the calls stay.
    __device__ void spread() {
        // However short the time, it brings the search on.
        for (int tile = takeCalled(true); tile >= 0; tile = takeCalled(false)) {
            // As many as may be called: they may have been searched before it is known how many they are.
            if (lane_ == 0) atomicAdd(&state_->pending, kNeighbours);
            const std::uint32_t called = searchCalled(tile);
            if (lane_ == 0) atomicAdd(&state_->pending, called - kNeighbours - 1);
        }
    }

    /// Last step: writes the labels of the tile's pixels. Returns whether one of them is active.
    __device__ bool finish(int layoutTile) {
        const int tile = tiles_.withRim(layoutTile);
        const Layout& layout = grid_.layouts[0];
        const int first = grid_.index(layout.left(layoutTile), layout.top(layoutTile));
        const Known known = knownOf(tile);
        if (known == Known::Deficits) return false;
        const uint2 signs = loadShared(tiles_.signs + tile * kWarp + lane_);
        if (!anyLane(signs.x != kAllLanes)) {
            fillLabels(first, 1);
            setKnown(tile, Known::Deficits);
            return false;
        }
        BorderArcs border[kSides];
        loadBorder(tile, border);
        const BorderLabels bounds = boundsWithin(border, loadRings(tile));
        if (!anyLane(signs.x != 0) && !anyFinite(bounds)) {
            if (known != Known::Unreachable) fillLabels(first, kUnreachable);
            setKnown(tile, Known::Unreachable);
            return false;
        }
        const LevelNumbers numbers =
            searchTile(loadOpen(tile), signs.x, bounds, reach_, scratch_.chunkLevels);
        setKnown(tile, Known::Gathered);
        noteSaturation(numbers);
        publishNumbers(numbers, scratch_);
        syncLanes();
        for (int y = 0; y < kTileSize; ++y)
            grid_.label[first + y * grid_.stride + lane_] =
                static_cast<std::uint16_t>(labelInRow(scratch_, y));
        syncLanes();
        return anyLane((signs.y & ~numbers.unreached) != 0);
    }

private:
    /// What searches need, from the grid to where it is kept, and here.
    __device__ void gather(int tile, int first, OpenArcs& open, std::uint32_t& deficits,
                           BorderArcs (&border)[kSides]) const {
        open = loadOpenArcs(grid_.residual + first, grid_.stride);
        const Signs signs = loadSigns(grid_.excess + first + lane_ * grid_.stride);
        deficits = signs.negative;
        borderArcs(open, border);
        tiles_.open[(tile * 2) * kWarp + lane_] = make_uint4(open.of[0], open.of[1], open.of[2], open.of[3]);
        tiles_.open[(tile * 2 + 1) * kWarp + lane_] =
            make_uint4(open.of[4], open.of[5], open.of[6], open.of[7]);
        tiles_.signs[tile * kWarp + lane_] = make_uint2(signs.negative, signs.positive);
#pragma unroll
        for (int side = 0; side < kSides; ++side)
            if (lane_ == side)
                tiles_.border[tile * kSides + side] =
                    make_uint4(border[side].straight, border[side].before, border[side].after, 0);
        setKnown(tile, Known::Gathered);
    }
    __device__ Known knownOf(int tile) const {
        return static_cast<Known>(loadShared(reinterpret_cast<const std::uint8_t*>(tiles_.known) + tile));
    }
    __device__ void setKnown(int tile, Known known) const {
        if (lane_ == 0) tiles_.known[tile] = known;
    }

    /// The tile beyond a side.
    __device__ int beyond(int tile, int side) const {
        const int pitch = tiles_.pitch();
        return tile + (side == kTop ? -pitch : side == kBottom ? pitch : side == kLeft ? -1 : 1);
    }
    /// The tile beyond a corner, in the order of HaloLabels.
    __device__ int beyondCorner(int tile, int corner) const {
        return tile + ((corner & 2) != 0 ? tiles_.pitch() : -tiles_.pitch()) + ((corner & 1) != 0 ? 1 : -1);
    }
    __device__ OpenArcs loadOpen(int tile) const {
        const uint4 a = loadShared(tiles_.open + (tile * 2) * kWarp + lane_),
                    b = loadShared(tiles_.open + (tile * 2 + 1) * kWarp + lane_);
        return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
    }
    __device__ BorderArcs loadBorder(int tile, int side) const {
        const uint4 words = loadShared(tiles_.border + tile * kSides + side);
        return {words.x, words.y, words.z};
    }
    __device__ void loadBorder(int tile, BorderArcs (&border)[kSides]) const {
#pragma unroll
        for (int side = 0; side < kSides; ++side) border[side] = loadBorder(tile, side);
    }
    __device__ std::uint16_t* ring(int tile, int side) const {
        return tiles_.ring + (tile * kSides + side) * kTileSize;
    }
    __device__ BorderLabels loadRing(int tile) const {
        BorderLabels labels;
#pragma unroll
        for (int side = 0; side < kSides; ++side) labels.of[side] = loadShared(ring(tile, side) + lane_);
        return labels;
    }
    __device__ void storeRing(int tile, const BorderLabels& labels) const {
#pragma unroll
        for (int side = 0; side < kSides; ++side)
            ring(tile, side)[lane_] = static_cast<std::uint16_t>(labels.of[side]);
    }
    /// The labels around a tile, from the rings of its neighbours.
    __device__ HaloLabels loadRings(int tile) const {
        HaloLabels halo;
#pragma unroll
        for (int side = 0; side < kSides; ++side)
            halo.of[side] = loadShared(ring(beyond(tile, side), oppositeSide(side)) + lane_);
        halo.corner = kUnreachable;
        if (lane_ < 4)
            halo.corner = loadShared(ring(beyondCorner(tile, lane_), (lane_ & 2) != 0 ? kTop : kBottom) +
                                     ((lane_ & 1) != 0 ? 0 : kTileSize - 1));
        return halo;
    }
    /// The labels around a tile as far as deficits alone tell.
    __device__ HaloLabels deficitsAround(int first) const {
        const std::int16_t* e = grid_.excess + first;
        const int stride = grid_.stride, last = kTileSize * stride;
        const int corner = ((lane_ & 2) != 0 ? last : -stride) + ((lane_ & 1) != 0 ? kTileSize : -1);
        const auto label = [](std::int16_t excess) { return excess < 0 ? 1u : kUnreachable; };
        HaloLabels halo;
        halo.of[kTop] = label(loadShared(e - stride + lane_));
        halo.of[kBottom] = label(loadShared(e + last + lane_));
        halo.of[kLeft] = label(loadShared(e + lane_ * stride - 1));
        halo.of[kRight] = label(loadShared(e + lane_ * stride + kTileSize));
        halo.corner = lane_ < 4 ? label(loadShared(e + corner)) : kUnreachable;
        return halo;
    }

    /// One label for all pixels of a tile: eight pixels a lane, eight rows at a time.
    __device__ void fillLabels(int first, std::uint32_t label) const {
        const Pair two = both(label);
        for (int y = lane_ / 4; y < kTileSize; y += kWarp / 4)
            *reinterpret_cast<uint4*>(grid_.label + first + y * grid_.stride + lane_ % 4 * 8) =
                make_uint4(two, two, two, two);
    }

    __device__ BorderLabels boundsWithin(const BorderArcs (&arcs)[kSides], const HaloLabels& halo) const {
        BorderLabels bounds = boundsFrom(arcs, halo);
#pragma unroll
        for (std::uint32_t& bound : bounds.of)
            if (bound >= reach_) bound = kUnreachable;
        return bounds;
    }
    __device__ static bool anyFinite(const BorderLabels& labels) {
        return anyLane(min(min(labels.of[0], labels.of[1]), min(labels.of[2], labels.of[3])) < kUnreachable);
    }
    __device__ static bool anyBelow(const BorderLabels& a, const BorderLabels& b) {
        return anyLane(a.of[0] < b.of[0] || a.of[1] < b.of[1] || a.of[2] < b.of[2] || a.of[3] < b.of[3]);
    }
    __device__ void noteSaturation(const LevelNumbers& numbers) const {
        if (numbers.saturated && lane_ == 0) atomicExch(&state_->labelsSaturated, 1u);
    }

    __device__ BorderLabels search(const OpenArcs& open, std::uint32_t deficits,
                                   const BorderLabels& bounds) const {
        if (!anyLane(deficits != 0) && !anyFinite(bounds))
            return {{kUnreachable, kUnreachable, kUnreachable, kUnreachable}};
        const LevelNumbers numbers = searchTile(open, deficits, bounds, reach_, scratch_.chunkLevels);
        noteSaturation(numbers);
        const BorderLabels labels = borderLabels(numbers, scratch_.chunkLevels);
        syncLanes();
        return labels;
    }

    /// Arcs into a tile: of the pixels beyond its sides, and in lanes 0 … 3 beyond its corners.
    struct Facing {
        BorderArcs side[kSides], corner;
    };
    __device__ Facing loadFacing(int tile) const {
        Facing facing;
#pragma unroll
        for (int side = 0; side < kSides; ++side)
            facing.side[side] = loadBorder(beyond(tile, side), oppositeSide(side));
        facing.corner = loadBorder(beyondCorner(tile, lane_ & 3), (lane_ & 2) != 0 ? kTop : kBottom);
        return facing;
    }

    /// Returns how many tiles it has called.
    __device__ std::uint32_t searchCalled(int layoutTile) const {
        const int tile = tiles_.withRim(layoutTile);
        BorderArcs border[kSides];
        loadBorder(tile, border);
        const HaloLabels halo = loadRings(tile);
        const BorderLabels old = loadRing(tile);
        const OpenArcs open = loadOpen(tile);
        const std::uint32_t deficits = loadShared(tiles_.signs + tile * kWarp + lane_).x;
        const Facing facing = loadFacing(tile);
        const BorderLabels bounds = boundsWithin(border, halo);
        if (!anyBelow(bounds, old)) return 0;
        const BorderLabels labels = search(open, deficits, bounds);
        storeRing(tile, labels);
        syncLanes();
        fence();
        return callNearer(layoutTile, halo, labels, facing);
    }

    /// Calls the neighbours that can come nearer through the new labels. One that is called already will see
    /// them: its owner clears the call before it reads.
    __device__ std::uint32_t callNearer(int layoutTile, const HaloLabels& halo, const BorderLabels& labels,
                                        const Facing& facing) const {
        unsigned nearer = 0;
#pragma unroll
        for (int side = 0; side < kSides; ++side) {
            std::uint32_t before = fromLaneBefore(labels.of[side]), after = fromLaneAfter(labels.of[side]);
            if (lane_ == 0) before = kUnreachable;
            if (lane_ == kWarp - 1) after = kUnreachable;
            const std::uint32_t least = leastBeyond(facing.side[side], labels.of[side], before, after);
            if (anyLane(least + 1 < halo.of[side])) nearer |= 1u << side;
        }
        // The pixel beyond a corner sees one pixel of this tile: an end of the top or bottom side.
        const bool below = (lane_ & 2) != 0, east = (lane_ & 1) != 0;
        const int end = east ? kTileSize - 1 : 0;
        const std::uint32_t top = fromLane(labels.of[kTop], end), bottom = fromLane(labels.of[kBottom], end);
        const bool open =
            east ? (facing.corner.before & 1) != 0 : facing.corner.after >> (kTileSize - 1) != 0;
        nearer |= ballot(lane_ < 4 && open && (below ? bottom : top) + 1 < halo.corner) << kSides;
        const bool calls = (nearer >> lane_ & 1) != 0 && call(neighbour(layoutTile, lane_));
        return static_cast<std::uint32_t>(__popc(ballot(calls)));
    }

    static constexpr std::uint32_t kNeighbours = 8;
    /// Of the layout: 0 … 3 beyond the sides, 4 … 7 beyond the corners.
    __device__ int neighbour(int layoutTile, int n) const {
        const bool corner = n >= kSides;
        const int dy = corner ? (n & 2) - 1 : n == kTop ? -1 : n == kBottom ? 1 : 0;
        const int dx = corner ? 2 * (n & 1) - 1 : n == kLeft ? -1 : n == kRight ? 1 : 0;
        return layoutTile + dy * tiles_.columns + dx;
    }

    /// One lane. False: it was called already.
    __device__ bool call(int layoutTile) const {
        const int owner = layoutTile % tiles_.warps, n = layoutTile / tiles_.warps;
        const std::uint32_t bit = 1u << (n % 32);
        return (atomicOr(tiles_.calls + owner * tiles_.words + n / 32, bit) & bit) == 0;
    }

    /// A called tile that this warp owns, for all lanes, its call cleared; −1: none will be called any more,
    /// or the time is up.
    __device__ int takeCalled(bool inAnyCase) const {
        constexpr int kPatience = 16;  // polls between looks at what all warps look at
        std::uint32_t* const calls = tiles_.calls + warp_ * tiles_.words;
        for (int n = 0;; ++n) {
            if (n % kPatience == 0 && n + !inAnyCase > 0 && anyLane(deviceNanoseconds() >= deadline_)) break;
            for (int first = 0; first < tiles_.words; first += kWarp) {
                const std::uint32_t word = first + lane_ < tiles_.words ? poll(calls + first + lane_) : 0;
                const std::uint32_t any = ballot(word != 0);
                if (any == 0) continue;
                const int lane = __ffs(static_cast<int>(any)) - 1;
                const int bit = __ffs(static_cast<int>(fromLane(word, lane))) - 1;
                if (lane_ == lane) (void)clearBits(calls + first + lane, 1u << bit);
                syncLanes();
                return warp_ + tiles_.warps * ((first + lane) * 32 + bit);
            }
            if (n % kPatience == 0 && anyLane(poll(&state_->pending) == 0)) break;
        }
        return -1;
    }

    const Grid& grid_;
    const LabelTiles& tiles_;
    SolveState* const state_;
    SearchedTile& scratch_;
    const std::uint64_t deadline_;
    const std::uint32_t reach_;
    const int warp_;  ///< of the launch
    const int lane_;
};

}  // namespace fretsaw::cuda
