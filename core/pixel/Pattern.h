// What a picture of a generator is made of, as plain values that kernels take as they are.
// Prepared by core/generate. No maths here, and no includes but this room's.
#pragma once

#include "core/pixel/Lattice.h"

namespace fretsaw::pixel {

/// The generators. Their names and parameters are in the table of core/generate.
enum class Kind : int {
    Product,
    Solid,
    Linear,
    Radial,
    Conic,
    Checker,
    Stripes,
    Bricks,
    Hexagons,
    Dots,
    Halftone,
    Value,
    Perlin,
    OpenSimplex2,
    Worley,
    Fbm,
    Ridged,
    Turbulence,
    Warp,
    Marble,
    Wood,
    Clouds,
    Voronoi,
    Truchet,
    Bokeh,
    Paper,
    Film,
    Backdrop,
    Mandelbrot,
    Julia,
    Reaction,
    Formula,  ///< not shade()'s: see Formula.h
};
/// Those that shade() draws, the first ones.
inline constexpr int kKinds = static_cast<int>(Kind::Reaction) + 1;

enum class Basis : int { Value, Perlin, OpenSimplex2 };

inline constexpr int kMaxOctaves = 12, kWarpOctaves = 3, kMaxStops = 8, kMaxOwn = 8;

/// Octaves of noise. scale: 1/the sum of all amplitudes.
struct Octaves {
    int count = 1;
    float gain = 0.5f, scale = 1;
    Lattice lattice[kMaxOctaves];
};

/// Colours over 0 … 1: the first, and what each stop adds to the one before.
struct Gradient {
    float first[3] = {};
    int steps = 0;
    struct Step {
        float from = 0, perUnit = 0;  ///< position of the stop before; 1/distance to the next
        float change[3] = {};
    } step[kMaxStops - 1];
};

/// Values of a simulation, periodic in both directions: Reaction's. Host or device memory, as the kernel's.
struct Field {
    const float* values = nullptr;
    int width = 0, height = 0, stride = 0;
};

/// A generator with all that its pixels need. "Base" coordinates are cells of its own lattice, "picture"
/// coordinates are counted from the middle in shorter sides of the picture.
struct Pattern {
    int width = 0, height = 0;             ///< of the whole picture
    float originX = 0, originY = 0;        ///< pixel position of the base coordinates' origin
    float xx = 1, xy = 0, yx = 0, yy = 1;  ///< base = (xx·dx + xy·dy, yx·dx + yy·dy), d in pixels
    float pixel = 1;                       ///< size of a pixel in base coordinates
    float perPixel = 1;                    ///< and in picture coordinates
    float cosine = 1, sine = 0;            ///< of the rotation
    float shiftX = 0, shiftY = 0;          ///< offset in picture coordinates
    float own[kMaxOwn] = {};               ///< the generator's own parameters, in the order of the table
    float turns = 0;                       ///< evolution, 0 … 1
    unsigned phase = 0;                    ///< the same, 2³² to the turn
    float warp = 0;                        ///< in cells
    float contrast = 0.5f, bias = 0.5f;    ///< Schlick's gain and bias, 0 … 1; ½ changes nothing
    bool raw = false;                      ///< Product: the numbers themselves, as greys
    unsigned seed = 0;
    Octaves octaves;
    Lattice warpLattice[kWarpOctaves];
    Gradient gradient;
    Field field;
};

}  // namespace fretsaw::pixel
