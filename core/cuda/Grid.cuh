// The planes of a grid graph with its flow in device memory, and the three layouts of tiles over them, as
// kernels see them. Directions, tiles and shifts are those of the CPU's planes.
// Only data and geometry here.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/cpu/GridPlanes.h"

namespace fretsaw::cuda {

using cpu::kDirections;
using cpu::kEast;
using cpu::kLayouts;
using cpu::kNorth;
using cpu::kNorthEast;
using cpu::kNorthWest;
using cpu::kSouth;
using cpu::kSouthEast;
using cpu::kSouthWest;
using cpu::kTileSize;
using cpu::kWest;

/// A pixel's label is one more than a lower bound of its distance, in residual arcs, to the nearest deficit.
/// Unreachable has a bit of its own, so that pairs of labels are told apart by masks.
inline constexpr std::uint32_t kUnreachable = 0x4000;
/// A search that gets beyond this is given up as saturated; labels may rise by some 1024 in a tile.
inline constexpr std::uint32_t kLargestLabel = 0x3800;

/// Tile (column, row) starts at pixel (32·column − shiftX, 32·row − shiftY).
struct Layout {
    int shiftX = 0, shiftY = 0;
    int columns = 0, rows = 0;

    [[nodiscard]] __host__ __device__ int tiles() const { return columns * rows; }
    [[nodiscard]] __host__ __device__ int left(int tile) const { return tile % columns * kTileSize - shiftX; }
    [[nodiscard]] __host__ __device__ int top(int tile) const { return tile / columns * kTileSize - shiftY; }
};

/// The eight residual capacities of a pixel, in the order of cpu::Direction.
union Residuals {
    uint4 words;
    std::int16_t of[kDirections];
};

/// Row-major planes, padded so that every tile of every layout and a pixel around it lie inside; pixels of
/// the padding have no arcs, no excess, and are unreachable. What lies to the right of a row lies to the left
/// of the next. 22 bytes a pixel.
struct Grid {
    uint4* residual = nullptr;         ///< Residuals, one 16-byte record a pixel
    std::int16_t* excess = nullptr;    ///< > 0: flow to get rid of, < 0: room for flow (terminals folded in)
    std::int16_t* terminal = nullptr;  ///< clamped terminals, as set
    std::uint16_t* label = nullptr;
    int width = 0, height = 0;
    int stride = 0;
    int count = 0;  ///< pixels of a plane, padding included
    Layout layouts[kLayouts];

    static constexpr int kMarginX = 32, kMarginY = 22;

    /// Index of a pixel in every plane; −kMarginX ≤ x, −kMarginY ≤ y.
    [[nodiscard]] __host__ __device__ int index(int x, int y) const {
        return (y + kMarginY) * stride + x + kMarginX;
    }
    /// Distance in memory to the neighbour in a direction.
    [[nodiscard]] __host__ __device__ int step(int direction) const {
        const int dx = direction == kWest || direction == kNorthWest || direction == kSouthWest   ? -1
                       : direction == kEast || direction == kSouthEast || direction == kNorthEast ? 1
                                                                                                  : 0;
        const int dy = direction == kNorth || direction == kNorthWest || direction == kNorthEast   ? -1
                       : direction == kSouth || direction == kSouthEast || direction == kSouthWest ? 1
                                                                                                   : 0;
        return dy * stride + dx;
    }
};

/// How much of what is kept of a tile still holds. Whoever changes flow, terminals or labels says Nothing.
enum class Known : std::uint8_t {
    Nothing,
    Gathered,     ///< what is gathered in LabelTiles
    Deficits,     ///< that, and that all pixels are deficits: they have label 1
    Unreachable,  ///< what is gathered, and that no pixel has a label
};

/// What searches need of the tiles of the layout without shift, gathered once for all searches of a tile.
/// There is a rim of empty tiles around them. 1.6 bytes a pixel.
struct LabelTiles {
    uint4* open = nullptr;            ///< OpenArcs: [tile][2][lane]
    uint2* signs = nullptr;           ///< Signs of the excess: [tile][lane]
    uint4* border = nullptr;          ///< BorderArcs: [tile][side]
    std::uint16_t* ring = nullptr;    ///< labels of the border pixels: [tile][side][lane]
    Known* known = nullptr;           ///< [tile]
    std::uint32_t* calls = nullptr;   ///< [warp][word]: bit n: tile warp + n·warps is to be searched
    std::uint32_t* passed = nullptr;  ///< [warp]: of its tiles, how many a pass that was broken off has done
    int warps = 0;                    ///< of a launch; each searches its own tiles
    int words = 0;                    ///< of calls, for each warp
    int columns = 0, rows = 0;        ///< without the rim

    [[nodiscard]] __host__ __device__ int pitch() const { return columns + 2; }
    [[nodiscard]] __host__ __device__ int all() const { return pitch() * (rows + 2); }
    /// Index of a tile of the layout among all.
    [[nodiscard]] __host__ __device__ int withRim(int tile) const {
        return (tile / columns + 1) * pitch() + tile % columns + 1;
    }
};

}  // namespace fretsaw::cuda
