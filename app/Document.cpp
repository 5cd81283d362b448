// Document: from a person's action to labels, history and requests, and from results to the mask on screen.
// No widgets, no solving.
#include "app/Document.h"

#include <QThread>
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace fretsaw::app {
namespace {

double validWidth(double widthPx) {
    return std::isfinite(widthPx) ? std::clamp(widthPx, kMinBrushPx, kMaxBrushPx) : kMinBrushPx;
}

}  // namespace

// -- labels and rectangle -----------------------------------------------------------------------------

/// To the engine and to the screen; the plane has the labels already.
void Document::send(LabelPatch patch) {
    const Rect dirty = patch.rect;
    engine_.apply(std::move(patch));
    emit labelsChanged(dirty);
}

void Document::write(std::vector<LabelPatch> patches) {
    for (LabelPatch& patch : patches) {
        marks_.apply(patch);
        send(std::move(patch));
    }
}

/// Paints, tells everyone and asks for a live mask. What goes wrong is a message: a gesture never throws.
void Document::paint(std::vector<PointF> points) {
    std::erase_if(points, [](PointF p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    if (points.empty()) return;
    painting_->stroke.points = std::move(points);
    try {
        LabelPatch patch = marks_.paint(painting_->stroke);
        if (patch.empty()) return;
        painting_->record.note(marks_.labels(), patch);
        const bool first = !std::exchange(painting_->changed, true);
        changed();
        for (LabelPatch& part : splitPatch(std::move(patch))) send(std::move(part));
        updateHint();
        // A new stroke stops what is running; its own live masks may finish, or the screen would starve.
        if (live_) solve(mask_.exact() ? Models::Frozen : Models::Refit, !mask_.exact(), first);
    } catch (const std::exception& error) {
        engineLost_ = true;  // it may have missed a part
        emit solveFailed(
            tr("This part of the stroke was not painted: %1").arg(QString::fromUtf8(error.what())));
    }
}

bool Document::setRect(std::optional<Rect> next) {
    if (!marks_.setRect(next)) return false;
    engine_.setRect(next);
    emit rectChanged();
    return true;
}

void Document::updateHint() {
    QString now = photo_ ? marks_.missing() : tr("Open a photo to begin.");
    if (now == hint_) return;
    hint_ = std::move(now);
    emit hintChanged();
}

// -- history ------------------------------------------------------------------------------------------

Step Document::beginStep() const {
    return {{}, marks_.rect(), marks_.rect(), params_, params_, background_, background_, cut_, nullptr};
}

void Document::push(Step step, const QString& text, int field) {
    if (!step.cutAfter) {
        step.cutAfter = std::make_shared<Cut>();
        step.cutAfter->blank = !mask_.exact();
    }
    cut_ = step.cutAfter;
    history_.push(std::move(step), text, field);
}

void Document::applyStep(const Step& step, bool forward) {
    if (history_.isDropping()) return;
    cancelGestures();
    if (step.backgroundBefore != step.backgroundAfter) {  // and nothing else
        history_.endMerging();
        return showBackground(forward ? step.backgroundAfter : step.backgroundBefore);
    }
    const bool keepsCut = step.cutBefore == step.cutAfter;
    keepsCut ? changed() : jumped();
    history_.endMerging();
    write(step.labels.patches(marks_.labels(), forward));
    setRect(forward ? step.rectAfter : step.rectBefore);
    const SegmentParams& next = forward ? step.paramsAfter : step.paramsBefore;
    if (!(params_ == next)) {
        params_ = next;
        emit paramsChanged();
    }
    cut_ = forward ? step.cutAfter : step.cutBefore;
    updateHint();
    if (keepsCut && !cut_->record.models) return;  // it may be on its way
    restoreMask();
}

void Document::endGestures() {
    endStroke();
    if (preview_) commitRect(marks_.rect());
}

void Document::cancelGestures() {
    cancelStroke();
    cancelRectPreview();
}

// -- mask ---------------------------------------------------------------------------------------------

/// Asks the engine for the mask of the present state; false where nothing can be cut.
bool Document::solve(Models models, bool fresh, bool stopRunning) {
    if (!hint_.isEmpty()) return false;
    if (engineLost_) resendAll();
    SegmentParams wanted = params_;
    wanted.models = models;
    wanted.fresh = fresh;
    if (models == Models::Given) wanted.given = cut_->record;
    engine_.request({revision_, std::move(wanted), stopRunning});
    return true;
}

/// A refit whose result belongs to the present position of the history.
void Document::settle(bool fresh, bool stopRunning) {
    if (solve(Models::Refit, fresh || !mask_.exact(), stopRunning)) cut_->revision = revision_;
}

/// The cut of the present position of the history, which is known, as the parameters want it.
void Document::solveAgain(bool stopRunning) {
    if (solve(Models::Given, false, stopRunning)) cut_->revision = revision_;
}

/// The mask of the present position of the history comes back: from its models where they are known.
void Document::restoreMask() {
    redraw(mask_.dropCoarse());
    const bool solvable = hint_.isEmpty();
    if (solvable && cut_->record.models) {
        solveAgain(true);
    } else if (solvable && live_) {
        settle(true, true);
    } else {
        engine_.cancel();
        if (cut_->blank) redraw(mask_.clear());
    }
}

void Document::resendAll() {
    engineLost_ = false;
    engine_.setImage(photo_->srgb);
    const ImageView<const Label> labels = marks_.labels();
    LabelPatch all{marks_.bounds(), {}, {labels.data(), labels.data() + labels.size().area()}};
    all.before.assign(all.after.size(), Label::None);
    for (LabelPatch& patch : splitPatch(std::move(all))) engine_.apply(std::move(patch));
    if (marks_.rect()) engine_.setRect(marks_.rect());
}

void Document::redraw(std::optional<Rect> dirty) {
    if (dirty) emit maskChanged(*dirty);
}

void Document::takeFrame(std::shared_ptr<const MaskFrame> frame) {
    const std::optional<Rect> dirty = mask_.take(frame);
    if (dirty && frame->revision == cut_->revision && !cut_->record.models) {
        cut_->record = frame->result.record();
        // Clean-up was changed while the cut was being made.
        const bool isOld = !painting_ && !preview_ && frame->params.cleanUp != params_.cleanUp;
        if (isOld) solveAgain(false);
    }
    redraw(dirty);
}

// -- public -------------------------------------------------------------------------------------------

Document::Document(Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {
    cut_->blank = true;
    updateHint();
    connect(&engine, &Engine::finished, this,
            [this](std::shared_ptr<const MaskFrame> frame) { takeFrame(std::move(frame)); });
    connect(&engine, &Engine::previewed, this,
            [this](std::shared_ptr<const MaskFrame> frame) { redraw(mask_.takeCoarse(std::move(frame))); });
    connect(&engine, &Engine::stateLost, this, [this] { engineLost_ = true; });
    connect(&engine, &Engine::failed, this, [this](quint64, const QString& message) {
        redraw(mask_.dropCoarse());
        emit solveFailed(message);
    });
}

void Document::setPhoto(std::shared_ptr<const io::Photo> photo) {
    Q_ASSERT(QThread::currentThread() == thread());
    Marks marks = photo ? Marks(photo->size()) : Marks();
    painting_.reset();
    preview_.reset();
    photo_ = std::move(photo);
    marks_ = std::move(marks);
    jumped();
    mask_.clear();
    engineLost_ = false;
    engine_.setImage(photo_ ? photo_->srgb : nullptr);
    cut_ = std::make_shared<Cut>();
    cut_->blank = true;
    history_.clear();
    emit photoChanged();
    emit rectChanged();
    emit maskChanged(marks_.bounds());
    updateHint();
}

void Document::beginStroke(Label label, double widthPx, PointF at) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!photo_) return;
    endGestures();
    painting_ = Painting{{label, validWidth(widthPx), {at}}, {}, false};
    paint({at});
}

void Document::extendStroke(PointF to) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!painting_) return;
    paint({painting_->stroke.points.back(), to});
}

void Document::setStrokeWidth(double widthPx) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (painting_) painting_->stroke.widthPx = validWidth(widthPx);
}

void Document::endStroke() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!painting_) return;
    const Painting painted = *std::exchange(painting_, std::nullopt);
    if (!painted.changed) return;
    changed();  // so that a late mask with frozen models is not taken for the refitted one
    Step step = beginStep();
    step.labels = painted.record.delta(marks_.labels());
    QString text = tr("Eraser");
    if (isForeground(painted.stroke.label)) text = tr("Foreground Stroke");
    if (isBackground(painted.stroke.label)) text = tr("Background Stroke");
    push(std::move(step), text);
    if (live_) settle(false, true);
}

void Document::cancelStroke() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!painting_) return;
    const Painting painted = *std::exchange(painting_, std::nullopt);
    if (!painted.changed) return;
    jumped();
    const ImageView<const Label> labels = marks_.labels();
    write(painted.record.delta(labels).patches(labels, false));
    updateHint();
    restoreMask();
}

void Document::previewRect(std::optional<Rect> rect) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!photo_) return;
    endStroke();
    const bool first = !preview_;
    if (first) preview_ = RectPreview{marks_.rect(), revision_};
    if (rect) rect = rect->normalized().intersected(marks_.bounds());
    if (rect && rect->empty()) rect.reset();
    if (!setRect(rect)) return;
    changed();
    updateHint();
    if (live_) solve(Models::Refit, true, first);
}

void Document::commitRect(std::optional<Rect> rect) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!photo_) return;
    if (rect && rect->normalized().intersected(marks_.bounds()).empty()) {
        cancelRectPreview();
        if (!rect->normalized().empty()) emit solveFailed(tr("The rectangle lies outside the picture."));
        return;
    }
    previewRect(rect);
    const RectPreview preview = *std::exchange(preview_, std::nullopt);
    if (marks_.rect() == preview.before) {
        if (revision_ == preview.revisionBefore) return;
        jumped();
        restoreMask();
        return;
    }
    Step step = beginStep();
    step.rectBefore = preview.before;
    push(std::move(step), marks_.rect() ? tr("Rectangle") : tr("Remove Rectangle"));
    if (!live_) return;
    // The last preview asked for just this mask, so it may be running or be there already.
    if (maskIsCurrent()) {
        cut_->record = mask_.exact()->result.record();
    } else {
        settle(true, true);
    }
}

void Document::cancelRectPreview() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!preview_) return;
    const RectPreview preview = *std::exchange(preview_, std::nullopt);
    if (revision_ == preview.revisionBefore) return;
    jumped();
    setRect(preview.before);
    updateHint();
    restoreMask();
}

void Document::clearLabels() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!photo_) return;
    cancelGestures();
    Step step = beginStep();
    step.rectAfter.reset();
    const ImageView<const Label> labels = marks_.labels();
    for (int y = 0; y < labels.height(); ++y) {
        const Label *row = labels.row(y), *end = row + labels.width();
        const auto isMarked = [](Label l) { return l != Label::None; };
        for (const Label* at = std::find_if(row, end, isMarked); at != end;
             at = std::find_if(at + 1, end, isMarked))
            step.labels.add(static_cast<int>(at - row), y, *at, Label::None);
    }
    step.labels.shrink();
    if (step.labels.empty() && !marks_.rect()) return;
    jumped();
    write(step.labels.patches(labels, true));
    setRect(std::nullopt);
    engine_.cancel();
    redraw(mask_.clear());
    push(std::move(step), tr("Clear"));
    updateHint();
}

void Document::setLive(bool live) {
    live_ = live;
    if (live && !maskIsCurrent() && !painting_ && !preview_) settle(false, true);
}

void Document::solveNow() {
    Q_ASSERT(QThread::currentThread() == thread());
    endGestures();
    if (!hint_.isEmpty()) return;
    changed();
    if (cut_->record.models) push(beginStep(), tr("Solve"));
    settle(false, true);
}

void Document::cancelSolve() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!engine_.busy()) return;
    engine_.cancel();
    jumped();  // a result that is already on its way is not shown either
    redraw(mask_.dropCoarse());
}

void Document::undo() {
    if (painting_) return cancelStroke();
    if (preview_) return cancelRectPreview();
    history_.stack().undo();
}

void Document::redo() {
    if (!painting_ && !preview_) history_.stack().redo();
}

}  // namespace fretsaw::app
