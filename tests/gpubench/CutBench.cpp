// A backend that notes the time of every call, under the segmenter as the programs use it.
// A call of the backend waits for the device, so the host's clock is right for it.
#include "tests/gpubench/CutBench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <type_traits>

#include "core/cuda/CudaBackend.h"
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
    Coarse,
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
constexpr const char* kNames[kStages] = {"coarse copy", "contrast", "edges",      "labels",
                                         "samples",     "groups",   "start mask", "sums",
                                         "terminals",   "solve",    "take mask",  "mask to host"};

struct StageTimes {
    double ms[kStages] = {};
    int calls[kStages] = {};

    [[nodiscard]] double sum() const {
        double total = 0;
        for (const double stage : ms) total += stage;
        return total;
    }
};

class TimedBackend final : public SegmentBackend {
public:
    TimedBackend(std::unique_ptr<SegmentBackend> to, StageTimes& times) : to_(std::move(to)), times_(times) {}

    std::optional<Image<Rgba8>> coarsePicture(Size cells, std::stop_token stop) override {
        return timed(Stage::Coarse, [&] { return to_->coarsePicture(cells, stop); });
    }
    std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) override {
        return timed(Stage::Contrast, [&] { return to_->contrast(space, stop); });
    }
    bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) override {
        return timed(Stage::Edges, [&] { return to_->setEdges(space, scale, stop); });
    }
    void setLabels(Rect where, ImageView<const Label> labels) override {
        timed(Stage::Labels, [&] { return to_->setLabels(where, labels), 0; });
    }
    std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                  std::stop_token stop) override {
        return timed(Stage::Samples, [&] { return to_->sample(set, space, where, most, stop); });
    }
    void setSamples(std::span<const Colour> colours) override {
        timed(Stage::Groups, [&] { return to_->setSamples(colours), 0; });
    }
    SampleSums sumsByCentre(std::span<const pixel::Centre> centres) override {
        return timed(Stage::Groups, [&] { return to_->sumsByCentre(centres); });
    }
    SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) override {
        return timed(Stage::Groups, [&] { return to_->sumsByPart(mixture, weighted); });
    }
    std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) override {
        return timed(Stage::StartMask, [&] { return to_->startMask(rule, stop); });
    }
    void setMask(std::shared_ptr<const Mask> mask) override { to_->setMask(std::move(mask)); }
    [[nodiscard]] std::shared_ptr<const Mask> mask() override {
        return timed(Stage::MaskToHost, [&] {
            auto mask = to_->mask();
            static_cast<void>(mask->view());
            return mask;
        });
    }
    std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                  std::stop_token stop) override {
        return timed(Stage::Sums, [&] { return to_->sums(mixtures, weighted, where, stop); });
    }
    std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) override {
        return timed(Stage::Terminals, [&] { return to_->setTerminals(costs, stop); });
    }
    std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                const DataCosts& costs, std::stop_token stop) override {
        return timed(Stage::Terminals, [&] { return to_->updateTerminals(where, labels, costs, stop); });
    }
    std::optional<Cut> solve(std::stop_token stop, const Progress& progress) override {
        return timed(Stage::Solve, [&] { return to_->solve(stop, progress); });
    }
    MaskChange takeMask() override {
        return timed(Stage::TakeMask, [&] { return to_->takeMask(); });
    }
    std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                     std::stop_token stop) override {
        return to_->cleaned(mask, rules, std::move(stop));
    }

private:
    template <typename Work>
    std::invoke_result_t<const Work&> timed(Stage stage, const Work& work) {
        const auto begin = Clock::now();
        auto answer = work();
        const auto i = static_cast<std::size_t>(stage);
        times_.ms[i] += msSince(begin);
        ++times_.calls[i];
        return answer;
    }

    std::unique_ptr<SegmentBackend> to_;
    StageTimes& times_;
};

struct Run {
    double totalMs = 0;
    StageTimes stages;
    std::shared_ptr<const Mask> mask;

    [[nodiscard]] double toHostMs() const { return stages.ms[static_cast<int>(Stage::MaskToHost)]; }
    [[nodiscard]] double onDeviceMs() const { return totalMs - toHostMs(); }
};

Run timedCut(Segmenter& segmenter, const SegmentParams& params, StageTimes& times) {
    times = {};
    const auto begin = Clock::now();
    const auto result = segmenter.segment(params, {}, {});
    return {msSince(begin), times, result->mask};
}

void print(const char* what, std::vector<Run> runs) {
    std::sort(runs.begin(), runs.end(),
              [](const Run& a, const Run& b) { return a.onDeviceMs() < b.onDeviceMs(); });
    const Run& median = runs[runs.size() / 2];
    std::printf("  %s, median of %zu: %.1f ms (%.1f–%.1f) to the mask on the device, and %.1f to the host\n",
                what, runs.size(), median.onDeviceMs(), runs.front().onDeviceMs(), runs.back().onDeviceMs(),
                median.toHostMs());
    for (int i = 0; i < kStages; ++i)
        if (median.stages.calls[i] > 0)
            std::printf("    %-13s %3d calls %8.3f ms\n", kNames[i], median.stages.calls[i],
                        median.stages.ms[i]);
    std::printf("    %-13s           %8.3f ms\n", "host alone", median.totalMs - median.stages.sum());
}

void compareWithCpu(const BoxedPicture& picture, const SegmentParams& params, const Run& gpu) {
    auto cpu = makeCpuSegmenter();
    cpu->setImage(picture.image);
    cpu->setRect(picture.box);
    const auto begin = Clock::now();
    const auto result = cpu->segment(params, {}, {});
    const double ms = msSince(begin);
    const ImageView<const std::uint8_t> mask = gpu.mask->view();
    const bool same = std::equal(mask.data(), mask.data() + mask.size().area(), result->mask->view().data());
    std::printf("  CPU: %.1f ms, %s\n", ms, same ? "the same mask" : "ANOTHER MASK");
}

void benchPicture(const BoxedPicture& picture, Start start, const CutOptions& options,
                  const SegmentBackendFactory& gpu) {
    StageTimes times;
    const SegmentBackendFactory timed = [&](std::shared_ptr<const Image<Rgba8>> image) {
        const auto begin = Clock::now();
        auto backend = std::make_unique<TimedBackend>(gpu(std::move(image)), times);
        times.ms[static_cast<int>(Stage::Coarse)] += msSince(begin);
        ++times.calls[static_cast<int>(Stage::Coarse)];
        return backend;
    };
    SegmentParams params;
    params.start = start;
    std::vector<Run> fresh, again;
    for (int i = 0; i < options.repeats; ++i) {
        auto segmenter = makeGrabCutSegmenter({timed, {true, "GPU", ""}});
        segmenter->setImage(picture.image);
        segmenter->setRect(picture.box);
        fresh.push_back(timedCut(*segmenter, params, times));
        Rect other = picture.box;
        other.width -= other.width / 8;
        segmenter->setRect(other);
        again.push_back(timedCut(*segmenter, params, times));
    }
    std::printf("%s, %.2f MP, start %s\n", picture.name.c_str(), picture.megapixels(),
                start == Start::Fretsaw ? "fretsaw" : "opencv");
    print("first cut of the picture", fresh);
    print("then with another box", again);
    if (options.withCpu) compareWithCpu(picture, params, fresh.front());
    std::fflush(stdout);
}

}  // namespace

void benchCuts(const CutOptions& options) {
    const auto gpu = cuda::backendFactory(0);
    // Keeps the context, and so the pool of memory, as a program with another picture open does.
    const auto keeper = gpu(std::make_shared<const Image<Rgba8>>(Image<Rgba8>({1, 1})));
    std::vector<BoxedPicture> pictures;
    for (const double megapixels : options.scenes) pictures.push_back(sceneOf(megapixels));
    for (const std::string& photo : options.photos) pictures.push_back(ppmOf(photoOf(photo)));
    for (const BoxedPicture& picture : pictures)
        for (const Start start : {Start::Fretsaw, Start::OpenCv}) benchPicture(picture, start, options, gpu);
}

}  // namespace fretsaw::bench
