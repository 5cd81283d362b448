// A backend that notes the time of every call, under the segmenter as the programs use it.
// A call of the backend waits for the device, so the host's clock is right for it.
#include "tests/gpubench/CutBench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <type_traits>

#include "core/cuda/Context.h"
#include "core/cuda/CudaBackend.h"
#include "core/cuda/DeviceMemory.h"
#include "core/segment/GrabCutSegmenter.h"
#include "tests/gpubench/Pictures.h"

namespace fretsaw::bench {
namespace {

using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Stages in the order of a cut.
enum class Stage {
    Contrast,
    Edges,
    Labels,
    Samples,
    Groups,
    StartMask,
    Sums,
    Terminals,
    Solve,
    TakeMask,
    MaskToHost,
    Count
};
constexpr int kStages = static_cast<int>(Stage::Count);
constexpr const char* kNames[kStages] = {"contrast", "edges",      "labels",      "samples",
                                         "groups",   "start mask", "sums",        "terminals",
                                         "solve",    "take mask",  "mask to host"};
/// Bytes a pixel that each stage must at least read and write.
constexpr double kBytes[kStages] = {4, 25, 1, 6, 0, 7, 5, 25, 0, 4, 1};

struct StageTimes {
    double ms[kStages] = {};
    double pixels[kStages] = {};
    int calls[kStages] = {};

    [[nodiscard]] double sum() const {
        double total = 0;
        for (const double stage : ms) total += stage;
        return total;
    }
};

class TimedBackend final : public SegmentBackend {
public:
    TimedBackend(std::unique_ptr<SegmentBackend> to, Size size, StageTimes& times)
        : to_(std::move(to)), pixels_(static_cast<double>(size.area())), times_(times) {}

    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override {
        return timed(Stage::Contrast, pixels_, [&] { return to_->contrast(space, stop); });
    }
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override {
        return timed(Stage::Edges, pixels_, [&] { return to_->setEdges(space, scale, stop); });
    }
    void setLabels(Rect where, ImageView<const Label> labels) override {
        timed(Stage::Labels, area(where), [&] { return to_->setLabels(where, labels), 0; });
    }
    std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                  std::stop_token stop) override {
        return timed(Stage::Samples, area(where), [&] { return to_->sample(set, space, where, most, stop); });
    }
    void setSamples(std::span<const Colour> colours) override {
        timed(Stage::Groups, 0, [&] { return to_->setSamples(colours), 0; });
    }
    SampleSums sumsByCentre(std::span<const pixel::Centre> centres) override {
        return timed(Stage::Groups, 0, [&] { return to_->sumsByCentre(centres); });
    }
    SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) override {
        return timed(Stage::Groups, 0, [&] { return to_->sumsByPart(mixture, weighted); });
    }
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override {
        return timed(Stage::StartMask, pixels_, [&] { return to_->startMask(rule, stop); });
    }
    void setMask(Mask mask) override { to_->setMask(std::move(mask)); }
    [[nodiscard]] Mask mask() override {
        return timed(Stage::MaskToHost, pixels_, [&] { return to_->mask(); });
    }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override {
        return timed(Stage::Sums, area(where), [&] { return to_->sums(mixtures, weighted, where, stop); });
    }
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override {
        return timed(Stage::Terminals, pixels_, [&] { return to_->setTerminals(costs, stop); });
    }
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override {
        return timed(Stage::Terminals, area(where),
                     [&] { return to_->updateTerminals(where, labels, costs, stop); });
    }
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override {
        return timed(Stage::Solve, pixels_, [&] { return to_->solve(stop, progress); });
    }
    MaskChange takeMask() override {
        return timed(Stage::TakeMask, pixels_, [&] { return to_->takeMask(); });
    }

private:
    static double area(Rect where) { return static_cast<double>(where.area()); }

    template <typename Work>
    std::invoke_result_t<const Work&> timed(Stage stage, double pixels, const Work& work) {
        const auto begin = Clock::now();
        auto answer = work();
        const auto i = static_cast<std::size_t>(stage);
        times_.ms[i] += msSince(begin);
        times_.pixels[i] += pixels;
        ++times_.calls[i];
        return answer;
    }

    std::unique_ptr<SegmentBackend> to_;
    double pixels_;
    StageTimes& times_;
};

/// GB/s of a device-to-device copy, bytes read and written: the most that memory gives here.
double copyBandwidth() {
    const cuda::Context context;
    constexpr std::int64_t kBytesCopied = std::int64_t{1} << 30;
    const cuda::DeviceBuffer<std::uint8_t> from(context, kBytesCopied), to(context, kBytesCopied);
    double best = 0;
    for (int i = 0; i < 5; ++i) {
        cuda::Event before(context), after(context);
        before.record();
        cuda::copyBytes(context, to.data(), from.data(), to.bytes());
        after.record();
        after.wait();
        best =
            std::max(best, 2e-6 * static_cast<double>(kBytesCopied) / cuda::Event::elapsedMs(before, after));
    }
    return best;
}

struct Run {
    double totalMs = 0, onDeviceMs = 0;  ///< onDevice: without the mask's way to the host
    StageTimes stages;
    SegmentResult result;
};

/// The picture is on the device, the box is new.
Run cutFrom(Segmenter& segmenter, const Rect& box, const SegmentParams& params, StageTimes& times) {
    segmenter.setRect(std::nullopt);
    segmenter.setRect(box);
    times = {};
    const auto begin = Clock::now();
    Run run;
    run.result = *segmenter.segment(params, {}, {});
    run.totalMs = msSince(begin);
    run.onDeviceMs = run.totalMs - times.ms[static_cast<int>(Stage::MaskToHost)];
    run.stages = times;
    return run;
}

void benchPicture(const BoxedPicture& picture, Start start, const CutOptions& options, double bandwidth) {
    StageTimes times;
    const auto factory = cuda::backendFactory(0);
    auto segmenter = makeGrabCutSegmenter({[&](std::shared_ptr<const Image<Rgba8>> image) {
                                               const Size size = image->size();
                                               return std::make_unique<TimedBackend>(
                                                   factory(std::move(image)), size, times);
                                           },
                                           {true, "GPU", ""}});
    segmenter->setImage(picture.image);
    SegmentParams params;
    params.start = start;
    std::vector<Run> runs;
    const Run first = cutFrom(*segmenter, picture.box, params, times);
    for (int i = 0; i < options.repeats; ++i) runs.push_back(cutFrom(*segmenter, picture.box, params, times));
    std::sort(runs.begin(), runs.end(),
              [](const Run& a, const Run& b) { return a.onDeviceMs < b.onDeviceMs; });
    const Run& median = runs[runs.size() / 2];
    std::printf(
        "%s, %.2f MP, start %s: first cut %.1f ms; then, median of %d: %.1f ms (%.1f–%.1f) to the mask on "
        "the device, %.1f ms to the host; %d iterations\n",
        picture.name.c_str(), picture.megapixels(), start == Start::Fretsaw ? "fretsaw" : "opencv",
        first.onDeviceMs, options.repeats, median.onDeviceMs, runs.front().onDeviceMs, runs.back().onDeviceMs,
        median.totalMs, median.result.iterations);
    for (int i = 0; i < kStages; ++i) {
        if (median.stages.calls[i] == 0) continue;
        const double ms = median.stages.ms[i], gigabytes = kBytes[i] * median.stages.pixels[i] * 1e-9;
        std::printf("  %-13s %3d calls %8.3f ms", kNames[i], median.stages.calls[i], ms);
        if (kBytes[i] > 0)
            std::printf("  %6.1f GB/s, %4.1f %%", gigabytes / ms * 1e3, gigabytes / ms * 1e5 / bandwidth);
        std::printf("\n");
    }
    std::printf("  %-13s           %8.3f ms\n", "host", median.totalMs - median.stages.sum());
    if (!options.withCpu) return;
    auto cpu = makeCpuSegmenter();
    cpu->setImage(picture.image);
    cpu->setRect(picture.box);
    const auto begin = Clock::now();
    const auto result = cpu->segment(params, {}, {});
    const bool same = std::equal(result->mask->data(), result->mask->data() + result->mask->size().area(),
                                 median.result.mask->data());
    std::printf("  CPU           %8.1f ms, %s\n", msSince(begin), same ? "the same mask" : "ANOTHER MASK");
}

}  // namespace

void benchCuts(const CutOptions& options) {
    const double bandwidth = copyBandwidth();
    std::printf("copies on the device: %.0f GB/s; shares below are of it\n", bandwidth);
    std::vector<BoxedPicture> pictures;
    for (const double megapixels : options.scenes) pictures.push_back(sceneOf(megapixels));
    for (const std::string& photo : options.photos) pictures.push_back(ppmOf(photoOf(photo)));
    for (const BoxedPicture& picture : pictures)
        for (const Start start : {Start::Fretsaw, Start::OpenCv})
            benchPicture(picture, start, options, bandwidth);
}

}  // namespace fretsaw::bench
