// Random numbers and value noise from integer hashes: the same on every machine, at every thread count.
// No libm and no std::*_distribution: only + − × ÷ and √ on floats, so that pictures are bit-identical.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fretsaw::generate {

/// Mixes 64 bits so that neighbouring inputs give unrelated outputs (the finaliser of SplitMix64).
[[nodiscard]] constexpr std::uint64_t mixBits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// A stream of random numbers for choosing parameters.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(mixBits(seed + 0x9e3779b97f4a7c15u)) {}
    [[nodiscard]] std::uint64_t bits() { return mixBits(state_ += 0x9e3779b97f4a7c15u); }
    /// low … high, in steps of 2⁻²⁴ of the range.
    [[nodiscard]] float between(float low, float high) {
        return low + (high - low) * (static_cast<float>(bits() >> 40) * (1.0f / 16777216.0f));
    }
    /// 0 … count−1.
    [[nodiscard]] int below(int count) {
        return static_cast<int>(bits() % static_cast<std::uint64_t>(count));
    }

private:
    std::uint64_t state_;
};

/// 0 below `low`, 1 above `high`, a smooth cubic between.
[[nodiscard]] inline float smoothStep(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// A triangle wave of period 1: 0 at whole numbers, 1 half-way.
[[nodiscard]] inline float triangleWave(float x) {
    const float fraction = x - static_cast<float>(static_cast<std::int64_t>(x + 65536.0f) - 65536);
    return fraction < 0.5f ? 2.0f * fraction : 2.0f - 2.0f * fraction;
}

/// One octave of smooth value noise: a lattice of random values −1 … 1, `cellX`×`cellY` pixels a cell.
struct Octave {
    std::uint64_t seed = 0;
    float cellX = 1, cellY = 1;
    float amplitude = 1;
};

/// Adds row y of the octave to row[x], left ≤ x < right. Cost: a few operations a pixel.
void addNoise(const Octave& octave, int y, int left, int right, float* row);

/// Adds octaves from cells of coarsePx down to cells of finePx, halving amplitude × `fall` … each time;
/// stretchX widens the cells, for grain. The amplitude of the coarsest octave is `amplitude`.
struct Texture {
    std::uint64_t seed = 0;
    float coarsePx = 64, finePx = 2, fall = 0.6f, stretchX = 1, amplitude = 1;
};
void addTexture(const Texture& texture, int y, int left, int right, float* row);

}  // namespace fretsaw::generate
