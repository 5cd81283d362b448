// Which mask is on the screen.
// Computes and paints nothing.
#include "app/MaskView.h"

namespace fretsaw::app {

bool MaskView::isNews(const MaskFrame& frame) const {
    return frame.revision >= oldest_ && (!exact_ || frame.revision >= exact_->revision) &&
           (!coarse_ || frame.revision >= coarse_->revision);
}

std::optional<Rect> MaskView::take(std::shared_ptr<const MaskFrame> frame) {
    // `changed` is told against the segmenter's previous mask, whether that was shown or not.
    unseen_ = unseen_.united(frame->result.changed);
    if (!isNews(*frame)) return std::nullopt;
    if (!exact_ || coarse_) unseen_ = frame->result.mask->bounds();
    exact_ = std::move(frame);
    coarse_.reset();
    return std::exchange(unseen_, Rect{});
}

std::optional<Rect> MaskView::takeCoarse(std::shared_ptr<const MaskFrame> frame) {
    if (!isNews(*frame)) return std::nullopt;
    coarse_ = std::move(frame);
    return coarse_->result.mask->bounds();
}

std::optional<Rect> MaskView::dropCoarse() {
    if (!coarse_) return std::nullopt;
    return std::exchange(coarse_, nullptr)->result.mask->bounds();
}

std::optional<Rect> MaskView::clear() {
    if (!shown()) return std::nullopt;
    const Rect all = shown()->result.mask->bounds();
    exact_.reset();
    coarse_.reset();
    return all;
}

}  // namespace fretsaw::app
