// The nearest of some centres of colours, for grouping samples.
// In double and in one order of operations, so that every backend finds the same.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

/// A place among colours: three channels.
struct Centre {
    double c[3] = {};
};

FRETSAW_HD inline double squaredDistance(const Centre& p, const Centre& q) {
    const double a = p.c[0] - q.c[0], b = p.c[1] - q.c[1], c = p.c[2] - q.c[2];
    return a * a + b * b + c * c;
}

/// Index of the nearest centre, the first of equals. count ≥ 1.
FRETSAW_HD inline int nearest(const Centre* centres, int count, const Centre& p) {
    int best = 0;
    double least = squaredDistance(p, centres[0]);
    for (int k = 1; k < count; ++k) {
        const double d = squaredDistance(p, centres[k]);
        if (d < least) least = d, best = k;
    }
    return best;
}

}  // namespace fretsaw::pixel
