// exp2, log2 and cbrt that give the same bits on every machine and backend.
// Not for general use: see the domains. No includes but this room's.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

inline constexpr double kLn2 = 0.69314718055994530942;
inline constexpr double kLog2E = 1.44269504088896340736;

/// 2ˣ for x ≤ 127; what 2⁻¹²⁵ is below −125. Exact for integers; relative error below 2e-7.
template <typename F>
FRETSAW_HD F exp2(F x) {
    using L = Lanes<F>;
    // At 1.5·2²³ the last bit of a float is worth one: adding it rounds, and leaves the integer in the low
    // bits.
    constexpr float kRounder = 12582912.0f;
    const F lowest = F{} - 125.0f;
    const F v = x > lowest ? x : lowest;
    const F rounded = v + kRounder;
    const F r = v - (rounded - kRounder);  // −½ … ½
    // Minimax in relative error (2.6e-9) among the polynomials that are 1 at 0.
    F p = r * 0.000155946778f + 0.00134066434f;
    p = p * r + 0.00961769279f;
    p = p * r + 0.0555031039f;
    p = p * r + 0.240226522f;
    p = p * r + 0.693147242f;
    p = p * r + 1.0f;
    return L::fromBits(L::bits(p) + (L::bits(rounded) << 23));
}

/// Binary logarithm of a positive normal number, 0 for 1. Error below 2e-7·max(1, |log2 x|).
template <typename F>
FRETSAW_HD F log2(F x) {
    using L = Lanes<F>;
    constexpr int kSqrtHalfBits = 0x3F3504F3;
    const typename L::Int bits = L::bits(x);
    const typename L::Int exponent = (bits - kSqrtHalfBits) >> 23;
    const F m = L::fromBits(bits - (exponent << 23));  // √½ … √2
    // log2 m = 2·artanh(s)/ln 2: an odd function of s; minimax in relative error (7e-10).
    const F s = (m - 1.0f) / (m + 1.0f);
    const F s2 = s * s;
    F p = s2 * 0.431734681f + 0.576714456f;
    p = p * s2 + 0.961798847f;
    p = p * s2 + 2.88539004f;
    return L::fromInt(exponent) + s * p;
}

/// Cube root of a positive normal number. Relative error below 3e-7.
template <typename F>
FRETSAW_HD F cbrt(F x) {
    using L = Lanes<F>;
    // A third of the exponent is a first guess within 7 %; each of Halley's steps triples its digits.
    constexpr int kTwoThirdsOfBias = 709'958'130;
    F y = L::fromBits(L::truncate(L::fromInt(L::bits(x)) * (1.0f / 3)) + kTwoThirdsOfBias);
    for (int step = 0; step < 2; ++step) {
        const F cube = y * y * y;
        y = y * (cube + 2.0f * x) / (2.0f * cube + x);
    }
    return y;
}

}  // namespace fretsaw::pixel
