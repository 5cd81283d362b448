// Value, Perlin and OpenSimplex2 noise on integer lattices, −1 … 1.
// One octave; sums of octaves are in Octaves.h. No includes but this room's.
#pragma once

#include "core/pixel/Lattice.h"

namespace fretsaw::pixel {

/// 6t⁵ − 15t⁴ + 10t³ (Perlin 2002): level and straight at both ends.
template <typename F>
FRETSAW_HD F fade(F t) {
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

/// The bits of a cell and of its neighbours to the right, below, and both; in the lanes 0 … 3 of a pack that
/// is in one cell.
template <typename F>
FRETSAW_HD WordOf<F> cornersSideBySide(const Lattice& lattice, const Place<F>& at, unsigned salt) {
    const IntOf<F> corner = Lanes<F>::count();
    return hashAt<F>(lattice, at.cellX + (corner & 1), at.cellY + (corner >> 1 & 1), salt);
}
/// Random values at the corners, interpolated.
template <typename F>
FRETSAW_HD F valueNoise(const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    const Place<F> at = placeIn(lattice, x, y);
    const F u = fade(at.x), v = fade(at.y);
    const auto joined = [&](F a, F b, F c, F d) {
        return blend(blend(a, b, u), blend(c, d, u), v) * 2.0f - 1.0f;
    };
    if constexpr (Lanes<F>::kCount > 1) {
        if (inOneCell(at)) {
            const F values = unitFrom<F>(cornersSideBySide(lattice, at, salt), phase);
            const auto corner = [&](int i) { return Lanes<F>::spread(values, i); };
            return joined(corner(0), corner(1), corner(2), corner(3));
        }
    }
    const WordOf<F> upper = rowAt<F>(lattice, at.cellY, salt), lower = rowAt<F>(lattice, at.cellY + 1, salt);
    const auto corner = [&](int dx, WordOf<F> row) {
        return unitFrom<F>(cellAt<F>(lattice, at.cellX + dx, row), phase);
    };
    return joined(corner(0, upper), corner(1, upper), corner(0, lower), corner(1, lower));
}

/// A gradient whose direction is the hash, turned by the phase. Its length is 1 to 1.061: its coordinates are
/// parabolas instead of sine and cosine.
template <typename F>
struct Slope {
    F x, y;
};
template <typename F>
FRETSAW_HD Slope<F> slopeOf(WordOf<F> hash, unsigned phase) {
    const auto wave = [](IntOf<F> angle) {  // 4a·(1 − |a|) with a = angle/2³¹
        const F v = Lanes<F>::fromInt(angle);
        return v * (4 / 2147483648.0f) * lessExactly(all<F>(1.0f), magnitude(v), 1 / 2147483648.0f);
    };
    const IntOf<F> angle = turned<F>(hash, phase);
    return {wave(Lanes<F>::fromWord(Lanes<F>::word(angle) + 0x40000000u)), wave(angle)};
}

/// Perlin's noise (1985, 2002) with gradients in all directions.
template <typename F>
FRETSAW_HD F perlinNoise(const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    const Place<F> at = placeIn(lattice, x, y);
    const F u = fade(at.x), v = fade(at.y), right = at.x - 1.0f, below = at.y - 1.0f;
    const auto joined = [&](Slope<F> a, Slope<F> b, Slope<F> c, Slope<F> d) {
        const F upper = blend(at.x * a.x + at.y * a.y, right * b.x + at.y * b.y, u);
        const F lower = blend(at.x * c.x + below * c.y, right * d.x + below * d.y, u);
        // Largest in the middle of a cell with all gradients towards it: √½·1.061 = ¾.
        const F limit = all<F>(1.0f);
        return most(least(blend(upper, lower, v) * (4.0f / 3), limit), -limit);
    };
    if constexpr (Lanes<F>::kCount > 1) {
        if (inOneCell(at)) {
            const Slope<F> slopes = slopeOf<F>(cornersSideBySide(lattice, at, salt), phase);
            const auto corner = [&](int i) {
                return Slope<F>{Lanes<F>::spread(slopes.x, i), Lanes<F>::spread(slopes.y, i)};
            };
            return joined(corner(0), corner(1), corner(2), corner(3));
        }
    }
    const WordOf<F> upper = rowAt<F>(lattice, at.cellY, salt), lower = rowAt<F>(lattice, at.cellY + 1, salt);
    const auto corner = [&](int dx, WordOf<F> row) {
        return slopeOf<F>(cellAt<F>(lattice, at.cellX + dx, row), phase);
    };
    return joined(corner(0, upper), corner(1, upper), corner(0, lower), corner(1, lower));
}

/// OpenSimplex2 in two dimensions (K. Spencer): the triangular lattice of simplex noise with gradients in all
/// directions. It has no period on a rectangle.
template <typename F>
FRETSAW_HD F simplexNoise(const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    constexpr float kSkew = 0.366025404f, kUnskew = 0.211324865f;
    // The skewed offset is the host's: rest and cell are those of the skewed lattice.
    const F u = x * lattice.frequency, v = y * lattice.frequency;
    const F skew = (u + v) * kSkew;
    const F su = u + skew + lattice.restX, sv = v + skew + lattice.restY;
    const IntOf<F> left = floorToInt(su), top = floorToInt(sv);
    const F xi = su - Lanes<F>::fromInt(left), yi = sv - Lanes<F>::fromInt(top);
    const F unskew = (xi + yi) * kUnskew;
    const F x0 = xi - unskew, y0 = yi - unskew;
    const IntOf<F> cellX = left + lattice.cellX, cellY = top + lattice.cellY;
    const auto corner = [&](IntOf<F> dx, IntOf<F> dy, F cx, F cy) {
        F a = 0.5f - cx * cx - cy * cy;
        a = most(a, F{});
        const WordOf<F> hash = hashAt<F>(lattice, cellX + dx, cellY + dy, salt);
        const Slope<F> slope = slopeOf<F>(hash, phase);
        return a * a * a * a * (cx * slope.x + cy * slope.y);
    };
    const IntOf<F> zero{}, one = zero + 1;
    const auto below = yi > xi;
    const F sum = corner(zero, zero, x0, y0) +
                  corner(one, one, x0 - (1.0f - 2.0f * kUnskew), y0 - (1.0f - 2.0f * kUnskew)) +
                  corner(below ? zero : one, below ? one : zero,
                         x0 + (below ? all<F>(kUnskew) : all<F>(kUnskew - 1.0f)),
                         y0 + (below ? all<F>(kUnskew - 1.0f) : all<F>(kUnskew)));
    const F limit = all<F>(1.0f);
    return most(least(sum * 94.1f, limit), -limit);
}

}  // namespace fretsaw::pixel
