// Tiles cover the picture once at every level, with borders, and levels follow the zoom.
// No OpenGL.
#include "app/ui/TileGrid.h"

#include <gtest/gtest.h>

#include "core/image/Image.h"

namespace fretsaw::ui {
namespace {

TEST(TileGrid, TilesOfEveryLevelCoverEveryPixelOnce) {
    for (const Size size : {Size{1, 1}, Size{1, 999}, Size{641, 480}, Size{300, 257}, Size{64, 64}}) {
        const TileGrid grid(size, 64);
        for (int level = 0; level < grid.levels(); ++level) {
            Image<int> times(size, 0);
            for (const TileKey key : grid.tilesIn(level, Rect::of(size))) {
                const Rect r = grid.imageRect(key);
                ASSERT_FALSE(r.empty());
                for (int y = r.y; y < r.bottom(); ++y)
                    for (int x = r.x; x < r.right(); ++x) ++times(x, y);
            }
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) ASSERT_EQ(times(x, y), 1) << x << ',' << y;
        }
    }
}

TEST(TileGrid, TexturesFitTheLimitAndHoldTheBorder) {
    const Size size{1000, 700};
    const TileGrid grid(size, 128);
    for (int level = 0; level < grid.levels(); ++level) {
        const Rect all = Rect::of(grid.levelSize(level));
        for (const TileKey key : grid.tilesIn(level, Rect::of(size))) {
            const Rect texels = grid.texelRect(key);
            EXPECT_LE(std::max(texels.width, texels.height), 128);
            const Rect shown = TileGrid::texelsOf(grid.imageRect(key), level);
            const int b = TileGrid::kBorder;
            const Rect wanted{shown.x - b, shown.y - b, shown.width + 2 * b, shown.height + 2 * b};
            EXPECT_EQ(texels, wanted.intersected(all));
        }
    }
}

TEST(TileGrid, LevelsKeepATexelBetweenHalfAndOneDevicePixel) {
    const TileGrid grid({40000, 30000}, 1024);
    EXPECT_EQ(grid.levelFor(64), 0);
    EXPECT_EQ(grid.levelFor(1), 0);
    EXPECT_EQ(grid.levelFor(0.51), 0);
    for (const double zoom : {1.0, 0.7, 0.5, 0.3, 0.25, 0.1, 0.02, 0.01}) {
        const double texel = zoom * (1 << grid.levelFor(zoom));
        EXPECT_GT(texel, 0.5) << zoom;
        EXPECT_LE(texel, 1.0) << zoom;
    }
}

TEST(TileGrid, OnlyTilesInViewAreWantedNearestToTheMiddleFirst) {
    const TileGrid grid({4000, 4000}, 1024);
    const auto keys = grid.tilesIn(0, {1500, 1500, 900, 200});
    ASSERT_FALSE(keys.empty());
    EXPECT_EQ(keys.front(), (TileKey{0, 1, 1}));
    for (const TileKey key : keys)
        EXPECT_FALSE(grid.imageRect(key).intersected({1500, 1500, 900, 200}).empty());
    EXPECT_TRUE(grid.tilesIn(0, {5000, 0, 10, 10}).empty());
    EXPECT_TRUE(grid.tilesIn(0, {}).empty());
}

}  // namespace
}  // namespace fretsaw::ui
