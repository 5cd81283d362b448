// A pixel in floats, for pictures that are computed.
// No arithmetic here: pixel maths is core/pixel's.
#pragma once

namespace fretsaw {

/// Opaque pixel; sRGB 0 … 1, or numbers proportional to light, as its picture says.
struct Rgb32f {
    float r = 0, g = 0, b = 0;
    friend constexpr bool operator==(Rgb32f, Rgb32f) = default;
};

}  // namespace fretsaw
