// Times three steps that both cutters offer through their public interfaces, so that they are comparable.
// No scoring here.
#include "tests/bench/Speed.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "core/generate/Scene.h"
#include "tests/bench/PhotoGraphs.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Job {
    std::string name;
    Picture picture;
    Rect box;
};

/// Milliseconds of each step; the split of the whole is known for Fretsaw only.
struct Steps {
    double start = 0, oneCut = 0, whole = 0;
    double wholeModels = 0, wholeCuts = 0;
    int iterations = 0;
};

template <typename Work>
double millisecondsOf(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Steps timeOurs(const Job& job, int threads) {
    const auto fresh = [&] {
        auto segmenter = makeCpuSegmenter(threads);
        segmenter->setImage(job.picture.rgba);
        segmenter->setRect(job.box);
        return segmenter;
    };
    Steps steps;
    SegmentParams params;
    params.iterations = kIterations;
    std::optional<SegmentResult> result;
    steps.whole = millisecondsOf([&] { result = fresh()->segment(params, {}, {}); });
    steps.wholeModels = result->modelMs;
    steps.wholeCuts = result->solveMs;
    steps.iterations = result->iterations;

    SegmentParams given = params;
    given.models = Models::Given;
    given.given.models = result->models;
    steps.oneCut = millisecondsOf([&] { (void)fresh()->segment(given, {}, {}); });

    params.iterations = 0;
    steps.start = fresh()->segment(params, {}, {})->modelMs;
    return steps;
}

Steps timeOpenCv(const Job& job) {
    const cv::Rect box(job.box.x, job.box.y, job.box.width, job.box.height);
    cv::Mat codes, background, foreground;
    const auto run = [&](int iterations, int mode) {
        cv::setRNGSeed(0);
        return millisecondsOf(
            [&] { cv::grabCut(job.picture.bgr, codes, box, background, foreground, iterations, mode); });
    };
    Steps steps;
    steps.start = run(0, cv::GC_INIT_WITH_RECT);
    steps.whole = run(kIterations, cv::GC_INIT_WITH_RECT);
    steps.oneCut = run(1, cv::GC_EVAL_FREEZE_MODEL);
    steps.iterations = kIterations;
    return steps;
}

std::vector<Job> jobsOf(const SpeedOptions& options) {
    std::vector<Job> jobs;
    if (options.photos.empty()) {
        for (const Size size : {Size{1224, 816}, Size{2448, 1632}, Size{4240, 2832}}) {
            const Scene scene = makeScene(size, 1);
            jobs.push_back({"scene " + std::to_string(size.width) + "×" + std::to_string(size.height),
                            pictureOf(scene.picture), scene.box});
        }
        return jobs;
    }
    for (const std::string& argument : options.photos) {
        const PhotoWithBox photo = photoOf(argument);
        SizedPicture sized = pictureAt(photo, options.megapixels);
        jobs.push_back({photo.name(), std::move(sized.picture), sized.box});
    }
    return jobs;
}

void printStep(const char* name, double ours, std::optional<double> peer) {
    std::printf("  %-34s %10.0f ms", name, ours);
    if (peer) std::printf(" %10.0f ms  %6.1f×", *peer, *peer / ours);
    std::printf("\n");
}

void print(const Job& job, const Steps& ours, const std::optional<Steps>& peer, double limit) {
    std::printf("\n%s, %.1f MP, box %d,%d,%d,%d\n", job.name.c_str(), job.picture.megapixels(), job.box.x,
                job.box.y, job.box.width, job.box.height);
    std::printf("  %-34s %13s", "", "Fretsaw");
    if (peer) std::printf(" %13s  %7s", "OpenCV", "ratio");
    std::printf("\n");
    const auto of = [&](double Steps::*step) {
        return peer ? std::optional<double>((*peer).*step) : std::nullopt;
    };
    printStep("first models from the box", ours.start, of(&Steps::start));
    printStep("one cut with given models", ours.oneCut, of(&Steps::oneCut));
    printStep("the whole, at most 5 iterations", ours.whole, of(&Steps::whole));
    std::printf(
        "  of the whole: models %.0f ms, cuts %.0f ms, the rest (edges, data) %.0f ms; %d iterations\n",
        ours.wholeModels, ours.wholeCuts, ours.whole - ours.wholeModels - ours.wholeCuts, ours.iterations);
    if (!peer) std::printf("  OpenCV left out above %.1f MP (--skip-peer-above)\n", limit);
    std::fflush(stdout);
}

Json jsonOf(const Steps& steps) {
    return {{"startMs", steps.start},
            {"oneCutMs", steps.oneCut},
            {"wholeMs", steps.whole},
            {"iterations", steps.iterations}};
}

}  // namespace

int runSpeed(const SpeedOptions& options) {
    if (!options.json) {
        std::printf("%s\nOpenCV runs up to %.1f MP; reading files is not timed; one run each.\n",
                    machineDescription(options.threads).c_str(), options.skipPeerAboveMegapixels);
    }
    Json pictures = Json::array();
    for (const Job& job : jobsOf(options)) {
        const Steps ours = timeOurs(job, options.threads);
        std::optional<Steps> peer;
        if (job.picture.megapixels() <= options.skipPeerAboveMegapixels) peer = timeOpenCv(job);
        if (!options.json) {
            print(job, ours, peer, options.skipPeerAboveMegapixels);
            continue;
        }
        Json entry{{"name", job.name},
                   {"megapixels", job.picture.megapixels()},
                   {"box", {job.box.x, job.box.y, job.box.width, job.box.height}},
                   {"fretsaw", jsonOf(ours)}};
        entry["fretsaw"]["wholeModelsMs"] = ours.wholeModels;
        entry["fretsaw"]["wholeCutsMs"] = ours.wholeCuts;
        if (peer) {
            entry["opencv"] = jsonOf(*peer);
            entry["ratio"] = peer->whole / ours.whole;
        }
        pictures.push_back(entry);
    }
    if (options.json) {
        std::cout << Json{{"machine", machineDescription(options.threads)},
                          {"skipPeerAboveMegapixels", options.skipPeerAboveMegapixels},
                          {"pictures", pictures}}
                         .dump(1)
                  << '\n';
    }
    return 0;
}

}  // namespace fretsaw::bench
