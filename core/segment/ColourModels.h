// Colour models of the two classes: integer sums, the Gaussians fitted to them, and their form for
// evaluation. Which pixels are summed is the backend's and the GrabCut loop's business.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/image/Image.h"
#include "core/pixel/Mixture.h"

namespace fretsaw {

/// Added to each variance on the RGB scale 0…255: keeps one-coloured components invertible.
inline constexpr double kVarianceFloor = 0.01;

/// Exact moments of a set of pixels: they do not depend on the order or the number of threads.
struct ColourSums {
    std::int64_t count = 0;
    std::int64_t sum[3] = {};     ///< of r, g, b
    std::int64_t square[6] = {};  ///< of rr, rg, rb, gg, gb, bb

    void add(Rgba8 p) {
        const std::int64_t r = p.r, g = p.g, b = p.b;
        ++count;
        sum[0] += r, sum[1] += g, sum[2] += b;
        square[0] += r * r, square[1] += r * g, square[2] += r * b;
        square[3] += g * g, square[4] += g * b, square[5] += b * b;
    }
    ColourSums& operator+=(const ColourSums& o);
    friend bool operator==(const ColourSums&, const ColourSums&) = default;
};

/// One component. covariance: rr, rg, rb, gg, gb, bb, the variance floor included.
struct ColourGaussian {
    double weight = 0;  ///< share of the class, 0…1
    double mean[3] = {};
    double covariance[6] = {};
    friend bool operator==(const ColourGaussian&, const ColourGaussian&) = default;
};

/// One class: 1…16 components.
struct ColourMixture {
    std::vector<ColourGaussian> parts;
    friend bool operator==(const ColourMixture&, const ColourMixture&) = default;
};

/// What a result depends on besides picture and labels. Kept bit for bit in undo records and sessions.
struct ColourModels {
    ColourMixture foreground, background;
    friend bool operator==(const ColourModels&, const ColourModels&) = default;
};

/// Maximum-likelihood Gaussians of the sums; empty components are left out, so that fewer colours than
/// components give fewer components. Fitting is done here only, for every backend.
[[nodiscard]] ColourMixture fitMixture(std::span<const ColourSums> components);

/// The mixture as pixels evaluate it. Throws InvalidArgument where it is none: no or too many components,
/// numbers that are not finite, weights or variances that are not positive.
[[nodiscard]] pixel::Mixture evaluable(const ColourMixture& mixture);

}  // namespace fretsaw
