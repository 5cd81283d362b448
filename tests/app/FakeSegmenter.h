// A segmenter that does what a test tells it to, and the waiting that goes with it.
// Cuts nothing real.
#pragma once

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/segment/ColourModels.h"
#include "core/segment/Segmenter.h"

namespace fretsaw::test {

/// What the fake has seen and how it behaves. Shared between the test and the worker thread.
struct FakeControl {
    std::atomic<bool> hold{false};    ///< segment() waits until this is false or it is stopped
    std::atomic<bool> coarse{false};  ///< segment() shows an all-foreground mask before it waits
    std::atomic<int> entered{0};      ///< calls of segment() begun
    std::atomic<int> answered{0};     ///< ... that returned a result
    std::atomic<int> stopped{0};      ///< ... that returned std::nullopt
    std::atomic<int> images{0};       ///< images set
    std::atomic<int> segmenters{0};   ///< made and not yet destroyed
    std::function<void()> onSegment, onApply, onSetImage;  ///< may throw; set before the engine starts
    /// What finished masks are handed out as; empty: frames in host memory. Set before the engine starts.
    std::function<std::shared_ptr<const Mask>(Image<std::uint8_t>)> publish;

    std::mutex mutex;
    std::vector<LabelPatch> patches;         ///< in order of arrival, of the present image
    std::vector<SegmentParams> params;       ///< of every segment() call
    std::vector<std::optional<Rect>> rects;  ///< of every setRect() call

    template <typename Member>
    auto copy(Member member) {
        const std::lock_guard lock(mutex);
        return this->*member;
    }
};

/// Mask: 255 where the label is foreground, or none inside the rectangle. So it is a function of labels and
/// rectangle that a test can compute on its own.
class FakeSegmenter : public Segmenter {
public:
    explicit FakeSegmenter(std::shared_ptr<FakeControl> control) : control_(std::move(control)) {
        ++control_->segmenters;
    }
    ~FakeSegmenter() override { --control_->segmenters; }

    void setImage(std::shared_ptr<const Image<Rgba8>> image) override {
        ++control_->images;
        if (control_->onSetImage) control_->onSetImage();
        labels_ = Image<Label>(image->size(), Label::None);
        rect_.reset();
        const std::lock_guard lock(control_->mutex);
        control_->patches.clear();
    }
    void apply(const LabelPatch& patch) override {
        if (control_->onApply) control_->onApply();
        applyPatch(labels_.view(), patch);
        const std::lock_guard lock(control_->mutex);
        control_->patches.push_back(patch);
    }
    void setRect(std::optional<Rect> rect) override {
        rect_ = rect;
        const std::lock_guard lock(control_->mutex);
        control_->rects.push_back(rect);
    }
    std::optional<SegmentResult> segment(const SegmentParams& params, std::stop_token stop,
                                         const Progress& progress) override {
        {
            const std::lock_guard lock(control_->mutex);
            control_->params.push_back(params);
        }
        ++control_->entered;
        report(progress, 0);
        if (control_->coarse && preview_) {
            preview_(hostFrame(Image<std::uint8_t>(labels_.size(), 255)));
        }
        while (control_->hold && !stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        if (stop.stop_requested()) {
            ++control_->stopped;
            return std::nullopt;
        }
        if (control_->onSegment) control_->onSegment();
        report(progress, 1);
        SegmentResult result;
        Image<std::uint8_t> mask = maskOf(labels_.view(), rect_);
        result.foregroundPixels =
            std::count(mask.data(), mask.data() + labels_.size().area(), std::uint8_t{255});
        result.mask = control_->publish ? control_->publish(std::move(mask)) : hostFrame(std::move(mask));
        result.changed = labels_.bounds();
        if (params.models == Models::Refit) models_ = newModels();
        if (params.models == Models::Given) models_ = params.given.models;
        result.models = models_;
        result.certified = true;
        ++control_->answered;
        return result;
    }

    void setPreview(Preview preview) override { preview_ = std::move(preview); }

    static Image<std::uint8_t> maskOf(ImageView<const Label> labels, std::optional<Rect> rect) {
        Image<std::uint8_t> mask(labels.size());
        for (int y = 0; y < labels.height(); ++y) {
            for (int x = 0; x < labels.width(); ++x) {
                const Label l = labels(x, y);
                const bool unknown = l == Label::None && rect && rect->contains(x, y);
                const bool in = l == Label::SureForeground || l == Label::ProbableForeground || unknown;
                mask(x, y) = in ? 255 : 0;
            }
        }
        return mask;
    }

private:
    /// Models that can be told apart.
    static std::shared_ptr<const ColourModels> newModels() { return std::make_shared<const ColourModels>(); }

    std::shared_ptr<FakeControl> control_;
    Image<Label> labels_;
    std::optional<Rect> rect_;
    std::shared_ptr<const ColourModels> models_;
    Preview preview_;
};

/// Runs the event loop until `done`; false where that took longer than the limit (20 s, generous for
/// sanitizers).
template <typename Done>
bool waitFor(Done done, int limitMs = 20000) {
    QDeadlineTimer deadline(limitMs);
    while (!done()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        if (!done()) QThread::usleep(200);
    }
    return true;
}

inline bool equal(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    if (a.size() != b.size()) return false;
    for (int y = 0; y < a.height(); ++y) {
        if (!std::equal(a.row(y), a.row(y) + a.width(), b.row(y))) return false;
    }
    return true;
}

inline bool equal(ImageView<const Label> a, ImageView<const Label> b) {
    if (a.size() != b.size()) return false;
    for (int y = 0; y < a.height(); ++y) {
        if (!std::equal(a.row(y), a.row(y) + a.width(), b.row(y))) return false;
    }
    return true;
}

}  // namespace fretsaw::test
