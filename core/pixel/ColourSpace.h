// The colour spaces of models and edges: sRGB, CIE Lab and CIE Luv, the latter as scaled integers whose
// differences and squares are exact. No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

/// What the three channels of a colour are: 8-bit sRGB as it is, or labFromLinear() or luvFromLinear() of it.
enum class ColourSpace : unsigned char { Rgb, Lab, Luv };

/// Linear light 0…1 of an sRGB value 0…255 (IEC 61966-2-1).
FRETSAW_HD inline float linearFromSrgb(int value) {
    const float v = static_cast<float>(value) / 255.0f;
    return v <= 0.04045f ? v / 12.92f : exp2(2.4f * log2((v + 0.055f) / 1.055f));
}

/// The CIE's f(t), from 4/29 at 0 to 1 at 1: a cube root that ends in a straight line.
template <typename F>
FRETSAW_HD F cieCurve(F t) {
    const F root = cbrt(t + 1e-9f);  // in the domain also for black; black takes the line below
    const F line = t * 7.787037f + 0.13793103f;
    return t > 0.008856452f ? root : line;
}

/// CIE Lab (D65) of a linear RGB colour, each channel times 2.55 and rounded: L 0…255, a and b within ±330,
/// so that a squared difference fits 21 bits and sums of them stay integers.
template <typename F>
FRETSAW_HD void labFromLinear(F r, F g, F b, typename Lanes<F>::Int lab[3]) {
    const F x = cieCurve((r * 0.4124564f + g * 0.3575761f + b * 0.1804375f) / 0.9504700f);
    const F y = cieCurve(r * 0.2126729f + g * 0.7151522f + b * 0.0721750f);
    const F z = cieCurve((r * 0.0193339f + g * 0.1191920f + b * 0.9503041f) / 1.0888300f);
    lab[0] = roundToInt((y * 116.0f - 16.0f) * 2.55f);
    lab[1] = roundToInt((x - y) * (500.0f * 2.55f));
    lab[2] = roundToInt((y - z) * (200.0f * 2.55f));
}

/// CIE Luv (D65) of a linear RGB colour, each channel times 2.55 and rounded: L 0…255, u and v within ±460.
template <typename F>
FRETSAW_HD void luvFromLinear(F r, F g, F b, typename Lanes<F>::Int luv[3]) {
    constexpr float kWhiteU = 0.19783982f, kWhiteV = 0.46833630f;
    const F x = r * 0.4124564f + g * 0.3575761f + b * 0.1804375f;
    const F y = r * 0.2126729f + g * 0.7151522f + b * 0.0721750f;
    const F z = r * 0.0193339f + g * 0.1191920f + b * 0.9503041f;
    const F lightness = (cieCurve(y) * 116.0f - 16.0f) * 2.55f;
    const F sum = x + 15.0f * y + 3.0f * z + 1e-9f;  // not 0 for black, whose lightness makes u and v 0
    luv[0] = roundToInt(lightness);
    luv[1] = roundToInt(13.0f * lightness * (4.0f * x / sum - kWhiteU));
    luv[2] = roundToInt(13.0f * lightness * (9.0f * y / sum - kWhiteV));
}

}  // namespace fretsaw::pixel
