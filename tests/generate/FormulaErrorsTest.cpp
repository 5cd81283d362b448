// Formulas that are none: where the error is, the limits, and thousands of broken texts.
// What good formulas are worth is in FormulaTest.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/generate/Formula.h"
#include "core/generate/PictureRecipe.h"
#include "tests/common/FormulaTexts.h"

namespace fretsaw {
namespace {

struct Broken {
    std::string text;
    int line, column;
};

void expectErrorAt(const Broken& b) {
    try {
        (void)parseFormula(b.text);
        ADD_FAILURE() << "taken: " << b.text;
    } catch (const FormulaError& e) {
        EXPECT_EQ(e.line(), b.line) << b.text << ": " << e.what();
        EXPECT_EQ(e.column(), b.column) << b.text << ": " << e.what();
        EXPECT_FALSE(e.reason().empty());
    }
}

TEST(FormulaErrors, SayWhere) {
    const Broken broken[] = {
        {"", 1, 1},
        {"  \n ", 2, 2},
        {"1 +", 1, 4},
        {"1 + * 2", 1, 5},
        {"(1 + 2", 1, 7},
        {"1 + 2)", 1, 6},
        {"x y", 1, 3},
        {"nothing", 1, 1},
        {"1 + nothing(2)", 1, 5},
        {"sin", 1, 1},
        {"sin(1, 2)", 1, 1},
        {"1 +\n  sin()", 2, 3},
        {"noise(1)", 1, 1},
        {"noise(u, v, x)", 1, 1},
        {"fbm(u, v, 5, 0.5, py)", 1, 1},
        {"vec3(1, 2)", 1, 1},
        {"vec2(1, 2)", 1, 1},
        {"vec4(1)", 1, 1},
        {"vec2(1) + vec3(1)", 1, 9},
        {"vec2(1) < 1", 1, 9},
        {"!vec2(1)", 1, 1},
        {"vec2(1).z", 1, 9},
        {"vec2(1).q", 1, 9},
        {"vec2(1).xxxxx", 1, 9},
        {"x.x", 1, 3},
        {"vec2(1).", 1, 9},
        {"dot(vec2(1), 2)", 1, 1},
        {"a = 1; a", 1, 1},
        {"f = 1", 1, 6},
        {"f = 1;", 1, 7},
        {"f = ; f", 1, 5},
        {"sin = 1; 2", 1, 1},
        {"int f = 1; f", 1, 1},
        {"vec2 f = 1; f", 1, 1},
        {"evolution = 1; 2", 1, 1},
        {"1 ? 2", 1, 6},
        {"1 ? 2 : ", 1, 9},
        {"12abc", 1, 1},
        {"1..2", 1, 1},
        {"1e99", 1, 1},
        {"1 + #12345", 1, 5},
        {"x + /* y", 1, 5},
        {"x\n+\n\n  é", 4, 3},
        {"x $ y", 1, 3},
        {"x & y", 1, 3},
        {"x // caf\xe9", 1, 9},
        {"x\n// \xed\xa0\x80", 2, 4},
        {"x /* \x1b[2J */", 1, 6},
        {std::string("x // \0", 6), 1, 6},
        {"x = 1; 2", 1, 1},
        {"//@slider", 1, 10},
        {"//@knob f 0..1 = 0\nf", 1, 4},
        {"//@slider 1f 0..1 = 0\nf", 1, 11},
        {"//@slider f 0-1 = 0\nf", 1, 13},
        {"//@slider f 1..1 = 0\nf", 1, 13},
        {"//@slider f a..1 = 0\nf", 1, 13},
        {"//@slider f 0..1\nf", 1, 17},
        {"//@slider f 0..1 = 2\nf", 1, 20},
        {"//@slider f 0..1 = 0 0\nf", 1, 22},
        {"//@slider f 0..nan = 0\nf", 1, 16},
        {"//@int f 0..1.5 = 0\nf", 1, 13},
        {"//@bool f = 1\nf", 1, 13},
        {"//@colour f = red\nf", 1, 15},
        {"//@slider slider 0..1 = 0\n//@slider  slider 0..1 = 0\nslider", 2, 12},
        {"//@slider pi 0..1 = 0\npi", 1, 11},
        {"//@slider loop 0..1 = 0\nloop", 1, 11},
    };
    for (const Broken& b : broken) expectErrorAt(b);
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST(FormulaErrors, LimitsAreStated) {
    const auto reason = [](const std::string& text) {
        try {
            (void)parseFormula(text);
            return std::string("taken");
        } catch (const FormulaError& e) {
            return e.reason();
        }
    };
    EXPECT_EQ(reason(repeated(" ", kLongestFormula - 1) + "1"), "taken");
    EXPECT_NE(reason(repeated(" ", kLongestFormula) + "1").find("20000 bytes"), std::string::npos);
    for (const char* const open : {"(", "-", "sin(", "1?", "x^", "!", "vec2(1,"})
        EXPECT_NE(reason(repeated(open, 2500)).find("64 expressions"), std::string::npos) << open;
    EXPECT_EQ(reason(repeated("(", 30) + "1" + repeated(")", 30)), "taken");
    std::string many = "0";
    for (int i = 0; i < 2100; ++i) many += "+x*" + std::to_string(i);
    EXPECT_NE(reason(many).find("4096 operations"), std::string::npos);
    std::string names, settings;
    for (int i = 0; i < 300; ++i) names.append("n").append(std::to_string(i)).append("=1;");
    for (int i = 0; i < 40; ++i) settings.append("//@bool s").append(std::to_string(i)).append(" = on\n");
    EXPECT_NE(reason(names + "1").find("256 names"), std::string::npos);
    EXPECT_NE(reason(settings + "1").find("32 parameters"), std::string::npos);
}

/// Changes a text in a few places at random.
void damage(std::string& text, generate::Dice& dice) {
    constexpr char kAlphabet[] = "()*+-/^%<>=!&|?:;,.#@ \"\\\n0123456789exyuvpt\xc3\xff";
    for (int change = dice.below(4); change >= 0; --change) {
        const auto at = static_cast<std::size_t>(dice.below(static_cast<int>(text.size()) + 1));
        const auto from = static_cast<std::size_t>(dice.below(static_cast<int>(text.size()) + 1));
        switch (dice.below(4)) {
            case 0:
                text.insert(at, 1, kAlphabet[dice.below(sizeof kAlphabet - 1)]);
                break;
            case 1:
                text.erase(at, 1 + static_cast<std::size_t>(dice.below(9)));
                break;
            case 2:
                text.insert(at, text.substr(from, static_cast<std::size_t>(dice.below(30))));
                break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(dice.below(256));
        }
    }
}

TEST(FormulaErrors, BrokenTextsAreRefusedOrRead) {
    generate::Dice dice(20);
    int refused = 0;
    for (int i = 0; i < 6000; ++i) {
        std::string text = test::RandomFormula(dice).text(3);
        damage(text, dice);
        try {
            const auto formula = parseFormula(text);
            ASSERT_EQ(formula->text(), text);
            ASSERT_LE(formula->program().steps.size(), static_cast<std::size_t>(kMostFormulaSteps));
        } catch (const FormulaError& e) {
            ++refused;
            const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
            ASSERT_TRUE(e.line() >= 1 && e.line() <= lines) << text;
            ASSERT_TRUE(e.column() >= 1 && e.column() <= static_cast<int>(text.size()) + 1) << text;
        }
    }
    EXPECT_GT(refused, 3000);
    EXPECT_LT(refused, 5950) << "some changes do not matter";
}

TEST(FormulaErrors, NoiseIsNoFormula) {
    generate::Dice dice(21);
    for (int i = 0; i < 3000; ++i) {
        std::string text(static_cast<std::size_t>(dice.below(200)), ' ');
        for (char& c : text) c = static_cast<char>(dice.below(256));
        try {
            (void)parseFormula(text);
        } catch (const FormulaError&) {
        }
    }
}

TEST(FormulaErrors, OfARecipeHaveTheirColumnInTheLine) {
    const Broken broken[] = {
        {"formula/1 text=\"x + nothing\"", 1, 21},
        {"formula/1 text=\"x;\\n\\n nothing\"", 1, 24},
        {"formula/1 text=\"//@bool b = on\\n b + \\\"\"", 1, 38},
        {"formula/1 text=x", 1, 16},
        {"formula/1 text=\"x", 1, 18},
        {"formula/1 text=\"x\"y", 1, 16},
        {"formula/1 text=\"x\" text=\"x\"", 1, 20},
        {"formula/1 text=\"\\x\"", 1, 17},
        {"formula/1 text=\"x\" amp=1", 1, 20},
        {"formula/1 amp=2 text=\"//@slider amp 0..1 = 0\\namp\"", 1, 15},
        {"formula/1 text=\"//@colour c = #000000\\nc\" c=#12", 1, 45},
        {"perlin/1 text=\"x\"", 1, 10},
    };
    for (const Broken& b : broken) {
        try {
            (void)PictureRecipe::parse(b.text);
            ADD_FAILURE() << "taken: " << b.text;
        } catch (const RecipeError& e) {
            EXPECT_EQ(e.column(), b.column) << b.text << ": " << e.what();
        }
    }
}

TEST(FormulaRecipes, AreReadAsTheyAreWritten) {
    generate::Dice dice(22);
    for (int i = 0; i < 300; ++i) {
        PictureRecipe recipe(parseFormula(test::RandomFormula(dice).text(3) + " // \"\\n\\\\ \u00e9\t\r\n"));
        recipe.setSeed(static_cast<std::uint32_t>(dice.bits()));
        recipe.set("amp", static_cast<double>(dice.between(0, 1)));
        recipe.set("tint", static_cast<double>(dice.bits() & 0xffffff));
        recipe.set("flag", static_cast<double>(dice.below(2)));
        const std::string line = recipe.text();
        ASSERT_EQ(line.find('\n'), std::string::npos);
        const PictureRecipe again = PictureRecipe::parse(line);
        ASSERT_EQ(again, recipe) << line;
        ASSERT_EQ(again.text(), line);
    }
}

TEST(FormulaRecipes, KeepWhatAnotherTextStillDeclares) {
    PictureRecipe recipe = PictureRecipe::parse(
        "formula/1 seed=9 f=0.75 n=12 evolution=0.5 colours=#000000,#ff0000 "
        "text=\"//@slider f 0..1 = 0\\n//@int n 0..20 = 1\\nf * n\"");
    recipe.setFormula(parseFormula("//@slider f 0..1 = 0.5\n//@int n 0..10 = 2\n//@bool g = on\nf * n * g"));
    EXPECT_EQ(recipe.value("f"), 0.75f);
    EXPECT_EQ(recipe.value("n"), 2.0f) << "12 lies outside";
    EXPECT_EQ(recipe.value("g"), 1.0f);
    EXPECT_EQ(recipe.value("evolution"), 0.5f);
    EXPECT_EQ(recipe.seed(), 9u);
    EXPECT_EQ(recipe.colours().size(), 2u);
    const PictureRecipe before = recipe;
    EXPECT_THROW(recipe.set("text", "f +"), FormulaError);
    EXPECT_EQ(recipe, before);
    EXPECT_THROW(PictureRecipe::parse("perlin/1").setFormula(parseFormula("x")), InvalidArgument);
}

TEST(FormulaRecipes, LiveLongerThanWhatTheyWereMadeFrom) {
    std::optional<PictureRecipe> first(parseFormula("//@slider f 0..1 = 0.5\nf"));
    const PictureRecipe fresh(first->info());  // a formula's own info gives that formula
    const PictureRecipe copy = *first;
    first.reset();
    EXPECT_EQ(fresh, copy);
    EXPECT_EQ(fresh.info().parameters[0].key, "f");
    EXPECT_EQ(fresh.formula(), copy.formula());
}

}  // namespace
}  // namespace fretsaw
