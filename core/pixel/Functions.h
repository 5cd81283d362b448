// exp, log and cbrt that give the same bits on every machine and backend.
// Not for general use: see the domains. No includes but this room's.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

inline constexpr float kLn2High =
    0.693145751953125f;  // few enough bits that n·kLn2High is exact for |n| < 2⁹
inline constexpr float kLn2Low = 1.4286068203094173e-06f;

/// eˣ for x ≤ 80; 0 below −80. Relative error below 2e-7.
template <typename F>
FRETSAW_HD F exp(F x) {
    using L = Lanes<F>;
    const F lowest = F{} - 80.0f;
    const F v = x < -80.0f ? lowest : x;
    const typename L::Int n = roundToInt(v * 1.44269504f);
    const F count = L::fromInt(n);
    const F r = (v - count * kLn2High) - count * kLn2Low;  // |r| ≤ ln 2 / 2
    F p = r * (1.0f / 5040) + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const F result = p * L::fromBits((n + 127) << 23);
    return x < -80.0f ? F{} : result;
}

/// Natural logarithm of a positive normal number. Error below 2e-7·max(1, |log x|).
template <typename F>
FRETSAW_HD F log(F x) {
    using L = Lanes<F>;
    constexpr int kSqrtHalfBits = 0x3F3504F3;
    const typename L::Int bits = L::bits(x);
    const typename L::Int exponent = (bits - kSqrtHalfBits) >> 23;
    const F m = L::fromBits(bits - (exponent << 23));  // √½ … √2
    const F s = (m - 1.0f) / (m + 1.0f);
    const F s2 = s * s;
    F p = s2 * (1.0f / 11) + 1.0f / 9;  // the series of artanh
    p = p * s2 + 1.0f / 7;
    p = p * s2 + 1.0f / 5;
    p = p * s2 + 1.0f / 3;
    p = p * s2 + 1.0f;
    const F count = L::fromInt(exponent);
    return count * kLn2High + (count * kLn2Low + 2.0f * s * p);
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
