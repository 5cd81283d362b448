// fretsaw-cli cut: results, JSON, exit codes, and that nothing is written unless all went well.
// Nothing else.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "tests/cli/CliFixture.h"
#include "tests/common/TestData.h"
#include "tests/io/MadeFiles.h"

namespace fretsaw::test {
namespace {

std::string sha256sum(const std::string& path) {
    const ProcessResult result = run({"/usr/bin/sha256sum", path});
    return result.out.substr(0, 64);
}

double overlap(const Image<std::uint8_t>& a, const Image<std::uint8_t>& b) {
    std::int64_t both = 0, either = 0;
    for (std::int64_t i = 0; i < a.size().area(); ++i) {
        both += a.data()[i] != 0 && b.data()[i] != 0;
        either += a.data()[i] != 0 || b.data()[i] != 0;
    }
    return static_cast<double>(both) / static_cast<double>(either);
}

TEST_F(Cli, CutWritesMaskAndCutoutAndSaysAllInJson) {
    const std::string photo = scene();
    const ProcessResult result =
        cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--cutout", file("c.png"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto json = jsonOf(result);
    for (const char* key : {"width",         "height",
                            "backend",       "backendReason",
                            "start",         "model",
                            "seed",          "iterations",
                            "unitsPerNat",   "loadMs",
                            "modelMs",       "solveMs",
                            "totalMs",       "energy",
                            "flow",          "cut",
                            "certified",     "foregroundPixels",
                            "maskSha256",    "warnings",
                            "gamma",         "components",
                            "keepConnected", "fillHoles",
                            "dropIslands",   "localChangesOnly",
                            "cleanedPixels"}) {
        EXPECT_TRUE(json.contains(key)) << key;
    }
    EXPECT_EQ(json.size(), 27U);
    EXPECT_EQ(json["width"], 96);
    EXPECT_EQ(json["height"], 72);
    EXPECT_EQ(json["backend"], "cpu");
    EXPECT_FALSE(json["backendReason"].get<std::string>().empty());
    EXPECT_EQ(json["start"], "fretsaw");
    EXPECT_EQ(json["model"], "mixture");
    EXPECT_EQ(json["certified"], true);
    EXPECT_EQ(json["flow"], json["cut"]);
    EXPECT_TRUE(json["energy"].is_number_integer());
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    ASSERT_EQ(mask.pixels.size(), (Size{96, 72}));
    std::int64_t foreground = 0;
    for (std::int64_t i = 0; i < mask.pixels.size().area(); ++i) foreground += mask.pixels.data()[i] == 255;
    EXPECT_EQ(json["foregroundPixels"], foreground);
    EXPECT_GT(overlap(mask.pixels, scene_.truth), 0.6);
    // The hash is of the bytes of the mask, as another program computes it.
    writeBytes(file("bytes"), Bytes(mask.pixels.data(), mask.pixels.data() + mask.pixels.size().area()));
    EXPECT_EQ(json["maskSha256"], sha256sum(file("bytes")));
    const io::Photo cutout = io::load(file("c.png"));
    EXPECT_TRUE(cutout.hasAlpha);
    for (int y = 0; y < 72; ++y)
        for (int x = 0; x < 96; ++x) {
            const Rgba8 expected = mask.pixels(x, y) != 0 ? scene_.picture(x, y) : Rgba8{0, 0, 0, 0};
            ASSERT_EQ((*cutout.srgb)(x, y), expected);
        }
}

TEST_F(Cli, TheSameMaskEveryTimeAndOnEveryNumberOfThreads) {
    const std::string photo = scene();
    std::vector<std::string> hashes;
    for (const char* threads : {"1", "1", "2", "0"}) {
        const auto json = jsonOf(cli({"cut", photo, "--rect", box(), "--threads", threads, "--json"}));
        hashes.push_back(json["maskSha256"]);
    }
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), hashes[0]), 4);
    const auto opencv = [&](const char* seed) {
        return jsonOf(cli({"cut", photo, "--rect", box(), "--start", "opencv", "--seed", seed, "--json"}));
    };
    EXPECT_EQ(opencv("7")["maskSha256"], opencv("7")["maskSha256"]);
    EXPECT_EQ(opencv("7")["seed"], 7);
    EXPECT_EQ(opencv("7")["start"], "opencv");
}

TEST_F(Cli, RectanglesAreNormalisedAndClipped) {
    const std::string photo = scene();
    const Rect b = scene_.box;
    const auto hash = [&](const std::string& rect) {
        return jsonOf(cli({"cut", photo, "--rect", rect, "--json"}))["maskSha256"].get<std::string>();
    };
    EXPECT_EQ(hash(box()), hash(rectText({b.right(), b.bottom(), -b.width, -b.height})));
    EXPECT_EQ(hash(rectText({-50, -50, 50 + b.right(), 50 + b.bottom()})),
              hash(rectText({0, 0, b.right(), b.bottom()})));
    for (const char* empty : {"5,5,0,10", "200,200,10,10", "-20,-20,10,10"}) {
        const ProcessResult result = cli({"cut", photo, "--rect", empty, "--mask", file("m.png"), "--json"});
        EXPECT_EQ(result.exitCode, 1) << empty;
        EXPECT_TRUE(jsonOf(result).contains("error"));
        EXPECT_FALSE(std::filesystem::exists(file("m.png")));
    }
    for (const char* wrong :
         {"", "1,2,3", "1,2,3,4,5", "1,2,3,x", "1.5,2,3,4", "99999999999,1,1,1", " 1,2,3,4"}) {
        EXPECT_EQ(cli({"cut", photo, "--rect", wrong, "--json"}).exitCode, 2) << wrong;
    }
}

TEST_F(Cli, StrokesAndLabelsSteerTheCut) {
    const std::string photo = scene();
    std::ofstream(file("s.json")) << R"({"version":1,"strokes":[
        {"label":"background","widthPx":9,"points":[[)"
                                  << scene_.box.x + scene_.box.width / 2 << ","
                                  << scene_.box.y + scene_.box.height / 2 << R"(]]}]})";
    const ProcessResult result =
        cli({"cut", photo, "--rect", box(), "--strokes", file("s.json"), "--mask", file("m.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    EXPECT_EQ(mask.pixels(scene_.box.x + scene_.box.width / 2, scene_.box.y + scene_.box.height / 2), 0)
        << "a stroke inside the box outlives the box";
}

TEST_F(Cli, LabelFilesHoldOpenCvsCodes) {
    const std::string photo = scene();
    const Rect b = scene_.box;
    const auto labels = [&](const std::string& name, int background, int foreground) {
        Bytes codes;
        for (std::int64_t i = 0; i < scene_.truth.size().area(); ++i)
            codes.push_back(static_cast<std::uint8_t>(scene_.truth.data()[i] != 0 ? foreground : background));
        codes[0] = 1;  // sure foreground in a corner
        codes[static_cast<std::size_t>((b.y + b.height / 2) * 96 + b.x + b.width / 2)] =
            0;  // a hole in the middle
        const std::vector<TiffEntry> grey{{258, 3, {8}}, {259, 3, {1}}, {262, 3, {1}}, {277, 3, {1}}};
        writeBytes(file(name), tiff(96, 72, false, grey, codes));
        return file(name);
    };
    const ProcessResult result =
        cli({"cut", photo, "--labels", labels("l.tif", 2, 3), "--mask", file("m.png")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const io::GreyFile mask = io::loadGrey(file("m.png"));
    EXPECT_EQ(mask.pixels(0, 0), 255) << "sure labels are kept";
    EXPECT_EQ(mask.pixels(b.x + b.width / 2, b.y + b.height / 2), 0);
    EXPECT_GT(overlap(mask.pixels, scene_.truth), 0.6);
    // All sure: the mask is the labels.
    ASSERT_EQ(cli({"cut", photo, "--labels", labels("l.tif", 0, 1), "--mask", file("m.png")}).exitCode, 0);
    EXPECT_GT(overlap(io::loadGrey(file("m.png")).pixels, scene_.truth), 0.99);
    const ProcessResult wrong = cli({"cut", photo, "--labels", labels("l.tif", 0, 7), "--json"});
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_NE(jsonOf(wrong)["error"].get<std::string>().find("7"), std::string::npos);
}

TEST_F(Cli, StartMasksAreThresholdedCountedAndChecked) {
    const std::string photo = scene();
    io::saveMask(file("start.png"), scene_.truth.view());
    const ProcessResult result =
        cli({"cut", photo, "--start-mask", file("start.png"), "--mask", file("m.png"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto json = jsonOf(result);
    EXPECT_NE(json["warnings"].dump().find("foreground"), std::string::npos) << "the counts of each class";
    EXPECT_GT(overlap(io::loadGrey(file("m.png")).pixels, scene_.truth), 0.7);
    // A lossy mask of values near 0 and 255, as JPEG makes them.
    Image<Rgba8> lossy({96, 72});
    for (std::int64_t i = 0; i < lossy.size().area(); ++i) {
        const std::uint8_t v = scene_.truth.data()[i] != 0 ? 240 : 13;
        lossy.data()[i] = {v, v, v};
    }
    io::saveRgba(file("lossy.png"), lossy.view());
    EXPECT_EQ(jsonOf(cli({"cut", photo, "--start-mask", file("lossy.png"), "--json"}))["maskSha256"],
              json["maskSha256"]);
    // One class only, and a mask of another size.
    io::saveRgba(file("grey.png"), Image<Rgba8>({96, 72}, Rgba8{128, 128, 128}).view());
    io::saveRgba(file("black.png"), Image<Rgba8>({96, 72}).view());
    io::saveRgba(file("large.png"), Image<Rgba8>({97, 72}).view());
    for (const char* wrong : {"grey.png", "black.png", "large.png"}) {
        const ProcessResult refused = cli({"cut", photo, "--start-mask", file(wrong), "--json"});
        EXPECT_EQ(refused.exitCode, 1) << wrong;
        EXPECT_NE(jsonOf(refused)["error"].get<std::string>().find(wrong), std::string::npos);
    }
}

TEST_F(Cli, WrongUsageIsTwo) {
    const std::string photo = scene();
    const std::vector<std::vector<std::string>> wrong{
        {"cut", photo, "--json"},
        {"cut", photo, "--rect", "1,1,5,5"},
        {"cut", "--rect", "1,1,5,5", "--json"},
        {"cut", photo, "--rect", box(), "--mask", file("m.jpg")},
        {"cut", photo, "--rect", box(), "--mask", photo},
        {"cut", photo, "--rect", box(), "--mask", file("a.png"), "--cutout", file("a.png")},
        {"cut", photo, "--rect", box(), "--labels", photo, "--start-mask", photo, "--json"},
        {"cut", photo, "--rect", box(), "--json", "--iterations", "101"},
        {"cut", photo, "--rect", box(), "--json", "--iterations", "-1"},
        {"cut", photo, "--rect", box(), "--json", "--gamma", "1001"},
        {"cut", photo, "--rect", box(), "--json", "--components", "0"},
        {"cut", photo, "--rect", box(), "--json", "--components", "17"},
        {"cut", photo, "--rect", box(), "--json", "--seed", "-1"},
        {"cut", photo, "--rect", box(), "--json", "--threads", "-1"},
        {"cut", photo, "--rect", box(), "--json", "--start", "other"},
        {"cut", photo, "--rect", box(), "--json", "--model", "other"},
        {"cut", photo, "--rect", box(), "--json", "--backend", "abacus"},
        {"cut", photo, "--rect", box(), "--json", "--max-megapixels", "0"},
        {"cut", photo, "--rect", box(), "--json", "--max-megapixels", "nan"},
        {"cut", photo, "--rect", box(), "--json", "--gamma", "nan"},
        {"cut", photo, "--rect", box(), "--json", "--seed", "18446744073709551616"},
        {"cut", photo, "--rect", box(), "--json", "--start", "0"},
        {"cut", photo, "--rect", "-2147483648,0,10,10", "--json"},
        {"cut", photo, "--rect", "", "--strokes", photo, "--json"},
        {"cut", photo, "--rect", box(), "--json", "--mask", ""},
        {"cut", photo, "--rect", box(), "--json", "--unknown"},
        {"fly", photo},
        {}};
    for (const auto& arguments : wrong) {
        const ProcessResult result = cli(arguments);
        EXPECT_EQ(result.exitCode, 2) << ::testing::PrintToString(arguments) << result.err;
        EXPECT_FALSE(result.err.empty());
        const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
        if (json) {
            EXPECT_TRUE(jsonOf(result).contains("error"));
        } else {
            EXPECT_EQ(result.out, "");
        }
    }
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"scene.png"}));
}

TEST_F(Cli, OneFileUnderTwoNamesIsNoticed) {
    const std::string photo = scene();
    std::filesystem::create_symlink("m.png", file("link.png"));  // to a file that is not there yet
    std::filesystem::create_hard_link(photo, file("hard.png"));
    for (const char* same : {"./m.png", "link.png", "nowhere/../m.png"})
        EXPECT_EQ(
            cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--cutout", file(same)}).exitCode, 2)
            << same;
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--mask", file("hard.png")}).exitCode, 2);
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"hard.png", "link.png", "scene.png"}));
}

TEST_F(Cli, WrongNamesAreAnsweredWithTheRightOnes) {
    const std::string photo = scene();
    const ProcessResult start = cli({"cut", photo, "--rect", box(), "--json", "--start", "other"});
    EXPECT_NE(start.err.find("{fretsaw,opencv}"), std::string::npos) << start.err;
    EXPECT_NE(jsonOf(start)["error"].get<std::string>().find("opencv"), std::string::npos);
    const ProcessResult model = cli({"cut", photo, "--rect", box(), "--json", "--model", "other"});
    EXPECT_NE(model.err.find("{mixture,paper}"), std::string::npos) << model.err;
}

TEST_F(Cli, WhatCannotBePrintedIsAFailureAndMissingStreamsAreNone) {
    const std::string photo = scene();
    const auto shell = [&](const std::string& redirections) {
        return run({"/bin/sh", "-c", "exec \"$0\" \"$@\" " + redirections, FRETSAW_CLI, "cut", photo,
                    "--rect", box(), "--mask", file("m.png"), "--json"});
    };
    EXPECT_EQ(shell("> /dev/full").exitCode, 1);
    EXPECT_EQ(shell("<&- >&- 2>&-").exitCode, 0);
    EXPECT_EQ(io::loadGrey(file("m.png")).pixels.size(), (Size{96, 72}));
}

TEST_F(Cli, FailuresAreOneAndNothingIsWritten) {
    const std::string photo = scene();
    writeBytes(file("text.png"), {'h', 'i'});
    writeBytes(file("strokes.json"), {'{', '}'});
    const std::vector<std::vector<std::string>> failing{
        {file("missing.png"), "--rect", "1,1,5,5"},
        {file("text.png"), "--rect", "1,1,5,5"},
        {photo, "--rect", box(), "--strokes", file("strokes.json")},
        {photo, "--rect", box(), "--labels", photo},
        {photo, "--rect", box(), "--max-megapixels", "0.001"},
        {photo, "--rect", box(), "--backend", "cuda"}};
    for (const auto& arguments : failing) {
        std::vector<std::string> all{"cut", "--json", "--mask", file("m.png"), "--cutout", file("c.png")};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const ProcessResult result = cli(all);
        EXPECT_EQ(result.exitCode, 1) << ::testing::PrintToString(arguments);
        const auto json = jsonOf(result);
        EXPECT_EQ(json.size(), 1U);
        EXPECT_NE(result.err.find(json["error"].get<std::string>()), std::string::npos);
    }
    // Places that cannot be written are found before the solve.
    EXPECT_EQ(
        cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--cutout", file("text.png/c.png")})
            .exitCode,
        1);
    // A full disk.
    ProcessOptions fullDisk;
    fullDisk.fileSizeLimit = 50;
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--mask", file("m.png")}, fullDisk).exitCode, 1);
    fullDisk.fileSizeLimit = 1500;  // enough for the mask, not for the cut-out
    EXPECT_EQ(cli({"cut", photo, "--rect", box(), "--mask", file("m.png")}, fullDisk).exitCode, 0);
    std::filesystem::remove(file("m.png"));
    EXPECT_EQ(
        cli({"cut", photo, "--rect", box(), "--mask", file("m.png"), "--cutout", file("c.png")}, fullDisk)
            .exitCode,
        1);
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"scene.png", "strokes.json", "text.png"}));
}

TEST_F(Cli, StrokeFilesAreReadStrictlyAndMessagesSayWhere) {
    const std::string photo = scene();
    const std::pair<const char*, const char*> wrong[] = {
        {R"({"version":2,"strokes":[]})", "version"},
        {R"({"version":1})", "strokes"},
        {R"({"version":1,"strokes":[],"x":1})", "\"x\""},
        {R"({"version":1,"strokes":[{"label":"red","widthPx":5,"points":[[1,1]]}]})", "strokes[0].label"},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":0.5,"points":[[1,1]]}]})",
         "strokes[0].widthPx"},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":5,"points":[[1,1],[1]]}]})",
         "strokes[0].points[1]"},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":5,"points":[]}]})", "strokes[0].points"},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":5,"points":[[1,"2"]]}]})",
         "strokes[0].points[0]"},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":5,"points":[[1,2]],"w":1}]})", "\"w\""},
        {R"({"version":1,"strokes":[{"label":"none","widthPx":5,"points":[[1,1e999]]}]})", "JSON"},
        {R"({"version":1,"strokes":[)", "line 1"},
        {"", "empty"},
        {R"([1])", "object"}};
    for (const auto& [text, where] : wrong) {
        std::ofstream(file("s.json")) << text;
        const ProcessResult result =
            cli({"cut", photo, "--rect", box(), "--strokes", file("s.json"), "--json"});
        EXPECT_EQ(result.exitCode, 1) << text;
        EXPECT_NE(result.err.find(where), std::string::npos) << result.err;
    }
}

TEST_F(Cli, InterruptedIs130AndNothingIsWritten) {
    const Scene large = makeScene({1600, 1200}, 5);
    io::saveRgba(file("large.png"), large.picture.view());
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const char* stage : {"Reading", "Cutting"}) {
            ProcessOptions options;
            options.terminal = true;  // for the names of stages
            options.environment = {{"TERM", "xterm"}};
            options.signal = signal;
            options.signalAt = stage;
            const ProcessResult result = cli({"cut", file("large.png"), "--rect", rectText(large.box),
                                              "--mask", file("m.png"), "--cutout", file("c.png")},
                                             options);
            EXPECT_EQ(result.exitCode, 130) << signal << " at " << stage << ": " << result.err;
            EXPECT_NE(result.err.find("Interrupted"), std::string::npos);
        }
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"large.png"}));
}

TEST_F(Cli, TheProgressBarIsForTerminalsOnly) {
    const std::string photo = scene();
    const std::vector<std::string> arguments{"cut", photo, "--rect", box(), "--json"};
    EXPECT_EQ(cli(arguments).err, "");
    ProcessOptions terminal;
    terminal.terminal = true;
    terminal.environment = {{"TERM", "xterm"}, {"NO_COLOR", ""}};
    const ProcessResult coloured = cli(arguments, terminal);
    EXPECT_NE(coloured.err.find("Cutting"), std::string::npos);
    EXPECT_NE(coloured.err.find("\033[36m"), std::string::npos);
    (void)jsonOf(coloured);
    terminal.environment["NO_COLOR"] = "1";
    const ProcessResult plain = cli(arguments, terminal);
    EXPECT_NE(plain.err.find("Cutting"), std::string::npos);
    EXPECT_EQ(plain.err.find("\033[36m"), std::string::npos);
    terminal.environment["TERM"] = "dumb";
    EXPECT_EQ(cli(arguments, terminal).err, "");
}

TEST_F(Cli, NamesInAnyScript) {
    (void)scene();
    std::filesystem::create_directory(file("фото 画像"));
    const std::string photo = file("фото 画像/снимок é 100%s*.png"), mask = file("маска 画像.png");
    std::filesystem::rename(file("scene.png"), photo);
    const ProcessResult result = cli({"cut", photo, "--rect", box(), "--mask", mask});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(io::loadGrey(mask).pixels.size(), (Size{96, 72}));
    EXPECT_EQ(jsonOf(cli({"info", photo, "--json"}))["path"], photo);
    const std::string latin1 = file("b\xE9.png");  // a name that is not UTF-8 is no reason to fail
    std::filesystem::rename(photo, latin1);
    EXPECT_EQ(cli({"cut", latin1, "--rect", box(), "--json"}).exitCode, 0);
    EXPECT_TRUE(jsonOf(cli({"info", latin1, "--json"})).contains("path"));
}

TEST_F(Cli, AwkwardPicturesAreAnsweredNotFatal) {
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{16, 1}, Size{32, 32}}) {
        io::saveRgba(file("flat.png"), Image<Rgba8>(size, Rgba8{255, 255, 255}).view());
        const ProcessResult result = cli({"cut", file("flat.png"), "--rect", "0,0,1,1", "--json"});
        EXPECT_TRUE(result.exitCode == 0 || result.exitCode == 1) << result.exitCode;
        (void)jsonOf(result);
    }
}

TEST_F(Cli, ABoxThatIsTheWholePhoto) {
    const auto data = testData();
    if (!data) GTEST_SKIP() << "no test data: set FRETSAW_TEST_DATA";
    const auto photo = (*data / "grabcut/images/cross.jpg").string();
    const auto json = jsonOf(cli({"cut", photo, "--rect", "0,0,450,600", "--json"}));
    EXPECT_EQ(json["certified"], true);
    EXPECT_GT(json["foregroundPixels"], 0);
    EXPECT_LT(json["foregroundPixels"], 450 * 600);
    EXPECT_FALSE(json["warnings"].empty()) << "it says that the background was learnt from the border";
}

}  // namespace
}  // namespace fretsaw::test
