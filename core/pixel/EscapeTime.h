// The Mandelbrot set and Julia sets by the time that points need to escape.
// Single precision: the zoom that it bears is in the table of core/generate. No includes but this room's.
#pragma once

#include "core/pixel/Geometric.h"

namespace fretsaw::pixel {

/// z ← z² + c until |z| > 16 or `limit` times: the smooth number of steps, or −1 where z stayed.
template <typename F>
FRETSAW_HD F escapeTime(F x, F y, F cx, F cy, int limit) {
    constexpr float kFar = 256.0f;  // |z|²; far enough for the steps to join smoothly
    F steps{}, square = x * x + y * y;
    for (int i = 0; i < limit; ++i) {
        const auto inside = square <= kFar;
        if (!Lanes<F>::any(inside)) break;
        const F nextX = x * x - y * y + cx, nextY = 2.0f * x * y + cy;
        x = inside ? nextX : x;
        y = inside ? nextY : y;
        square = x * x + y * y;
        steps = inside ? steps + 1.0f : steps;
    }
    const auto escaped = square > kFar;
    const F modulus = log2(most(square, all<F>(kFar))) * 0.5f;  // log2 |z| ≥ 4
    return escaped ? steps + 2.0f - log2(modulus) : all<F>(-1.0f);
}

/// Steps into 0 … 1: a wave whose periods are equal in the logarithm of steps; 0 inside.
template <typename F>
FRETSAW_HD F escapeShade(F steps, float cycles, float turns) {
    const F t = log2(most(steps, F{}) + 4.0f) - 2.0f;
    const F wave = 0.5f - 0.5f * cosTurns(t * cycles + turns + 0.06f);
    return steps < 0.0f ? F{} : 0.04f + 0.96f * wave;
}

/// own: real and imaginary part of the middle, zoom, steps at most, cycles of colour.
template <typename F>
FRETSAW_HD F mandelbrotValue(const Pattern& p, const Spot<F>& s) {
    F x, y;
    turnedPlace(p, s, x, y);
    const F cx = x * (2.6f / p.own[2]) + p.own[0], cy = y * (2.6f / p.own[2]) + p.own[1];
    // The two large parts of the set need no steps.
    const F fromCusp = cx - 0.25f, y2 = cy * cy, q = fromCusp * fromCusp + y2;
    const F bulb = (cx + 1.0f) * (cx + 1.0f) + y2;
    const auto known = (q * (q + fromCusp) < 0.2499f * y2) | (bulb < 0.0624f);
    const F steps = escapeTime(F{}, F{}, known ? all<F>(32.0f) : cx, cy, static_cast<int>(p.own[3]));
    return escapeShade(known ? all<F>(-1.0f) : steps, p.own[4], p.turns);
}

/// own: real and imaginary part of c, zoom, steps at most, cycles of colour. c moves on a small circle.
template <typename F>
FRETSAW_HD F juliaValue(const Pattern& p, const Spot<F>& s) {
    F x, y;
    turnedPlace(p, s, x, y);
    const F turn = all<F>(p.turns);
    const F cx = p.own[0] + 0.02f * (cosTurns(turn) - 1.0f), cy = p.own[1] + 0.02f * sinTurns(turn);
    const F steps =
        escapeTime(x * (2.6f / p.own[2]), y * (2.6f / p.own[2]), cx, cy, static_cast<int>(p.own[3]));
    return escapeShade(steps, p.own[4], 0.0f);
}

}  // namespace fretsaw::pixel
