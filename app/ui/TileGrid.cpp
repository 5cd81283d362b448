// How a picture is cut into square textures at halving resolutions. Pure arithmetic.
// No pixels and no OpenGL here.
#include "app/ui/TileGrid.h"

#include <cmath>

namespace fretsaw::ui {

TileGrid::TileGrid(Size image, int textureEdge) : image_(image), edge_(std::max(textureEdge, kMinEdge)) {
    // Levels end where the whole picture is so small that nobody zooms out further.
    while (levels_ <= kMaxLevel && std::max(levelSize(levels_ - 1).width, levelSize(levels_ - 1).height) > 32)
        ++levels_;
}

Size TileGrid::levelSize(int level) const {
    return texelsOf(Rect::of(image_), level).size();
}

int TileGrid::levelFor(double zoom) const {
    int level = 0;
    while (level + 1 < levels_ && zoom * (2 << level) <= 1) ++level;
    return level;
}

TileGrid::Axis TileGrid::axis(int texels) const {
    if (texels <= edge_) return {1, texels};
    const int step = edge_ - 2 * kBorder;
    return {(texels + step - 1) / step, step};
}

std::vector<TileKey> TileGrid::tilesIn(int level, Rect imageRect) const {
    std::vector<TileKey> keys;
    const Rect wanted = texelsOf(imageRect.intersected(Rect::of(image_)), level);
    if (wanted.empty()) return keys;
    const Size size = levelSize(level);
    const Axis across = axis(size.width), down = axis(size.height);
    for (int row = wanted.y / down.step; row <= (wanted.bottom() - 1) / down.step; ++row)
        for (int column = wanted.x / across.step; column <= (wanted.right() - 1) / across.step; ++column)
            keys.push_back({level, row, column});
    const auto distance = [&](TileKey key) {
        const double dx = (key.column + 0.5) * across.step - (wanted.x + wanted.width / 2.0);
        const double dy = (key.row + 0.5) * down.step - (wanted.y + wanted.height / 2.0);
        return dx * dx + dy * dy;
    };
    std::stable_sort(keys.begin(), keys.end(),
                     [&](TileKey a, TileKey b) { return distance(a) < distance(b); });
    return keys;
}

Rect TileGrid::imageRect(TileKey key) const {
    const Size size = levelSize(key.level);
    const Axis across = axis(size.width), down = axis(size.height);
    const int scale = 1 << key.level;
    const Rect cell{key.column * across.step * scale, key.row * down.step * scale, across.step * scale,
                    down.step * scale};
    return cell.intersected(Rect::of(image_));
}

Rect TileGrid::texelRect(TileKey key) const {
    const Rect shown = texelsOf(imageRect(key), key.level);
    const Rect withBorder{shown.x - kBorder, shown.y - kBorder, shown.width + 2 * kBorder,
                          shown.height + 2 * kBorder};
    return withBorder.intersected(Rect::of(levelSize(key.level)));
}

Rect TileGrid::texelsOf(Rect imageRect, int level) {
    if (imageRect.empty()) return {};
    const int left = imageRect.x >> level, top = imageRect.y >> level;
    const int right = ((imageRect.right() - 1) >> level) + 1,
              bottom = ((imageRect.bottom() - 1) >> level) + 1;
    return {left, top, right - left, bottom - top};
}

}  // namespace fretsaw::ui
