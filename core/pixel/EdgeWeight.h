// Weights of the edges between neighbouring pixels, as integers of a known scale.
// No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

inline constexpr double kLargestScale = 32;       ///< units a nat, where gamma allows it
inline constexpr double kLargestStraight = 1600;  ///< so that all capacities of a cut fit 16 bits
inline constexpr double kSqrtHalf = 0.70710678118654752440;

/// Units a nat for this gamma (≥ 0): as fine as 16-bit capacities allow.
FRETSAW_HD inline double unitsPerNat(double gamma) {
    return gamma * kLargestScale <= kLargestStraight ? kLargestScale : kLargestStraight / gamma;
}

/// How edge weights follow from squared colour differences; the same for the whole picture.
struct EdgeScale {
    float beta = 0;      ///< 1/(2·mean squared difference·ln 2), for powers of 2; 0 without any difference
    float straight = 0;  ///< weight of an edge between equal neighbours, in units: at most 1600
    float diagonal = 0;  ///< the same for diagonal neighbours: over √2
};

/// sumOfSquares of `pairs` neighbours' differences, both of the whole picture.
FRETSAW_HD inline EdgeScale edgeScale(double gamma, long long sumOfSquares, long long pairs) {
    EdgeScale scale;
    if (sumOfSquares > 0)
        scale.beta = static_cast<float>(static_cast<double>(pairs) * kLog2E /
                                        (2.0 * static_cast<double>(sumOfSquares)));
    const double straight = gamma * unitsPerNat(gamma);
    scale.straight = static_cast<float>(straight < kLargestStraight ? straight : kLargestStraight);
    scale.diagonal = static_cast<float>(static_cast<double>(scale.straight) * kSqrtHalf);
    return scale;
}

/// Weight in units of an edge across which the colour differs by `squared`. atNoDifference: EdgeScale's
/// straight or diagonal.
template <typename F>
FRETSAW_HD typename Lanes<F>::Int edgeWeight(float atNoDifference, float beta,
                                             typename Lanes<F>::Int squared) {
    return roundToInt(atNoDifference * exp2(Lanes<F>::fromInt(squared) * -beta));
}

}  // namespace fretsaw::pixel
