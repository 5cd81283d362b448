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

/// Random values at the corners, interpolated.
template <typename F>
FRETSAW_HD F valueNoise(const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    const Place<F> at = placeIn(lattice, x, y);
    const WordOf<F> upper = rowAt<F>(lattice, at.cellY, salt), lower = rowAt<F>(lattice, at.cellY + 1, salt);
    const auto corner = [&](int dx, WordOf<F> row) {
        return unitFrom<F>(cellAt<F>(lattice, at.cellX + dx, row), phase);
    };
    const F u = fade(at.x), v = fade(at.y);
    const F above = blend(corner(0, upper), corner(1, upper), u);
    const F below = blend(corner(0, lower), corner(1, lower), u);
    return blend(above, below, v) * 2.0f - 1.0f;
}

/// (dx, dy) times the gradient of a corner, whose direction is the hash, turned by the phase. The gradient's
/// length is 1 to 1.061: its coordinates are parabolas instead of sine and cosine.
template <typename F>
FRETSAW_HD F alongGradient(WordOf<F> hash, unsigned phase, F dx, F dy) {
    const auto wave = [](IntOf<F> angle) {
        const F a = Lanes<F>::fromInt(angle) * (1.0f / 2147483648.0f);
        return a * (1.0f - magnitude(a)) * 4.0f;
    };
    const IntOf<F> angle = turned<F>(hash, phase);
    const IntOf<F> quarter = Lanes<F>::fromWord(Lanes<F>::word(angle) + 0x40000000u);
    return dx * wave(quarter) + dy * wave(angle);
}

/// Perlin's noise (1985, 2002) with gradients in all directions.
template <typename F>
FRETSAW_HD F perlinNoise(const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    const Place<F> at = placeIn(lattice, x, y);
    const WordOf<F> upper = rowAt<F>(lattice, at.cellY, salt), lower = rowAt<F>(lattice, at.cellY + 1, salt);
    const auto corner = [&](int dx, float dy, WordOf<F> row) {
        return alongGradient<F>(cellAt<F>(lattice, at.cellX + dx, row), phase, at.x - static_cast<float>(dx),
                                at.y - dy);
    };
    const F u = fade(at.x), v = fade(at.y);
    const F above = blend(corner(0, 0, upper), corner(1, 0, upper), u);
    const F below = blend(corner(0, 1, lower), corner(1, 1, lower), u);
    // Largest in the middle of a cell with all gradients towards it: √½·1.061 = ¾.
    const F limit = all<F>(1.0f);
    return most(least(blend(above, below, v) * (4.0f / 3), limit), -limit);
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
        return a * a * a * a * alongGradient<F>(hash, phase, cx, cy);
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
