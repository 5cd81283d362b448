// Gray and Scott's reaction (Pearson 1993) on a periodic grid: one step of one cell, and reading the grid.
// Who runs the steps and holds the memory is the backend's business. No includes but this room's.
#pragma once

#include "core/pixel/Geometric.h"

namespace fretsaw::pixel {

/// A cell and its neighbours: middle, sums of the four beside it and of the four at its corners.
template <typename F>
struct Surroundings {
    F middle, sides, corners;
};

template <typename F>
FRETSAW_HD F diffusion(const Surroundings<F>& s) {
    return s.sides * 0.2f + s.corners * 0.05f - s.middle;
}

/// One step of time 1: the concentrations of the substance that is fed, and of the one that is removed.
template <typename F>
FRETSAW_HD void reactionStep(const Surroundings<F>& food, const Surroundings<F>& eater, float feed,
                             float kill, F& nextFood, F& nextEater) {
    const F reaction = food.middle * eater.middle * eater.middle;
    nextFood = food.middle + (diffusion(food) - reaction + feed * (1.0f - food.middle));
    nextEater = eater.middle + (0.5f * diffusion(eater) + reaction - (feed + kill) * eater.middle);
}

/// The field between its cells: a cubic B-spline, smooth also where a cell is many pixels.
template <typename F>
FRETSAW_HD F fieldAt(const Field& field, F x, F y) {
    const auto weights = [](F t, F w[4]) {
        const F u = 1.0f - t;
        w[0] = u * u * u * (1.0f / 6);
        w[1] = (t * t * (3.0f * t - 6.0f) + 4.0f) * (1.0f / 6);
        w[2] = (u * u * (3.0f * u - 6.0f) + 4.0f) * (1.0f / 6);
        w[3] = t * t * t * (1.0f / 6);
    };
    const IntOf<F> left = floorToInt(x), top = floorToInt(y);
    F across[4], down[4];
    weights(x - Lanes<F>::fromInt(left), across);
    weights(y - Lanes<F>::fromInt(top), down);
    const float perWidth = 1.0f / static_cast<float>(field.width),
                perHeight = 1.0f / static_cast<float>(field.height);
    F sum{};
    for (int j = 0; j < 4; ++j) {
        const IntOf<F> row = wrapped<F>(top + (j - 1), field.height, perHeight) * field.stride;
        F line{};
        for (int i = 0; i < 4; ++i) {
            const IntOf<F> column = wrapped<F>(left + (i - 1), field.width, perWidth);
            line += across[i] * Lanes<F>::gather(field.values, row + column);
        }
        sum += down[j] * line;
    }
    return sum;
}

/// The removed substance, about 0 … 0.4, spread over 0 … 1. Base coordinates: cells of the field.
template <typename F>
FRETSAW_HD F reactionValue(const Pattern& p, const Spot<F>& s) {
    return unit(fieldAt(p.field, s.x - 0.5f, s.y - 0.5f) * 2.8f);
}

}  // namespace fretsaw::pixel
