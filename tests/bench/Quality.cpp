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
#include "tests/bench/Prompts.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Score {
    double iou = 0, error = 0;
};

Score scoreOf(const Image<std::uint8_t>& mask, const Truth& truth, const Image<std::uint8_t>& counted) {
    std::int64_t both = 0, either = 0, wrong = 0, unknown = 0;
    for (int y = 0; y < mask.height(); ++y) {
        for (int x = 0; x < mask.width(); ++x) {
            if (truth(x, y) == kNotScored) continue;
            const bool found = mask(x, y) == 255, object = truth(x, y) == 255;
            both += found && object;
            either += found || object;
            if (counted(x, y) == 0) continue;
            ++unknown;
            wrong += found != object;
        }
    }
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    return {share(both, either), share(wrong, unknown)};
}

/// A cutter's outcome with its score.
struct Entry {
    Score score;
    double milliseconds = 0;
    bool certified = false;
    std::string failure;
};

/// Both cutters, told the same.
struct Pair {
    Entry ours;
    std::optional<Entry> peer;
};

struct PhotoScores {
    std::string name;
    std::vector<Pair> pairs;  ///< one a prompt
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

std::vector<std::string> promptNames(const QualityOptions& options) {
    std::vector<std::string> names{"box", "lasso"};
    if (options.loose) names.emplace_back("loose box");
    if (options.strokes) names.emplace_back("strokes");
    return names;
}

Prompt promptOf(const std::string& name, const std::string& folder, const NamedBox& entry,
                const Truth& truth) {
    if (name == "box") return boxPrompt(entry.box, truth.size());
    if (name == "loose box") return looseBoxPrompt(entry.box, truth.size());
    if (name == "strokes") return strokesPrompt(truth, entry.box);
    return lassoPrompt(
        readPlane(folder + "/lasso/" + entry.image.substr(0, entry.image.rfind('.')) + ".png"));
}

Pair scorePrompt(const Picture& picture, const Truth& truth, const Prompt& prompt,
                 const QualityOptions& options) {
    const auto entryOf = [&](const Outcome& outcome) {
        return Entry{scoreOf(outcome.mask, truth, prompt.counted), outcome.milliseconds, outcome.certified,
                     outcome.failure};
    };
    Pair pair{entryOf(prompt.box ? cutOurs(picture, *prompt.box, options.threads)
                                 : cutOurs(picture, prompt.labels.view(), options.threads)),
              {}};
    if (options.withPeer)
        pair.peer =
            entryOf(prompt.box ? cutOpenCv(picture, *prompt.box) : cutOpenCv(picture, prompt.labels.view()));
    return pair;
}

PhotoScores scorePhoto(const QualityOptions& options, const NamedBox& entry) {
    PhotoScores scores{entry.image.substr(0, entry.image.rfind('.')), {}};
    const Picture picture = readPicture(options.folder + "/images/" + entry.image);
    const Truth truth = readPlane(options.folder + "/gt/" + scores.name + ".png");
    for (const std::string& name : promptNames(options))
        scores.pairs.push_back(
            scorePrompt(picture, truth, promptOf(name, options.folder, entry, truth), options));
    return scores;
}

/// Of one prompt over all photos; a photo on which a cutter failed counts with its empty mask.
struct Summary {
    Score ours;
    std::optional<Score> peer;
    double oursMs = 0, peerMs = 0;
};

Summary summaryOf(const std::vector<PhotoScores>& all, std::size_t prompt, bool withPeer) {
    Summary summary;
    if (withPeer) summary.peer.emplace();
    const double share = 1 / static_cast<double>(all.size());
    const auto add = [share](Score& mean, double& ms, const Entry& entry) {
        mean.iou += share * entry.score.iou;
        mean.error += share * entry.score.error;
        ms += entry.milliseconds;
    };
    for (const PhotoScores& photo : all) {
        const Pair& pair = photo.pairs[prompt];
        add(summary.ours, summary.oursMs, pair.ours);
        if (withPeer) add(*summary.peer, summary.peerMs, *pair.peer);
    }
    return summary;
}

void printCells(const Score& ours, const std::optional<Score>& peer) {
    std::printf("  %.3f %6.2f%%", ours.iou, 100 * ours.error);
    if (peer)
        std::printf("  %.3f %6.2f%%", peer->iou, 100 * peer->error);
    else
        std::printf("       –        ");
    std::printf(" ");
}

void printPhoto(const PhotoScores& photo, const std::vector<std::string>& prompts) {
    std::printf("%-12s", photo.name.c_str());
    for (const Pair& pair : photo.pairs)
        printCells(pair.ours.score, pair.peer ? std::optional(pair.peer->score) : std::nullopt);
    std::printf("\n");
    const auto printFailure = [&](const char* who, std::size_t prompt, const Entry& entry) {
        if (!entry.failure.empty())
            std::printf("             %s, %s: %s\n", who, prompts[prompt].c_str(), entry.failure.c_str());
    };
    for (std::size_t i = 0; i < photo.pairs.size(); ++i) {
        printFailure("Fretsaw", i, photo.pairs[i].ours);
        if (photo.pairs[i].peer) printFailure("OpenCV", i, *photo.pairs[i].peer);
    }
    std::fflush(stdout);
}

void printHeading(const QualityOptions& options, const std::vector<std::string>& prompts) {
    std::printf("%s\n\n%-12s", machineDescription(options.threads).c_str(), "IoU, error");
    for (const std::string& prompt : prompts)
        std::printf("  %-13s  %-13s ", prompt.c_str(), options.withPeer ? "OpenCV" : "");
    std::printf("\n");
}

void printSummaries(const std::vector<std::string>& prompts, const std::vector<Summary>& summaries,
                    bool sound) {
    std::printf("%-12s", "mean");
    for (const Summary& summary : summaries) printCells(summary.ours, summary.peer);
    std::printf("\n\n");
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        std::printf("time of all, %-10s Fretsaw %7.0f ms", prompts[i].c_str(), summaries[i].oursMs);
        if (summaries[i].peer)
            std::printf(", OpenCV %7.0f ms, %.1f×", summaries[i].peerMs,
                        summaries[i].peerMs / summaries[i].oursMs);
        std::printf("\n");
    }
    std::printf("%s\n", sound ? "All of Fretsaw's cuts are certified minimum cuts."
                              : "NOT all of Fretsaw's cuts are certified.");
}

Json jsonOf(const Entry& entry, bool ours) {
    Json json{{"iou", entry.score.iou}, {"error", entry.score.error}, {"ms", entry.milliseconds}};
    if (ours) json["certified"] = entry.certified;
    if (!entry.failure.empty()) json["failure"] = entry.failure;
    return json;
}

Json jsonOf(const Pair& pair) {
    Json json{{"fretsaw", jsonOf(pair.ours, true)}};
    if (pair.peer) json["opencv"] = jsonOf(*pair.peer, false);
    return json;
}

Json jsonOf(const Summary& summary) {
    const auto of = [](const Score& score, double ms) {
        return Json{{"iou", score.iou}, {"error", score.error}, {"totalMs", ms}};
    };
    Json json{{"fretsaw", of(summary.ours, summary.oursMs)}};
    if (summary.peer) {
        json["opencv"] = of(*summary.peer, summary.peerMs);
        json["ratio"] = summary.peerMs / summary.oursMs;
    }
    return json;
}

}  // namespace

int runQuality(const QualityOptions& options) {
    const auto boxes = readBoxes(options.folder + "/rects.tsv");
    if (boxes.empty()) throw IoError(options.folder + "/rects.tsv", "no photo is named in it");
    const std::vector<std::string> prompts = promptNames(options);
    if (!options.json) printHeading(options, prompts);
    std::vector<PhotoScores> all;
    bool sound = true;
    for (const NamedBox& entry : boxes) {
        const PhotoScores& photo = all.emplace_back(scorePhoto(options, entry));
        for (const Pair& pair : photo.pairs) sound = sound && pair.ours.certified;
        if (!options.json) printPhoto(photo, prompts);
    }
    std::vector<Summary> summaries;
    for (std::size_t i = 0; i < prompts.size(); ++i) summaries.push_back(summaryOf(all, i, options.withPeer));
    if (!options.json) {
        printSummaries(prompts, summaries, sound);
        return sound ? 0 : 1;
    }
    Json photos = Json::array(), mean;
    for (const PhotoScores& photo : all) {
        Json& entry = photos.emplace_back(Json{{"name", photo.name}});
        for (std::size_t i = 0; i < prompts.size(); ++i) entry[prompts[i]] = jsonOf(photo.pairs[i]);
    }
    for (std::size_t i = 0; i < prompts.size(); ++i) mean[prompts[i]] = jsonOf(summaries[i]);
    std::cout << Json{{"machine", machineDescription(options.threads)},
                      {"photos", photos},
                      {"mean", mean},
                      {"allCertified", sound}}
                     .dump(1)
              << '\n';
    return sound ? 0 : 1;
}

}  // namespace fretsaw::bench
