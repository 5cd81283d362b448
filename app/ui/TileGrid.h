// How a picture is cut into square textures at halving resolutions. Pure arithmetic.
// No pixels and no OpenGL here.
#pragma once

#include <compare>
#include <vector>

#include "core/image/Geometry.h"

namespace fretsaw::ui {

/// One tile: level 0 has the picture's own pixels, level k one texel for 2^k × 2^k of them.
struct TileKey {
    int level = 0, row = 0, column = 0;
    friend auto operator<=>(const TileKey&, const TileKey&) = default;
};

/// Tiles overlap by a border, so that a shader may look a few texels past the part that a tile shows
/// and tiled pictures look like untiled ones.
class TileGrid {
public:
    static constexpr int kBorder = 8;    ///< texels on each inner side
    static constexpr int kMinEdge = 64;  ///< smaller texture limits are treated as this
    static constexpr int kMaxLevel = 8;  ///< sums of 2^8 bytes fit in 16 bits

    TileGrid() = default;
    /// textureEdge: the longest side a texture may have.
    TileGrid(Size image, int textureEdge);

    [[nodiscard]] int levels() const { return levels_; }
    [[nodiscard]] Size levelSize(int level) const;
    /// The level to draw at `zoom` device pixels per image pixel: one texel covers 0.5 (excluded) to 1 device
    /// pixels when zoomed out, so plain linear filtering does not shimmer.
    [[nodiscard]] int levelFor(double zoom) const;
    /// Tiles of a level that show part of the rectangle of image pixels, the nearest to its middle first.
    [[nodiscard]] std::vector<TileKey> tilesIn(int level, Rect imageRect) const;
    /// The image pixels that a tile shows; those of one level cover the image without overlap.
    [[nodiscard]] Rect imageRect(TileKey key) const;
    /// The level's texels that a tile's texture holds: what it shows and its borders.
    [[nodiscard]] Rect texelRect(TileKey key) const;
    /// The texels of a level that image pixels have a part in.
    [[nodiscard]] static Rect texelsOf(Rect imageRect, int level);

private:
    struct Axis {
        int count, step;  // tiles along one side and the texels that each shows
    };
    [[nodiscard]] Axis axis(int texels) const;

    Size image_;
    int edge_ = 1024;
    int levels_ = 1;
};

}  // namespace fretsaw::ui
