// Costs of a colour under a mixture of Gaussians: the data term of the cut.
// Fitting mixtures is the segment room's. No includes but this room's.
#pragma once

#include "core/pixel/Functions.h"

namespace fretsaw::pixel {

inline constexpr int kMaxComponents = 16;

/// Contributions below this many bits (a power of 2) under the largest are left out of a mixture's sum, which
/// is at least 1: they are less than half a unit in its last place.
inline constexpr float kNegligibleBits = 24;

/// One Gaussian over the channels of a ColourSpace, ready to evaluate. Logarithms are binary, and so are the
/// exponents of its density: powers of 2 are cheaper than powers of e.
struct Gaussian {
    float mean[3] = {};
    /// Lower triangular: √(½·log2 e) times the inverse of the covariance's Cholesky factor; rows (0), (1 2),
    /// (3 4 5). Exponents are sums of squares then, which cannot become negative by cancellation.
    float whiten[6] = {};
    float logNorm = 0;          ///< log of the density at the mean, but for the (2π)^−3/2 that all share
    float logWeightedNorm = 0;  ///< and of the component's share of the mixture
};

/// Plain values, passed to kernels as they are. count: 1…16.
struct Mixture {
    int count = 0;
    Gaussian part[kMaxComponents];
};

/// log2 of the Gaussian's density at a colour. logNorm: one of the Gaussian's two.
template <typename F>
FRETSAW_HD F logDensity(const Gaussian& gaussian, float logNorm, F r, F g, F b) {
    const F dr = r - gaussian.mean[0], dg = g - gaussian.mean[1], db = b - gaussian.mean[2];
    const F z0 = dr * gaussian.whiten[0];
    const F z1 = dr * gaussian.whiten[1] + dg * gaussian.whiten[2];
    const F z2 = dr * gaussian.whiten[3] + dg * gaussian.whiten[4] + db * gaussian.whiten[5];
    return logNorm - (z0 * z0 + z1 * z1 + z2 * z2);
}

/// log2 of a component's part of the mixture's density.
template <typename F>
FRETSAW_HD F logPart(const Gaussian& part, F r, F g, F b) {
    return logDensity(part, part.logWeightedNorm, r, g, b);
}

/// −log of the whole mixture's density, in nats.
template <typename F>
FRETSAW_HD F mixtureCost(const Mixture& mixture, F r, F g, F b) {
    F parts[kMaxComponents];
    F largest = parts[0] = logPart(mixture.part[0], r, g, b);
    for (int k = 1; k < mixture.count; ++k) {
        parts[k] = logPart(mixture.part[k], r, g, b);
        largest = parts[k] > largest ? parts[k] : largest;
    }
    F sum{};
    for (int k = 0; k < mixture.count; ++k) {
        const F below = parts[k] - largest;
        const auto counts = below > -kNegligibleBits;
        if (Lanes<F>::any(counts)) sum += counts ? exp2(below) : F{};
    }
    return (largest + log2(sum)) * static_cast<float>(-kLn2);
}

/// −log of the best component's weighted density, in nats (Rother et al. 2004, section 3.1).
template <typename F>
FRETSAW_HD F bestPartCost(const Mixture& mixture, F r, F g, F b) {
    F largest = logPart(mixture.part[0], r, g, b);
    for (int k = 1; k < mixture.count; ++k) {
        const F part = logPart(mixture.part[k], r, g, b);
        largest = part > largest ? part : largest;
    }
    return largest * static_cast<float>(-kLn2);
}

/// Index of the component that explains the colour best; the first of equals. weighted: its share of the
/// mixture counts (the paper), or its density alone (cv::grabCut).
template <typename F>
FRETSAW_HD typename Lanes<F>::Int bestPart(const Mixture& mixture, bool weighted, F r, F g, F b) {
    using Int = typename Lanes<F>::Int;
    const auto density = [&](const Gaussian& part) {
        return logDensity(part, weighted ? part.logWeightedNorm : part.logNorm, r, g, b);
    };
    F largest = density(mixture.part[0]);
    Int best = Int{};
    for (int k = 1; k < mixture.count; ++k) {
        const F term = density(mixture.part[k]);
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
    units = units < limit ? units : limit;
    units = units > -limit ? units : -limit;
    return roundToInt(units);
}

inline constexpr int kPriorPerNat = 256;  ///< steps of a prior's log-odds

/// Log-odds of foreground in steps, |steps| < 2¹⁵, as integer units.
template <typename F>
FRETSAW_HD typename Lanes<F>::Int priorUnits(typename Lanes<F>::Int steps, float unitsPerNat) {
    return roundToInt(Lanes<F>::fromInt(steps) * (unitsPerNat * (1.0f / kPriorPerNat)));
}

}  // namespace fretsaw::pixel
