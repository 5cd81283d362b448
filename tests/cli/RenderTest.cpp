// fretsaw-cli render, generators and cut --background: files hold what the generator computes.
// The pictures themselves are tested in tests/generate.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/generate/Generator.h"
#include "core/io/PictureFile.h"
#include "tests/cli/CliFixture.h"
#include "tests/io/MadeFiles.h"

namespace fretsaw::test {
namespace {

Image<Rgb32f> rendered(const std::string& line, Size size) {
    return *makeCpuGenerator()->render(PictureRecipe::parse(line), size, Rect::of(size));
}

TEST_F(Cli, RenderWritesTheRecipesPictureAsEightBits) {
    const std::string line = "clouds/1 seed=7 cover=0.4";
    const ProcessResult result = cli({"render", "--recipe", line, "--size", "90x61", "-o", file("a.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find(line), std::string::npos);
    const io::Photo photo = io::load(file("a.png"));
    const Image<Rgb32f> expected = rendered(line, {90, 61});
    ASSERT_EQ(photo.size(), expected.size());
    for (int y = 0; y < 61; ++y)
        for (int x = 0; x < 90; ++x) ASSERT_EQ((*photo.srgb)(x, y), rgba8From(expected(x, y)));
}

TEST_F(Cli, RenderedFilesHoldTheirRecipe) {
    const std::string line = "perlin/1 seed=4294967295 scale=3.5";
    for (const char* name : {"a.png", "a.tif", "a.exr"}) {
        ASSERT_EQ(cli({"render", "--recipe", line, "--size", "40x30", "-o", file(name)}).exitCode, 0) << name;
        const Bytes bytes = readBytes(file(name));
        EXPECT_NE(std::string(bytes.begin(), bytes.end()).find(line), std::string::npos) << name;
    }
}

TEST_F(Cli, DeepFilesGiveTheSamePictureAsShallowOnes) {
    const Image<Rgb32f> expected = rendered("backdrop/1", {64, 48});
    const auto render = [&](const char* name, const std::vector<std::string>& more = {}) {
        std::vector<std::string> all{"render", "--generator", "backdrop", "--size",
                                     "64x48",  "-o",          file(name)};
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(cli(all).exitCode, 0);
        return io::load(file(name));
    };
    const io::Photo deep = render("d.png", {"--bits", "16"}), tiff = render("d.tiff"), exr = render("d.exr");
    ASSERT_TRUE(deep.source16 && tiff.source16 && exr.source16);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x) {
            const Rgb32f e = expected(x, y);
            const float values[] = {e.r, e.g, e.b};
            for (const io::Photo* photo : {&deep, &tiff, &exr}) {
                const Rgba16 p = (*photo->source16)(x, y);
                const std::uint16_t levels[] = {p.r, p.g, p.b};
                for (int c = 0; c < 3; ++c)
                    ASSERT_NEAR(levels[c], values[c] * 65535, photo == &deep ? 0.51 : 2.0) << x << ',' << y;
            }
        }
}

TEST_F(Cli, RawNumbersGoIntoFloatFilesUnlimited) {
    ASSERT_EQ(cli({"render", "--generator", "product", "--set", "auto=off", "--size", "1024x768", "-o",
                   file("p.tif"), "--json"})
                  .exitCode,
              0);
    // Loading limits to 1, so the file is looked at through its size and the smallest products.
    const io::Photo photo = io::load(file("p.tif"));
    EXPECT_EQ(photo.size(), (Size{1024, 768}));
    EXPECT_EQ((*photo.source16)(0, 500), (Rgba16{0, 0, 0}));
    EXPECT_EQ((*photo.source16)(1, 1), (Rgba16{65535, 65535, 65535}));
}

TEST_F(Cli, RenderOptionsChangeTheRecipe) {
    const auto recipe = [&](std::vector<std::string> more) {
        std::vector<std::string> all{"render", "--size", "24x16", "-o", file("a.png"), "--json"};
        all.insert(all.end(), more.begin(), more.end());
        return jsonOf(cli(all))["recipe"].get<std::string>();
    };
    EXPECT_EQ(recipe({"--generator", "fbm"}), "fbm/1 seed=1");
    EXPECT_EQ(recipe({"--generator", "fbm", "--seed", "9", "--set", "octaves=3", "--set", "basis=value"}),
              "fbm/1 seed=9 basis=value octaves=3");
    EXPECT_EQ(recipe({"--generator", "fbm", "--time", "2"}), "fbm/1 seed=1 evolution=0.25");
    EXPECT_EQ(recipe({"--recipe", "fbm/1 seed=5", "--tile"}), "fbm/1 seed=5 tile=on");
    std::ofstream(file("r.txt")) << "wood/1 seed=3 grain=0.5\r\nnothing of this\n";
    EXPECT_EQ(recipe({"--recipe", file("r.txt")}), "wood/1 seed=3 grain=0.5");
    const auto warned = jsonOf(cli({"render", "--generator", "fbm", "--set", "scale=7.3", "--tile", "--size",
                                    "64x64", "-o", file("a.png"), "--json"}));
    EXPECT_EQ(warned["warnings"].size(), 1u);
}

TEST_F(Cli, WrongRendersAreRefusedAndWriteNothing) {
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"--generator", "fbm", "--recipe", "fbm/1"},
        {"--generator", "nothing"},
        {"--recipe", "fbm/1 octaves=99"},
        {"--recipe", file("missing.txt")},
        {"--generator", "fbm", "--set", "octaves"},
        {"--generator", "fbm", "--set", "octaves=0"},
        {"--generator", "wood", "--tile"},
        {"--generator", "fbm", "--size", "0x4"},
        {"--generator", "fbm", "--bits", "12"},
        {"--generator", "fbm", "--seed", "4294967296"},
        {"--generator", "fbm", "--seed", "-1"},
        {"--generator", "fbm", "--size", "70000x4"},
        {"--generator", "fbm", "--threads", "0x2"},
    };
    for (const auto& arguments : wrong) {
        std::vector<std::string> all{"render", "-o", file("w.png")};
        all.insert(all.end(), arguments.begin(), arguments.end());
        EXPECT_EQ(cli(all).exitCode, 2) << testing::PrintToString(arguments);
    }
    EXPECT_EQ(cli({"render", "--generator", "fbm", "-o", file("w.jpg")}).exitCode, 2);
    EXPECT_NE(cli({"render", "--recipe", "fbm/1 octaves=99", "-o", file("w.png")}).err.find("Column 15"),
              std::string::npos);
    for (const char* name : {"w.tif", "w.exr"})
        EXPECT_EQ(cli({"render", "--generator", "fbm", "--bits", "8", "-o", file(name)}).exitCode, 2);
    EXPECT_NE(
        cli({"render", "--generator", "fbm", "--seed", "-1", "-o", file("w.png")}).err.find("4294967295"),
        std::string::npos);
    EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Cli, RenderSaysWhatComputes) {
    const auto render = [&](const char* backend) {
        return cli({"render", "--generator", "perlin", "--size", "64x48", "--backend", backend, "--json",
                    "-o", file(std::string(backend) + ".png")});
    };
    ASSERT_EQ(render("cpu").exitCode, 0);
    EXPECT_NE(render("cpu").out.find("\"backend\": \"cpu\""), std::string::npos);
    ASSERT_EQ(render("auto").exitCode, 0);
    EXPECT_EQ(readBytes(file("cpu.png")), readBytes(file("auto.png")));
    EXPECT_EQ(render("gpu").exitCode, 2);
    const ProcessResult cuda = render("cuda");  // where there is no GPU, the reason
    EXPECT_TRUE(cuda.exitCode == 0 || cuda.err.find("cannot be used") != std::string::npos) << cuda.err;
}

TEST_F(Cli, KernelsNeedATextAndWhatCanRunIt) {
    const auto render = [&](const std::string& kernel, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"render", "--kernel", kernel, "--size", "40x30", "-o", file("k.exr")};
        all.insert(all.end(), more.begin(), more.end());
        return cli(all);
    };
    const ProcessResult missing = render(file("missing.cu"));
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_NE(missing.err.find("missing.cu"), std::string::npos) << missing.err;
    std::ofstream(file("k.cu"))
        << "__global__ void generate_image(float* image, int width, int height) {\n  oops\n}\n";
    EXPECT_EQ(render(file("k.cu"), {"--generator", "perlin"}).exitCode, 2);
    const ProcessResult wrong = render(file("k.cu"));  // its line, or why nothing can be compiled or run here
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_TRUE(wrong.err.find("k.cu: Line 2") != std::string::npos ||
                wrong.err.find("NVRTC") != std::string::npos ||
                wrong.err.find("fretsaw-kernel") != std::string::npos)
        << wrong.err;
    EXPECT_FALSE(std::filesystem::exists(file("k.exr")));
}

TEST_F(Cli, AFullDiskLeavesNoPictureBehind) {
    ProcessOptions fullDisk;
    fullDisk.fileSizeLimit = 20'000;
    for (const char* name : {"full.png", "full.tif", "full.exr"}) {
        const ProcessResult result =
            cli({"render", "--generator", "film", "--size", "400x400", "-o", file(name)}, fullDisk);
        EXPECT_EQ(result.exitCode, 1) << name << ": " << result.err;
        EXPECT_NE(result.err, "") << name;
    }
    EXPECT_TRUE(folder_.names().empty());
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_F(Cli, LargePicturesAreMadeInPieces) {
    ProcessOptions little;  // the picture as floats is 768 MiB
    little.memoryLimit = 400L << 20;
    little.environment["FRETSAW_BACKEND"] = "cpu";
    const ProcessResult result =
        cli({"render", "--generator", "solid", "--size", "8192x8192", "-o", file("large.png")}, little);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(io::readInfo(file("large.png")).uprightSize, (Size{8192, 8192}));
}

TEST_F(Cli, WhereMemoryRunsOutThereIsAMessageAndNoFile) {
    ProcessOptions little;  // the simulation takes 256 MiB
    little.memoryLimit = 250L << 20;
    little.environment["FRETSAW_BACKEND"] = "cpu";
    const ProcessResult result = cli({"render", "--generator", "reaction", "--set", "cells=2048", "--set",
                                      "steps=1", "--size", "8192x2048", "-o", file("none.png")},
                                     little);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.err.find("memory"), std::string::npos) << result.err;
    EXPECT_TRUE(folder_.names().empty());
}
#endif

TEST_F(Cli, GeneratorsAreListedWithTheirParameters) {
    const auto json = jsonOf(cli({"generators", "--json"}));
    ASSERT_EQ(json["generators"].size(), generators().size());
    for (const auto& one : json["generators"]) {
        EXPECT_NO_THROW((void)PictureRecipe::parse(one["recipe"].get<std::string>()));
        EXPECT_NE(one["tiles"].get<bool>(), one["whyNotTiled"].get<std::string>().size() > 0);
        EXPECT_TRUE(one["parameters"].is_array());
    }
    const std::string text = cli({"generators"}).out;
    for (const GeneratorInfo& info : generators())
        EXPECT_NE(("\n" + text).find("\n" + info.key + "  "), std::string::npos);
}

TEST_F(Cli, WholeNumbersAreDecimal) {
    const auto recipe = [&](const char* seed) {
        return jsonOf(cli({"render", "--generator", "film", "--size", "8x8", "--seed", seed, "-o",
                           file("a.png"), "--json"}))["recipe"]
            .get<std::string>();
    };
    EXPECT_EQ(recipe("020"), "film/1 seed=20");
    EXPECT_EQ(recipe("0000000000000000000007"), "film/1 seed=7");
    EXPECT_EQ(jsonOf(cli({"cut", scene(), "--rect", box(), "--fill-holes", "020", "--mask", file("m.png"),
                          "--json"}))["fillHoles"],
              20);
}

TEST_F(Cli, NumbersInTheListOfGeneratorsAreWrittenOut) {
    const std::string text = cli({"generators"}).out;
    EXPECT_NE(text.find("-2147483648 … 2147483648"), std::string::npos);
    EXPECT_EQ(text.find("e+"), std::string::npos);
}

// The page of the editor's help is what the program writes, picture by picture.
TEST_F(Cli, TheGalleryShowsEveryGeneratorAsItIs) {
    ASSERT_EQ(cli({"generators", "--gallery", file("help")}).exitCode, 0);
    const auto text = [](const std::string& path) {
        const Bytes bytes = readBytes(path);
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string kept = FRETSAW_HELP, made = file("help");
    const std::string page = text(made + "/gallery.md");
    EXPECT_EQ(text(kept + "/gallery.md"), page) << "write it again: fretsaw-cli generators --gallery";
    for (const GeneratorInfo& info : generators()) {
        const PictureRecipe recipe(info);
        EXPECT_EQ(PictureRecipe::parse(recipe.text()), recipe);
        EXPECT_NE(page.find("\n    " + recipe.text() + "\n"), std::string::npos) << info.key;
        const std::string picture = "/gallery/" + info.key + ".png";
        const io::Photo here = io::load(made + picture), there = io::load(kept + picture);
        ASSERT_EQ(here.size(), there.size()) << info.key;
        for (int y = 0; y < here.size().height; ++y)
            ASSERT_TRUE(
                std::equal(here.srgb->row(y), here.srgb->row(y) + here.size().width, there.srgb->row(y)))
                << info.key;
    }
    EXPECT_EQ(cli({"generators", "--gallery", file("help"), "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"generators", "--gallery", made + "/gallery.md/below"}).exitCode, 1);
}

TEST_F(Cli, CutPutsTheObjectBeforeAGeneratedBackground) {
    const std::string photo = scene(), line = "bokeh/1 seed=4";
    const ProcessResult result = cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--background",
                                      line, "--composite", file("c.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    const io::Photo composite = io::load(file("c.png"));
    const Image<Rgb32f> background = rendered(line, {96, 72});
    ASSERT_EQ(composite.size(), (Size{96, 72}));
    for (int y = 0; y < 72; ++y)
        for (int x = 0; x < 96; ++x) {
            const Rgba8 expected =
                mask.pixels(x, y) != 0 ? scene_.picture(x, y) : rgba8From(background(x, y));
            ASSERT_EQ((*composite.srgb)(x, y), expected) << x << ',' << y;
        }
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--background", line}).exitCode, 2);
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--composite", file("d.png")}).exitCode, 2);
    EXPECT_EQ(
        cli({"cut", photo, "--rect", box(), "--background", "fog/1", "--composite", file("d.png")}).exitCode,
        2);
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--background", line, "--composite", photo}).exitCode, 2);
    EXPECT_FALSE(std::filesystem::exists(file("d.png")));
}

TEST_F(Cli, BackgroundsAreFittedScaledAndMoved) {
    const std::string photo = scene(), line = "perlin/1 seed=4";
    const auto composed = [&](std::vector<std::string> options) {
        std::vector<std::string> all{"cut",         photo,          "--rect", box(),         "--mask",
                                     file("m.png"), "--background", line,     "--composite", file("c.png")};
        all.insert(all.end(), options.begin(), options.end());
        const ProcessResult result = cli(all);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return io::load(file("c.png"));
    };
    // Tiles of 30 × 20 pixels, moved by a quarter of the photo: 24 columns and 18 rows.
    const io::Photo tiled =
        composed({"--background-fit", "tile", "--background-size", "30x20", "--background-offset", "25,-25"});
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    const Image<Rgb32f> tile = rendered(line, {30, 20});
    // A square is made to cover it, and twice that.
    const io::Photo covered =
        composed({"--background-fit", "cover", "--background-size", "50x50", "--background-scale", "2"});
    const Image<Rgb32f> square = rendered(line, {192, 192});
    for (int y = 0; y < 72; ++y)
        for (int x = 0; x < 96; ++x) {
            if (mask.pixels(x, y) != 0) continue;
            ASSERT_EQ((*tiled.srgb)(x, y), rgba8From(tile((x - 24 + 30) % 30, (y + 18) % 20)));
            ASSERT_EQ((*covered.srgb)(x, y), rgba8From(square(x + 48, y + 60)));
        }
    for (const auto& wrong : std::vector<std::vector<std::string>>{{"--background-fit", "fill"},
                                                                   {"--background-size", "0x5"},
                                                                   {"--background-scale", "0"},
                                                                   {"--background-offset", "1"},
                                                                   {"--background-offset", "101,0"},
                                                                   {"--background-offset", "nan,0"}}) {
        std::vector<std::string> all{"cut",          photo, "--rect",      box(),
                                     "--background", line,  "--composite", file("d.png")};
        all.insert(all.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(cli(all).exitCode, 2) << wrong[0];
    }
    // Too large a picture: an error, and not even the mask is written.
    std::filesystem::remove(file("m.png"));
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--background", line,
                   "--composite", file("d.png"), "--background-size", "60000x60000", "--background-fit",
                   "tile", "--background-scale", "2"})
                  .exitCode,
              1);
    EXPECT_FALSE(std::filesystem::exists(file("m.png")));
    EXPECT_FALSE(std::filesystem::exists(file("d.png")));
}

}  // namespace
}  // namespace fretsaw::test
