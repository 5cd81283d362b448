// Small arithmetic that patterns are made of: limits, interpolation, angles, powers; the same bits
// everywhere. Angles are in turns (1 = 360°), so that reducing them is exact. No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

template <typename F>
using IntOf = typename Lanes<F>::Int;
template <typename F>
using WordOf = typename Lanes<F>::Word;

/// The same number in every lane.
template <typename F>
FRETSAW_HD F all(float v) {
    return F{} + v;
}
template <typename F>
FRETSAW_HD F least(F a, F b) {
    return Lanes<F>::least(a, b);
}
template <typename F>
FRETSAW_HD F most(F a, F b) {
    return Lanes<F>::most(a, b);
}
template <typename F>
FRETSAW_HD F magnitude(F v) {
    return Lanes<F>::fromBits(Lanes<F>::bits(v) & 0x7FFFFFFF);
}
template <typename F>
FRETSAW_HD F squareRoot(F v) {
    return Lanes<F>::squareRoot(v);
}
/// v limited to 0 … 1.
template <typename F>
FRETSAW_HD F unit(F v) {
#ifdef __CUDA_ARCH__
    return __saturatef(v + 0.0f);  // the same bits, those of NaN and −0 included, in one instruction
#else
    return least(most(v, F{}), all<F>(1.0f));
#endif
}
/// a at t = 0, b at t = 1.
template <typename F>
FRETSAW_HD F blend(F a, F b, F t) {
    return a + (b - a) * t;
}
/// c − a·b where a·b needs no rounding (b is a power of two), so that one operation gives the bits of two.
template <typename F>
FRETSAW_HD F lessExactly(F c, F a, float b) {
#ifdef __CUDA_ARCH__
    return __fmaf_rn(-a, b, c);
#else
    return c - a * b;
#endif
}
/// 0 at t ≤ 0, 1 at t ≥ 1, a cubic with level ends between.
template <typename F>
FRETSAW_HD F smooth(F t) {
    const F u = unit(t);
    return u * u * (3.0f - 2.0f * u);
}
/// Coverage of a pixel of size `pixel` > 0 by what lies where `distance` > 0: an edge without stairs.
template <typename F>
FRETSAW_HD F covered(F distance, float pixel) {
    return unit(distance * (1.0f / pixel) + 0.5f);
}

/// The integer at or below v; |v| < 2³⁰.
template <typename F>
FRETSAW_HD IntOf<F> floorToInt(F v) {
    return Lanes<F>::floor(v);
}
/// v − floor(v), 0 … 1; |v| < 2³⁰.
template <typename F>
FRETSAW_HD F fraction(F v) {
    return v - Lanes<F>::fromInt(floorToInt(v));
}
/// A triangle wave of period 1: 0 at whole numbers, 1 half-way.
template <typename F>
FRETSAW_HD F triangle(F v) {
    return 1.0f - magnitude(2.0f * fraction(v) - 1.0f);
}

/// sin 2πt; |t| < 2²². Error below 3e-7.
template <typename F>
FRETSAW_HD F sinTurns(F t) {
    const F r = t - Lanes<F>::fromInt(Lanes<F>::nearest(t));  // −½ … ½, exact
    F s = r > 0.25f ? 0.5f - r : r;
    s = s < -0.25f ? -0.5f - s : s;  // −¼ … ¼
    const F x = s * 6.28318531f, x2 = x * x;
    F p = x2 * -2.50521084e-8f + 2.75573192e-6f;  // Taylor: the next term is below 6e-8
    p = p * x2 - 1.98412698e-4f;
    p = p * x2 + 8.33333333e-3f;
    p = p * x2 - 0.166666667f;
    return x + x * x2 * p;
}
/// cos 2πt; |t| < 2²². Error below 3e-7, and that of t + ¼.
template <typename F>
FRETSAW_HD F cosTurns(F t) {
    return sinTurns(t - Lanes<F>::fromInt(Lanes<F>::nearest(t)) + 0.25f);
}

/// The direction of (x, y) in turns, −½ … ½, 0 for (0, 0). Error below 1e-7.
template <typename F>
FRETSAW_HD F atan2Turns(F y, F x) {
    const F ax = magnitude(x), ay = magnitude(y);
    const F larger = most(ax, ay), smaller = least(ax, ay);
    const F ratio = larger > 0.0f ? smaller / larger : F{};
    // Beyond tan 22.5° the angle to the diagonal is the smaller one.
    const auto steep = ratio > 0.414213562f;
    const F z = steep ? (ratio - 1.0f) / (ratio + 1.0f) : ratio, z2 = z * z;
    F p = z2 * 0.0805374450f - 0.138776856f;  // minimax on |z| ≤ tan 22.5°
    p = p * z2 + 0.199777106f;
    p = p * z2 - 0.333329492f;
    const F angle = (z + z * z2 * p) * 0.159154943f;
    F turns = steep ? angle + 0.125f : angle;
    turns = ay > ax ? 0.25f - turns : turns;
    turns = x < 0.0f ? 0.5f - turns : turns;
    return y < 0.0f ? -turns : turns;
}

/// xʸ for x ≥ 0; 0 for x below 1e-30. Relative error below 2e-7·(1 + |y·log2 x|).
template <typename F>
FRETSAW_HD F power(F x, float y) {
    const F lowest = all<F>(1e-30f);
    const F raised = exp2(log2(most(x, lowest)) * y);
    return x > lowest ? raised : F{};
}

}  // namespace fretsaw::pixel
