// Times solves on the GPU with events around the whole of them: launches, certificate, and what the host does
// in between.
#include "tests/gpubench/MinCutBench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include "core/cuda/DeviceMemory.h"
#include "core/cuda/GridKernels.h"
#include "core/cuda/MinCut.h"
#include "tests/gpubench/Pictures.h"

namespace fretsaw::bench {
namespace {

using cuda::Context;
using cuda::DeviceImage;
using test::GridGraph;

struct Times {
    std::vector<double> ms;

    [[nodiscard]] double median() const {
        std::vector<double> sorted = ms;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
    [[nodiscard]] double least() const { return *std::min_element(ms.begin(), ms.end()); }
    [[nodiscard]] double most() const { return *std::max_element(ms.begin(), ms.end()); }
};

/// Milliseconds of the device's time from before work to after it.
template <typename Work>
double deviceMs(const Context& context, const Work& work) {
    cuda::Event before(context), after(context);
    before.record();
    work();
    after.record();
    after.wait();
    return cuda::Event::elapsedMs(before, after);
}

cpu::CutStats solved(cuda::MinCut& cut) {
    const auto stats = cut.solve({}, {});
    if (!stats->certified)
        std::printf("NOT CERTIFIED: flow %lld, cut %lld\n", static_cast<long long>(stats->flow),
                    static_cast<long long>(stats->cut));
    return *stats;
}

/// One graph on the GPU with the terminals of both iterations.
struct Bench {
    Bench(const Context& gpu, const std::vector<GridGraph>& graphs)
        : context(gpu), size(graphs[0].size()), cut(gpu, size) {
        cut.setWeights(graphs[0].weights());
        for (const GridGraph& graph : graphs) {
            terminals.emplace_back(gpu, size);
            cuda::upload(gpu, terminals.back().view(), graph.terminals.view());
        }
        gpu.synchronize();
    }
    void setTerminals(std::size_t iteration) {
        cut.setTerminalsFromDevice(Rect::of(size), terminals[iteration].view());
    }

    const Context& context;
    Size size;
    cuda::MinCut cut;
    std::vector<DeviceImage<std::int32_t>> terminals;
};

struct Cold {
    Times times;
    cpu::CutStats stats;
};

Cold cold(Bench& bench, std::size_t iteration, int repeats) {
    Cold result;
    bench.setTerminals(iteration);
    for (int i = 0; i < repeats; ++i) {
        bench.cut.reset();
        bench.context.synchronize();
        result.times.ms.push_back(deviceMs(bench.context, [&] { result.stats = solved(bench.cut); }));
    }
    return result;
}

Times warm(Bench& bench, int repeats) {
    Times times;
    for (int i = 0; i < repeats; ++i) {
        bench.setTerminals(0);
        bench.cut.reset();
        (void)solved(bench.cut);
        bench.setTerminals(1);
        times.ms.push_back(deviceMs(bench.context, [&] { (void)solved(bench.cut); }));
    }
    return times;
}

double certificateMs(const Bench& bench) {
    Times times;
    for (int i = 0; i < 5; ++i)
        times.ms.push_back(deviceMs(bench.context, [&] {
            cuda::sumCertificate(bench.context, bench.cut.grid(), bench.cut.state());
        }));
    return times.median();
}

/// Discs with a three-hundredth of the picture's pixels around places on the mask's outline, background and
/// foreground in turn, one after the other. Timed: new terminals and solve.
Times strokes(Bench& bench, const GridGraph& graph, int count) {
    Image<std::uint8_t> mask(bench.size);
    bench.cut.readMask(mask.view());
    std::vector<std::pair<int, int>> outline;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 1; x < mask.width(); ++x)
            if (mask(x, y) != mask(x - 1, y)) outline.emplace_back(x, y);
    Times times;
    if (outline.empty()) return times;
    std::mt19937 random(7);
    GridGraph now(bench.size);
    std::memcpy(now.terminals.data(), graph.terminals.data(),
                static_cast<std::size_t>(bench.size.area()) * sizeof(std::int32_t));
    const int radius =
        static_cast<int>(std::lround(std::sqrt(static_cast<double>(bench.size.area()) / 313 / 3.14159265)));
    for (int i = 0; i < count; ++i) {
        const auto [cx, cy] = outline[random() % outline.size()];
        const Rect box =
            Rect{cx - radius, cy - radius, 2 * radius + 1, 2 * radius + 1}.intersected(Rect::of(bench.size));
        for (int y = box.y; y < box.bottom(); ++y)
            for (int x = box.x; x < box.right(); ++x)
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius)
                    now.terminals(x, y) = i % 2 == 0 ? -(1 << 30) : 1 << 30;
        const DeviceImage<std::int32_t> patch(bench.context, box.size());
        cuda::upload(bench.context, patch.view(), now.terminals.view().sub(box));
        bench.context.synchronize();
        times.ms.push_back(deviceMs(bench.context, [&] {
            bench.cut.setTerminalsFromDevice(box, patch.view());
            (void)solved(bench.cut);
        }));
    }
    return times;
}

/// Milliseconds of the CPU's cold solve; says where its answer differs.
double onCpu(Bench& bench, const GridGraph& graph) {
    cpu::MinCut cut(bench.size);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(bench.size), graph.terminals.view());
    const auto begin = std::chrono::steady_clock::now();
    const auto stats = cut.solve({}, {});
    const double ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    Image<std::uint8_t> mine(bench.size), theirs(bench.size);
    cut.readMask(mine.view());
    bench.setTerminals(0);
    bench.cut.reset();
    const auto gpu = solved(bench.cut);
    bench.cut.readMask(theirs.view());
    const bool same =
        gpu.flow == stats->flow &&
        std::memcmp(mine.data(), theirs.data(), static_cast<std::size_t>(bench.size.area())) == 0;
    std::printf("  CPU cold %.0f ms, %s\n", ms, same ? "same flow and mask" : "DIFFERS");
    return ms;
}

void benchPicture(const Context& context, const BoxedPicture& picture, const MinCutOptions& options) {
    const double megapixels = picture.megapixels();
    const int repeats = megapixels > 50 ? std::min(options.repeats, 3) : options.repeats;
    const std::vector<GridGraph> graphs = grabCutGraphs(picture.image, picture.box);
    Bench bench(context, graphs);
    const Cold first = cold(bench, 0, repeats);
    const Cold second = cold(bench, 1, repeats);
    const double certificate = certificateMs(bench);
    const Times secondWarm = warm(bench, repeats);
    const Times painted = strokes(bench, graphs[1], options.strokes);
    std::printf("%-12s %6.2f | %7.2f (%.2f–%.2f) %6.2f | %7.2f %7.2f | %4.2f %4.2f | %3d/%4d %5.1f | %5.3f |",
                picture.name.c_str(), megapixels, first.times.median(), first.times.least(),
                first.times.most(), first.times.median() / megapixels, second.times.median(),
                secondWarm.median(), secondWarm.median() / first.times.median(),
                secondWarm.median() / second.times.median(), first.stats.relabels, first.stats.rounds,
                static_cast<double>(first.stats.tileVisits) * 1024e-6 / megapixels, certificate);
    if (!painted.ms.empty()) std::printf(" %6.2f / %6.2f |", painted.median(), painted.most());
    std::printf(" %lld %lld\n", static_cast<long long>(first.stats.flow),
                static_cast<long long>(second.stats.flow));
    if (options.withCpu) (void)onCpu(bench, graphs[0]);
    std::fflush(stdout);
}

}  // namespace

void benchMinCut(const MinCutOptions& options) {
    const Context context;
    std::printf("%-12s %6s | %-27s %6s | %7s %7s | %4s %4s | %-14s | %5s | strokes median / max | flows\n",
                "picture", "MP", "it0 cold ms (least–most)", "ms/MP", "it1", "it1warm", "w/c0", "w/c1",
                "labels/rounds visits", "cert.");
    for (const double megapixels : options.scenes) benchPicture(context, sceneOf(megapixels), options);
    for (const std::string& photo : options.photos) benchPicture(context, ppmOf(photoOf(photo)), options);
}

}  // namespace fretsaw::bench
