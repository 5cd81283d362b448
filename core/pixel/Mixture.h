// Costs of a colour under a mixture of Gaussians: the data term of the cut.
// Fitting mixtures is the segment room's. No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

inline constexpr int kMaxComponents = 16;

/// One Gaussian over the channels of a ColourSpace, ready to evaluate.
struct Gaussian {
    float mean[3] = {};
    /// Lower triangular inverse of the covariance's Cholesky factor: rows (0), (1 2), (3 4 5). Distances are
    /// sums of squares then, which cannot become negative by cancellation.
    float whiten[6] = {};
    float logNorm = 0;    ///< −½ log det covariance
    float logWeight = 0;  ///< log of its share of the mixture
};

/// Plain values, passed to kernels as they are. count: 1…16.
struct Mixture {
    int count = 0;
    Gaussian part[kMaxComponents];
};

/// log of the Gaussian's density at a colour, without the (2π)^−3/2 that all share.
template <typename F>
FRETSAW_HD F logDensity(const Gaussian& gaussian, F r, F g, F b) {
    const F dr = r - gaussian.mean[0], dg = g - gaussian.mean[1], db = b - gaussian.mean[2];
    const F z0 = dr * gaussian.whiten[0];
    const F z1 = dr * gaussian.whiten[1] + dg * gaussian.whiten[2];
    const F z2 = dr * gaussian.whiten[3] + dg * gaussian.whiten[4] + db * gaussian.whiten[5];
    return gaussian.logNorm - 0.5f * (z0 * z0 + z1 * z1 + z2 * z2);
}

/// −log of the whole mixture's density, in nats.
template <typename F>
FRETSAW_HD F mixtureCost(const Mixture& mixture, F r, F g, F b) {
    F largest = logDensity(mixture.part[0], r, g, b) + mixture.part[0].logWeight;
    F sum = F{} + 1.0f;  // of exp(term − largest)
    for (int k = 1; k < mixture.count; ++k) {
        const F term = logDensity(mixture.part[k], r, g, b) + mixture.part[k].logWeight;
        const F above = term - largest;
        const F ratio = exp(above > 0.0f ? -above : above);
        sum = above > 0.0f ? sum * ratio + 1.0f : sum + ratio;
        largest = above > 0.0f ? term : largest;
    }
    return -(largest + log(sum));
}

/// −log of the best component's weighted density, in nats (Rother et al. 2004, section 3.1).
template <typename F>
FRETSAW_HD F bestPartCost(const Mixture& mixture, F r, F g, F b) {
    F largest = logDensity(mixture.part[0], r, g, b) + mixture.part[0].logWeight;
    for (int k = 1; k < mixture.count; ++k) {
        const F term = logDensity(mixture.part[k], r, g, b) + mixture.part[k].logWeight;
        largest = term > largest ? term : largest;
    }
    return -largest;
}

/// Index of the component that explains the colour best; the first of equals. weighted: its share of the
/// mixture counts (the paper), or its density alone (cv::grabCut).
template <typename F>
FRETSAW_HD typename Lanes<F>::Int bestPart(const Mixture& mixture, bool weighted, F r, F g, F b) {
    using Int = typename Lanes<F>::Int;
    F largest = logDensity(mixture.part[0], r, g, b) + (weighted ? mixture.part[0].logWeight : 0.0f);
    Int best = Int{};
    for (int k = 1; k < mixture.count; ++k) {
        const F term = logDensity(mixture.part[k], r, g, b) + (weighted ? mixture.part[k].logWeight : 0.0f);
        best = term > largest ? Int{} + k : best;
        largest = term > largest ? term : largest;
    }
    return best;
}

/// A cost in integer units, |result| ≤ 2²⁹.
template <typename F>
FRETSAW_HD typename Lanes<F>::Int costUnits(F nats, float unitsPerNat) {
    constexpr float kLimit = 536870912.0f;
    const F limit = F{} + kLimit;
    F units = nats * unitsPerNat;
    units = units > kLimit ? limit : units;
    units = units < -kLimit ? -limit : units;
    return roundToInt(units);
}

inline constexpr int kPriorPerNat = 256;  ///< steps of a prior's log-odds

/// Log-odds of foreground in steps, |steps| < 2¹⁵, as integer units.
template <typename F>
FRETSAW_HD typename Lanes<F>::Int priorUnits(typename Lanes<F>::Int steps, float unitsPerNat) {
    return roundToInt(Lanes<F>::fromInt(steps) * (unitsPerNat * (1.0f / kPriorPerNat)));
}

}  // namespace fretsaw::pixel
