// A coarser grid laid over a picture, along one axis: which pixels a cell has, which cell a pixel has.
// No includes but this room's.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

/// First pixel of a cell, for `pixels` pixels in `cells` ≤ `pixels` cells; cell `cells` gives the end.
FRETSAW_HD inline int cellBegin(int cell, int pixels, int cells) {
    return static_cast<int>(static_cast<long long>(cell) * pixels / cells);
}

/// The cell c of a pixel: cellBegin(c) ≤ pixel < cellBegin(c + 1).
FRETSAW_HD inline int cellOf(int pixel, int pixels, int cells) {
    return static_cast<int>(((static_cast<long long>(pixel) + 1) * cells - 1) / pixels);
}

}  // namespace fretsaw::pixel
