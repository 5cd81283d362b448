// Colours along a gradient.
// What the gradient's positions mean is the caller's business. No includes but this room's.
#pragma once

#include "core/pixel/Numbers.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::pixel {

/// The gradient's colour at 0 … 1.
template <typename F>
FRETSAW_HD void colourAt(const Gradient& gradient, F value, F rgb[3]) {
    F sum[3];
    for (int c = 0; c < 3; ++c) sum[c] = all<F>(gradient.first[c]);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < kMaxStops - 1; ++k) {
        if (k >= gradient.steps) break;
        const Gradient::Step& step = gradient.step[k];
        const F t = unit((value - step.from) * step.perUnit);
        for (int c = 0; c < 3; ++c) sum[c] += t * step.change[c];
    }
    for (int c = 0; c < 3; ++c) rgb[c] = unit(sum[c]);
}
/// One channel of it.
template <typename F>
FRETSAW_HD F channelAt(const Gradient& gradient, F value, int channel) {
    F rgb[3];
    colourAt(gradient, value, rgb);
    return rgb[channel];
}

}  // namespace fretsaw::pixel
