// From a pixel's position to its colour: the generator's value, contrast and bias, the colour gradient.
// The one way that every backend takes. No includes but this room's.
#pragma once

#include "core/pixel/EscapeTime.h"
#include "core/pixel/Gradient.h"
#include "core/pixel/Materials.h"
#include "core/pixel/ReactionDiffusion.h"

namespace fretsaw::pixel {

template <Kind kind, typename F>
FRETSAW_HD F valueAt(const Pattern& p, const Spot<F>& s) {
    const Lattice& lattice = p.octaves.lattice[0];
    if constexpr (kind == Kind::Product) return productValue(p, s);
    if constexpr (kind == Kind::Solid) return F{};
    if constexpr (kind == Kind::Linear) return linearValue(p, s);
    if constexpr (kind == Kind::Radial) return radialValue(p, s);
    if constexpr (kind == Kind::Conic) return conicValue(p, s);
    if constexpr (kind == Kind::Checker) return checkerValue(p, s);
    if constexpr (kind == Kind::Stripes) return stripesValue(p, s);
    if constexpr (kind == Kind::Bricks) return bricksValue(p, s);
    if constexpr (kind == Kind::Hexagons) return hexagonsValue(p, s);
    if constexpr (kind == Kind::Dots) return dotsValue(p, s);
    if constexpr (kind == Kind::Halftone) return halftoneValue(p, s);
    if constexpr (kind == Kind::Value) return 0.5f + 0.5f * valueNoise(lattice, p.phase, s.x, s.y);
    if constexpr (kind == Kind::Perlin) return 0.5f + 0.5f * perlinNoise(lattice, p.phase, s.x, s.y);
    if constexpr (kind == Kind::OpenSimplex2) return 0.5f + 0.5f * simplexNoise(lattice, p.phase, s.x, s.y);
    if constexpr (kind == Kind::Worley) {  // own: which distance, metric, jitter
        F nearest, second;
        worleyDistances(lattice, static_cast<Metric>(static_cast<int>(p.own[1])), p.own[2], p.phase, s.x, s.y,
                        nearest, second);
        return p.own[0] == 0 ? nearest : p.own[0] == 1 ? second * 0.75f : second - nearest;
    }
    const auto basis = static_cast<Basis>(static_cast<int>(p.own[0]));
    if constexpr (kind == Kind::Fbm) return 0.5f + 0.5f * fbm(p.octaves, basis, p.phase, s.x, s.y);
    if constexpr (kind == Kind::Ridged) return ridged(p.octaves, basis, p.phase, s.x, s.y);
    if constexpr (kind == Kind::Turbulence) return turbulence(p.octaves, basis, p.phase, s.x, s.y);
    if constexpr (kind == Kind::Warp) return warpValue(p, s);
    if constexpr (kind == Kind::Marble) return marbleValue(p, s);
    if constexpr (kind == Kind::Wood) return woodValue(p, s);
    if constexpr (kind == Kind::Clouds) return cloudsValue(p, s);
    if constexpr (kind == Kind::Voronoi) return voronoiValue(p, s);
    if constexpr (kind == Kind::Truchet) return truchetValue(p, s);
    if constexpr (kind == Kind::Bokeh) return bokehValue(p, s);
    if constexpr (kind == Kind::Paper) return paperValue(p, s);
    if constexpr (kind == Kind::Film) return filmValue(p, s);
    if constexpr (kind == Kind::Backdrop) return backdropValue(p, s);
    if constexpr (kind == Kind::Mandelbrot) return mandelbrotValue(p, s);
    if constexpr (kind == Kind::Julia) return juliaValue(p, s);
    if constexpr (kind == Kind::Reaction) return reactionValue(p, s);
}

/// Schlick's bias (Graphics Gems IV, 1994): 0 and 1 stay, ½ becomes b; b in 0 … 1, ends excluded.
template <typename F>
FRETSAW_HD F biased(F v, float b) {
    return v / ((1.0f / b - 2.0f) * (1.0f - v) + 1.0f);
}
/// Schlick's gain: flatter (g < ½) or steeper (g > ½) in the middle; 0, ½ and 1 stay.
template <typename F>
FRETSAW_HD F gained(F v, float g) {
    const auto low = v < 0.5f;
    const F half = 0.5f * biased(low ? 2.0f * v : 2.0f - 2.0f * v, 1.0f - g);
    return low ? half : 1.0f - half;
}

/// Colour of the pixel (column, row), whole numbers, in tiling pictures within the picture: sRGB 0 … 1.
/// Raw patterns give grey numbers of any size.
template <Kind kind, typename F>
FRETSAW_HD void shade(const Pattern& p, F column, F row, F rgb[3]) {
    const F dx = column + (0.5f - p.originX), dy = row + (0.5f - p.originY);
    F x = dx * p.xx + dy * p.xy, y = dx * p.yx + dy * p.yy;
    if (p.warp != 0.0f) warpCoordinates(p, x, y);
    const F across = (column + (0.5f - 0.5f * static_cast<float>(p.width))) * p.perPixel;
    const F down = (row + (0.5f - 0.5f * static_cast<float>(p.height))) * p.perPixel;
    const Spot<F> s{column, row, x, y, across, down};
    F value = valueAt<kind>(p, s);
    if (p.raw) {
        rgb[0] = rgb[1] = rgb[2] = value;
        return;
    }
    value = unit(value);
    if (p.bias != 0.5f) value = biased(value, p.bias);
    if (p.contrast != 0.5f) value = gained(value, p.contrast);
    colourAt(p.gradient, value, rgb);
}

}  // namespace fretsaw::pixel
