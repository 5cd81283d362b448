// Integer lattices under noise: a cell is an integer, only the place inside it is a float. So patterns look
// the same far from the origin, and repeat exactly where a period is set. No includes but this room's.
#pragma once

#include "core/pixel/Hash.h"
#include "core/pixel/Numbers.h"

namespace fretsaw::pixel {

/// Coordinates inside the picture, times a lattice's frequency, stay below this; the offset does not count.
inline constexpr double kFarthestCell = 2097152;  // 2²¹: then a cell still has four places each way

/// One lattice, as the host prepares it. The offset of the picture is split into whole cells and the rest.
struct Lattice {
    float frequency = 1;
    float restX = 0, restY = 0;            ///< 0 … 1 cells
    int cellX = 0, cellY = 0;              ///< whole cells; within the period where there is one
    int periodX = 0, periodY = 0;          ///< cells after which the lattice repeats; 0: never
    float perPeriodX = 0, perPeriodY = 0;  ///< 1/period
    unsigned seed = 0;
};

/// A place: the cell (not wrapped yet), and where in it, 0 … 1.
template <typename F>
struct Place {
    IntOf<F> cellX, cellY;
    F x, y;
};

/// Whether all pixels of a pack are in one cell. What only depends on the cell is then computed once, for
/// several corners or points side by side, instead of for each pixel.
template <typename F>
FRETSAW_HD bool inOneCell(const Place<F>& at) {
    if constexpr (Lanes<F>::kCount == 1)
        return false;
    else
        return Lanes<F>::same(at.cellX, at.cellY);
}

/// x, y: in cells of the base lattice (frequency 1).
template <typename F>
FRETSAW_HD Place<F> placeIn(const Lattice& lattice, F x, F y) {
    const F u = x * lattice.frequency + lattice.restX, v = y * lattice.frequency + lattice.restY;
    const IntOf<F> left = floorToInt(u), top = floorToInt(v);
    return {left + lattice.cellX, top + lattice.cellY, u - Lanes<F>::fromInt(left),
            v - Lanes<F>::fromInt(top)};
}

/// The cell modulo the period, 0 … period − 1; |cell| ≤ 2²³ where there is a period.
template <typename F>
FRETSAW_HD IntOf<F> wrapped(IntOf<F> cell, int period, float perPeriod) {
    if (period == 0) return cell;
    IntOf<F> rest = cell - floorToInt(Lanes<F>::fromInt(cell) * perPeriod) * period;
    rest = rest < 0 ? rest + period : rest;  // the product rounds
    return rest >= period ? rest - period : rest;
}
template <typename F>
FRETSAW_HD WordOf<F> rowAt(const Lattice& lattice, IntOf<F> y, unsigned salt = 0) {
    return rowHash(Lanes<F>::word(wrapped<F>(y, lattice.periodY, lattice.perPeriodY)), lattice.seed ^ salt);
}
/// row: rowAt() of the cell's row.
template <typename F>
FRETSAW_HD WordOf<F> cellAt(const Lattice& lattice, IntOf<F> x, WordOf<F> row) {
    return cellHash(Lanes<F>::word(wrapped<F>(x, lattice.periodX, lattice.perPeriodX)), row);
}
/// 32 random bits of a cell. salt: another one, other bits.
template <typename F>
FRETSAW_HD WordOf<F> hashAt(const Lattice& lattice, IntOf<F> x, IntOf<F> y, unsigned salt = 0) {
    return cellAt<F>(lattice, x, rowAt<F>(lattice, y, salt));
}

/// Evolution: the phase, 2³² to the turn, moves every hash on by one or two turns a loop. What depends
/// continuously on the angle hash·2π therefore changes smoothly, and returns.
template <typename F>
FRETSAW_HD IntOf<F> turned(WordOf<F> hash, unsigned phase) {
    if (phase == 0) return Lanes<F>::fromWord(hash);
    return Lanes<F>::fromWord(hash + phase + (phase & (0u - (hash & 1u))));
}
/// Uniform in 0 … 1, and continuous in the phase: a triangle wave of the turned hash.
template <typename F>
FRETSAW_HD F unitFrom(WordOf<F> hash, unsigned phase) {
    return magnitude(Lanes<F>::fromInt(turned<F>(hash, phase))) * (1.0f / 2147483648.0f);
}

}  // namespace fretsaw::pixel
