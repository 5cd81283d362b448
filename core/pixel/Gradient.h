// Colours along a gradient.
// What the gradient's positions mean is the caller's business. No includes but this room's.
#pragma once

#include "core/pixel/Numbers.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::pixel {

/// One channel of the gradient's colour at 0 … 1.
template <typename F>
FRETSAW_HD F channelAt(const Gradient& gradient, F value, int channel) {
    F sum = all<F>(gradient.first[channel]);
    for (int k = 0; k < gradient.steps; ++k) {
        const Gradient::Step& step = gradient.step[k];
        sum += unit((value - step.from) * step.perUnit) * step.change[channel];
    }
    return unit(sum);
}

}  // namespace fretsaw::pixel
