// fretsaw-cli with formulas: render --formula, errors with the line and a mark, backgrounds that see the cut.
// The language is tested in tests/generate.
#include <gtest/gtest.h>

#include <fstream>

#include "core/generate/Generator.h"
#include "core/io/PictureFile.h"
#include "tests/cli/CliFixture.h"

namespace fretsaw::test {
namespace {

TEST_F(Cli, RenderTakesAFormulaOrAFileWithIt) {
    const std::string formula = "//@slider amp 0..1 = 0.5\namp * x + t * y";
    std::ofstream(file("f.txt")) << formula;
    for (const std::string& given : {formula, file("f.txt")}) {
        const ProcessResult result = cli({"render", "--formula", given, "--set", "amp=0.75", "--time", "2",
                                          "--size", "50x30", "-o", file("a.png")});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        PictureRecipe recipe(parseFormula(formula));
        recipe.set("amp", 0.75);
        recipe = atTime(recipe, 2);
        EXPECT_NE(result.out.find(recipe.text()), std::string::npos) << "one line, to be pasted";
        const Image<Rgb32f> expected = *makeCpuGenerator()->render(recipe, {50, 30}, {0, 0, 50, 30});
        const io::Photo photo = io::load(file("a.png"));
        for (int y = 0; y < 30; ++y)
            for (int x = 0; x < 50; ++x) ASSERT_EQ((*photo.srgb)(x, y), rgba8From(expected(x, y)));
        ASSERT_EQ(cli({"render", "--recipe", recipe.text(), "--size", "50x30", "-o", file("b.png")}).exitCode,
                  0);
        EXPECT_EQ((*io::load(file("b.png")).srgb)(49, 29), (*photo.srgb)(49, 29));
    }
}

TEST_F(Cli, AWrongFormulaIsShownWithAMark) {
    const ProcessResult result =
        cli({"render", "--formula", "f = 1;\n\t\xc3\xa9 = f", "--size", "5x5", "-o", file("a.png")});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("Line 2, column 2: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("\n    \t\xc3\xa9 = f\n    \t^\n"), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(file("a.png")));
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"--formula", "x", "--set", "amp=1"},
          {"--formula", "x", "--tile"},
          {"--formula", "x", "--generator", "solid"},
          {"--generator", "formula", "--set", "text=x +"},
          {"--formula", ""}}) {
        std::vector<std::string> all{"render", "--size", "5x5", "-o", file("a.png")};
        all.insert(all.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(cli(all).exitCode, 2) << wrong.back();
    }
}

TEST_F(Cli, AFormulaWithoutThePhotoItReadsIsDrawnWithAWarning) {
    const ProcessResult result =
        cli({"render", "--formula", "mask(x, y)", "--size", "5x5", "--json", "-o", file("a.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(jsonOf(result)["warnings"].size(), 1u);
}

TEST_F(Cli, BackgroundsSeeTheCut) {
    const std::string photo = scene();
    const ProcessResult result = cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--background",
                                      "formula/1 text=\"vec3(mask(x, y), dist(x, y) * 5, img(x, y).g)\"",
                                      "--composite", file("c.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    const io::Photo composite = io::load(file("c.png"));
    int ground = 0;
    for (int y = 0; y < 72; ++y)
        for (int x = 0; x < 96; ++x) {
            if (mask.pixels(x, y) != 0) continue;
            const Rgba8 p = (*composite.srgb)(x, y);
            ASSERT_EQ(p.r, 0) << "outside of the object";
            ASSERT_GT(p.g, 0) << "some way from it";
            ASSERT_NEAR(p.b, scene_.picture(x, y).g, 1) << "the photo itself";
            ++ground;
        }
    EXPECT_GT(ground, 1000);
}

}  // namespace
}  // namespace fretsaw::test
