// sRGB to CIE Lab, as scaled integers whose differences and squares are exact.
// No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

/// Linear light 0…1 of an sRGB value 0…255 (IEC 61966-2-1).
FRETSAW_HD inline float linearFromSrgb(int value) {
    const float v = static_cast<float>(value) / 255.0f;
    return v <= 0.04045f ? v / 12.92f : exp(2.4f * log((v + 0.055f) / 1.055f));
}

/// CIE Lab (D65) of a linear RGB colour, each channel times 2.55 and rounded: L 0…255, a and b within ±330,
/// so that a squared difference fits 21 bits and sums of them stay integers.
template <typename F>
FRETSAW_HD void labFromLinear(F r, F g, F b, typename Lanes<F>::Int lab[3]) {
    const auto curve = [](F t) {
        const F root = cbrt(t + 1e-9f);  // in the domain also for black; black takes the line below
        const F line = t * 7.787037f + 0.13793103f;
        return t > 0.008856452f ? root : line;
    };
    const F x = curve((r * 0.4124564f + g * 0.3575761f + b * 0.1804375f) / 0.9504700f);
    const F y = curve(r * 0.2126729f + g * 0.7151522f + b * 0.0721750f);
    const F z = curve((r * 0.0193339f + g * 0.1191920f + b * 0.9503041f) / 1.0888300f);
    lab[0] = roundToInt((y * 116.0f - 16.0f) * 2.55f);
    lab[1] = roundToInt((x - y) * (500.0f * 2.55f));
    lab[2] = roundToInt((y - z) * (200.0f * 2.55f));
}

}  // namespace fretsaw::pixel
