// Draws strokes where people do, along the edge of the present mask, and times what they wait for.
// The random numbers are mt19937's own words, so that the strokes are the same on every machine.
#include "tests/bench/Strokes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <vector>

#include "core/generate/Scene.h"
#include "core/image/Error.h"
#include "core/segment/Stroke.h"
#include "tests/bench/Peer.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;
using Random = std::mt19937;

constexpr double kMostPixels = 40'000;

struct Job {
    std::string name;
    Picture picture;
    Rect box;
};

Job jobOf(const StrokesOptions& options) {
    Job job;
    if (options.photo.empty()) {
        const double side = std::sqrt(options.sceneMp * 1e6 / 6);  // three to two
        const Scene scene = makeScene({static_cast<int>(3 * side), static_cast<int>(2 * side)}, 1);
        job = {"scene", pictureOf(scene.picture), options.rect.empty() ? scene.box : options.rect};
    } else {
        job = {options.photo.substr(options.photo.rfind('/') + 1), readPicture(options.photo), options.rect};
        if (options.widthPx > 0) job.picture = scaledToWidth(job.picture, options.widthPx);
        if (job.box.empty()) throw InvalidArgument("A photo needs --rect.");
    }
    return job;
}

double unit(Random& random) {
    return static_cast<double>(random()) / 4294967296.0;
}

/// A random pixel of the foreground beside a background pixel to its right or below, or the reverse.
PointF edgePoint(ImageView<const std::uint8_t> mask, Random& random) {
    std::vector<PointF> edges;
    for (int y = 0; y + 1 < mask.height(); ++y) {
        const std::uint8_t *row = mask.row(y), *below = mask.row(y + 1);
        for (int x = 0; x + 1 < mask.width(); ++x)
            if (row[x] != row[x + 1] || row[x] != below[x]) edges.push_back({x + 0.5, y + 0.5});
    }
    if (edges.empty()) throw InvalidArgument("The mask has no edge to paint along.");
    return edges[random() % edges.size()];
}

/// From the mask's edge on, straight in a random direction: about half of it corrects the mask.
Stroke nextStroke(ImageView<const std::uint8_t> mask, Label label, Random& random) {
    Stroke stroke;
    stroke.label = label;
    const double pixels = kMostPixels * (0.25 + 0.75 * unit(random));
    stroke.widthPx = std::sqrt(pixels) * (0.3 + 0.6 * unit(random));
    const double cap = std::numbers::pi / 4 * stroke.widthPx * stroke.widthPx;
    const double length = std::max(0.0, pixels - cap) / stroke.widthPx;
    const double angle = 2 * std::numbers::pi * unit(random);
    const PointF from = edgePoint(mask, random);
    stroke.points = {from, {from.x + length * std::cos(angle), from.y + length * std::sin(angle)}};
    return stroke;
}

struct Timed {
    SegmentResult result;
    double ms = 0;
};

template <typename Prepare>
Timed timedSegment(Segmenter& segmenter, const SegmentParams& params, const Prepare& prepare) {
    const auto start = std::chrono::steady_clock::now();
    prepare();
    auto result = segmenter.segment(params, {}, {});
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
    return {std::move(*result), passed.count()};
}

bool sameMask(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    return std::equal(a.data(), a.data() + a.size().area(), b.data());
}

/// The same labels and models in a new segmenter, which knows nothing of the strokes before.
bool equalsCold(const Job& job, const Image<Label>& labels, const SegmentResult& warm, int threads) {
    const auto segmenter = makeCpuSegmenter(threads);
    segmenter->setImage(job.picture.rgba);
    segmenter->setRect(job.box);
    segmenter->apply({labels.bounds(), {}, {labels.data(), labels.data() + labels.size().area()}});
    SegmentParams params;
    params.models = Models::Given;
    params.given.models = warm.models;
    const auto cold = segmenter->segment(params, {}, {});
    return sameMask(cold->mask->view(), warm.mask->view()) && cold->flow == warm.flow &&
           cold->energy == warm.energy && cold->certified;
}

struct Summary {
    double median = 0, p95 = 0, max = 0;
};

/// p95: the smallest value that at least 95 % do not exceed.
Summary summaryOf(std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    const auto at = [&](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ms.size())));
        return ms[std::max<std::size_t>(rank, 1) - 1];
    };
    return {at(0.5), at(0.95), ms.back()};
}

struct Measured {
    double firstMs = 0;
    std::vector<double> painted, released;
    Json strokes = Json::array();
    int compared = 0, equal = 0, uncertified = 0;
};

Measured measure(const Job& job, const StrokesOptions& options) {
    Measured measured;
    Random random(options.seed);
    Image<Label> labels(job.picture.rgba->size(), Label::None);
    const auto segmenter = makeCpuSegmenter(options.threads);
    segmenter->setImage(job.picture.rgba);
    Timed now = timedSegment(*segmenter, {}, [&] { segmenter->setRect(job.box); });
    measured.firstMs = now.ms;

    SegmentParams frozen, refit;
    frozen.models = Models::Frozen;
    refit.fresh = false;
    for (int i = 0; i < options.strokes; ++i) {
        const Label label = i % 2 == 0 ? Label::SureForeground : Label::SureBackground;
        const LabelPatch patch =
            paintStroke(labels.view(), nextStroke(now.result.mask->view(), label, random));
        const std::int64_t before = now.result.foregroundPixels;
        now = timedSegment(*segmenter, frozen, [&] { segmenter->apply(patch); });
        measured.painted.push_back(now.ms);
        measured.uncertified += now.result.certified ? 0 : 1;
        Json stroke{{"box", {patch.rect.x, patch.rect.y, patch.rect.width, patch.rect.height}},
                    {"foreground", label == Label::SureForeground},
                    {"ms", now.ms},
                    {"modelMs", now.result.modelMs},
                    {"solveMs", now.result.solveMs},
                    {"gained", now.result.foregroundPixels - before}};
        now = timedSegment(*segmenter, refit, [] {});
        measured.released.push_back(now.ms);
        measured.uncertified += now.result.certified ? 0 : 1;
        stroke["releaseMs"] = now.ms;
        stroke["releaseModelMs"] = now.result.modelMs;
        stroke["releaseSolveMs"] = now.result.solveMs;
        stroke["releaseIterations"] = now.result.iterations;
        measured.strokes.push_back(stroke);
        if (i % 10 != 9 && i + 1 != options.strokes) continue;
        ++measured.compared;
        measured.equal += equalsCold(job, labels, now.result, options.threads) ? 1 : 0;
    }
    return measured;
}

void printRow(const char* name, const Summary& s) {
    std::printf("  %-36s %8.0f %8.0f %8.0f ms\n", name, s.median, s.p95, s.max);
}

Json jsonOf(const Summary& s) {
    return {{"medianMs", s.median}, {"p95Ms", s.p95}, {"maxMs", s.max}};
}

}  // namespace

int runStrokes(const StrokesOptions& options) {
    const Job job = jobOf(options);
    const Measured measured = measure(job, options);
    const bool right = measured.equal == measured.compared && measured.uncertified == 0;
    const Summary painted = summaryOf(measured.painted), released = summaryOf(measured.released);
    if (options.json) {
        std::cout << Json{{"machine", machineDescription(options.threads)},
                          {"name", job.name},
                          {"megapixels", job.picture.megapixels()},
                          {"box", {job.box.x, job.box.y, job.box.width, job.box.height}},
                          {"firstMs", measured.firstMs},
                          {"painted", jsonOf(painted)},
                          {"released", jsonOf(released)},
                          {"compared", measured.compared},
                          {"equal", measured.equal},
                          {"uncertified", measured.uncertified},
                          {"strokes", measured.strokes}}
                         .dump(1)
                  << '\n';
        return right ? 0 : 1;
    }
    std::printf("%s\n%s, %.1f MP, box %d,%d,%d,%d; %d strokes of up to %.0f pixels\n",
                machineDescription(options.threads).c_str(), job.name.c_str(), job.picture.megapixels(),
                job.box.x, job.box.y, job.box.width, job.box.height, options.strokes, kMostPixels);
    std::printf("  from the box: exact mask after %.0f ms\n", measured.firstMs);
    std::printf("  %-36s %8s %8s %8s\n", "until the exact mask is ready", "median", "p95", "max");
    printRow("while painting (models frozen)", painted);
    printRow("after release (models learnt again)", released);
    std::printf("  compared with a cold cut %d times: %s; %s\n", measured.compared,
                measured.equal == measured.compared ? "equal" : "DIFFERENT",
                measured.uncertified == 0 ? "all certified" : "NOT ALL CERTIFIED");
    return right ? 0 : 1;
}

}  // namespace fretsaw::bench
