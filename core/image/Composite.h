// An object before another background: the one place where the two are mixed.
// Pixels only; where backgrounds come from is core/generate's.
#pragma once

#include "core/image/Rgb32f.h"

namespace fretsaw {

/// F·α + B·(1 − α) in sRGB. α is the mask's (0 … 255) times the front's own.
[[nodiscard]] constexpr Rgb32f composed(Rgba8 front, std::uint8_t mask, Rgb32f back) {
    const float alpha = static_cast<float>(mask) / 255.0f * (static_cast<float>(front.a) / 255.0f);
    const auto over = [alpha](std::uint8_t f, float b) {
        return static_cast<float>(f) / 255.0f * alpha + b * (1 - alpha);
    };
    return {over(front.r, back.r), over(front.g, back.g), over(front.b, back.b)};
}

}  // namespace fretsaw
