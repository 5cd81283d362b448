// Fits Gaussians to integer sums and prepares them for evaluation, with IEEE + − × ÷ √ only.
// No pixels here.
#include "core/segment/ColourModels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/image/Error.h"
#include "core/pixel/ColourSpace.h"

namespace fretsaw {
namespace {

ColourGaussian fitGaussian(const ColourSums& sums, std::int64_t total, double varianceFloor) {
    ColourGaussian g;
    const double n = static_cast<double>(sums.count);
    g.weight = n / static_cast<double>(total);
    for (int c = 0; c < 3; ++c) g.mean[c] = static_cast<double>(sums.sum[c]) / n;
    for (int i = 0, at = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j, ++at) {
            g.covariance[at] = static_cast<double>(sums.square[at]) / n - g.mean[i] * g.mean[j];
            if (i == j) g.covariance[at] = std::max(g.covariance[at], 0.0) + varianceFloor;
        }
    return g;
}

bool isUsable(const ColourGaussian& g) {
    const auto bounded = [](double v) { return std::abs(v) <= 1e6; };  // false for NaN
    return g.weight > 0 && g.weight <= 1 && std::all_of(std::begin(g.mean), std::end(g.mean), bounded) &&
           std::all_of(std::begin(g.covariance), std::end(g.covariance), bounded) && g.covariance[0] > 0 &&
           g.covariance[3] > 0 && g.covariance[5] > 0;
}

/// A weight no smaller than one pixel of the largest image, so that its logarithm stays in the domain.
float logOfWeight(double weight) {
    return pixel::log2(static_cast<float>(std::max(weight, 1e-12)));
}

pixel::Gaussian evaluable(const ColourGaussian& g) {
    // Cholesky: covariance = L·Lᵀ. A pivot is at least the variance floor, but for rounding.
    const double* s = g.covariance;
    const auto root = [](double pivot) { return std::sqrt(std::max(pivot, kVarianceFloor)); };
    const double l00 = root(s[0]), l10 = s[1] / l00, l20 = s[2] / l00;
    const double l11 = root(s[3] - l10 * l10), l21 = (s[4] - l20 * l10) / l11;
    const double l22 = root(s[5] - l20 * l20 - l21 * l21);

    const double i00 = 1 / l00, i11 = 1 / l11, i22 = 1 / l22;
    const double i10 = -l10 * i00 * i11, i21 = -l21 * i11 * i22;
    const double i20 = -(l20 * i00 + l21 * i10) * i22;

    pixel::Gaussian ready;
    const double whiten[6] = {i00, i10, i11, i20, i21, i22};
    const double binary = std::sqrt(0.5 * pixel::kLog2E);
    for (int i = 0; i < 6; ++i) ready.whiten[i] = static_cast<float>(whiten[i] * binary);
    for (int c = 0; c < 3; ++c) ready.mean[c] = static_cast<float>(g.mean[c]);
    ready.logNorm = -pixel::log2(static_cast<float>(l00 * l11 * l22));
    ready.logWeightedNorm = ready.logNorm + logOfWeight(g.weight);
    return ready;
}

}  // namespace

const float* linearTable() {
    static const std::array<float, 256> table = [] {
        std::array<float, 256> t{};
        for (int i = 0; i < 256; ++i) t[static_cast<std::size_t>(i)] = pixel::linearFromSrgb(i);
        return t;
    }();
    return table.data();
}

Colour colourOf(ColourSpace space, Rgba8 p) {
    int c[3] = {p.r, p.g, p.b};
    if (space != ColourSpace::Rgb) {
        const float* linear = linearTable();
        const float r = linear[p.r], g = linear[p.g], b = linear[p.b];
        if (space == ColourSpace::Lab)
            pixel::labFromLinear(r, g, b, c);
        else
            pixel::luvFromLinear(r, g, b, c);
    }
    Colour colour;
    for (int i = 0; i < 3; ++i) colour.c[i] = static_cast<std::int16_t>(c[i]);
    return colour;
}

bool operator==(const ColourModels& a, const ColourModels& b) {
    const bool samePrior = a.prior == b.prior || (a.prior && b.prior && *a.prior == *b.prior);
    return samePrior && a.recipe == b.recipe && a.foreground == b.foreground && a.background == b.background;
}

ColourSums& ColourSums::operator+=(const ColourSums& o) {
    count += o.count;
    for (int i = 0; i < 3; ++i) sum[i] += o.sum[i];
    for (int i = 0; i < 6; ++i) square[i] += o.square[i];
    return *this;
}

ColourSums& ColourSums::operator-=(const ColourSums& o) {
    count -= o.count;
    for (int i = 0; i < 3; ++i) sum[i] -= o.sum[i];
    for (int i = 0; i < 6; ++i) square[i] -= o.square[i];
    return *this;
}

ColourMixture fitMixture(std::span<const ColourSums> components, double varianceFloor) {
    std::int64_t total = 0;
    for (const ColourSums& sums : components) total += sums.count;
    ColourMixture mixture;
    for (const ColourSums& sums : components)
        if (sums.count > 0) mixture.parts.push_back(fitGaussian(sums, total, varianceFloor));
    return mixture;
}

pixel::Mixture evaluable(const ColourMixture& mixture) {
    if (mixture.parts.empty() || mixture.parts.size() > pixel::kMaxComponents)
        throw InvalidArgument("Colour models must have 1 to 16 components a side.");
    if (!std::all_of(mixture.parts.begin(), mixture.parts.end(), isUsable))
        throw InvalidArgument("The colour models hold numbers that no picture gives.");
    pixel::Mixture ready;
    ready.count = static_cast<int>(mixture.parts.size());
    std::transform(mixture.parts.begin(), mixture.parts.end(), ready.part,
                   [](const ColourGaussian& g) { return evaluable(g); });
    return ready;
}

}  // namespace fretsaw
