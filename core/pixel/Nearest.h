// The nearest of some centres of colours, for grouping samples.
// In double and in one order of operations, so that every backend finds the same.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

/// A place among colours: three channels.
struct Centre {
    double c[3] = {};
};

/// Index of the centre nearest to a colour, the first of equals. count ≥ 1. D: double, or several side by
/// side; Index: an integer, or as many, that `comparison ? index : index` takes.
template <typename Index, typename D>
FRETSAW_HD Index nearest(const Centre* centres, int count, D a, D b, D c) {
    const auto squaredDistance = [&](const Centre& q) {
        const D x = a - q.c[0], y = b - q.c[1], z = c - q.c[2];
        return x * x + y * y + z * z;
    };
    Index best = Index{};
    D least = squaredDistance(centres[0]);
    for (int k = 1; k < count; ++k) {
        const D d = squaredDistance(centres[k]);
        best = d < least ? Index{} + k : best;
        least = d < least ? d : least;
    }
    return best;
}

FRETSAW_HD inline int nearest(const Centre* centres, int count, const Centre& p) {
    return nearest<int>(centres, count, p.c[0], p.c[1], p.c[2]);
}

}  // namespace fretsaw::pixel
