// Cells round random points: Worley's distances (1996), the borders between cells, discs of light.
// One point a cell of the lattice. No includes but this room's.
#pragma once

#include "core/pixel/Lattice.h"

namespace fretsaw::pixel {

enum class Metric : int { Euclidean, Manhattan, Chebyshev };

/// From a place to the point of the cell (dx, dy) away. jitter: 0 (a grid) … 1. The points wander with the
/// phase.
template <typename F>
FRETSAW_HD void towardsPoint(const Lattice& lattice, const Place<F>& at, int dx, int dy, float jitter,
                             unsigned phase, F& x, F& y) {
    const WordOf<F> hash = hashAt<F>(lattice, at.cellX + dx, at.cellY + dy);
    // The whole hash for x, its bits stirred for y.
    const WordOf<F> other = (hash ^ (hash >> 13)) * 0x9E3779B1u;
    const float reach = jitter * 0.9f;  // never outside the cells that are looked at
    x = static_cast<float>(dx) + 0.5f - at.x + (unitFrom<F>(hash, phase) - 0.5f) * reach;
    y = static_cast<float>(dy) + 0.5f - at.y + (unitFrom<F>(other, phase + 0x40000000u) - 0.5f) * reach;
}

/// Distances to the nearest and the second-nearest point, in cells.
template <typename F>
FRETSAW_HD void worleyDistances(const Lattice& lattice, Metric metric, float jitter, unsigned phase, F x, F y,
                                F& nearest, F& second) {
    const Place<F> at = placeIn(lattice, x, y);
    nearest = second = all<F>(16.0f);
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            F px, py;
            towardsPoint(lattice, at, dx, dy, jitter, phase, px, py);
            const F ax = magnitude(px), ay = magnitude(py);
            const F d = metric == Metric::Euclidean   ? px * px + py * py
                        : metric == Metric::Manhattan ? ax + ay
                                                      : most(ax, ay);
            second = least(second, most(nearest, d));
            nearest = least(nearest, d);
        }
    }
    if (metric != Metric::Euclidean) return;
    nearest = squareRoot(nearest);
    second = squareRoot(second);
}

/// Distance to the border between the cells of the nearest points, in cells, and the bits of the cell.
template <typename F>
FRETSAW_HD F borderDistance(const Lattice& lattice, float jitter, unsigned phase, F x, F y, WordOf<F>& cell) {
    const Place<F> at = placeIn(lattice, x, y);
    F nearX{}, nearY{}, nearest = all<F>(16.0f);
    IntOf<F> stepX{}, stepY{};
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            F px, py;
            towardsPoint(lattice, at, dx, dy, jitter, phase, px, py);
            const F d = px * px + py * py;
            const auto nearer = d < nearest;
            nearest = nearer ? d : nearest;
            nearX = nearer ? px : nearX;
            nearY = nearer ? py : nearY;
            stepX = nearer ? IntOf<F>{} + dx : stepX;
            stepY = nearer ? IntOf<F>{} + dy : stepY;
        }
    }
    cell = hashAt<F>(lattice, at.cellX + stepX, at.cellY + stepY, 0x5BD1E995u);
    // The bisector of the nearest point and each other one.
    F border = all<F>(16.0f);
    for (int dy = -2; dy <= 2; ++dy) {
        for (int dx = -2; dx <= 2; ++dx) {
            F px, py;
            towardsPoint(lattice, at, dx, dy, jitter, phase, px, py);
            const F gapX = px - nearX, gapY = py - nearY;
            const F apart = gapX * gapX + gapY * gapY;
            const F d =
                ((px + nearX) * gapX + (py + nearY) * gapY) * 0.5f / squareRoot(most(apart, all<F>(1e-6f)));
            border = apart > 1e-5f ? least(border, d) : border;
        }
    }
    return border;
}

}  // namespace fretsaw::pixel
