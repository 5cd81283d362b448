// The table of functions. Those that act component by component take floats and vectors of one size; all
// others take numbers, and a vector counts as its components.
#include "core/generate/FormulaFunctions.h"

#include <algorithm>

namespace fretsaw {
namespace {

using Builder = FormulaBuilder;
using Op = pixel::FormulaOp;
using In = const int*;

/// A function of single numbers, called for each component.
struct Mapped {
    const char* name;
    int arguments;
    int (*apply)(Builder&, In);
};

template <Op op>
int direct(Builder& b, In in) {
    constexpr int kCount = pixel::operandsOf(op);
    return b.apply(op, in[0], kCount > 1 ? in[1] : 0, kCount > 2 ? in[2] : 0);
}

int clamped(Builder& b, int v, int low, int high) {
    return b.apply(Op::Least, b.apply(Op::Most, v, low), high);
}
int mixed(Builder& b, int from, int to, int t) {
    return b.apply(Op::Add, from, b.apply(Op::Multiply, b.apply(Op::Subtract, to, from), t));
}
int smoothStep(Builder& b, int low, int high, int v) {
    const int part = b.apply(Op::Divide, b.apply(Op::Subtract, v, low), b.apply(Op::Subtract, high, low));
    const int t = clamped(b, part, b.number(0), b.number(1));
    const int slope = b.apply(Op::Subtract, b.number(3), b.apply(Op::Multiply, b.number(2), t));
    return b.apply(Op::Multiply, b.apply(Op::Multiply, t, t), slope);
}
int fraction(Builder& b, int v) {
    return b.apply(Op::Subtract, v, b.apply(Op::Floor, v));
}
/// 1, −1 or 0.
int sign(Builder& b, int v) {
    const int zero = b.number(0);
    return b.apply(Op::Subtract, b.apply(Op::Less, zero, v), b.apply(Op::Less, v, zero));
}
/// Whole powers up to four and the half one are exact, as products and roots.
int power(Builder& b, int base, int exponent) {
    const float value = b.isNumber(exponent) ? b.valueOf(exponent) : 0;
    if (value == 1) return base;
    if (value == 0.5f) return b.apply(Op::Root, base);
    if (value != 2 && value != 3 && value != 4) return b.apply(Op::Power, base, exponent);
    const int square = b.apply(Op::Multiply, base, base);
    if (value == 2) return square;
    return b.apply(Op::Multiply, square, value == 3 ? base : square);
}

constexpr Mapped kMapped[] = {
    {"abs", 1, &direct<Op::Magnitude>},
    {"atan", 1, [](Builder& b, In in) { return b.apply(Op::Arctangent, in[0], b.number(1)); }},
    {"atan2", 2, &direct<Op::Arctangent>},
    {"ceil", 1,
     [](Builder& b, In in) { return b.apply(Op::Negate, b.apply(Op::Floor, b.apply(Op::Negate, in[0]))); }},
    {"clamp", 3, [](Builder& b, In in) { return clamped(b, in[0], in[1], in[2]); }},
    {"cos", 1, &direct<Op::Cosine>},
    {"exp", 1, &direct<Op::Exponential>},
    {"floor", 1, &direct<Op::Floor>},
    {"fract", 1, [](Builder& b, In in) { return fraction(b, in[0]); }},
    {"if", 3, &direct<Op::Choose>},
    {"log", 1, &direct<Op::Logarithm>},
    {"max", 2, &direct<Op::Most>},
    {"min", 2, &direct<Op::Least>},
    {"mix", 3, [](Builder& b, In in) { return mixed(b, in[0], in[1], in[2]); }},
    {"mod", 2, &direct<Op::Modulo>},
    {"pow", 2, [](Builder& b, In in) { return power(b, in[0], in[1]); }},
    {"round", 1,
     [](Builder& b, In in) { return b.apply(Op::Floor, b.apply(Op::Add, in[0], b.number(0.5f))); }},
    {"select", 3, &direct<Op::Choose>},
    {"sign", 1, [](Builder& b, In in) { return sign(b, in[0]); }},
    {"sin", 1, &direct<Op::Sine>},
    {"smoothstep", 3, [](Builder& b, In in) { return smoothStep(b, in[0], in[1], in[2]); }},
    {"sqrt", 1, &direct<Op::Root>},
    {"step", 2, [](Builder& b, In in) { return b.apply(Op::NotMore, in[0], in[1]); }},
    {"tan", 1,
     [](Builder& b, In in) {
         return b.apply(Op::Divide, b.apply(Op::Sine, in[0]), b.apply(Op::Cosine, in[0]));
     }},
};

using Numbers = std::vector<int>;

/// A function of numbers; vectors among the arguments count as their components.
struct Flat {
    const char* name;
    int least, most;
    FormulaValue (*apply)(Builder&, const Numbers&);
};

FormulaValue single(int step) {
    return {1, {step}};
}
int sumOfProducts(Builder& b, In first, In second, std::size_t count) {
    int sum = b.apply(Op::Multiply, first[0], second[0]);
    for (std::size_t i = 1; i < count; ++i)
        sum = b.apply(Op::Add, sum, b.apply(Op::Multiply, first[i], second[i]));
    return sum;
}
int lengthOf(Builder& b, const Numbers& in) {
    return b.apply(Op::Root, sumOfProducts(b, in.data(), in.data(), in.size()));
}
/// A pack of pixels shares what noise computes, so it must share the turn.
int turn(const Builder& b, int step) {
    if (!b.isUniform(step))
        throw FormulaReason{
            "The turn of noise must be the same for all pixels: of t, parameters and numbers."};
    return step;
}
/// x, y and, of what moves, a turn (0).
template <Op op>
FormulaValue field(Builder& b, const Numbers& in) {
    return single(b.apply(op, in[0], in[1], in.size() > 2 ? turn(b, in[2]) : b.number(0)));
}
/// x, y, octaves (5), gain (½), turn (0).
template <Op op>
FormulaValue fractal(Builder& b, const Numbers& in) {
    const auto at = [&](std::size_t i, float otherwise) {
        return i < in.size() ? in[i] : b.number(otherwise);
    };
    return single(b.apply(op, in[0], in[1], at(2, 5), at(3, 0.5f), turn(b, at(4, 0))));
}
template <int kSize>
FormulaValue vector(Builder&, const Numbers& in) {
    FormulaValue v{kSize, {}};
    for (std::size_t i = 0; i < kSize; ++i) v.parts[i] = in[in.size() == 1 ? 0 : i];
    return v;
}
/// Hue in turns, saturation, brightness.
FormulaValue fromHsv(Builder& b, const Numbers& in) {
    FormulaValue rgb{3, {}};
    constexpr float kShift[] = {5, 3, 1};
    for (std::size_t c = 0; c < 3; ++c) {
        const int moved = b.apply(Op::Add, b.apply(Op::Multiply, in[0], b.number(6)), b.number(kShift[c]));
        const int k = b.apply(Op::Modulo, moved, b.number(6));
        const int slope = b.apply(Op::Least, k, b.apply(Op::Subtract, b.number(4), k));
        const int part = clamped(b, slope, b.number(0), b.number(1));
        const int drop = b.apply(Op::Multiply, b.apply(Op::Multiply, in[2], in[1]), part);
        rgb.parts[c] = b.apply(Op::Subtract, in[2], drop);
    }
    return rgb;
}
/// The recipe's colours at t; or with four more colours a + b·cos(2π(c·t + d)) (I. Quilez).
FormulaValue palette(Builder& b, const Numbers& in) {
    if (in.size() == 1)
        return {3,
                {b.apply(Op::GradientRed, in[0]), b.apply(Op::GradientGreen, in[0]),
                 b.apply(Op::GradientBlue, in[0])}};
    if (in.size() != 13) throw FormulaReason{"palette takes t, or t and four vec3."};
    FormulaValue rgb{3, {}};
    for (std::size_t c = 0; c < 3; ++c) {
        const int turns = b.apply(Op::Add, b.apply(Op::Multiply, in[7 + c], in[0]), in[10 + c]);
        const int wave = b.apply(Op::Cosine, b.apply(Op::Multiply, turns, b.number(6.28318531f)));
        rgb.parts[c] = b.apply(Op::Add, in[1 + c], b.apply(Op::Multiply, in[4 + c], wave));
    }
    return rgb;
}
FormulaValue rotated(Builder& b, const Numbers& in) {
    const int c = b.apply(Op::Cosine, in[2]), s = b.apply(Op::Sine, in[2]);
    const auto times = [&](int v, int w) { return b.apply(Op::Multiply, v, w); };
    return {2,
            {b.apply(Op::Subtract, times(in[0], c), times(in[1], s)),
             b.apply(Op::Add, times(in[0], s), times(in[1], c))}};
}
FormulaValue normalized(Builder& b, const Numbers& in) {
    FormulaValue v{static_cast<int>(in.size()), {}};
    const int length = lengthOf(b, in);
    for (std::size_t i = 0; i < in.size(); ++i) v.parts[i] = b.apply(Op::Divide, in[i], length);
    return v;
}
/// Brightness of an sRGB colour, as BT.709 weighs its channels.
FormulaValue grey(Builder& b, const Numbers& in) {
    const int weights[] = {b.number(0.2126f), b.number(0.7152f), b.number(0.0722f)};
    return single(sumOfProducts(b, in.data(), weights, 3));
}
FormulaValue photo(Builder& b, const Numbers& in) {
    return {3,
            {b.apply(Op::PhotoRed, in[0], in[1]), b.apply(Op::PhotoGreen, in[0], in[1]),
             b.apply(Op::PhotoBlue, in[0], in[1])}};
}

constexpr Flat kFlat[] = {
    {"cells", 2, 3, &field<Op::Cell>},
    {"dist", 2, 2, &field<Op::Distance>},
    {"edges", 2, 3, &field<Op::Border>},
    {"fbm", 2, 5, &fractal<Op::Fbm>},
    {"float", 1, 1, [](Builder&, const Numbers& in) { return single(in[0]); }},
    {"grey", 3, 3, &grey},
    {"hash", 1, 3,
     [](Builder& b, const Numbers& in) {
         const auto at = [&](std::size_t i) { return i < in.size() ? in[i] : b.number(0); };
         return single(b.apply(Op::Hash, at(0), at(1), at(2)));
     }},
    {"hsv", 3, 3, &fromHsv},
    {"img", 2, 2, &photo},
    {"length", 1, 4, [](Builder& b, const Numbers& in) { return single(lengthOf(b, in)); }},
    {"mask", 2, 2, &field<Op::Mask>},
    {"noise", 2, 3, &field<Op::Noise>},
    {"normalize", 2, 4, &normalized},
    {"palette", 1, 13, &palette},
    {"rgb", 3, 3, &vector<3>},
    {"ridged", 2, 5, &fractal<Op::Ridged>},
    {"rot", 3, 3, &rotated},
    {"simplex", 2, 3, &field<Op::Simplex>},
    {"turbulence", 2, 5, &fractal<Op::Turbulence>},
    {"vec2", 1, 2, &vector<2>},
    {"vec3", 1, 3, &vector<3>},
    {"vec4", 1, 4, &vector<4>},
    {"voronoi", 2, 3, &field<Op::Nearest>},
    {"voronoi2", 2, 3, &field<Op::Second>},
};

template <typename Function, std::size_t count>
const Function* named(const Function (&table)[count], std::string_view name) {
    const auto* const found =
        std::find_if(table, table + count, [&](const Function& f) { return f.name == name; });
    return found == table + count ? nullptr : found;
}

std::string countText(int least, int most, const char* what) {
    std::string text = std::to_string(least);
    if (most != least) text += " to " + std::to_string(most);
    return text + " " + what + (most == 1 ? "" : "s");
}

/// The size of the vectors among the values; 1 where there are none.
int commonSize(const FormulaValue* values, std::size_t count) {
    int size = 1;
    for (std::size_t i = 0; i < count; ++i) {
        if (values[i].size == 1) continue;
        if (size != 1 && values[i].size != size)
            throw FormulaReason{"The sizes differ: " + typeText(size) + " and " + typeText(values[i].size) +
                                "."};
        size = values[i].size;
    }
    return size;
}
int partOf(const FormulaValue& value, int component) {
    return value.parts[value.size == 1 ? 0 : static_cast<std::size_t>(component)];
}

FormulaValue callMapped(Builder& builder, const Mapped& function,
                        const std::vector<FormulaValue>& arguments) {
    if (static_cast<int>(arguments.size()) != function.arguments)
        throw FormulaReason{std::string(function.name) + " takes " +
                            countText(function.arguments, function.arguments, "argument") + ", not " +
                            std::to_string(arguments.size()) + "."};
    FormulaValue result{commonSize(arguments.data(), arguments.size()), {}};
    for (int c = 0; c < result.size; ++c) {
        std::array<int, 3> in{};
        for (std::size_t i = 0; i < arguments.size(); ++i) in[i] = partOf(arguments[i], c);
        result.parts[static_cast<std::size_t>(c)] = function.apply(builder, in.data());
    }
    return result;
}

FormulaValue callFlat(Builder& builder, const Flat& function, const std::vector<FormulaValue>& arguments) {
    Numbers numbers;
    for (const FormulaValue& value : arguments)
        for (int c = 0; c < value.size; ++c) numbers.push_back(partOf(value, c));
    const int count = static_cast<int>(numbers.size());
    const bool vector = std::string_view(function.name).substr(0, 3) == "vec";
    if (count < function.least || count > function.most || (vector && count != 1 && count != function.most))
        throw FormulaReason{std::string(function.name) + " takes " +
                            (vector ? "1 or " + countText(function.most, function.most, "number")
                                    : countText(function.least, function.most, "number")) +
                            ", vectors counted as their components, not " + std::to_string(count) + "."};
    return function.apply(builder, numbers);
}

/// dot and distance: of two vectors of one size.
FormulaValue callPair(Builder& builder, std::string_view name, const std::vector<FormulaValue>& arguments) {
    if (arguments.size() != 2 || arguments[0].size != arguments[1].size)
        throw FormulaReason{std::string(name) + " takes 2 arguments of one size."};
    const auto size = static_cast<std::size_t>(arguments[0].size);
    if (name == "dot")
        return single(sumOfProducts(builder, arguments[0].parts.data(), arguments[1].parts.data(), size));
    const FormulaValue apart = applyToParts(builder, Op::Subtract, arguments[0], arguments[1]);
    return single(lengthOf(builder, Numbers(apart.parts.begin(), apart.parts.begin() + apart.size)));
}

}  // namespace

std::string typeText(int size) {
    return size == 1 ? "a float" : "a vec" + std::to_string(size);
}

FormulaValue applyToParts(Builder& builder, Op op, const FormulaValue& a, const FormulaValue& b) {
    const FormulaValue both[] = {a, b};
    FormulaValue result{commonSize(both, 2), {}};
    for (int c = 0; c < result.size; ++c)
        result.parts[static_cast<std::size_t>(c)] = builder.apply(op, partOf(a, c), partOf(b, c));
    return result;
}

std::vector<std::string_view> formulaFunctions() {
    std::vector<std::string_view> names{"distance", "dot"};
    for (const Mapped& function : kMapped) names.emplace_back(function.name);
    for (const Flat& function : kFlat) names.emplace_back(function.name);
    return names;
}

bool isFormulaFunction(std::string_view name) {
    return named(kMapped, name) != nullptr || named(kFlat, name) != nullptr || name == "dot" ||
           name == "distance";
}

FormulaValue callFormula(Builder& builder, std::string_view name,
                         const std::vector<FormulaValue>& arguments) {
    if (const Mapped* const function = named(kMapped, name)) return callMapped(builder, *function, arguments);
    if (const Flat* const function = named(kFlat, name)) return callFlat(builder, *function, arguments);
    return callPair(builder, name, arguments);
}

}  // namespace fretsaw
