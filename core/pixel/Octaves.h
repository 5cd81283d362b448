// Sums of octaves of noise: fBm, ridged, turbulence; and the warp of coordinates by noise.
// One octave is in Noise.h. No includes but this room's.
#pragma once

#include "core/pixel/Noise.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::pixel {

template <typename F>
FRETSAW_HD F basisNoise(Basis basis, const Lattice& lattice, unsigned phase, F x, F y, unsigned salt = 0) {
    if (basis == Basis::Value) return valueNoise(lattice, phase, x, y, salt);
    if (basis == Basis::Perlin) return perlinNoise(lattice, phase, x, y, salt);
    return simplexNoise(lattice, phase, x, y, salt);
}

/// Fractional Brownian motion: Σ gainᵏ·noise, −1 … 1.
template <typename F>
FRETSAW_HD F fbm(const Octaves& octaves, Basis basis, unsigned phase, F x, F y, unsigned salt = 0) {
    F sum{};
    float amplitude = octaves.scale;
    for (int k = 0; k < octaves.count; ++k) {
        sum += basisNoise(basis, octaves.lattice[k], phase, x, y, salt) * amplitude;
        amplitude *= octaves.gain;
    }
    return sum;
}

/// Σ gainᵏ·|noise|, 0 … 1: creases where noise changes sign (Perlin 1985).
template <typename F>
FRETSAW_HD F turbulence(const Octaves& octaves, Basis basis, unsigned phase, F x, F y, unsigned salt = 0) {
    F sum{};
    float amplitude = octaves.scale;
    for (int k = 0; k < octaves.count; ++k) {
        sum += magnitude(basisNoise(basis, octaves.lattice[k], phase, x, y, salt)) * amplitude;
        amplitude *= octaves.gain;
    }
    return sum;
}

/// Musgrave's ridged multifractal (Ebert et al., Texturing and Modeling, chapter 16), 0 … 1: an octave counts
/// as much as the ridge of the one before is high.
template <typename F>
FRETSAW_HD F ridged(const Octaves& octaves, Basis basis, unsigned phase, F x, F y) {
    F sum{}, weight = all<F>(1.0f);
    float amplitude = octaves.scale;
    for (int k = 0; k < octaves.count; ++k) {
        F ridge = 1.0f - magnitude(basisNoise(basis, octaves.lattice[k], phase, x, y));
        ridge = ridge * ridge * weight;
        sum += ridge * amplitude;
        weight = unit(ridge * 2.0f);
        amplitude *= octaves.gain;
    }
    return sum;
}

/// Moves base coordinates by up to `warp` cells, by three octaves of Perlin noise for each axis.
template <typename F>
FRETSAW_HD void warpCoordinates(const Pattern& p, F& x, F& y) {
    constexpr float kAmplitudes[kWarpOctaves] = {4.0f / 7, 2.0f / 7, 1.0f / 7};
    F dx{}, dy{};
    for (int k = 0; k < kWarpOctaves; ++k) {
        dx += perlinNoise(p.warpLattice[k], p.phase, x, y) * kAmplitudes[k];
        dy += perlinNoise(p.warpLattice[k], p.phase, x, y, 0x68E31DA4u) * kAmplitudes[k];
    }
    x += dx * p.warp;
    y += dy * p.warp;
}

}  // namespace fretsaw::pixel
