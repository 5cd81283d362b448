// A second thread asks for the stop and notes when; the time until segment() is back is what people wait for.
// Nothing is cut to the end but the first cut of each kind, which says how long it takes.
#include "tests/bench/Cancel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "core/segment/Stroke.h"
#include "tests/bench/PhotoGraphs.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double msBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

SizedPicture noiseAt(double megapixels) {
    const int side = static_cast<int>(std::sqrt(megapixels * 1e6));
    std::mt19937 random(1);
    Image<Rgba8> image({side, side});
    for (std::int64_t i = 0; i < image.size().area(); ++i) {
        const auto word = static_cast<std::uint32_t>(random());
        image.data()[i] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8),
                           static_cast<std::uint8_t>(word >> 16), 255};
    }
    return {pictureOf(image), {side / 4, side / 4, side / 2, side / 2}};
}

/// When in its course a cut was told to stop, and how long it went on.
struct Stop {
    double atMs, latencyMs;
};

/// One call that is told to stop after `atMs`; none where it was done before.
std::optional<Stop> stopped(Segmenter& segmenter, const SegmentParams& params, double atMs) {
    std::stop_source source;
    Clock::time_point asked;
    const auto begin = Clock::now();
    std::thread asker([&] {
        std::this_thread::sleep_until(begin + std::chrono::duration<double, std::milli>(atMs));
        asked = Clock::now();
        source.request_stop();
    });
    const auto result = segmenter.segment(params, source.get_token(), {});
    const auto back = Clock::now();
    asker.join();
    if (result) return std::nullopt;
    return Stop{atMs, msBetween(asked, back)};
}

double timed(Segmenter& segmenter, const SegmentParams& params) {
    const auto begin = Clock::now();
    (void)segmenter.segment(params, {}, {});
    return msBetween(begin, Clock::now());
}

struct Kind {
    const char* name;
    double wholeMs;
    std::vector<Stop> stops;
};

/// prepare() makes a segmenter that is about to cut.
template <typename Prepare>
Kind measure(const char* name, const SegmentParams& params, int stops, const Prepare& prepare) {
    // The first also waits for memory that the system has not given yet.
    const double first = timed(*prepare(), params);
    Kind kind{name, std::min(first, timed(*prepare(), params)), {}};
    for (int i = 0; i < stops; ++i)
        if (const auto stop = stopped(*prepare(), params, kind.wholeMs * (i + 0.5) / stops))
            kind.stops.push_back(*stop);
    return kind;
}

std::vector<Kind> measureAll(const SizedPicture& sized, const CancelOptions& options) {
    const auto fresh = [&] {
        auto segmenter = makeCpuSegmenter(options.threads);
        segmenter->setImage(sized.picture.rgba);
        segmenter->setRect(sized.box);
        return segmenter;
    };
    std::vector<Kind> kinds{measure("first cut from the box", {}, options.stops, fresh)};

    // One segmenter goes on and on: what was stopped before does not count for it.
    const std::shared_ptr<Segmenter> going = fresh();
    timed(*going, {});
    SegmentParams params;
    params.fresh = false;
    Image<Label> labels(sized.picture.rgba->size(), Label::None);
    const Rect box = sized.box;
    int stroke = 0;
    kinds.push_back(measure("going on after a stroke", params, options.stops, [&] {
        const double x = box.x + box.width * (0.2 + 0.6 * (stroke % 7) / 6), y = box.y + box.height * 0.5;
        const Label label = stroke++ % 2 == 0 ? Label::SureForeground : Label::SureBackground;
        going->apply(
            paintStroke(labels.view(), {label, box.width / 30.0, {{x, y}, {x, y + box.height * 0.2}}}));
        return going;
    }));
    return kinds;
}

/// The smallest latency that a share of all do not exceed.
double latencyAt(const Kind& kind, double share) {
    std::vector<double> ms;
    for (const Stop& stop : kind.stops) ms.push_back(stop.latencyMs);
    if (ms.empty()) return 0;
    std::sort(ms.begin(), ms.end());
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ms.size())));
    return ms[std::max<std::size_t>(rank, 1) - 1];
}

Json jsonOf(const Kind& kind) {
    Json stops = Json::array();
    for (const Stop& stop : kind.stops) stops.push_back({{"atMs", stop.atMs}, {"latencyMs", stop.latencyMs}});
    return {{"kind", kind.name},
            {"wholeMs", kind.wholeMs},
            {"medianMs", latencyAt(kind, 0.5)},
            {"p95Ms", latencyAt(kind, 0.95)},
            {"maxMs", latencyAt(kind, 1)},
            {"stops", stops}};
}

}  // namespace

int runCancel(const CancelOptions& options) {
    PhotoWithBox photo;
    if (!options.photo.empty()) photo = photoOf(options.photo);
    const SizedPicture sized =
        options.noise ? noiseAt(options.megapixels) : pictureAt(photo, options.megapixels);
    const std::vector<Kind> kinds = measureAll(sized, options);
    const std::string name = options.noise ? "noise" : photo.name();
    if (options.json) {
        Json all = Json::array();
        for (const Kind& kind : kinds) all.push_back(jsonOf(kind));
        std::cout << Json{{"machine", machineDescription(options.threads)},
                          {"name", name},
                          {"megapixels", sized.picture.megapixels()},
                          {"kinds", all}}
                         .dump(1)
                  << '\n';
        return 0;
    }
    std::printf("%s\n%s, %.1f MP\n  %-26s %8s %6s %8s %8s %8s\n", machineDescription(options.threads).c_str(),
                name.c_str(), sized.picture.megapixels(), "until a stopped cut is back", "whole", "stops",
                "median", "p95", "max");
    for (const Kind& kind : kinds) {
        const auto slowest =
            std::max_element(kind.stops.begin(), kind.stops.end(),
                             [](const Stop& a, const Stop& b) { return a.latencyMs < b.latencyMs; });
        std::printf("  %-27s %5.0f ms %6zu %5.1f ms %5.1f ms %5.1f ms", kind.name, kind.wholeMs,
                    kind.stops.size(), latencyAt(kind, 0.5), latencyAt(kind, 0.95), latencyAt(kind, 1));
        if (slowest != kind.stops.end()) std::printf(", asked after %.0f ms", slowest->atMs);
        std::printf("\n");
    }
    return 0;
}

}  // namespace fretsaw::bench
