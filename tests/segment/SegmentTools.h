// What the tests of segmentation share: small pictures, label planes, and energies by the definition.
// No expectations here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "core/generate/Scene.h"
#include "core/pixel/Cells.h"
#include "core/pixel/EdgeWeight.h"
#include "core/segment/Segmenter.h"
#include "core/segment/Stroke.h"

namespace fretsaw::test {

using Picture = std::shared_ptr<const Image<Rgba8>>;

inline Picture picture(Size size, const std::function<Rgba8(int x, int y)>& colour) {
    auto image = std::make_shared<Image<Rgba8>>(size);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) (*image)(x, y) = colour(x, y);
    return image;
}

/// A ramp in which all colours differ.
inline Picture ramp(Size size) {
    return picture(size, [&](int x, int y) {
        return Rgba8{static_cast<std::uint8_t>(x * 255 / size.width),
                     static_cast<std::uint8_t>(y * 255 / size.height), static_cast<std::uint8_t>(3 * x + y)};
    });
}

inline Picture scenePicture(const Scene& scene) {
    return std::make_shared<Image<Rgba8>>(scene.picture.clone());
}

/// A patch that sets a whole rectangle to one label.
inline LabelPatch fill(Rect where, Label label) {
    const auto count = static_cast<std::size_t>(where.area());
    return {where, std::vector<Label>(count, Label::None), std::vector<Label>(count, label)};
}

inline SegmentResult solve(Segmenter& segmenter, const SegmentParams& params = {}) {
    auto result = segmenter.segment(params, {}, {});
    if (!result) throw std::logic_error("stopped without a reason");
    return std::move(*result);
}

inline bool sameMask(const SegmentResult& a, const SegmentResult& b) {
    const ImageView<const std::uint8_t> x = a.mask->view(), y = b.mask->view();
    return x.size() == y.size() && std::equal(x.data(), x.data() + x.size().area(), y.data());
}

/// The energy of any mask by its definition, one pixel and one edge at a time.
inline std::int64_t energyOf(const Image<Rgba8>& image, ImageView<const std::uint8_t> mask,
                             const ColourModels& models) {
    const Recipe& recipe = models.recipe;
    const auto squared = [&](int x, int y, int u, int v) {
        const Colour a = colourOf(recipe.edges, image(x, y)), b = colourOf(recipe.edges, image(u, v));
        int sum = 0;
        for (int i = 0; i < 3; ++i) sum += (a.c[i] - b.c[i]) * (a.c[i] - b.c[i]);
        return sum;
    };
    const int steps[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    const auto forEdges = [&](const auto& use) {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                for (const auto& s : steps)
                    if (image.bounds().contains(x + s[0], y + s[1])) use(x, y, x + s[0], y + s[1]);
    };
    std::int64_t squares = 0, pairs = 0;
    forEdges([&](int x, int y, int u, int v) { squares += squared(x, y, u, v), ++pairs; });
    const auto scale = pixel::edgeScale(recipe.gamma, squares, pairs);
    std::int64_t energy = 0;
    forEdges([&](int x, int y, int u, int v) {
        if (mask(x, y) != mask(u, v))
            energy += pixel::edgeWeight<float>(x != u && y != v ? scale.diagonal : scale.straight, scale.beta,
                                               squared(x, y, u, v));
    });
    const auto units = static_cast<float>(pixel::unitsPerNat(recipe.gamma));
    const pixel::Mixture foreground = evaluable(models.foreground), background = evaluable(models.background);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const Colour p = colourOf(recipe.colours, image(x, y));
            const pixel::Mixture& side = mask(x, y) != 0 ? foreground : background;
            energy += pixel::costUnits(recipe.term == DataTerm::Paper
                                           ? pixel::bestPartCost<float>(side, p.c[0], p.c[1], p.c[2])
                                           : pixel::mixtureCost<float>(side, p.c[0], p.c[1], p.c[2]),
                                       units);
            if (models.prior && mask(x, y) != 0) {
                const auto& cells = models.prior->cells;
                energy -= pixel::priorUnits<float>(cells(pixel::cellOf(x, image.width(), cells.width()),
                                                         pixel::cellOf(y, image.height(), cells.height())),
                                                   units);
            }
        }
    return energy;
}

}  // namespace fretsaw::test
