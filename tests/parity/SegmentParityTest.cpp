// Whole segmentations on CPU and CUDA: the same masks, models, energies and certificates, cold, warm and
// after stops. Single calls are BackendParityTest's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/cuda/CudaBackend.h"
#include "core/segment/GrabCutSegmenter.h"
#include "tests/common/Ppm.h"
#include "tests/cuda/NeedsGpu.h"
#include "tests/segment/SteppedBackend.h"

namespace fretsaw::test {
namespace {

std::unique_ptr<Segmenter> gpuSegmenter() {
    return makeGrabCutSegmenter({cuda::backendFactory(0), {true, "GPU", "It is a test."}});
}

void expectEqual(const SegmentResult& cpu, const SegmentResult& gpu) {
    EXPECT_TRUE(sameMask(cpu, gpu));
    EXPECT_EQ(*cpu.models, *gpu.models);
    EXPECT_EQ(cpu.energy, gpu.energy);
    EXPECT_EQ(cpu.flow, gpu.flow);
    EXPECT_EQ(cpu.cut, gpu.cut);
    EXPECT_TRUE(gpu.certified);
    EXPECT_EQ(cpu.iterations, gpu.iterations);
    EXPECT_EQ(cpu.foregroundPixels, gpu.foregroundPixels);
    // Masks on the device are not compared for it.
    EXPECT_EQ(gpu.changed.united(cpu.changed), gpu.changed);
    EXPECT_EQ(cpu.cleanedPixels, gpu.cleanedPixels);
    EXPECT_EQ(cpu.warnings, gpu.warnings);
}

/// The same calls on both segmenters.
class Pair {
public:
    explicit Pair(const Picture& picture) : size_(picture->size()) {
        cpu_->setImage(picture);
        gpu_->setImage(picture);
    }
    void setRect(std::optional<Rect> rect) {
        cpu_->setRect(rect);
        gpu_->setRect(rect);
    }
    void apply(const LabelPatch& patch) {
        cpu_->apply(patch);
        gpu_->apply(patch);
    }
    void paint(Label label, double widthPx, std::vector<PointF> points) {
        Image<Label>& plane = plane_ ? *plane_ : plane_.emplace(size_, Label::None);
        for (PointF& p : points) p = {p.x * size_.width, p.y * size_.height};
        const LabelPatch patch = paintStroke(plane.view(), {label, widthPx, std::move(points)});
        if (!patch.empty()) apply(patch);
    }
    SegmentResult segment(const SegmentParams& params) {
        cpuResult_ = solve(*cpu_, params);
        gpuResult_ = solve(*gpu_, params);
        expectEqual(cpuResult_, gpuResult_);
        return cpuResult_;
    }
    /// The last cut under other rules.
    void cleanUp(const CleanUp& rules) {
        SegmentParams params;
        params.models = Models::Given;
        params.cleanUp = rules;
        params.given = cpuResult_.record();
        cpuResult_ = solve(*cpu_, params);
        params.given = gpuResult_.record();
        gpuResult_ = solve(*gpu_, params);
        expectEqual(cpuResult_, gpuResult_);
    }

private:
    Size size_;
    std::optional<Image<Label>> plane_;
    std::unique_ptr<Segmenter> cpu_ = makeCpuSegmenter(), gpu_ = gpuSegmenter();
    SegmentResult cpuResult_, gpuResult_;  ///< the last
};

/// What a person does: box, strokes with frozen models while painting, refits on release, undo, another box.
void editLikeAPerson(const Picture& picture, Rect box, const CleanUp& rules = {}) {
    Pair pair(picture);
    pair.setRect(box);
    SegmentParams fresh;
    fresh.cleanUp = rules;
    SegmentParams frozen = fresh, refit = fresh, given = fresh;
    frozen.models = Models::Frozen;
    refit.fresh = false;
    const SegmentResult first = pair.segment(fresh);
    given.models = Models::Given;
    given.given = first.record();
    pair.cleanUp({true, 30, 0});
    pair.cleanUp(rules);

    const double width = std::max(2.0, picture->width() / 40.0);
    pair.paint(Label::SureBackground, width, {{0.3, 0.3}, {0.36, 0.42}});
    pair.segment(frozen);
    pair.paint(Label::SureForeground, width, {{0.5, 0.45}, {0.55, 0.6}});
    pair.segment(frozen);
    pair.segment(refit);
    pair.paint(Label::ProbableBackground, 2 * width, {{0.7, 0.3}, {0.72, 0.7}});
    pair.segment(refit);
    pair.cleanUp({false, 0, 1000});
    pair.segment(given);
    pair.paint(Label::None, width, {{0.3, 0.3}, {0.36, 0.42}});
    pair.segment(frozen);
    pair.setRect(Rect{box.x + 2, box.y + 2, box.width - 4, box.height - 4});
    pair.segment(fresh);

    for (const DataTerm term : {DataTerm::Paper, DataTerm::Mixture})
        for (const int iterations : {0, 1, 4}) {
            SegmentParams p = fresh;
            p.start = Start::OpenCv;
            p.model = term;
            p.iterations = iterations;
            p.gamma = 17;
            p.components = 3 + iterations;
            pair.segment(p);
        }
}

using SegmentParity = GpuTest;

TEST_F(SegmentParity, EditingOfScenes) {
    for (const Size size : {Size{46, 37}, Size{240, 180}, Size{700, 500}}) {
        SCOPED_TRACE(testing::Message() << size.width << " × " << size.height);
        const Scene scene = makeScene(size, 5);
        editLikeAPerson(scenePicture(scene), scene.box);
        if (HasFailure()) return;
    }
}

TEST_F(SegmentParity, EditingWithCleanUp) {
    for (const CleanUp& rules : {CleanUp{true, 0, 0}, {false, 400, 90}}) {
        const Scene scene = makeScene({500, 340}, 8);
        editLikeAPerson(scenePicture(scene), scene.box, rules);
    }
    const Scene large = makeScene({1300, 900}, 4);
    editLikeAPerson(scenePicture(large), large.box, {true, 5000, CleanUp::kMostPixels});
}

TEST_F(SegmentParity, AboveTheCoarseSize) {
    const Scene scene = makeScene({1400, 1000}, 3);
    editLikeAPerson(scenePicture(scene), scene.box);
}

TEST_F(SegmentParity, LabelsWithoutABox) {
    const Scene scene = makeScene({200, 150}, 9);
    Pair pair(scenePicture(scene));
    Image<Label> labels(scene.truth.size(), Label::None);
    for (int y = 0; y < labels.height(); ++y)
        for (int x = 0; x < labels.width(); ++x)
            if ((x / 6 + y / 5) % 3 == 0)
                labels(x, y) = scene.truth(x, y) != 0 ? Label::ProbableForeground : Label::SureBackground;
    const auto count = static_cast<std::size_t>(labels.size().area());
    pair.apply(
        {labels.bounds(), std::vector<Label>(count, Label::None), {labels.data(), labels.data() + count}});
    pair.segment({});
    SegmentParams opencv;
    opencv.start = Start::OpenCv;
    pair.segment(opencv);
}

TEST_F(SegmentParity, Photos) {
    const char* folder = std::getenv("FRETSAW_PPM_PHOTOS");
    if (folder == nullptr) return skipFor("Photos", "FRETSAW_PPM_PHOTOS names no folder with photos as PPM.");
    int photos = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".ppm") continue;
        SCOPED_TRACE(entry.path());
        const auto photo = std::make_shared<const Image<Rgba8>>(readPpm(entry.path()));
        const int w = photo->width(), h = photo->height();
        editLikeAPerson(photo, {w / 6, h / 6, w * 2 / 3, h * 2 / 3});
        ++photos;
    }
    EXPECT_GT(photos, 0) << folder;
}

/// The session of SteppedBackend.h on the GPU, against what the CPU answers.
class GpuInterruption : public GpuTest {
protected:
    GpuInterruption() : scene_(makeScene({146, 97}, 2)), image_(scenePicture(scene_)) {}

    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        Breaker never;
        Session session(image_, scene_.box, never);
        for (int step = 0; step < Session::kSteps; ++step) {
            session.edit(step);
            right_.push_back(solve(session.segmenter(), Session::params(step)));
        }
    }
    void expectRight(const SegmentResult& result, int step) {
        expectEqual(right_[static_cast<std::size_t>(step)], result);
    }
    /// The session up to a call, which itself is not made.
    std::unique_ptr<Session> sessionBefore(int step) {
        breaker_.arm(-1);
        auto session = std::make_unique<Session>(image_, scene_.box, breaker_, std::nullopt, factory_);
        for (int before = 0; before <= step; ++before) {
            session->edit(before);
            if (before < step) solve(session->segmenter(), Session::params(before));
        }
        return session;
    }

    Scene scene_;
    Picture image_;
    SegmentBackendFactory factory_ = cuda::backendFactory(0);
    Breaker breaker_;
    std::vector<SegmentResult> right_;
};

TEST_F(GpuInterruption, StoppedAtAnyStepTheNextCallIsAsIfNothingHappened) {
    int stops = 0;
    for (int step = 0; step < Session::kSteps; ++step)
        for (int at = 0;; ++at) {
            const auto session = sessionBefore(step);
            breaker_.arm(at);
            const auto stopped = session->segmenter().segment(
                Session::params(step), breaker_.source.get_token(), [this](double) { breaker_.step(); });
            const bool ended = breaker_.left >= 0;  // there was no such step
            breaker_.arm(-1);
            if (!stopped) ++stops;
            expectRight(stopped ? *stopped : solve(session->segmenter(), Session::params(step)), step);
            if (ended || HasFailure()) break;
        }
    EXPECT_GT(stops, 40);
}

TEST_F(GpuInterruption, StoppedAtAnyTimeTheNextCallIsAsIfNothingHappened) {
    int stops = 0;
    for (int step = 0; step < Session::kSteps; ++step)
        for (int us = 0; us < 4000; us = us * 3 / 2 + 20) {
            const auto session = sessionBefore(step);
            std::stop_source source;
            std::thread stopper([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(us));
                source.request_stop();
            });
            const auto stopped = session->segmenter().segment(Session::params(step), source.get_token(), {});
            stopper.join();
            if (!stopped) ++stops;
            expectRight(stopped ? *stopped : solve(session->segmenter(), Session::params(step)), step);
            if (HasFailure()) return;
        }
    EXPECT_GT(stops, 0);
}

}  // namespace
}  // namespace fretsaw::test
