// The language's page in resources/help: its examples are good formulas, and it names all that there is.
// How the page looks is the help window's business.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "core/generate/FormulaFunctions.h"
#include "core/generate/Generator.h"
#include "core/generate/Scene.h"

namespace fretsaw {
namespace {

std::string page() {
    std::ifstream file(FRETSAW_SOURCE_DIR "/resources/help/formulas.md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(FormulaHelp, ExamplesDraw) {
    const std::string text = page();
    Scene scene = makeScene({96, 72}, 3);
    const auto generator = makeCpuGenerator();
    generator->setDocument(std::make_shared<const DocumentPictures>(DocumentPictures{
        std::make_shared<const Image<Rgba8>>(std::move(scene.picture)), hostFrame(std::move(scene.truth))}));
    int examples = 0;
    for (std::size_t at = text.find("```\n"); at != std::string::npos; at = text.find("```\n", at)) {
        const std::size_t begin = at + 4, end = text.find("```\n", begin);
        ASSERT_NE(end, std::string::npos);
        const std::string formula = text.substr(begin, end - begin);
        try {
            const Image<Rgb32f> picture =
                *generator->render(PictureRecipe(parseFormula(formula)), {64, 48}, {0, 0, 64, 48});
            std::set<float> greens;
            for (int i = 0; i < 64 * 48; ++i) greens.insert(picture.data()[i].g);
            EXPECT_GT(greens.size(), 20u) << formula;
        } catch (const FormulaError& e) {
            ADD_FAILURE() << e.what() << "\n" << formula;
        }
        ++examples;
        at = end + 4;
    }
    EXPECT_EQ(examples, 7);
}

TEST(FormulaHelp, NamesEveryFunctionAndNoOther) {
    const std::string text = page();
    for (const std::string_view name : formulaFunctions()) {
        const std::string word(name);
        EXPECT_TRUE(text.find("`" + word + "(") != std::string::npos ||
                    text.find("`" + word + "`") != std::string::npos || word.substr(0, 3) == "vec" ||
                    word == "float")
            << word;
    }
    // In the tables of functions each name before a bracket is one.
    const std::size_t begin = text.find("## Functions"), end = text.find("## What cannot");
    for (std::size_t at = begin; (at = text.find('`', at)) < end;) {
        const std::size_t close = text.find('`', at + 1), bracket = text.find('(', at);
        const std::string name = text.substr(at + 1, std::min(bracket, close) - at - 1);
        EXPECT_TRUE(bracket > close || isFormulaFunction(name)) << name;
        at = close + 1;
    }
}

TEST(FormulaHelp, StatesTheLimits) {
    const std::string text = page();
    for (const int limit : {kMostFormulaSteps, kDeepestFormula, kMostFormulaNames, kMostFormulaSettings})
        EXPECT_NE(text.find(std::to_string(limit).append(" ")), std::string::npos) << limit;
    EXPECT_EQ(kLongestFormula, 20000);
    EXPECT_NE(text.find("20,000 bytes"), std::string::npos);
}

}  // namespace
}  // namespace fretsaw
