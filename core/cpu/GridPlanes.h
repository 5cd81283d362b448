// The planes of a grid graph with its flow, and the three ways in which tiles lie over them.
// Only data and its geometry: what is done with it lives in the solvers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/image/Allocate.h"
#include "core/image/Geometry.h"

namespace fretsaw::cpu {

/// The eight arcs of a pixel. A direction's index is its bit in the residual mask; k ^ 1 is the way back.
enum Direction : int { kEast, kWest, kSouth, kNorth, kSouthEast, kNorthWest, kSouthWest, kNorthEast };
inline constexpr int kDirections = 8;
inline constexpr int kDx[kDirections] = {1, -1, 0, 0, 1, -1, -1, 1};
inline constexpr int kDy[kDirections] = {0, 0, 1, -1, 1, -1, 1, -1};

/// Side of a square tile: its rows fill one 64-byte line of 16-bit values, its masks one 32-bit word.
inline constexpr int kTileSize = 32;

/// One covering of the grid by tiles. Tile (column, row) starts at (32·column − shiftX, 32·row − shiftY).
struct TileLayout {
    int shiftX = 0, shiftY = 0;
    int columns = 0, rows = 0;

    [[nodiscard]] int tiles() const { return columns * rows; }
    [[nodiscard]] int left(int tile) const { return tile % columns * kTileSize - shiftX; }
    [[nodiscard]] int top(int tile) const { return tile / columns * kTileSize - shiftY; }
};

/// Two neighbours share a tile of a layout unless a tile border lies between them. The shifts differ in x and
/// in y, so a diagonal arc is cut at most once by an x border and once by a y border: at least one of the
/// three layouts holds it. Two layouts would leave the arcs where one cuts in x and the other in y.
inline constexpr int kLayouts = 3;
inline constexpr int kShiftX[kLayouts] = {0, 16, 8};
inline constexpr int kShiftY[kLayouts] = {0, 11, 21};

/// A grid graph and its flow: 8 residual capacities, excess and terminal of 16 bits and the residual mask a
/// pixel (labels are the solver's). Row-major, padded so that every tile of every layout and a pixel around
/// it lie inside; pixels of the padding have no arcs and no excess.
/// Bounds: with weights ≤ 1600 and 1131, Σw ≤ 10,924 a pixel; 0 ≤ residual ≤ 2w ≤ 3200; |terminal| ≤ Σw + 1;
/// |excess| ≤ |terminal| + Σw ≤ 21,849. So 16 bits are exact.
struct GridPlanes {
    /// No weights, no terminals. Throws OutOfMemory.
    explicit GridPlanes(Size gridSize) : size(gridSize) {
        int right = 0, bottom = 0;
        for (int i = 0; i < kLayouts; ++i) {
            TileLayout& layout = layouts[i];
            layout = {kShiftX[i], kShiftY[i], (size.width + kShiftX[i] + kTileSize - 1) / kTileSize,
                      (size.height + kShiftY[i] + kTileSize - 1) / kTileSize};
            right = std::max(right, layout.columns * kTileSize - layout.shiftX);
            bottom = std::max(bottom, layout.rows * kTileSize - layout.shiftY);
        }
        stride = (kMarginX + right + 1 + 31) / 32 * 32;
        count = stride * (kMarginY + bottom + 1);
        // With the two planes of labels; the planes are written later, so each alone would seem to fit.
        requireAvailable(static_cast<std::uint64_t>(count) * 25);
        for (auto& plane : residual) plane = Buffer<std::int16_t>::zeroed(count);
        excess = Buffer<std::int16_t>::zeroed(count);
        terminal = Buffer<std::int16_t>::zeroed(count);
        mask = Buffer<std::uint8_t>::zeroed(count);
    }

    /// Index of a pixel in every plane; −kMarginX ≤ x, −kMarginY ≤ y.
    [[nodiscard]] std::ptrdiff_t index(int x, int y) const { return (y + kMarginY) * stride + x + kMarginX; }
    /// Distance in memory to the neighbour in a direction.
    [[nodiscard]] std::ptrdiff_t step(int direction) const {
        return kDy[direction] * stride + kDx[direction];
    }

    /// Tile of the layout without shift that holds a pixel of the grid, by its index.
    [[nodiscard]] int tileAt(std::ptrdiff_t pixel) const {
        const auto x = static_cast<int>(pixel % stride) - kMarginX;
        const auto y = static_cast<int>(pixel / stride) - kMarginY;
        return y / kTileSize * layouts[0].columns + x / kTileSize;
    }

    static constexpr int kMarginX = 32, kMarginY = 22;

    Size size;
    std::ptrdiff_t stride = 0;
    std::int64_t count = 0;  ///< elements of a plane
    TileLayout layouts[kLayouts];

    Buffer<std::int16_t> residual[kDirections];  ///< capacity left on each arc
    Buffer<std::int16_t> excess;    ///< > 0: flow to get rid of, < 0: room for flow (terminals folded in)
    Buffer<std::int16_t> terminal;  ///< clamped terminals, as set: what the certificate is checked against
    Buffer<std::uint8_t> mask;      ///< bit k: residual[k] > 0
};

/// Calls use(neighbour, direction) for the tiles around a tile of a layout.
template <typename Use>
void forNeighbours(const TileLayout& layout, int tile, const Use& use) {
    const int column = tile % layout.columns, row = tile / layout.columns;
    for (int k = 0; k < kDirections; ++k) {
        const int c = column + kDx[k], r = row + kDy[k];
        if (c >= 0 && c < layout.columns && r >= 0 && r < layout.rows) use(r * layout.columns + c, k);
    }
}

/// Calls use(tile) for the tiles of the layout without shift that hold pixels of a tile of any layout.
template <typename Use>
void forTilesUnder(const GridPlanes& planes, const TileLayout& layout, int tile, const Use& use) {
    const TileLayout& under = planes.layouts[0];
    const int left = layout.left(tile), top = layout.top(tile);
    for (int row = std::max(top, 0) / kTileSize; row * kTileSize < top + kTileSize && row < under.rows; ++row)
        for (int column = std::max(left, 0) / kTileSize;
             column * kTileSize < left + kTileSize && column < under.columns; ++column)
            use(row * under.columns + column);
}

}  // namespace fretsaw::cpu
