// Cells round random points: Worley's distances (1996), the borders between cells, discs of light.
// One point a cell of the lattice. No includes but this room's.
#pragma once

#include "core/pixel/Lattice.h"

namespace fretsaw::pixel {

enum class Metric : int { Euclidean, Manhattan, Chebyshev };

/// Where the point of a cell lies, from the middle of the cell. jitter: 0 (a grid) … 1. The points wander
/// with the phase.
template <typename F>
FRETSAW_HD void pointOf(WordOf<F> hash, float jitter, unsigned phase, F& x, F& y) {
    // The whole hash for x, its bits stirred for y.
    const WordOf<F> other = (hash ^ (hash >> 13)) * 0x9E3779B1u;
    const float reach = jitter * 0.9f;  // never outside the cells that are looked at
    x = (unitFrom<F>(hash, phase) - 0.5f) * reach;
    y = (unitFrom<F>(other, phase + 0x40000000u) - 0.5f) * reach;
}

/// Calls use(dx, dy, x, y) for the cells up to kReach away: which cell, and the way from the place to its
/// point.
template <int kReach, typename F, typename Use>
FRETSAW_HD void forPoints(const Lattice& lattice, const Place<F>& at, float jitter, unsigned phase,
                          const Use& use) {
    constexpr int kSide = 2 * kReach + 1, kPoints = kSide * kSide;
    const auto towards = [&](int dx, int dy, F pointX, F pointY) {
        use(dx, dy, static_cast<float>(dx) + 0.5f - at.x + pointX,
            static_cast<float>(dy) + 0.5f - at.y + pointY);
    };
    if constexpr (Lanes<F>::kCount > 1) {
        if (inOneCell(at)) {  // the points side by side, in as many packs as they need
            constexpr int kLanes = Lanes<F>::kCount;
            F x[(kPoints + kLanes - 1) / kLanes], y[(kPoints + kLanes - 1) / kLanes];
            for (int first = 0; first < kPoints; first += kLanes) {
                const IntOf<F> point = Lanes<F>::count() + first;
                const IntOf<F> line = (point * (64 / kSide + 1)) >> 6;  // point / kSide, for points below 32
                const WordOf<F> hash = hashAt<F>(lattice, at.cellX + (point - line * kSide - kReach),
                                                 at.cellY + (line - kReach));
                pointOf<F>(hash, jitter, phase, x[first / kLanes], y[first / kLanes]);
            }
            for (int i = 0; i < kPoints; ++i)
                towards(i % kSide - kReach, i / kSide - kReach, Lanes<F>::spread(x[i / kLanes], i % kLanes),
                        Lanes<F>::spread(y[i / kLanes], i % kLanes));
            return;
        }
    }
    for (int dy = -kReach; dy <= kReach; ++dy) {
        const WordOf<F> row = rowAt<F>(lattice, at.cellY + dy);
        for (int dx = -kReach; dx <= kReach; ++dx) {
            F x, y;
            pointOf<F>(cellAt<F>(lattice, at.cellX + dx, row), jitter, phase, x, y);
            towards(dx, dy, x, y);
        }
    }
}

/// Distances to the nearest and the second-nearest point, in cells.
template <typename F>
FRETSAW_HD void worleyDistances(const Lattice& lattice, Metric metric, float jitter, unsigned phase, F x, F y,
                                F& nearest, F& second) {
    const Place<F> at = placeIn(lattice, x, y);
    nearest = second = all<F>(16.0f);
    forPoints<1>(lattice, at, jitter, phase, [&](int, int, F px, F py) {
        const F ax = magnitude(px), ay = magnitude(py);
        const F d = metric == Metric::Euclidean   ? px * px + py * py
                    : metric == Metric::Manhattan ? ax + ay
                                                  : most(ax, ay);
        second = least(second, most(nearest, d));
        nearest = least(nearest, d);
    });
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
    forPoints<1>(lattice, at, jitter, phase, [&](int dx, int dy, F px, F py) {
        const F d = px * px + py * py;
        const auto nearer = d < nearest;
        nearest = nearer ? d : nearest;
        nearX = nearer ? px : nearX;
        nearY = nearer ? py : nearY;
        stepX = nearer ? IntOf<F>{} + dx : stepX;
        stepY = nearer ? IntOf<F>{} + dy : stepY;
    });
    cell = hashAt<F>(lattice, at.cellX + stepX, at.cellY + stepY, 0x5BD1E995u);
    // The bisector of the nearest point and each other one. It is at least half as far away as the other
    // point is farther than the nearest one, which rules most of them out.
    const F near = squareRoot(nearest);
    F border = all<F>(16.0f);
    const auto divide = [&](F px, F py) {
        const F reach = 2.001f * border + near + 1e-4f;  // more than what rounding takes
        if (!Lanes<F>::any(px * px + py * py < reach * reach)) return;
        const F gapX = px - nearX, gapY = py - nearY;
        const F apart = gapX * gapX + gapY * gapY;
        const F d =
            ((px + nearX) * gapX + (py + nearY) * gapY) * 0.5f / squareRoot(most(apart, all<F>(1e-6f)));
        border = apart > 1e-5f ? least(border, d) : border;
    };
    forPoints<1>(lattice, at, jitter, phase, [&](int, int, F px, F py) { divide(px, py); });
    forPoints<2>(lattice, at, jitter, phase, [&](int dx, int dy, F px, F py) {
        if (dx * dx > 1 || dy * dy > 1) divide(px, py);
    });
    return border;
}

}  // namespace fretsaw::pixel
