// A pixel in floats, for pictures that are computed, and its rounding to levels.
// No other arithmetic here: pixel maths is core/pixel's.
#pragma once

#include <algorithm>
#include <limits>

#include "core/image/Image.h"

namespace fretsaw {

/// Opaque pixel; sRGB 0 … 1, or numbers proportional to light, as its picture says.
struct Rgb32f {
    float r = 0, g = 0, b = 0;
    friend constexpr bool operator==(Rgb32f, Rgb32f) = default;
};

/// sRGB as levels, to the nearest, limited to 0 … 1; NaN is 0.
template <typename Level>
[[nodiscard]] constexpr Level levelFrom(float v) {
    constexpr float kFull = std::numeric_limits<Level>::max();
    return static_cast<Level>(v > 0 ? std::min(v, 1.0f) * kFull + 0.5f : 0.0f);
}
[[nodiscard]] constexpr Rgba8 rgba8From(Rgb32f srgb) {
    return {levelFrom<std::uint8_t>(srgb.r), levelFrom<std::uint8_t>(srgb.g),
            levelFrom<std::uint8_t>(srgb.b)};
}

}  // namespace fretsaw
