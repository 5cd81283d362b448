// fretsaw-cli info, convert, scene, sample, devices and --version.
// Nothing else.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/CliFixture.h"

namespace fretsaw::test {
namespace {

TEST_F(Cli, VersionAndHelp) {
    const ProcessResult version = cli({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out, "fretsaw-cli " FRETSAW_VERSION "\n");
    double best = version.seconds;  // the machine may be busy: the best of some
    for (int i = 0; i < 4; ++i) best = std::min(best, cli({"--version"}).seconds);
    EXPECT_LT(best, 0.3);
    const ProcessResult help = cli({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    for (const char* command :
         {"cut", "info", "convert", "scene", "sample", "devices", "render", "generators"}) {
        EXPECT_NE(help.out.find(command), std::string::npos);
        EXPECT_EQ(cli({command, "--help"}).exitCode, 0) << command;
    }
}

TEST_F(Cli, InfoSaysWhatIsInAFile) {
    const std::string photo = scene();
    const auto json = jsonOf(cli({"info", photo, "--json"}));
    EXPECT_EQ(json["format"], "png");
    EXPECT_EQ(json["width"], 96);
    EXPECT_EQ(json["height"], 72);
    EXPECT_EQ(json["channels"], 3);
    EXPECT_EQ(json["bitsPerChannel"], 8);
    EXPECT_EQ(json["orientation"], 1);
    EXPECT_EQ(json["hasAlpha"], false);
    EXPECT_NE(cli({"info", photo}).out.find("96 × 72"), std::string::npos);
    const ProcessResult missing = cli({"info", file("missing.png"), "--json"});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_TRUE(jsonOf(missing).contains("error"));
}

TEST_F(Cli, ConvertWritesTheUprightPicture) {
    const std::string photo = scene();
    ASSERT_EQ(cli({"convert", photo, "-o", file("out.ppm")}).exitCode, 0);
    const Bytes ppm = readBytes(file("out.ppm"));
    const std::string head = "P6\n96 72\n255\n";
    ASSERT_EQ(ppm.size(), head.size() + 96 * 72 * 3);
    EXPECT_TRUE(std::equal(head.begin(), head.end(), ppm.begin()));
    EXPECT_EQ(ppm[head.size() + 2], scene_.picture(0, 0).b);
    EXPECT_EQ(ppm.back(), scene_.picture(95, 71).b);
    EXPECT_EQ(jsonOf(cli({"info", file("out.ppm"), "--json"}))["format"], "pnm") << "and it is read again";
    EXPECT_EQ(cli({"convert", photo, "-o", photo}).exitCode, 2);
    EXPECT_EQ(cli({"convert", photo, "-o", file("out.jpg")}).exitCode, 2);
    EXPECT_EQ(cli({"convert", file("no.png"), "-o", file("no.ppm")}).exitCode, 1);
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"out.ppm", "scene.png"}));
}

TEST_F(Cli, SceneIsTheSameForTheSameSeed) {
    ASSERT_EQ(cli({"scene", "--size", "96x72", "--seed", "3", "-o", file("a.png"), "--truth", file("t.png")})
                  .exitCode,
              0);
    (void)scene();
    const io::Photo picture = io::load(file("a.png"));
    ASSERT_EQ(picture.size(), (Size{96, 72}));
    EXPECT_TRUE(std::equal(picture.srgb->data(), picture.srgb->data() + 96 * 72, scene_.picture.data()));
    const io::GreyFile truth = io::loadGrey(file("t.png"));
    EXPECT_TRUE(std::equal(truth.pixels.data(), truth.pixels.data() + 96 * 72, scene_.truth.data()));
    const auto json = jsonOf(cli({"scene", "--size", "96x72", "--seed", "3", "-o", file("b.png"), "--json"}));
    EXPECT_EQ(json["box"], (nlohmann::json{scene_.box.x, scene_.box.y, scene_.box.width, scene_.box.height}));
    EXPECT_EQ(readBytes(file("a.png")), readBytes(file("b.png")));
    for (const char* size : {"96", "0x5", "96x72x3", "-96x72", "ax72", "96X72"}) {
        EXPECT_EQ(cli({"scene", "--size", size, "-o", file("c.png")}).exitCode, 2) << size;
    }
    EXPECT_EQ(cli({"scene", "--size", "4x4", "-o", file("c.png")}).exitCode, 1) << "too small for a scene";
    EXPECT_FALSE(std::filesystem::exists(file("c.png")));
}

TEST_F(Cli, SampleDoesTheWholeJob) {
    const std::string folder = file("a/sample");
    const ProcessResult result = cli({"sample", "--out", folder, "--size", "160x120", "--seed", "2"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto at = result.out.find("IoU against the scene's truth ");
    ASSERT_NE(at, std::string::npos) << result.out;
    EXPECT_GT(std::stod(result.out.substr(at + 30)), 0.6);
    for (const char* name : {"sample.png", "sample_mask.png", "sample_cutout.png", "sample_composite.png"}) {
        EXPECT_NE(result.out.find(name), std::string::npos);
        EXPECT_EQ(io::load(folder + "/" + name).size(), (Size{160, 120}));
    }
    const io::GreyFile mask = io::loadGrey(folder + "/sample_mask.png");
    const io::Photo picture = io::load(folder + "/sample.png"),
                    composite = io::load(folder + "/sample_composite.png");
    for (std::int64_t i = 0; i < mask.pixels.size().area(); ++i) {
        if (mask.pixels.data()[i] == 0) continue;
        ASSERT_EQ(composite.srgb->data()[i], picture.srgb->data()[i]);
    }
    EXPECT_FALSE(composite.hasAlpha);
}

TEST_F(Cli, DevicesNamesTheCpuAndAReasonForEach) {
    const auto json = jsonOf(cli({"devices", "--json"}));
    ASSERT_GE(json["devices"].size(), 2U);
    EXPECT_EQ(json["devices"][0]["kind"], "cpu");
    EXPECT_EQ(json["devices"][0]["usable"], true);
    for (const auto& device : json["devices"]) EXPECT_FALSE(device["reason"].get<std::string>().empty());
    EXPECT_NE(cli({"devices"}).out.find("cpu"), std::string::npos);
}

TEST_F(Cli, TheEnvironmentsWishIsAboutWhatComputes) {
    ProcessOptions nonsense;
    nonsense.environment = {{"FRETSAW_BACKEND", "nonsense"}};
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"devices"}, {"cut", scene(), "--rect", box(), "--json"}}) {
        const ProcessResult result = cli(command, nonsense);
        EXPECT_EQ(result.exitCode, 2) << command[0];
        EXPECT_NE(result.err.find("FRETSAW_BACKEND must be"), std::string::npos) << result.err;
    }
    EXPECT_EQ(cli({"info", scene()}, nonsense).exitCode, 0);
    EXPECT_EQ(cli({"cut", scene(), "--rect", box(), "--json", "--backend", "cpu"}, nonsense).exitCode, 0);

    ProcessOptions cuda;
    cuda.environment = {{"FRETSAW_BACKEND", "cuda"}};
    const auto devices = jsonOf(cli({"devices", "--json"}, cuda))["devices"];
    const bool cuts = cli({"cut", scene(), "--rect", box(), "--json"}, cuda).exitCode == 0;
    EXPECT_EQ(std::any_of(devices.begin(), devices.end(), [](const auto& d) { return d["used"] == true; }),
              cuts);
}

}  // namespace
}  // namespace fretsaw::test
