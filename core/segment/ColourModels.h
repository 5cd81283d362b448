// Colour models of the two classes: integer sums, the Gaussians fitted to them, and their form for
// evaluation. Which pixels are summed is the backend's and the GrabCut loop's business.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/image/Image.h"
#include "core/pixel/Mixture.h"
#include "core/segment/Recipe.h"

namespace fretsaw {

/// A colour's three channels in a ColourSpace.
struct Colour {
    std::int16_t c[3] = {};
    friend bool operator==(const Colour&, const Colour&) = default;
};

/// Linear light 0…1 of the sRGB codes 0…255, computed once.
[[nodiscard]] const float* linearTable();
[[nodiscard]] Colour colourOf(ColourSpace space, Rgba8 p);

/// Exact moments of a set of pixels: they do not depend on the order or the number of threads.
struct ColourSums {
    std::int64_t count = 0;
    std::int64_t sum[3] = {};     ///< of the channels
    std::int64_t square[6] = {};  ///< of the products of channels 00, 01, 02, 11, 12, 22

    void add(std::int64_t a, std::int64_t b, std::int64_t c) {
        ++count;
        sum[0] += a, sum[1] += b, sum[2] += c;
        square[0] += a * a, square[1] += a * b, square[2] += a * c;
        square[3] += b * b, square[4] += b * c, square[5] += c * c;
    }
    void add(Colour p) { add(p.c[0], p.c[1], p.c[2]); }
    ColourSums& operator+=(const ColourSums& o);
    ColourSums& operator-=(const ColourSums& o);
    friend bool operator==(const ColourSums&, const ColourSums&) = default;
};

/// One component. covariance: of channels 00, 01, 02, 11, 12, 22, the variance floor included.
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
    Recipe recipe;
    std::shared_ptr<const Prior> prior;  ///< null: places do not matter
    friend bool operator==(const ColourModels& a, const ColourModels& b);
};

/// Maximum-likelihood Gaussians of the sums; empty components are left out, so that fewer colours than
/// components give fewer components. varianceFloor, at least kVarianceFloor, is added to each variance.
/// Fitting is done here only, for every backend.
[[nodiscard]] ColourMixture fitMixture(std::span<const ColourSums> components,
                                       double varianceFloor = kVarianceFloor);

/// The mixture as pixels evaluate it. Throws InvalidArgument where it is none: no or too many components,
/// numbers that are not finite, weights or variances that are not positive.
[[nodiscard]] pixel::Mixture evaluable(const ColourMixture& mixture);

}  // namespace fretsaw
