// Rows of value noise. The lattice is interpolated along y once a cell, along x once a pixel.
// No picture is composed here.
#include "core/generate/Noise.h"

namespace fretsaw::generate {
namespace {

float latticeValue(std::uint64_t seed, std::int64_t ix, std::int64_t iy) {
    const std::uint64_t key = static_cast<std::uint64_t>(ix) * 0x9e3779b97f4a7c15u +
                              static_cast<std::uint64_t>(iy) * 0xc2b2ae3d27d4eb4fu;
    return static_cast<float>(mixBits(seed ^ key) >> 40) * (2.0f / 16777216.0f) - 1.0f;
}

float smooth(float t) {
    return t * t * (3.0f - 2.0f * t);
}

}  // namespace

void addNoise(const Octave& octave, int y, int left, int right, float* row) {
    const float v = (static_cast<float>(y) + 0.5f) / octave.cellY;
    const auto iy = static_cast<std::int64_t>(v);
    const float ty = smooth(v - static_cast<float>(iy));
    const auto column = [&](std::int64_t ix) {
        const float above = latticeValue(octave.seed, ix, iy), below = latticeValue(octave.seed, ix, iy + 1);
        return octave.amplitude * (above + (below - above) * ty);
    };

    const float scale = 1.0f / octave.cellX;
    auto ix = static_cast<std::int64_t>((static_cast<float>(left) + 0.5f) * scale);
    float from = column(ix), to = column(ix + 1);
    for (int x = left; x < right; ++ix) {
        // The cell ends at the first pixel whose lattice coordinate reaches ix + 1; the division may round
        // either way, which the clamp of t makes harmless.
        const auto edge = static_cast<int>(static_cast<float>(ix + 1) * octave.cellX + 0.5f);
        const int end = std::clamp(edge, x + 1, right);
        const auto base = static_cast<float>(ix);
        for (; x < end; ++x) {
            const float t = std::clamp((static_cast<float>(x) + 0.5f) * scale - base, 0.0f, 1.0f);
            row[x] += from + (to - from) * smooth(t);
        }
        from = to;
        to = column(ix + 2);
    }
}

void addTexture(const Texture& texture, int y, int left, int right, float* row) {
    // Not exactly a half, so that the lattices of successive octaves do not line up.
    constexpr float kNextOctave = 0.47f;
    std::uint64_t seed = texture.seed;
    float amplitude = texture.amplitude;
    for (float cell = texture.coarsePx; cell >= texture.finePx; cell *= kNextOctave) {
        seed = mixBits(seed + 1);
        addNoise({seed, cell * texture.stretchX, cell, amplitude}, y, left, right, row);
        amplitude *= texture.fall;
    }
}

}  // namespace fretsaw::generate
