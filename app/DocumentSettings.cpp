// Document: what a person sets in fields, parameters of the cut and the background.
// What changes pixels by hand is in Document.cpp.
#include <QThread>
#include <utility>

#include "app/Document.h"

namespace fretsaw::app {
namespace {

/// The fields that a person chooses; the others belong to single requests.
SegmentParams chosen(SegmentParams params) {
    params.models = Models::Refit;
    params.given = {};
    params.fresh = true;
    return params;
}

}  // namespace

void Document::setParams(const SegmentParams& params) {
    Q_ASSERT(QThread::currentThread() == thread());
    const SegmentParams next = chosen(params);
    if (next == params_) return;
    endGestures();
    Step step = beginStep();
    step.paramsAfter = next;
    const int field = changedField(params_, next);
    const bool keepsCut = sameCut(params_, next), keepsMask = keepsCut && next.cleanUp == params_.cleanUp;
    params_ = next;
    if (!keepsMask) changed();
    if (keepsCut) step.cutAfter = cut_;
    if (photo_) push(std::move(step), tr("Settings"), field);
    emit paramsChanged();
    if (!keepsCut && live_) settle(true, false);
    // Is no solve, so it does not wait for one to be asked for. A cut that is being made: see takeFrame().
    if (keepsCut && !keepsMask && cut_->record.models) solveAgain(false);
}

void Document::setBackground(Background background) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (background == *background_) return;
    endGestures();
    const int field = changedField(*background_, background);
    Step step = beginStep();
    step.backgroundAfter = std::make_shared<const Background>(std::move(background));
    step.cutAfter = cut_;
    const auto next = step.backgroundAfter;
    if (photo_) push(std::move(step), tr("Background"), field);
    showBackground(next);
}

void Document::showBackground(std::shared_ptr<const Background> background) {
    background_ = std::move(background);
    emit backgroundChanged();
}

}  // namespace fretsaw::app
