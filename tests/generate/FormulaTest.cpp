// The language: what expressions are worth, which types there are, what declarations declare.
// Errors are in FormulaErrorsTest.cpp, pictures in FormulaPictureTest.cpp.
#include "core/generate/Formula.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/generate/FormulaLexer.h"
#include "tests/generate/FormulaTools.h"

namespace fretsaw {
namespace {

using namespace test;

struct Example {
    const char* text;
    double value;
    double tolerance = 0;
};

TEST(Formula, ExpressionsHaveTheValuesOfMathematics) {
    const Example examples[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"7 - 2 - 1", 4},
        {"12 / 3 / 2", 2},
        {"2 ^ 3 ^ 2", 512, 1e-3},
        {"-2 ^ 2", -4},
        {"2 ^ -1", 0.5, 1e-6},
        {"-3 ^ 3", -27},
        {"pow(-2, 5)", -32, 1e-5},
        {"pow(-2, 6)", 64, 1e-5},
        {"pow(-2, 0.3)", 0},
        {"pow(0, 0)", 1},
        {"pow(0, -1)", 0},
        {"7 % 3", 1},
        {"-7 % 3", 2},
        {"7 % -3", -2},
        {"1 < 2", 1},
        {"2 <= 1", 0},
        {"2 > 1 && 1 >= 1", 1},
        {"!(1 == 1) || 0", 0},
        {"3 != 3", 0},
        {"!0.5", 0},
        {"1 || 0 && 0", 1},
        {"1 + 1 == 2 ? 5 : 6", 5},
        {"0 ? 1 : 0 ? 2 : 3", 3},
        {"if(1, 4, 5) + select(0, 4, 5)", 9},
        {"--1 + +1", 2},
        {".5 + 1.e0 + 2e-1", 1.7, 1e-6},
        {"abs(-3) + sign(-2) + sign(0) + sign(9)", 3},
        {"floor(-1.5) * 100 + ceil(-1.5) * 10 + round(2.5)", -207},
        {"fract(-0.25)", 0.75},
        {"mod(5.5, 2)", 1.5},
        {"floor(1e20) / 1e20", 1},
        {"min(3, 2) * 10 + max(3, 2)", 23},
        {"clamp(5, 0, 1) + clamp(-5, 0, 1)", 1},
        {"mix(2, 6, 0.25)", 3},
        {"step(2, 1) * 10 + step(2, 2)", 1},
        {"smoothstep(0, 2, 1)", 0.5},
        {"smoothstep(2, 0, 0.5)", 27.0 / 32, 1e-6},
        {"sqrt(9) + sqrt(-9)", 3},
        {"sin(1)", std::sin(1.0), 1e-6},
        {"cos(-20)", std::cos(-20.0), 1e-5},
        {"tan(0.7)", std::tan(0.7), 1e-5},
        {"atan(2)", std::atan(2.0), 1e-6},
        {"atan2(-1, -2)", std::atan2(-1.0, -2.0), 1e-6},
        {"exp(1.5)", std::exp(1.5), 1e-5},
        {"log(10)", std::log(10.0), 1e-6},
        {"pow(2.5, 1.7)", std::pow(2.5, 1.7), 1e-5},
        {"2.5 ^ 0.5", std::sqrt(2.5f)},
        {"length(3, 4) + length(vec3(2, 3, 6))", 12},
        {"dot(vec2(1, 2), vec2(3, 4))", 11},
        {"distance(vec2(1, 2), vec2(4, 6))", 5},
        {"normalize(3, 4).y", 0.8, 1e-6},
        {"normalize(vec2(0)).x", 0},
        {"rot(vec2(1, 0), pi / 2).y", 1, 1e-6},
        {"vec4(1, vec2(2, 3), 4).zyx.y", 2},
        {"vec3(7).b", 7},
        {"(vec2(1, 2) * vec2(3, 4) + 1).y", 9},
        {"(2 - vec2(1, 2)).xy.x", 1},
        {"max(vec2(1, 5), 3).x", 3},
        {"#ff0080.r + #ff0080.g", 1},
        {"hsv(1 / 3, 1, 1).g + hsv(0, 0, 0.5).b", 1.5, 1e-5},
        {"grey(1, 1, 1)", 1, 1e-6},
        {"palette(0.25, vec3(0.5), vec3(0.5), vec3(1), vec3(0)).x", 0.5, 1e-6},
        {"tau / pi", 2},
        {"p = vec2(1, 2); p = p * 2; float s = p.x + p.y; s", 6},
        {"// nothing\n1 /* + 5 */ + 1; // end", 2},
    };
    for (const Example& e : examples)
        EXPECT_NEAR(static_cast<double>(formulaValue(e.text)), e.value, e.tolerance) << e.text;
}

TEST(Formula, EveryOperationHasADefinedResult) {
    const Example examples[] = {
        {"1 / 0", 0},
        {"0 / 0", 0},
        {"5 % 0", 5},
        {"1e30 * 1e30", 3.40282347e38},
        {"-1e30 * 1e30", -3.40282347e38},
        {"1e30 * 1e30 - 1e30 * 1e30", 0},
        {"sqrt(1e30 * 1e30 - 1e30 * 1e30)", 0},
        {"exp(1000) > 1e38", 1},
        {"exp(-1000) < 1e-37", 1},
        {"log(0) < -80 && log(-5) == log(0)", 1},
        {"tan(1e30) * 0", 0},
        {"hash(1e30 * 1e30 - 1e30 * 1e30) == hash(0)", 1},
        {"hash(-0.0) == hash(0)", 1},
        {"abs(noise(1e38, -1e38)) <= 1", 1},
        {"abs(fbm(1e30 * 1e30 - 1e30 * 1e30, 0, 1e9, 1e9)) <= 1", 1},
        {"voronoi(-1e38, 1e38) < 2", 1},
        {"mask(1e38, 0) + dist(-1e38, 1e38)", 1},
        {"img(0.5, 0.5).r", 0.5},
    };
    for (const Example& e : examples) EXPECT_EQ(formulaValue(e.text), static_cast<float>(e.value)) << e.text;
}

TEST(Formula, VariablesAreWhereThePixelIs) {
    const Size size{40, 20};
    const auto at = [&](const char* text, int x, int y) { return rendered(rawFormula(text), size)(x, y).r; };
    EXPECT_FLOAT_EQ(at("x", 0, 0), 0.5f / 40);
    EXPECT_FLOAT_EQ(at("y", 0, 19), 19.5f / 20);
    EXPECT_FLOAT_EQ(at("u", 39, 0), 1.95f) << "2 along the wider side, less half a pixel";
    EXPECT_FLOAT_EQ(at("v", 0, 0), -0.95f);
    EXPECT_EQ(at("px * 100 + py", 31, 7), 3107.0f);
    EXPECT_EQ(at("w * 100 + h", 5, 5), 4020.0f);
    EXPECT_FLOAT_EQ(at("r", 30, 10), std::sqrt(1.05f * 1.05f + 0.05f * 0.05f));
    EXPECT_NEAR(at("a", 20, 0), std::atan2(-0.95, 0.05), 1e-6);
    PictureRecipe recipe = rawFormula("t + seed");
    recipe.setSeed(17);
    EXPECT_EQ(rendered(atTime(recipe, 2), size)(3, 3).r, 17.25f) << "a quarter of the loop of 8 s";
}

TEST(Formula, DeclarationsAreParameters) {
    const auto formula = parseFormula(
        "//@slider amp 0..2 = 0.5 \"Strength\"\n//@int count -3..12 = 4\n//@bool on_top = on\n"
        "//@color tint=#4080ff\nvec3(amp, count, on_top) + tint");
    const auto& all = formula->info().parameters;
    ASSERT_EQ(all.size(), 7u);
    using Type = Parameter::Type;
    const auto same = [](const Parameter& p, const char* key, const char* name, float low, float high,
                         float standard, Type type) {
        return p.key == key && p.name == name && p.low == low && p.high == high && p.standard == standard &&
               p.type == type;
    };
    EXPECT_TRUE(same(all[0], "amp", "Strength", 0, 2, 0.5f, Type::Real));
    EXPECT_TRUE(same(all[1], "count", "count", -3, 12, 4, Type::Whole));
    EXPECT_TRUE(same(all[2], "on_top", "on_top", 0, 1, 1, Type::Toggle));
    EXPECT_TRUE(same(all[3], "tint", "tint", 0, 0xffffff, 0x4080ff, Type::Colour));
    PictureRecipe recipe(formula);
    recipe.set("raw", 1.0);
    EXPECT_EQ(rendered(recipe, {1, 1})(0, 0), (Rgb32f{0.5f + 64.0f / 255, 4 + 128.0f / 255, 2}));
    recipe.set("tint", "#00ff00");
    recipe.set("count", -3.0);
    EXPECT_EQ(rendered(recipe, {1, 1})(0, 0), (Rgb32f{0.5f, -2, 1}));
}

TEST(Formula, NumbersGoThroughTheGradientAndColoursDoNot) {
    PictureRecipe number(parseFormula("x * 4 - 1"));
    number.setColours({{0, 0xff0000}, {1, 0x0000ff}});
    const Image<Rgb32f> picture = rendered(number, {8, 1});
    EXPECT_EQ(picture(0, 0), (Rgb32f{1, 0, 0})) << "below 0";
    EXPECT_EQ(picture(7, 0), (Rgb32f{0, 0, 1})) << "above 1";
    EXPECT_EQ(picture(2, 0), (Rgb32f{0.75f, 0, 0.25f}));
    PictureRecipe colour(parseFormula("vec3(-1, 0.25, 7)"));
    colour.setColours({{0, 0xff0000}, {1, 0x0000ff}});
    EXPECT_EQ(rendered(colour, {1, 1})(0, 0), (Rgb32f{0, 0.25f, 1}));
    EXPECT_FALSE(isRaw(colour));
    colour.set("raw", 1.0);
    EXPECT_TRUE(isRaw(colour));
    EXPECT_EQ(rendered(colour, {1, 1})(0, 0), (Rgb32f{-1, 0.25f, 7}));
}

TEST(Formula, ProgramsHoldNothingNeedless) {
    const FormulaProgram one = parseFormula("unused = sin(x * y); 2 * 3 + 1")->program();
    EXPECT_EQ(one.steps.size(), 1u) << "a constant";
    const FormulaProgram product = parseFormula("sqrt(px * py)")->program();
    EXPECT_EQ(product.steps.size(), 4u);
    EXPECT_EQ(product.uniforms, 0);
    EXPECT_EQ(product.rows, 1) << "py";
    const FormulaProgram shared = parseFormula("sin(u) + sin(u) * cos(t * 2)")->program();
    int sines = 0;
    for (const FormulaStep& step : shared.steps) sines += step.op == pixel::FormulaOp::Sine ? 1 : 0;
    EXPECT_EQ(sines, 1);
    for (std::size_t i = 0; i < shared.steps.size(); ++i)
        for (int k = 0; k < pixel::operandsOf(shared.steps[i].op); ++k)
            EXPECT_LT(shared.steps[i].from[static_cast<std::size_t>(k)], static_cast<int>(i));
    EXPECT_TRUE(parseFormula("img(x, y) * mask(x, y)")->program().readsPhoto);
    EXPECT_FALSE(parseFormula("unused = dist(x, y); x")->program().readsDistance);
}

TEST(Formula, WordsCoverTheWholeText) {
    const std::string text = "//@slider a1 0..1 = 0\n  f = a1*2.5e1 ; /* two\nlines */ #a0b1c2 + f >= é\n";
    std::size_t end = 0;
    int comments = 0, unknown = 0;
    for (const FormulaToken& token : formulaTokens(text)) {
        const std::size_t begin = static_cast<std::size_t>(token.text.data() - text.data());
        if (token.kind == FormulaToken::Kind::End) break;
        EXPECT_EQ(text.find_first_not_of(" \t\r\n", end), begin);
        end = begin + token.text.size();
        comments += token.kind == FormulaToken::Kind::Comment ? 1 : 0;
        unknown += token.kind == FormulaToken::Kind::Unknown ? 1 : 0;
    }
    EXPECT_EQ(text.find_first_not_of(" \t\r\n", end), std::string::npos);
    EXPECT_EQ(comments, 1);
    EXPECT_EQ(unknown, 1) << "é, both of its bytes";
}

}  // namespace
}  // namespace fretsaw
