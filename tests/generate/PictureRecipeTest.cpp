// Recipes: what is written can be read, what is wrong is refused at the right column, the table is sound.
// Pictures are in GeneratorTest.cpp.
#include "core/generate/PictureRecipe.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "core/generate/Noise.h"

namespace fretsaw {
namespace {

using generate::Dice;
using Type = Parameter::Type;

bool withinRanges(const PictureRecipe& recipe) {
    for (std::size_t i = 0; i < recipe.info().parameters.size(); ++i) {
        const Parameter& p = recipe.info().parameters[i];
        const float v = recipe.valueAt(static_cast<int>(i));
        if (!(v >= p.low && v <= p.high)) return false;
        if (p.type != Type::Real && v != static_cast<float>(static_cast<int>(v))) return false;
    }
    return !recipe.colours().empty();
}

/// Any values of any generator.
PictureRecipe randomRecipe(Dice& dice) {
    const auto all = generators();
    PictureRecipe recipe(all[static_cast<std::size_t>(dice.below(static_cast<int>(all.size())))]);
    recipe.setSeed(static_cast<std::uint32_t>(dice.bits()));
    for (const Parameter& p : recipe.info().parameters) {
        if (dice.below(3) == 0) continue;
        const float v = dice.between(p.low, p.high);
        recipe.set(p.key,
                   static_cast<double>(p.type == Type::Real ? v : static_cast<float>(static_cast<int>(v))));
    }
    if (dice.below(2) == 0) {
        std::vector<ColourStop> stops(static_cast<std::size_t>(1 + dice.below(8)));
        float position = 0;
        for (ColourStop& stop : stops) {
            stop = {position, static_cast<std::uint32_t>(dice.bits() & 0xffffff)};
            position = dice.between(position, 1);
        }
        recipe.setColours(std::move(stops));
    }
    return recipe;
}

TEST(Generators, TheTableIsSound) {
    std::set<std::string> keys;
    std::set<int> kinds;
    for (const GeneratorInfo& info : generators()) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key;
        EXPECT_TRUE(kinds.insert(static_cast<int>(info.kind)).second) << info.key;
        EXPECT_EQ(generatorNamed(info.key), &info);
        EXPECT_FALSE(info.name.empty() || info.about.empty());
        EXPECT_EQ(info.has("tile"), info.whyNotTiled.empty()) << info.key << ": a reason, or the parameter";
        EXPECT_TRUE(withinRanges(PictureRecipe(info))) << info.key;
        std::set<std::string> own{"seed", "colours"};
        for (const Parameter& p : info.parameters) {
            EXPECT_TRUE(own.insert(p.key).second) << info.key << " " << p.key;
            EXPECT_LT(p.low, p.high) << info.key << " " << p.key;
            EXPECT_FALSE(p.name.empty());
            EXPECT_EQ(p.key.find_first_of(" =/"), std::string::npos);
        }
    }
    EXPECT_EQ(kinds.size(), static_cast<std::size_t>(pixel::kKinds) + 1) << "those of shade(), and formulas";
}

TEST(Recipes, AreReadAsTheyAreWritten) {
    Dice dice(5);
    for (int i = 0; i < 3000; ++i) {
        const PictureRecipe recipe = randomRecipe(dice);
        const std::string text = recipe.text();
        ASSERT_EQ(text.find('\n'), std::string::npos);
        const PictureRecipe again = PictureRecipe::parse(text);
        ASSERT_EQ(again, recipe) << text;
        ASSERT_EQ(again.text(), text);
    }
}

TEST(Recipes, WithoutParametersAreTheDefaults) {
    for (const GeneratorInfo& info : generators()) {
        const std::string head = info.key + "/" + std::to_string(info.version);
        EXPECT_EQ(PictureRecipe::parse(head), PictureRecipe(info));
        EXPECT_EQ(PictureRecipe::parse("  " + head + "   seed=1  "), PictureRecipe(info));
    }
    const PictureRecipe recipe =
        PictureRecipe::parse("stripes/2 shape=saw seed=4294967295 tile=on colours=#FF0000,#00ff00");
    EXPECT_EQ(recipe.seed(), 4294967295u);
    EXPECT_EQ(recipe.value("shape"), 2.0f);
    EXPECT_TRUE(recipe.tiles());
    EXPECT_EQ(recipe.colours(), (std::vector<ColourStop>{{0, 0xff0000}, {1, 0x00ff00}}));
}

struct Broken {
    const char* line;
    int column;
};

TEST(Recipes, ErrorsSayWhere) {
    const Broken broken[] = {
        {"", 1},
        {"   ", 4},
        {"parlin/1", 1},
        {"perlin", 7},
        {"perlin/2", 8},
        {"perlin/", 8},
        {"perlin/x", 8},
        {"perlin/1x", 9},
        {"perlin/1 scale", 10},
        {"perlin/1 scale=", 16},
        {"perlin/1 scale=a", 16},
        {"perlin/1 scale=4x", 17},
        {"perlin/1 scale=4,5", 17},
        {"perlin/1 scale=nan", 16},
        {"perlin/1 scale=inf", 16},
        {"perlin/1 scale=1e99", 16},
        {"perlin/1 scale=-1", 16},
        {"perlin/1 scale=5 scale=5", 18},
        {"perlin/1 size=5", 10},
        {"perlin/1 =5", 10},
        {"perlin/1 seed=-1", 15},
        {"perlin/1 seed=4294967296", 15},
        {"perlin/1 seed=1.5", 16},
        {"perlin/1 tile=yes", 15},
        {"fbm/1 octaves=2.5", 16},
        {"fbm/1 octaves=13", 15},
        {"fbm/1 basis=worley", 13},
        {"wood/1 tile=on", 8},
        {"perlin/1 colours=", 18},
        {"perlin/1 colours=red", 18},
        {"perlin/1 colours=#12345", 18},
        {"perlin/1 colours=#12345g", 18},
        {"perlin/1 colours=#000000,,", 26},
        {"perlin/1 colours=#000000@0,#ffffff@2", 36},
        {"perlin/1 colours=#000000@0.5,#ffffff@0.2", 38},
        {"perlin/1 colours=#000000@0,#ffffff", 18},
        {"perlin/1 colours=#1,", 18},
        {"perlin/1\tseed=1", 9},
        {"perlin/1 seed=1\n", 16},
    };
    for (const Broken& b : broken) {
        try {
            (void)PictureRecipe::parse(b.line);
            ADD_FAILURE() << "taken: " << b.line;
        } catch (const RecipeError& e) {
            EXPECT_EQ(e.column(), b.column) << b.line << ": " << e.what();
            EXPECT_FALSE(e.reason().empty());
        }
    }
}

TEST(Recipes, BrokenOnesNeverPassOutsideTheRanges) {
    constexpr char kAlphabet[] = "abelnoprstx/=#@,.-+ 0123456789e\t\xff";
    Dice dice(11);
    int refused = 0;
    for (int i = 0; i < 6000; ++i) {
        std::string line = randomRecipe(dice).text();
        for (int change = dice.below(4); change >= 0; --change) {
            const auto at = static_cast<std::size_t>(dice.below(static_cast<int>(line.size())));
            const char c = kAlphabet[dice.below(sizeof kAlphabet - 1)];
            switch (dice.below(4)) {
                case 0:
                    line[at] = c;
                    break;
                case 1:
                    line.insert(at, 1, c);
                    break;
                case 2:
                    line.erase(at, 1 + static_cast<std::size_t>(dice.below(3)));
                    break;
                default:
                    line.insert(at, line.substr(at / 2, 12));
            }
            if (line.empty()) line.push_back(' ');
        }
        try {
            const PictureRecipe recipe = PictureRecipe::parse(line);
            ASSERT_TRUE(withinRanges(recipe)) << line;
            ASSERT_EQ(PictureRecipe::parse(recipe.text()), recipe) << line;
        } catch (const RecipeError& e) {
            ++refused;
            ASSERT_GE(e.column(), 1) << line;
            ASSERT_LE(e.column(), static_cast<int>(line.size()) + 1) << line;
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST(Recipes, NumbersOutsideTheirRangeAreRefused) {
    PictureRecipe recipe(*generatorNamed("fbm"));
    for (const double wrong : {-1.0, 0.0, 2000.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW(recipe.set("scale", wrong), InvalidArgument) << wrong;
    EXPECT_THROW(recipe.set("octaves", 2.5), InvalidArgument);
    EXPECT_THROW(recipe.set("nothing", 1.0), InvalidArgument);
    EXPECT_THROW(recipe.setColours({}), InvalidArgument);
    EXPECT_THROW(recipe.setColours({{0.5f, 0}, {0.2f, 0}}), InvalidArgument);
    EXPECT_EQ(recipe, PictureRecipe(*generatorNamed("fbm"))) << "a refused value changes nothing";
}

TEST(Recipes, TimeGoesRoundInTheLoop) {
    const PictureRecipe recipe = PictureRecipe::parse("perlin/1 evolution=0.75 loop=4");
    EXPECT_FLOAT_EQ(atTime(recipe, 1).value("evolution"), 0.0f);
    EXPECT_FLOAT_EQ(atTime(recipe, 2).value("evolution"), 0.25f);
    EXPECT_FLOAT_EQ(atTime(recipe, 400).value("evolution"), 0.75f);
    EXPECT_FLOAT_EQ(atTime(recipe, -1).value("evolution"), 0.5f);
    const PictureRecipe still(*generatorNamed("checker"));
    EXPECT_EQ(atTime(still, 3), still);
}

}  // namespace
}  // namespace fretsaw
