// Scores masks and prints the table or the JSON object.
// One line a photo, the mean last.
#include "tests/bench/Quality.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <vector>

#include "core/image/Error.h"
#include "tests/bench/Peer.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint8_t kNotScored = 128, kUnknown = 128;

struct Score {
    double iou = 0, error = 0;
};

Score scoreOf(const Image<std::uint8_t>& mask, const Image<std::uint8_t>& truth,
              const Image<std::uint8_t>& trimap) {
    std::int64_t both = 0, either = 0, wrong = 0, unknown = 0;
    for (int y = 0; y < mask.height(); ++y) {
        for (int x = 0; x < mask.width(); ++x) {
            if (truth(x, y) == kNotScored) continue;
            const bool found = mask(x, y) == 255, object = truth(x, y) == 255;
            both += found && object;
            either += found || object;
            if (trimap(x, y) != kUnknown) continue;
            ++unknown;
            wrong += found != object;
        }
    }
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    return {share(both, either), share(wrong, unknown)};
}

// A cutter's outcome with its score.
struct Entry {
    Score score;
    double milliseconds;
    bool certified;
    std::string failure;
};

Entry entryOf(const Outcome& outcome, const Image<std::uint8_t>& truth, const Image<std::uint8_t>& trimap) {
    return {scoreOf(outcome.mask, truth, trimap), outcome.milliseconds, outcome.certified, outcome.failure};
}

struct PhotoScores {
    std::string name;
    Entry oursBox, oursLasso;
    std::optional<Entry> peerBox, peerLasso;
};

struct NamedBox {
    std::string image;
    Rect box;
};

std::vector<NamedBox> readBoxes(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw IoError(path, "cannot be opened");
    std::vector<NamedBox> boxes;
    std::string line;
    std::getline(in, line);  // column names
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        NamedBox entry;
        if (fields >> entry.image >> entry.box.x >> entry.box.y >> entry.box.width >> entry.box.height) {
            boxes.push_back(entry);
        }
    }
    return boxes;
}

Image<Label> labelsOf(const Image<std::uint8_t>& trimap) {
    Image<Label> labels(trimap.size());
    for (int y = 0; y < trimap.height(); ++y) {
        for (int x = 0; x < trimap.width(); ++x) {
            const std::uint8_t value = trimap(x, y);
            labels(x, y) = value == 255        ? Label::SureForeground
                           : value == kUnknown ? Label::ProbableForeground
                                               : Label::SureBackground;
        }
    }
    return labels;
}

PhotoScores scorePhoto(const QualityOptions& options, const NamedBox& entry) {
    const std::string name = entry.image.substr(0, entry.image.rfind('.'));
    const Picture picture = readPicture(options.folder + "/images/" + entry.image);
    const auto truth = readPlane(options.folder + "/gt/" + name + ".png");
    const auto rect = readPlane(options.folder + "/rect/" + name + ".png");
    const auto lasso = readPlane(options.folder + "/lasso/" + name + ".png");
    const Image<Label> labels = labelsOf(lasso);

    PhotoScores scores;
    scores.name = name;
    scores.oursBox = entryOf(cutOurs(picture, entry.box, options.threads), truth, rect);
    scores.oursLasso = entryOf(cutOurs(picture, labels.view(), options.threads), truth, lasso);
    if (options.withPeer) {
        scores.peerBox = entryOf(cutOpenCv(picture, entry.box), truth, rect);
        scores.peerLasso = entryOf(cutOpenCv(picture, labels.view()), truth, lasso);
    }
    return scores;
}

// The mean over all photos; a photo on which a cutter failed counts with its empty mask.
template <typename Pick>
Score meanOf(const std::vector<PhotoScores>& all, const Pick& pick) {
    Score sum;
    for (const PhotoScores& photo : all) {
        const Score score = pick(photo).score;
        sum.iou += score.iou;
        sum.error += score.error;
    }
    const double count = std::max<double>(1, static_cast<double>(all.size()));
    return {sum.iou / count, sum.error / count};
}

void printRow(const std::string& name, Score oursBox, std::optional<Score> peerBox, Score oursLasso,
              std::optional<Score> peerLasso) {
    const auto cell = [](std::optional<Score> score) {
        char text[32] = "      –       ";
        if (score) std::snprintf(text, sizeof text, "%.3f %6.2f%%", score->iou, 100 * score->error);
        return std::string(text);
    };
    std::printf("%-12s %s  %s   %s  %s\n", name.c_str(), cell(oursBox).c_str(), cell(peerBox).c_str(),
                cell(oursLasso).c_str(), cell(peerLasso).c_str());
    std::fflush(stdout);
}

std::optional<Score> scoreIn(const std::optional<Entry>& entry) {
    return entry ? std::optional<Score>(entry->score) : std::nullopt;
}

void printFailure(const char* who, const Entry& entry) {
    if (!entry.failure.empty()) std::printf("             %s: %s\n", who, entry.failure.c_str());
}

Json jsonOf(const Entry& entry, bool ours) {
    Json json{{"iou", entry.score.iou}, {"error", entry.score.error}, {"ms", entry.milliseconds}};
    if (ours) json["certified"] = entry.certified;
    if (!entry.failure.empty()) json["failure"] = entry.failure;
    return json;
}

Json jsonOf(Score score) {
    return {{"iou", score.iou}, {"error", score.error}};
}

}  // namespace

int runQuality(const QualityOptions& options) {
    const auto boxes = readBoxes(options.folder + "/rects.tsv");
    if (boxes.empty()) throw IoError(options.folder + "/rects.tsv", "no photo is named in it");
    if (!options.json) {
        std::printf("%s\n\n", machineDescription(options.threads).c_str());
        std::printf("%-12s %-14s  %-14s   %-14s  %-14s\n", "IoU error", "box: Fretsaw", "OpenCV",
                    "lasso: Fretsaw", "OpenCV");
    }
    std::vector<PhotoScores> all;
    bool sound = true;
    for (const NamedBox& entry : boxes) {
        const PhotoScores& photo = all.emplace_back(scorePhoto(options, entry));
        sound = sound && photo.oursBox.certified && photo.oursLasso.certified;
        if (options.json) continue;
        printRow(photo.name, photo.oursBox.score, scoreIn(photo.peerBox), photo.oursLasso.score,
                 scoreIn(photo.peerLasso));
        printFailure("Fretsaw", photo.oursBox);
        printFailure("Fretsaw, lasso", photo.oursLasso);
        if (photo.peerBox) printFailure("OpenCV", *photo.peerBox);
        if (photo.peerLasso) printFailure("OpenCV, lasso", *photo.peerLasso);
    }

    const Score oursBox = meanOf(all, [](const PhotoScores& p) { return p.oursBox; });
    const Score oursLasso = meanOf(all, [](const PhotoScores& p) { return p.oursLasso; });
    std::optional<Score> peerBox, peerLasso;
    if (options.withPeer) {
        peerBox = meanOf(all, [](const PhotoScores& p) { return *p.peerBox; });
        peerLasso = meanOf(all, [](const PhotoScores& p) { return *p.peerLasso; });
    }
    if (options.json) {
        Json photos = Json::array();
        for (const PhotoScores& photo : all) {
            Json box{{"fretsaw", jsonOf(photo.oursBox, true)}},
                lasso{{"fretsaw", jsonOf(photo.oursLasso, true)}};
            if (photo.peerBox) box["opencv"] = jsonOf(*photo.peerBox, false);
            if (photo.peerLasso) lasso["opencv"] = jsonOf(*photo.peerLasso, false);
            photos.push_back({{"name", photo.name}, {"box", box}, {"lasso", lasso}});
        }
        Json mean{{"box", {{"fretsaw", jsonOf(oursBox)}}}, {"lasso", {{"fretsaw", jsonOf(oursLasso)}}}};
        if (peerBox) mean["box"]["opencv"] = jsonOf(*peerBox);
        if (peerLasso) mean["lasso"]["opencv"] = jsonOf(*peerLasso);
        std::cout << Json{{"machine", machineDescription(options.threads)},
                          {"photos", photos},
                          {"mean", mean},
                          {"allCertified", sound}}
                         .dump(1)
                  << '\n';
    } else {
        std::printf("\n");
        printRow("mean", oursBox, peerBox, oursLasso, peerLasso);
        std::printf("%s\n", sound ? "All of Fretsaw's cuts are certified minimum cuts."
                                  : "NOT all of Fretsaw's cuts are certified.");
    }
    return sound ? 0 : 1;
}

}  // namespace fretsaw::bench
