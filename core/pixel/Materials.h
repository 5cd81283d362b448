// Generators that imitate materials and light: marble, wood, clouds, paper, film, bokeh, a studio backdrop.
// Values 0 … 1; colours come later. No includes but this room's.
#pragma once

#include "core/pixel/Geometric.h"
#include "core/pixel/Octaves.h"
#include "core/pixel/Worley.h"

namespace fretsaw::pixel {

/// own: amount in cells. Noise at places that noise has moved, twice (Quilez, "Domain warping").
template <typename F>
FRETSAW_HD F warpValue(const Pattern& p, const Spot<F>& s) {
    const auto noise = [&](F x, F y, unsigned salt) {
        return fbm(p.octaves, Basis::Perlin, p.phase, x, y, salt);
    };
    const F qx = s.x + p.own[0] * noise(s.x, s.y, 0x1B873593u);
    const F qy = s.y + p.own[0] * noise(s.x, s.y, 0x2C1B3C6Du);
    const F rx = s.x + p.own[0] * noise(qx, qy, 0x297A2D39u);
    const F ry = s.y + p.own[0] * noise(qx, qy, 0x3C6EF372u);
    return 0.5f + 0.5f * noise(rx, ry, 0);
}

/// own: turbulence in veins, sharpness of the veins. Base coordinates: veins across.
template <typename F>
FRETSAW_HD F marbleValue(const Pattern& p, const Spot<F>& s) {
    const F bent = fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y) * p.own[0];
    const Place<F> at = placeIn(p.octaves.lattice[0], s.x, s.y);
    const F wave = 1.0f - magnitude(sinTurns(0.5f * (at.x + Lanes<F>::fromInt(at.cellX & 1)) + bent));
    // Two kinds of veins: strong ones, and a faint net.
    const F net = 1.0f - magnitude(fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y, 0x7F4A7C15u)) * 3.0f;
    const F vein = power(wave, p.own[1]), faint = power(unit(net), p.own[1] + 4.0f);
    const F cloud = 0.5f + 0.5f * fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y, 0x51ED270Bu);
    return unit(1.0f - vein * (0.35f + 0.65f * cloud) - faint * 0.25f - (1.0f - cloud) * 0.2f);
}

/// own: distortion in rings, grain, stretch of the rings along the wood. Base coordinates: rings.
template <typename F>
FRETSAW_HD F woodValue(const Pattern& p, const Spot<F>& s) {
    const float stretch = p.own[2];
    const F along = s.x * (1.0f / stretch);
    const F bend = fbm(p.octaves, Basis::Perlin, p.phase, along, s.y * 0.25f) * p.own[0];
    const F y = s.y + p.own[3];
    const F radius = squareRoot(along * along + y * y) + bend;
    // Early wood darkens slowly, late wood ends at once: an edge as wide as the ring is fine.
    const F t = fraction(radius);
    const F ring = t * t * (1.0f - smooth((t - 0.86f) * (1.0f / 0.14f)));
    const F fibre = fbm(p.octaves, Basis::Value, p.phase, s.x * (0.6f / stretch), s.y * 9.0f, 0x165667B1u);
    const F pores =
        smooth((fbm(p.octaves, Basis::Value, p.phase, s.x * 0.35f, s.y * 14.0f, 0x27D4EB2Fu) - 0.25f) * 4.0f);
    return unit(0.72f - 0.55f * ring + p.own[1] * (0.22f * fibre - 0.3f * pores));
}

/// own: cover, softness.
template <typename F>
FRETSAW_HD F cloudsValue(const Pattern& p, const Spot<F>& s) {
    const F wide = fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y);
    const F billow = turbulence(p.octaves, Basis::Perlin, p.phase, s.x, s.y, 0x9E3779B1u);
    const F density = 0.5f + 0.75f * wide + 0.35f * (0.3f - billow);
    return smooth((density - (1.0f - p.own[0])) * (1.0f / p.own[1]) + 0.5f);
}

/// own: width of the line in cells, softness, jitter, variation.
template <typename F>
FRETSAW_HD F voronoiValue(const Pattern& p, const Spot<F>& s) {
    WordOf<F> cell;
    const F border = borderDistance(p.octaves.lattice[0], p.own[2], p.phase, s.x, s.y, cell);
    return slab(border, p.own[0], p.own[1], p.pixel) * shadeOf<F>(cell, p.own[3]);
}

/// own: size of a disc in cells, rim, softness, density. Each layer is a lattice of its own.
template <typename F>
FRETSAW_HD F bokehValue(const Pattern& p, const Spot<F>& s) {
    F dark = all<F>(1.0f);
    for (int k = 0; k < p.octaves.count; ++k) {
        const Lattice& lattice = p.octaves.lattice[k];
        const Place<F> at = placeIn(lattice, s.x, s.y);
        const float pixel = p.pixel * lattice.frequency;
        const float soft = p.own[2] > pixel ? p.own[2] : pixel;
        const float farthest = 0.501f * (p.own[0] + soft);
        forPoints<1>(lattice, at, 1.0f, p.phase, [&](int dx, int dy, F x, F y) {
            const F square = x * x + y * y;
            if (!Lanes<F>::any(square < farthest * farthest)) return;
            const WordOf<F> hash = hashAt<F>(lattice, at.cellX + dx, at.cellY + dy, 0x85EBCA6Bu);
            const F light = unitFrom<F>(hash, p.phase);
            const F size = unitFrom<F>(hash * 0x9E3779B1u, 0);
            const F radius = p.own[0] * (0.3f + 0.2f * size);
            const F inside = radius - squareRoot(square);
            const F disc = smooth(inside * (1.0f / soft) + 0.5f);
            const F rim = disc * (1.0f - smooth(inside * (1.0f / (0.08f * p.own[0]))));
            const F shown = smooth((light - (1.0f - p.own[3])) * 6.0f);
            dark *= 1.0f -
                    shown * (0.12f + 0.4f * light) * unit(disc * (1.0f - 0.35f * p.own[1]) + rim * p.own[1]);
        });
    }
    const F glow = 0.12f + 0.12f * fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y);
    return 1.0f - dark * (1.0f - glow);
}

/// own: roughness, fibres, tooth.
template <typename F>
FRETSAW_HD F paperValue(const Pattern& p, const Spot<F>& s) {
    const F cloud = fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y);
    // The tooth is lit from the upper left: a difference of heights.
    const Lattice& fine = p.octaves.lattice[p.octaves.count - 1];
    const float step = 0.35f / fine.frequency;
    const F height = perlinNoise(fine, p.phase, s.x, s.y, 0x632BE5ABu);
    const F lit = height - perlinNoise(fine, p.phase, s.x + step, s.y + step, 0x632BE5ABu);
    const Lattice& middle = p.octaves.lattice[p.octaves.count / 2];
    const F fibre = 1.0f - magnitude(perlinNoise(middle, p.phase, s.x, s.y, 0x94D049BBu)) * 7.0f;
    return unit(0.72f + 0.35f * p.own[0] * cloud + 0.3f * p.own[2] * lit - 0.18f * p.own[1] * unit(fibre));
}

/// own: strength, level. Two sizes of grain; most where the level is in the middle, as in film.
template <typename F>
FRETSAW_HD F filmValue(const Pattern& p, const Spot<F>& s) {
    const Lattice &coarse = p.octaves.lattice[0], &fine = p.octaves.lattice[1];
    const F grain = 0.6f * valueNoise(coarse, p.phase, s.x, s.y) +
                    0.5f * valueNoise(coarse, p.phase, s.x, s.y, 0x2545F491u) +
                    0.5f * valueNoise(fine, p.phase, s.x, s.y);
    const float level = p.own[1];
    return unit(level + grain * (p.own[0] * (0.25f + 3.0f * level * (1.0f - level))));
}

/// own: radius of the light, hardness, height of the horizon, floor, vignette, mottling.
template <typename F>
FRETSAW_HD F backdropValue(const Pattern& p, const Spot<F>& s) {
    const float w = static_cast<float>(p.width) * p.perPixel, h = static_cast<float>(p.height) * p.perPixel;
    const F dx = s.across - p.shiftX, dy = s.down - p.shiftY + 0.06f * h;
    const F r = squareRoot(dx * dx + dy * dy * 1.2f) * (1.0f / p.own[0]);
    const F light = 1.0f / (1.0f + power(r, 1.5f + 3.0f * p.own[1]));
    const F mottled = fbm(p.octaves, Basis::Perlin, p.phase, s.x, s.y);
    // The floor: brighter towards the viewer, the bend into the wall in shadow.
    const F below = s.down * (1.0f / h) + 0.5f - (1.0f - p.own[2]);
    const F floor = smooth(below * 5.0f + 0.1f) * (0.25f + 0.5f * unit(below * 2.0f));
    const F bend = unit(1.0f - magnitude(below) * 9.0f);
    const F lit = 0.12f + 0.82f * light + p.own[3] * (0.35f * floor - 0.12f * bend * bend);
    const F cx = s.across * (2.0f / w), cy = s.down * (2.0f / h);
    const F corner = (cx * cx + cy * cy) * 0.5f;
    const F shade = 1.0f - p.own[4] * corner * smooth(corner * 1.1f);
    // Fine grain keeps soft light from showing the steps of 8 bits.
    const F grain = valueNoise(p.warpLattice[0], 0, s.column, s.row) * (1.0f / 400);
    return unit(lit * shade * (1.0f + 0.35f * p.own[5] * mottled) + grain);
}

}  // namespace fretsaw::pixel
