// Generators of straight and round shapes: gradients, checker, stripes, bricks, hexagons, dots, Truchet.
// Values 0 … 1; colours come later. No includes but this room's.
#pragma once

#include "core/pixel/Lattice.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::pixel {

/// Where a pixel is: `column` and `row` counted from 0, base coordinates, picture coordinates.
template <typename F>
struct Spot {
    F column, row;
    F x, y;
    F across, down;  ///< picture coordinates without rotation and offset
};

/// Picture coordinates, moved by the offset and turned.
template <typename F>
FRETSAW_HD void turnedPlace(const Pattern& p, const Spot<F>& s, F& x, F& y) {
    const F dx = s.across - p.shiftX, dy = s.down - p.shiftY;
    x = dx * p.cosine + dy * p.sine;
    y = dy * p.cosine - dx * p.sine;
}

/// 0 … 1 repeated; mirrored: there and back.
template <typename F>
FRETSAW_HD F repeated(F t, float times, bool mirrored) {
    const F v = t * times;
    if (mirrored) return triangle(v * 0.5f);
    return times > 1.0f ? fraction(v) : unit(v);
}

/// √(column·row), over its largest value.
template <typename F>
FRETSAW_HD F productValue(const Pattern& p, const Spot<F>& s) {
    const float largest = static_cast<float>(p.width - 1) * static_cast<float>(p.height - 1);
    const F product = squareRoot(most(s.column * s.row, F{}));
    if (p.raw || largest <= 0.0f) return product;
    return product / squareRoot(all<F>(largest));
}

/// own: repeats, mirrored.
template <typename F>
FRETSAW_HD F linearValue(const Pattern& p, const Spot<F>& s) {
    F x, y;
    turnedPlace(p, s, x, y);
    // Corner to corner along the direction.
    const float c = p.cosine < 0 ? -p.cosine : p.cosine, d = p.sine < 0 ? -p.sine : p.sine;
    const float extent = (static_cast<float>(p.width) * d + static_cast<float>(p.height) * c) * p.perPixel;
    return repeated(y * (1.0f / extent) + 0.5f, p.own[0], p.own[1] != 0);
}

/// own: radius in half diagonals, roundness (1: circles, 0: the picture's proportions), repeats, mirrored.
template <typename F>
FRETSAW_HD F radialValue(const Pattern& p, const Spot<F>& s) {
    F x, y;
    turnedPlace(p, s, x, y);
    const float w = static_cast<float>(p.width) * p.perPixel, h = static_cast<float>(p.height) * p.perPixel;
    const F circle = (x * x + y * y) * (4.0f / (w * w + h * h));
    const F ellipse = x * x * (2.0f / (w * w)) + y * y * (2.0f / (h * h));
    const F r = squareRoot(blend(ellipse, circle, all<F>(p.own[1]))) * (1.0f / p.own[0]);
    return repeated(r, p.own[2], p.own[3] != 0);
}

/// own: repeats, mirrored.
template <typename F>
FRETSAW_HD F conicValue(const Pattern& p, const Spot<F>& s) {
    F x, y;
    turnedPlace(p, s, x, y);
    return repeated(fraction(atan2Turns(y, x) + p.turns), p.own[0], p.own[1] != 0);
}

/// −1 … 1: which half of a period of two cells, edges one pixel wide.
template <typename F>
FRETSAW_HD F halves(IntOf<F> cell, F inside, float pixel) {
    // Distance to the nearest whole number; the sign turns from cell to cell.
    const F depth = least(inside, 1.0f - inside) * (2.0f / pixel);
    const F strength = least(depth, all<F>(1.0f));
    return (cell & 1) == 0 ? strength : -strength;
}

template <typename F>
FRETSAW_HD F checkerValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> at = placeIn(lattice, s.x, s.y);
    return 0.5f - 0.5f * halves(wrapped<F>(at.cellX, lattice.periodX, lattice.perPeriodX), at.x, p.pixel) *
                      halves(wrapped<F>(at.cellY, lattice.periodY, lattice.perPeriodY), at.y, p.pixel);
}

enum class Wave : int { Sine, Triangle, Saw, Square };

/// own: shape, width (of the light part; Square), waviness, waves.
template <typename F>
FRETSAW_HD F stripesValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> along = placeIn(lattice, s.x, s.y);
    const F bend = sinTurns(along.y) * p.own[2];
    const F t = fraction(along.x + bend + p.turns);
    switch (static_cast<Wave>(static_cast<int>(p.own[0]))) {
        case Wave::Sine:
            return 0.5f - 0.5f * cosTurns(t);
        case Wave::Triangle:
            return triangle(t);
        case Wave::Saw:
            return t;
        default:
            break;
    }
    return covered(0.5f * p.own[1] - magnitude(t - 0.5f), p.pixel);
}

/// A shade for a cell of area patterns: 1, less for random cells by up to `variation`.
template <typename F>
FRETSAW_HD F shadeOf(WordOf<F> hash, float variation) {
    return 1.0f - unitFrom<F>(hash, 0) * variation;
}

/// Height of a slab with rounded borders: 0 in the joint, 1 inside. distance: to the border, in cells.
template <typename F>
FRETSAW_HD F slab(F distance, float joint, float bevel, float pixel) {
    const float soft = bevel > pixel ? bevel : pixel;
    return smooth((distance - 0.5f * joint) * (1.0f / soft) + 0.5f * pixel / soft);
}

/// own: length of a brick over its height, joint and bevel in heights, shift of every second row, variation.
template <typename F>
FRETSAW_HD F bricksValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> row = placeIn(lattice, s.x, s.y);
    const auto odd = (row.cellY & 1) != 0;
    const F moved = row.x + (odd ? all<F>(p.own[3]) : F{});
    const IntOf<F> step = floorToInt(moved);
    const F x = moved - Lanes<F>::fromInt(step);
    const F distance = least(least(x, 1.0f - x) * p.own[0], least(row.y, 1.0f - row.y));
    const F height = slab(distance, p.own[1], p.own[2], p.pixel);
    return height * shadeOf<F>(hashAt<F>(lattice, row.cellX + step, row.cellY), p.own[4]);
}

/// own: joint, bevel, variation. Base coordinates: distances of cells across, rows of cells down.
template <typename F>
FRETSAW_HD F hexagonsValue(const Pattern& p, const Spot<F>& s) {
    constexpr float kRow = 0.866025404f;
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> at = placeIn(lattice, s.x, s.y);
    F bestX{}, bestY{}, best = all<F>(16.0f);
    IntOf<F> cellX{}, cellY{};
    for (int dy = 0; dy <= 1; ++dy) {
        const IntOf<F> row = at.cellY + dy;
        const F shift = (row & 1) != 0 ? all<F>(0.5f) : F{};
        const IntOf<F> column = floorToInt(at.x - shift + 0.5f);
        const F x = at.x - shift - Lanes<F>::fromInt(column);
        const F y = (at.y - static_cast<float>(dy)) * kRow;
        const F d = x * x + y * y;
        const auto nearer = d < best;
        best = nearer ? d : best;
        bestX = nearer ? x : bestX;
        bestY = nearer ? y : bestY;
        cellX = nearer ? at.cellX + column : cellX;
        cellY = nearer ? row : cellY;
    }
    const F ax = magnitude(bestX), ay = magnitude(bestY);
    const F distance = 0.5f - most(ax, ax * 0.5f + ay * kRow);
    const F height = slab(distance, p.own[0], p.own[1], p.pixel);
    return height * shadeOf<F>(hashAt<F>(lattice, cellX, cellY), p.own[2]);
}

/// own: diameter in cells, softness, every second row shifted, variation of the size.
template <typename F>
FRETSAW_HD F dotsValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> at = placeIn(lattice, s.x, s.y);
    F most01{};
    for (int dy = -1; dy <= 1; ++dy) {
        const IntOf<F> row = at.cellY + dy;
        const auto shifted = ((row & 1) != 0) & (IntOf<F>{} + (p.own[2] != 0 ? 1 : 0) != 0);
        const F x0 = at.x - (shifted ? all<F>(0.5f) : F{});
        const IntOf<F> column = floorToInt(x0);
        const F x = x0 - Lanes<F>::fromInt(column) - 0.5f;
        const F y = at.y - static_cast<float>(dy) - 0.5f;
        const F size = shadeOf<F>(hashAt<F>(lattice, at.cellX + column, row), p.own[3]);
        const F inside = 0.5f * p.own[0] * size - squareRoot(x * x + y * y);
        const float soft = p.own[1] * p.own[0] > p.pixel ? p.own[1] * p.own[0] : p.pixel;
        most01 = most(most01, smooth(inside * (1.0f / soft) + 0.5f));
    }
    return most01;
}

/// own: direction of the ramp in turns, smallest and largest diameter in cells, steepness of the ramp.
template <typename F>
FRETSAW_HD F halftoneValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> at = placeIn(lattice, s.x, s.y);
    // The ramp at the middle of the cell, so that dots stay round.
    const F offX = (0.5f - at.x) * (p.perPixel / p.pixel), offY = (0.5f - at.y) * (p.perPixel / p.pixel);
    const F across = s.across + offX * p.cosine - offY * p.sine;
    const F down = s.down + offX * p.sine + offY * p.cosine;
    const F c = cosTurns(all<F>(p.own[0])), d = sinTurns(all<F>(p.own[0]));
    const F extent = magnitude(c) * (static_cast<float>(p.width) * p.perPixel) +
                     magnitude(d) * (static_cast<float>(p.height) * p.perPixel);
    const F t = unit((across * c + down * d) / extent * p.own[3] + 0.5f);
    const F radius = 0.5f * blend(all<F>(p.own[1]), all<F>(p.own[2]), t);
    const F x = at.x - 0.5f, y = at.y - 0.5f;
    // A dot larger than its cell leaves the corners.
    return covered(radius - squareRoot(x * x + y * y), p.pixel) * covered(radius * 1e3f, 1.0f);
}

/// own: width of the line in cells.
template <typename F>
FRETSAW_HD F truchetValue(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    const Place<F> at = placeIn(lattice, s.x, s.y);
    const auto flipped = (hashAt<F>(lattice, at.cellX, at.cellY) & 1u) != 0u;
    const F x = flipped ? 1.0f - at.x : at.x;
    const F near = squareRoot(x * x + at.y * at.y);
    const F fx = 1.0f - x, fy = 1.0f - at.y;
    const F far = squareRoot(fx * fx + fy * fy);
    const F distance = least(magnitude(near - 0.5f), magnitude(far - 0.5f));
    return covered(0.5f * p.own[0] - distance, p.pixel);
}

}  // namespace fretsaw::pixel
