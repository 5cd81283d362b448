// The operations of formulas, one function for all: the same bits for a float, a pack of floats and a kernel,
// whatever the operands are. NaN never becomes bits that a result could depend on. No includes but this
// room's.
#pragma once

#include "core/pixel/Formula.h"
#include "core/pixel/Gradient.h"
#include "core/pixel/Noise.h"
#include "core/pixel/Worley.h"

namespace fretsaw::pixel {

/// v within ±limit; NaN becomes the limit.
template <typename F>
FRETSAW_HD F within(F v, float limit) {
    return most(least(v, all<F>(limit)), all<F>(-limit));
}
/// Coordinates for lattices and angles for sines; beyond it floats have no fractions to speak of.
inline constexpr float kFarthestFormula = 4194304.0f;

template <typename F, typename Truth>
FRETSAW_HD F oneIf(Truth truth) {
    return truth ? all<F>(1.0f) : F{};
}

/// Rounded down; large numbers, infinite ones and NaN stay.
template <typename F>
FRETSAW_HD F floored(F v) {
    const auto small = magnitude(v) < 8388608.0f;
    const F down = Lanes<F>::fromInt(floorToInt(small ? v : F{}));
    return small ? down : v;
}

template <typename F>
FRETSAW_HD F divided(F a, F b) {
    return b == 0.0f ? F{} : a / b;
}

/// See FormulaOp::Power; bases nearer to 0 than 1e-30 count as 0.
template <typename F>
FRETSAW_HD F raised(F base, F exponent) {
    const F size = magnitude(base), lowest = all<F>(1e-30f);
    const F power = exp2(least(log2(most(size, lowest)) * exponent, all<F>(127.0f)));
    const F whole = floored(exponent), half = whole * 0.5f;
    const F turned = floored(half) == half ? power : -power;
    const F negative = whole == exponent ? turned : F{};
    const F result = base < 0.0f ? negative : power;
    const F ofZero = oneIf<F>(exponent == 0.0f);
    return size > lowest ? result : ofZero;
}

/// Turns, the same in every lane, as a phase of noise, 2³² to the turn.
template <typename F>
FRETSAW_HD unsigned phaseOf(F turns) {
    const F part = fraction(within(turns, kFarthestFormula));
    return static_cast<unsigned>(
        Lanes<F>::first(Lanes<F>::truncate((part < 0.5f ? part : part - 1.0f) * 4294967296.0f)));
}

/// 24 random bits from the bits of three numbers, 0 … 1; −0 counts as 0, NaN as 0.
template <typename F>
FRETSAW_HD F hashed(unsigned seed, F a, F b, F c) {
    const auto bitsOf = [](F v) { return Lanes<F>::word(Lanes<F>::bits(v == v ? v + 0.0f : F{})); };
    const WordOf<F> row = rowHash<WordOf<F>>(bitsOf(b) + mixed<WordOf<F>>(bitsOf(c)), seed);
    const WordOf<F> hash = cellHash<WordOf<F>>(bitsOf(a), row);
    return Lanes<F>::fromInt(Lanes<F>::fromWord(hash >> 8)) * (1.0f / 16777216.0f);
}

/// Σ of octaves of Perlin noise, over the sum of their amplitudes: of the noise itself, −1 … 1 (Fbm), of its
/// magnitude (Turbulence), of ridges, as ridged() of Octaves.h. Each lane stops after its own octaves.
template <FormulaOp op, typename F>
FRETSAW_HD F octaves(const Lattice& lattice, F x, F y, F count, F gain, F turn) {
    const unsigned phase = phaseOf(turn);
    const F last = most(least(count, all<F>(static_cast<float>(kMaxOctaves))), all<F>(1.0f));
    const F fall = unit(gain);
    F sum{}, total{}, amplitude = all<F>(1.0f), weight = all<F>(1.0f);
    float frequency = 1;
    for (int k = 0; k < kMaxOctaves; ++k) {
        const auto counts = last > static_cast<float>(k) + 0.5f;
        if (!Lanes<F>::any(counts)) break;
        // Lattices of successive octaves must not line up.
        const float shift = 0.371f * static_cast<float>(k);
        const F noise = perlinNoise(lattice, phase, within(x * frequency + shift, kFarthestFormula),
                                    within(y * frequency - shift, kFarthestFormula),
                                    static_cast<unsigned>(k) * 0x9E3779B9u);
        F octave = noise;
        if constexpr (op == FormulaOp::Turbulence) octave = magnitude(noise);
        if constexpr (op == FormulaOp::Ridged) {
            const F ridge = 1.0f - magnitude(noise);
            octave = ridge * ridge * weight;
            weight = unit(octave * 2.0f);
        }
        sum = counts ? sum + octave * amplitude : sum;
        total = counts ? total + amplitude : total;
        amplitude = amplitude * fall;
        frequency *= 2;
    }
    return sum / total;
}

/// A sheet at x, y of 0 … 1, between the middles of its pixels, as its border outside of them.
/// texel(index of a pixel): its value.
template <typename F, typename Texel>
FRETSAW_HD F sampled(const Sheet& sheet, F x, F y, const Texel& texel) {
    const auto place = [](F at, int pixels) {
        return most(least(at * static_cast<float>(pixels) - 0.5f, all<F>(static_cast<float>(pixels - 1))),
                    F{});
    };
    const F across = place(x, sheet.width), down = place(y, sheet.height);
    const IntOf<F> left = Lanes<F>::truncate(across), top = Lanes<F>::truncate(down);
    const IntOf<F> right = left < sheet.width - 1 ? left + 1 : left;
    const IntOf<F> upper = top * sheet.width, lower = top < sheet.height - 1 ? upper + sheet.width : upper;
    const F u = across - Lanes<F>::fromInt(left), v = down - Lanes<F>::fromInt(top);
    const F above = blend(texel(upper + left), texel(upper + right), u);
    const F below = blend(texel(lower + left), texel(lower + right), u);
    return blend(above, below, v);
}
/// Of a sheet of bytes, `step` a pixel: 0 … 1.
template <typename F>
FRETSAW_HD F sampledByte(const Sheet& sheet, int channel, int step, float otherwise, F x, F y) {
    if (sheet.width == 0) return all<F>(otherwise);
    return sampled(sheet, x, y, [&](IntOf<F> index) {
        return Lanes<F>::fromInt(Lanes<F>::gatherByte(sheet.bytes + channel, index, step)) * (1.0f / 255);
    });
}
template <typename F>
FRETSAW_HD F sampledFloat(const Sheet& sheet, float otherwise, F x, F y) {
    if (sheet.width == 0) return all<F>(otherwise);
    return sampled(sheet, x, y, [&](IntOf<F> index) { return Lanes<F>::gather(sheet.floats, index); });
}

template <FormulaOp op, typename F>
FRETSAW_HD F worley(const Lattice& lattice, F px, F py, F turn) {
    const unsigned phase = phaseOf(turn);
    const F x = within(px, kFarthestFormula), y = within(py, kFarthestFormula);
    if constexpr (op == FormulaOp::Border || op == FormulaOp::Cell) {
        WordOf<F> cell;
        const F border = borderDistance(lattice, 1.0f, phase, x, y, cell);
        return op == FormulaOp::Border ? border : unitFrom<F>(cell, 0u);
    } else {
        F nearest, second;
        worleyDistances(lattice, Metric::Euclidean, 1.0f, phase, x, y, nearest, second);
        return op == FormulaOp::Nearest ? nearest : second;
    }
}

/// The value of any step but leaves. Operands that it does not have are ignored.
template <FormulaOp op, typename F>
FRETSAW_HD F formulaValue(const FormulaScene& scene, F a, F b = F{}, F c = F{}, F d = F{}, F e = F{}) {
    constexpr float kTurn = 0.159154943f, kRadians = 6.28318531f;
    constexpr auto kLn2F = static_cast<float>(kLn2), kLog2EF = static_cast<float>(kLog2E);
    using Op = FormulaOp;
    if constexpr (op == Op::Negate) return -a;
    if constexpr (op == Op::Not) return oneIf<F>(a == 0.0f);
    if constexpr (op == Op::Magnitude) return magnitude(a);
    if constexpr (op == Op::Floor) return floored(a);
    if constexpr (op == Op::Root) return squareRoot(most(a, F{}));
    if constexpr (op == Op::Sine) return sinTurns(within(a * kTurn, kFarthestFormula));
    if constexpr (op == Op::Cosine) return cosTurns(within(a * kTurn, kFarthestFormula));
    if constexpr (op == Op::Exponential) return exp2(within(a * kLog2EF, 127.0f));
    if constexpr (op == Op::Logarithm) return log2(most(a, all<F>(1e-37f))) * kLn2F;
    if constexpr (op == Op::GradientRed) return channelAt(scene.gradient, a, 0);
    if constexpr (op == Op::GradientGreen) return channelAt(scene.gradient, a, 1);
    if constexpr (op == Op::GradientBlue) return channelAt(scene.gradient, a, 2);
    if constexpr (op == Op::Add) return a + b;
    if constexpr (op == Op::Subtract) return a - b;
    if constexpr (op == Op::Multiply) return a * b;
    if constexpr (op == Op::Divide) return divided(a, b);
    if constexpr (op == Op::Modulo) return a - b * floored(divided(a, b));
    if constexpr (op == Op::Power) return raised(a, b);
    if constexpr (op == Op::Arctangent) return atan2Turns(a, b) * kRadians;
    if constexpr (op == Op::Least) return least(a, b);
    if constexpr (op == Op::Most) return most(a, b);
    if constexpr (op == Op::Less) return oneIf<F>(a < b);
    if constexpr (op == Op::NotMore) return oneIf<F>(a <= b);
    if constexpr (op == Op::Same) return oneIf<F>(a == b);
    if constexpr (op == Op::Both) return oneIf<F>((a != 0.0f) & (b != 0.0f));
    if constexpr (op == Op::Either) return oneIf<F>((a != 0.0f) | (b != 0.0f));
    if constexpr (op == Op::Mask) return sampledByte(scene.mask, 0, 1, 0.0f, a, b);
    if constexpr (op == Op::Distance) return sampledFloat(scene.distance, 1.0f, a, b);
    if constexpr (op == Op::PhotoRed) return sampledByte(scene.photo, 0, 4, 0.5f, a, b);
    if constexpr (op == Op::PhotoGreen) return sampledByte(scene.photo, 1, 4, 0.5f, a, b);
    if constexpr (op == Op::PhotoBlue) return sampledByte(scene.photo, 2, 4, 0.5f, a, b);
    if constexpr (op == Op::Choose) return a != 0.0f ? b : c;
    if constexpr (op == Op::Hash) return hashed(scene.lattice.seed, a, b, c);
    if constexpr (op == Op::Noise || op == Op::Simplex) {
        const F x = within(a, kFarthestFormula), y = within(b, kFarthestFormula);
        if constexpr (op == Op::Noise) return perlinNoise(scene.lattice, phaseOf(c), x, y);
        if constexpr (op == Op::Simplex) return simplexNoise(scene.lattice, phaseOf(c), x, y);
    }
    if constexpr (op >= Op::Nearest && op <= Op::Cell) return worley<op>(scene.lattice, a, b, c);
    if constexpr (op >= Op::Fbm) return octaves<op>(scene.lattice, a, b, c, d, e);
}

/// What becomes of the result: NaN is 0; colours are limited to 0 … 1, raw numbers to finite ones.
template <typename F>
FRETSAW_HD F formulaNumber(const FormulaScene& scene, F v) {
    const F number = v == v ? v : F{};
    return scene.raw ? within(number, 3.40282347e38f) : unit(number);
}
/// The colour of a formula whose result is one number, and of one whose result is a colour.
template <typename F>
FRETSAW_HD void formulaGrey(const FormulaScene& scene, F v, F rgb[3]) {
    const F number = formulaNumber(scene, v);
    if (scene.raw)
        rgb[0] = rgb[1] = rgb[2] = number;
    else
        colourAt(scene.gradient, number, rgb);
}
template <typename F>
FRETSAW_HD void formulaColour(const FormulaScene& scene, F red, F green, F blue, F rgb[3]) {
    rgb[0] = formulaNumber(scene, red);
    rgb[1] = formulaNumber(scene, green);
    rgb[2] = formulaNumber(scene, blue);
}

}  // namespace fretsaw::pixel
