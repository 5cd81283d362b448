// fretsaw-cli cut with the options of clean-up and local changes: masks, JSON, text, usage.
// The rules are held against their definition; their corner cases are tests/cpu's.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/segment/Stroke.h"
#include "tests/cli/CliFixture.h"
#include "tests/segment/CleanUpOracle.h"

namespace fretsaw::test {
namespace {

class CleanUpCli : public Cli {
protected:
    CleanUpCli() : photo_(scene()) {
        const Rect b = scene_.box;
        const PointF middle{b.x + b.width / 2.0, b.y + b.height / 2.0};
        // Specks of the ground in the object, and of the object beside it.
        const Rgba8 object = scene_.picture(b.x + b.width / 2, b.y + b.height / 2),
                    ground = scene_.picture(1, 1);
        std::mt19937 random(1);
        for (int i = 0; i < 60; ++i) {
            const int x = b.x + static_cast<int>(random() % static_cast<unsigned>(b.width - 3)),
                      y = b.y + static_cast<int>(random() % static_cast<unsigned>(b.height));
            for (int k = 0; k < 1 + i % 3; ++k)
                scene_.picture(x + k, y) = scene_.truth(x, y) != 0 ? ground : object;
        }
        io::saveRgba(photo_, scene_.picture.view());
        foreground_ = {Label::SureForeground, 5, {middle, {middle.x + 5, middle.y}}};
        background_ = {Label::SureBackground, 5, {{middle.x - 9, middle.y - 9}, {middle.x, middle.y - 12}}};
    }

    std::string strokesFile(const std::vector<Stroke>& strokes) {
        auto json = nlohmann::json{{"version", 1}, {"strokes", nlohmann::json::array()}};
        for (const Stroke& stroke : strokes) {
            auto points = nlohmann::json::array();
            for (const PointF p : stroke.points) points.push_back({p.x, p.y});
            const char* label = stroke.label == Label::SureForeground ? "foreground" : "background";
            json["strokes"].push_back({{"label", label}, {"widthPx", stroke.widthPx}, {"points", points}});
        }
        std::ofstream(file("strokes.json")) << json;
        return file("strokes.json");
    }
    /// Cuts with little weight on edges, so that masks are ragged.
    nlohmann::json cut(std::vector<std::string> more) {
        std::vector<std::string> arguments{"cut", photo_,   "--rect",      box(),   "--gamma",
                                           "0.5", "--mask", file("m.png"), "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProcessResult result = cli(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        mask_ = io::loadGrey(file("m.png")).pixels;
        return jsonOf(result);
    }
    /// As they count.
    Image<Label> labels(const std::vector<Stroke>& strokes) {
        Image<Label> all(scene_.picture.size(), Label::None);
        for (const Stroke& stroke : strokes) paintStroke(all.view(), stroke);
        for (int y = 0; y < all.height(); ++y)
            for (int x = 0; x < all.width(); ++x)
                if (all(x, y) == Label::None && !scene_.box.contains(x, y)) all(x, y) = Label::SureBackground;
        return all;
    }

    std::string photo_;
    Stroke foreground_, background_;
    MaskImage mask_;
};

TEST_F(CleanUpCli, FollowsTheRulesAndSaysWhatItDid) {
    const std::vector<Stroke> strokes{foreground_, background_};
    const std::string file = strokesFile(strokes);
    const auto plain = cut({"--strokes", file});
    EXPECT_EQ(plain["cleanedPixels"], 0);
    EXPECT_EQ(plain["keepConnected"], false);
    EXPECT_EQ(plain["fillHoles"], 0);
    EXPECT_EQ(plain["dropIslands"], 0);
    const MaskImage before = mask_.clone();
    const std::vector<std::pair<CleanUp, std::vector<std::string>>> cases{
        {{true, 0, 0}, {"--keep-connected"}},
        {{false, 12, 0}, {"--fill-holes", "12"}},
        {{false, 0, 7}, {"--drop-islands", "7"}},
        {{true, 1000000000, 3}, {"--keep-connected", "--fill-holes", "1000000000", "--drop-islands", "3"}}};
    for (const auto& [rules, options] : cases) {
        std::vector<std::string> arguments{"--strokes", file};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto json = cut(arguments);
        const MaskImage expected = cleanedByDefinition(before.view(), labels(strokes).view(), rules);
        EXPECT_TRUE(samePixels(mask_.view(), expected.view())) << options[0];
        EXPECT_EQ(json["keepConnected"], rules.keepConnected);
        EXPECT_EQ(json["fillHoles"], rules.fillHolesPx);
        EXPECT_EQ(json["dropIslands"], rules.dropIslandsPx);
        EXPECT_GT(json["cleanedPixels"], 0) << "nothing is tried";
        std::int64_t cleaned = 0;
        for (std::int64_t i = 0; i < before.size().area(); ++i)
            cleaned += expected.data()[i] != before.data()[i];
        EXPECT_EQ(json["cleanedPixels"], cleaned);
        EXPECT_EQ(json["energy"], plain["energy"]) << "the cut is the same";
        EXPECT_EQ(json["certified"], true);
    }
    const ProcessResult text = cli({"cut", photo_, "--rect", box(), "--gamma", "0.5", "--drop-islands", "7",
                                    "--mask", this->file("t.png")});
    EXPECT_NE(text.out.find("Clean-up changed"), std::string::npos) << text.out;
}

TEST_F(CleanUpCli, LocalChangesHangTogetherWithTheStrokes) {
    cut({});
    const MaskImage before = mask_.clone();
    const std::string strokes = strokesFile({background_});
    const Image<Label> painted = labels({background_});
    /// Places that changed; those without a pixel of the stroke in or beside them.
    const auto changes = [&] {
        MaskImage differs(before.size());
        for (std::int64_t i = 0; i < before.size().area(); ++i)
            differs.data()[i] = before.data()[i] != mask_.data()[i] ? 255 : 0;
        const auto places = floodParts(differs, painted.view(), 255);
        const auto isAway = [&](const FloodedPart& place) {
            return std::none_of(place.pixels.begin(), place.pixels.end(), [&](std::pair<int, int> at) {
                for (int y = at.second - 1; y <= at.second + 1; ++y)
                    for (int x = at.first - 1; x <= at.first + 1; ++x)
                        if (scene_.box.contains(x, y) && painted(x, y) == Label::SureBackground) return true;
                return false;
            });
        };
        return std::pair{places.size(),
                         static_cast<std::size_t>(std::count_if(places.begin(), places.end(), isAway))};
    };
    EXPECT_EQ(cut({"--strokes", strokes})["localChangesOnly"], false);
    EXPECT_GT(changes().second, 0U) << "nothing is tried";
    EXPECT_EQ(cut({"--strokes", strokes, "--local-changes-only"})["localChangesOnly"], true);
    EXPECT_GT(changes().first, 0U);
    EXPECT_EQ(changes().second, 0U);
}

TEST_F(CleanUpCli, WrongUsageIsTwo) {
    const std::string strokes = strokesFile({foreground_, background_});
    const std::vector<std::vector<std::string>> wrong{
        {"--rect", box(), "--local-changes-only"},     {"--strokes", strokes, "--local-changes-only"},
        {"--rect", box(), "--fill-holes", "-1"},       {"--rect", box(), "--fill-holes", "many"},
        {"--rect", box(), "--drop-islands", "2.5"},    {"--rect", box(), "--drop-islands", "1000000001"},
        {"--rect", box(), "--keep-connected", "maybe"}};
    for (const auto& options : wrong) {
        std::vector<std::string> arguments{"cut", photo_, "--json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProcessResult result = cli(arguments);
        EXPECT_EQ(result.exitCode, 2) << ::testing::PrintToString(options) << result.err;
        EXPECT_TRUE(jsonOf(result).contains("error"));
    }
}

}  // namespace
}  // namespace fretsaw::test
