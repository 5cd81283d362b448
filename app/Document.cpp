// Document: from a person's action to labels, history and requests, and from results to the mask on screen.
// No widgets, no solving.
#include "app/Document.h"

#include <QThread>
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "app/Commands.h"

namespace fretsaw::app {
namespace {

/// The fields that a person chooses; the others belong to single requests.
SegmentParams chosen(SegmentParams params) {
    params.models = Models::Refit;
    params.given = nullptr;
    params.fresh = true;
    return params;
}

/// The only field in which two sets of parameters differ, as an id for merging; −1: none or several.
int changedField(const SegmentParams& a, const SegmentParams& b) {
    const bool differs[] = {a.start != b.start, a.model != b.model,           a.iterations != b.iterations,
                            a.gamma != b.gamma, a.components != b.components, a.seed != b.seed};
    if (std::count(std::begin(differs), std::end(differs), true) != 1) return -1;
    return static_cast<int>(std::find(std::begin(differs), std::end(differs), true) - std::begin(differs));
}

bool isBackground(Label l) {
    return l == Label::SureBackground || l == Label::ProbableBackground;
}
bool isForeground(Label l) {
    return l == Label::SureForeground || l == Label::ProbableForeground;
}

}  // namespace

struct Document::Private : StepTarget {
    struct Painting {
        Stroke stroke;  ///< label, width and the last point
        StrokeRecord record;
        bool changed = false;
    };
    struct RectPreview {
        std::optional<Rect> before;
        quint64 revisionBefore = 0;
    };

    Private(Document& document, Engine& worker) : q(document), engine(worker) {}

    void changed() { ++revision; }
    void sendPatch(LabelPatch patch);
    void writePatch(LabelPatch patch);
    void count(const LabelPatch& patch);
    void paint(std::vector<PointF> points);
    void push(Step step, const QString& text, int field = -1);
    void dropOldSteps(std::size_t incomingBytes);
    Step beginStep() const;
    void endGestures();
    void cancelGestures();
    void applyStep(const Step& step, bool forward) override;
    bool setRect(std::optional<Rect> next);

    QString missing() const;
    bool rectHoldsOnly(bool (*predicate)(Label), const std::optional<Rect>& area) const;
    void updateHint();
    bool solve(Models models, bool fresh, bool stopRunning);
    void settle(bool fresh, bool stopRunning);
    void restoreMask();
    void resendAll();
    void showFrame(std::shared_ptr<const MaskFrame> next);
    void blankMask();

    Document& q;
    Engine& engine;
    std::shared_ptr<const io::Photo> photo;
    Image<Label> labels;
    LabelCounts counts;
    std::optional<Rect> rect;
    SegmentParams params;
    bool live = true;

    std::optional<Painting> painting;
    std::optional<RectPreview> preview;
    QUndoStack stack;
    std::size_t historyLimit = kDefaultHistoryBytes;
    int lastField = -1;     ///< of the last step, -1 also after undo and redo
    int mergeSerial = 0;    ///< the same for steps that may become one
    bool dropping = false;  ///< steps run over the stack without effect
    std::shared_ptr<Cut> cut = std::make_shared<Cut>();

    std::shared_ptr<const MaskFrame> frame;
    Rect unseen;  ///< changes of results that were not shown
    quint64 revision = 1;
    quint64 oldestAccepted = 0;  ///< results before it belong to what was undone or replaced
    bool engineLost = false;
    QString hint;
};

// -- labels -------------------------------------------------------------------------------------------

void Document::Private::count(const LabelPatch& patch) {
    for (const Label l : patch.before) --counts.of[static_cast<int>(l)];
    for (const Label l : patch.after) ++counts.of[static_cast<int>(l)];
}

/// To the engine and to the screen; the plane has the labels already.
void Document::Private::sendPatch(LabelPatch patch) {
    const Rect dirty = patch.rect;
    count(patch);
    engine.apply(std::move(patch));
    emit q.labelsChanged(dirty);
}

void Document::Private::writePatch(LabelPatch patch) {
    applyPatch(labels.view(), patch);
    sendPatch(std::move(patch));
}

/// Paints, tells everyone and asks for a live mask. What goes wrong is a message: a gesture never throws.
void Document::Private::paint(std::vector<PointF> points) {
    std::erase_if(points, [](PointF p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    if (points.empty()) return;
    painting->stroke.points = std::move(points);
    try {
        LabelPatch patch = paintStroke(labels.view(), painting->stroke);
        if (patch.empty()) return;
        painting->record.note(std::as_const(labels).view(), patch);
        const bool first = !std::exchange(painting->changed, true);
        changed();
        for (LabelPatch& part : splitPatch(std::move(patch))) sendPatch(std::move(part));
        updateHint();
        // A new stroke stops what is running; its own live masks may finish, or the screen would starve.
        if (live) solve(frame ? Models::Frozen : Models::Refit, !frame, first);
    } catch (const std::exception& error) {
        engineLost = true;  // it may have missed a part
        counts = countLabels(std::as_const(labels).view());
        emit q.solveFailed(
            tr("This part of the stroke was not painted: %1").arg(QString::fromUtf8(error.what())));
    }
}

// -- history ------------------------------------------------------------------------------------------

Step Document::Private::beginStep() const {
    return {{}, rect, rect, params, params, cut, nullptr};
}

/// field: of the parameters, if one alone was changed: its successive changes become one step.
void Document::Private::push(Step step, const QString& text, int field) {
    cut = std::make_shared<Cut>();
    cut->blank = !frame;
    step.cutAfter = cut;
    dropOldSteps(step.bytes());
    if (field != lastField) ++mergeSerial;
    lastField = field;
    const int mergeId = field < 0 ? -1 : mergeSerial;
    stack.push(new StepCommand(*this, std::move(step), text, mergeId));
}

/// QUndoStack cannot drop its oldest commands, but it deletes obsolete ones that it passes: so it runs back
/// and forth once while applyStep() does nothing.
void Document::Private::dropOldSteps(std::size_t incomingBytes) {
    const int index = stack.index();  // what lies beyond goes with the push
    std::size_t total = incomingBytes;
    int keepFrom = index;
    for (; keepFrom > 0; --keepFrom) {
        const auto* command = static_cast<const StepCommand*>(stack.command(keepFrom - 1));
        if (total + command->step().bytes() > historyLimit) break;
        total += command->step().bytes();
    }
    if (keepFrom == 0) return;
    const bool blocked = stack.blockSignals(true);
    dropping = true;
    stack.setIndex(0);
    for (int i = 0; i < keepFrom; ++i) {
        const_cast<QUndoCommand*>(stack.command(i))->setObsolete(true);
    }
    stack.setIndex(index);
    dropping = false;
    stack.blockSignals(blocked);
}

void Document::Private::applyStep(const Step& step, bool forward) {
    if (dropping) return;
    cancelGestures();
    changed();
    oldestAccepted = revision;
    lastField = -1;
    for (LabelPatch& patch : step.labels.patches(std::as_const(labels).view(), forward)) {
        writePatch(std::move(patch));
    }
    if (setRect(forward ? step.rectAfter : step.rectBefore)) emit q.rectChanged();
    const SegmentParams& next = forward ? step.paramsAfter : step.paramsBefore;
    if (!(params == next)) {
        params = next;
        emit q.paramsChanged();
    }
    cut = forward ? step.cutAfter : step.cutBefore;
    updateHint();
    restoreMask();
}

bool Document::Private::setRect(std::optional<Rect> next) {
    if (next == rect) return false;
    rect = next;
    engine.setRect(rect);
    return true;
}

void Document::Private::endGestures() {
    q.endStroke();
    if (preview) q.commitRect(rect);
}

void Document::Private::cancelGestures() {
    q.cancelStroke();
    q.cancelRectPreview();
}

// -- mask ---------------------------------------------------------------------------------------------

/// Whether every pixel of the area (null: of the picture) has a label of one side.
bool Document::Private::rectHoldsOnly(bool (*predicate)(Label), const std::optional<Rect>& area) const {
    const Rect where = area.value_or(labels.bounds());
    std::int64_t available = 0;
    for (int l = 0; l < 5; ++l) available += predicate(static_cast<Label>(l)) ? counts.of[l] : 0;
    if (available < where.area()) return false;  // the usual case, without looking at pixels
    for (int y = where.y; y < where.bottom(); ++y) {
        const Label* row = labels.row(y);
        if (!std::all_of(row + where.x, row + where.right(), predicate)) return false;
    }
    return true;
}

QString Document::Private::missing() const {
    if (!photo) return tr("Open a photo to begin.");
    const bool foreground = counts[Label::SureForeground] + counts[Label::ProbableForeground] > 0;
    const bool background = counts[Label::SureBackground] + counts[Label::ProbableBackground] > 0;
    if (rect) {
        if (rectHoldsOnly(isForeground, std::nullopt)) {
            return tr("The whole picture is marked as foreground: erase some of it, or paint background.");
        }
        if (!foreground && rectHoldsOnly(isBackground, rect)) {
            return tr("All of the rectangle is marked as background: erase some of it, or paint foreground.");
        }
        return {};
    }
    if (foreground && background) return {};
    if (foreground) {
        return tr(
            "Only foreground is marked: paint some background too, or drag a rectangle around the object.");
    }
    if (background) {
        return tr(
            "Only background is marked: paint some foreground too, or drag a rectangle around the object.");
    }
    return tr("Drag a rectangle around the object, or paint some foreground and some background.");
}

void Document::Private::updateHint() {
    QString now = missing();
    if (now == hint) return;
    hint = std::move(now);
    emit q.hintChanged();
}

/// Asks the engine for the mask of the present state; false where nothing can be cut.
bool Document::Private::solve(Models models, bool fresh, bool stopRunning) {
    if (!hint.isEmpty()) return false;
    if (engineLost) resendAll();
    SegmentParams wanted = params;
    wanted.models = models;
    wanted.fresh = fresh;
    if (models == Models::Given) wanted.given = cut->models;
    engine.request({revision, std::move(wanted), stopRunning});
    return true;
}

/// A refit whose result belongs to the present position of the history.
void Document::Private::settle(bool fresh, bool stopRunning) {
    if (solve(Models::Refit, fresh || !frame, stopRunning)) cut->revision = revision;
}

/// The mask of the present position of the history comes back: from its models where they are known.
void Document::Private::restoreMask() {
    const bool solvable = hint.isEmpty();
    if (solvable && cut->models) {
        solve(Models::Given, false, true);
        cut->revision = revision;
    } else if (solvable && live) {
        settle(true, true);
    } else {
        engine.cancel();
        if (cut->blank) blankMask();
    }
}

void Document::Private::resendAll() {
    engineLost = false;
    engine.setImage(photo->srgb);
    LabelPatch all{labels.bounds(), {}, {labels.data(), labels.data() + labels.size().area()}};
    all.before.assign(all.after.size(), Label::None);
    for (LabelPatch& patch : splitPatch(std::move(all))) engine.apply(std::move(patch));
    if (rect) engine.setRect(rect);
}

void Document::Private::showFrame(std::shared_ptr<const MaskFrame> next) {
    unseen = unseen.united(next->result.changed);
    if (next->revision < oldestAccepted || !photo) return;
    if (frame && next->revision < frame->revision) return;
    if (next->revision == cut->revision && !cut->models) cut->models = next->result.models;
    frame = std::move(next);
    emit q.maskChanged(std::exchange(unseen, Rect{}));
}

void Document::Private::blankMask() {
    if (!std::exchange(frame, nullptr)) return;
    unseen = labels.bounds();  // the next mask is new as a whole
    emit q.maskChanged(labels.bounds());
}

// -- public -------------------------------------------------------------------------------------------

Document::Document(Engine& engine, QObject* parent)
    : QObject(parent), d_(std::make_unique<Private>(*this, engine)) {
    d_->cut->blank = true;
    d_->hint = d_->missing();
    connect(&engine, &Engine::finished, this,
            [this](std::shared_ptr<const MaskFrame> frame) { d_->showFrame(std::move(frame)); });
    connect(&engine, &Engine::stateLost, this, [this] { d_->engineLost = true; });
    connect(&engine, &Engine::failed, this,
            [this](quint64, const QString& message) { emit solveFailed(message); });
}

Document::~Document() = default;

void Document::setPhoto(std::shared_ptr<const io::Photo> photo) {
    Q_ASSERT(QThread::currentThread() == thread());
    Image<Label> labels = photo ? Image<Label>(photo->size(), Label::None) : Image<Label>();
    d_->painting.reset();
    d_->preview.reset();
    d_->photo = std::move(photo);
    d_->labels = std::move(labels);
    d_->counts = {};
    d_->counts.of[static_cast<int>(Label::None)] = d_->labels.size().area();
    d_->rect.reset();
    d_->changed();
    d_->oldestAccepted = d_->revision;
    d_->frame.reset();
    d_->unseen = d_->labels.bounds();
    d_->engineLost = false;
    d_->engine.setImage(d_->photo ? d_->photo->srgb : nullptr);
    d_->cut = std::make_shared<Cut>();
    d_->cut->blank = true;
    d_->stack.clear();
    emit photoChanged();
    emit rectChanged();
    emit maskChanged(d_->labels.bounds());
    d_->updateHint();
}

void Document::beginStroke(Label label, double widthPx, PointF at) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->photo) return;
    d_->endGestures();
    const double width = std::isfinite(widthPx) ? std::clamp(widthPx, kMinBrushPx, kMaxBrushPx) : kMinBrushPx;
    d_->painting = Private::Painting{{label, width, {at}}, {}, false};
    d_->paint({at});
}

void Document::extendStroke(PointF to) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->painting) return;
    d_->paint({d_->painting->stroke.points.back(), to});
}

void Document::setStrokeWidth(double widthPx) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (d_->painting && std::isfinite(widthPx)) {
        d_->painting->stroke.widthPx = std::clamp(widthPx, kMinBrushPx, kMaxBrushPx);
    }
}

void Document::endStroke() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->painting) return;
    const Private::Painting painted = *std::exchange(d_->painting, std::nullopt);
    if (!painted.changed) return;
    d_->changed();  // so that a late mask with frozen models is not taken for the refitted one
    Step step = d_->beginStep();
    step.labels = painted.record.delta(std::as_const(d_->labels).view());
    QString text = tr("Eraser");
    if (isForeground(painted.stroke.label)) text = tr("Foreground Stroke");
    if (isBackground(painted.stroke.label)) text = tr("Background Stroke");
    d_->push(std::move(step), text);
    if (d_->live) d_->settle(false, true);
}

void Document::cancelStroke() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->painting) return;
    const Private::Painting painted = *std::exchange(d_->painting, std::nullopt);
    if (!painted.changed) return;
    d_->changed();
    d_->oldestAccepted = d_->revision;
    const ImageView<const Label> labels = std::as_const(d_->labels).view();
    for (LabelPatch& patch : painted.record.delta(labels).patches(labels, false)) {
        d_->writePatch(std::move(patch));
    }
    d_->updateHint();
    d_->restoreMask();
}

void Document::previewRect(std::optional<Rect> rect) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->photo) return;
    endStroke();
    const bool first = !d_->preview;
    if (first) d_->preview = Private::RectPreview{d_->rect, d_->revision};
    if (rect) rect = rect->normalized().intersected(d_->labels.bounds());
    if (rect && rect->empty()) rect.reset();
    if (!d_->setRect(rect)) return;
    d_->changed();
    emit rectChanged();
    d_->updateHint();
    if (d_->live) d_->solve(Models::Refit, true, first);
}

void Document::commitRect(std::optional<Rect> rect) {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->photo) return;
    if (rect && rect->normalized().intersected(d_->labels.bounds()).empty()) {
        cancelRectPreview();
        if (!rect->normalized().empty()) emit solveFailed(tr("The rectangle lies outside the picture."));
        return;
    }
    previewRect(rect);
    const Private::RectPreview preview = *std::exchange(d_->preview, std::nullopt);
    if (d_->rect == preview.before) {
        if (d_->revision == preview.revisionBefore) return;
        d_->oldestAccepted = d_->revision;
        d_->restoreMask();
        return;
    }
    Step step = d_->beginStep();
    step.rectBefore = preview.before;
    d_->push(std::move(step), d_->rect ? tr("Rectangle") : tr("Remove Rectangle"));
    if (!d_->live) return;
    // The last preview asked for just this mask, so it may be running or be there already.
    if (maskIsCurrent()) {
        d_->cut->models = d_->frame->result.models;
    } else {
        d_->settle(true, true);
    }
}

void Document::cancelRectPreview() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->preview) return;
    const Private::RectPreview preview = *std::exchange(d_->preview, std::nullopt);
    if (d_->revision == preview.revisionBefore) return;
    d_->changed();
    d_->oldestAccepted = d_->revision;
    if (d_->setRect(preview.before)) emit rectChanged();
    d_->updateHint();
    d_->restoreMask();
}

void Document::setParams(const SegmentParams& params) {
    Q_ASSERT(QThread::currentThread() == thread());
    const SegmentParams next = chosen(params);
    if (next == d_->params) return;
    d_->endGestures();
    Step step = d_->beginStep();
    step.paramsAfter = next;
    const int field = changedField(d_->params, next);
    d_->params = next;
    d_->changed();
    if (d_->photo) d_->push(std::move(step), tr("Settings"), field);
    emit paramsChanged();
    if (d_->live) d_->settle(true, false);
}

void Document::clearLabels() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->photo) return;
    d_->cancelGestures();
    Step step = d_->beginStep();
    step.rectAfter.reset();
    for (int y = 0; y < d_->labels.height(); ++y) {
        const Label* row = std::as_const(d_->labels).row(y);
        for (int x = 0; x < d_->labels.width(); ++x) step.labels.add(x, y, row[x], Label::None);
    }
    step.labels.shrink();
    if (step.labels.empty() && !d_->rect) return;
    d_->changed();
    d_->oldestAccepted = d_->revision;
    for (LabelPatch& patch : step.labels.patches(std::as_const(d_->labels).view(), true)) {
        d_->writePatch(std::move(patch));
    }
    if (d_->setRect(std::nullopt)) emit rectChanged();
    d_->engine.cancel();
    d_->blankMask();
    d_->push(std::move(step), tr("Clear"));
    d_->updateHint();
}

void Document::setLive(bool live) {
    d_->live = live;
    if (live && !maskIsCurrent() && !d_->painting && !d_->preview) d_->settle(false, true);
}

void Document::solveNow() {
    Q_ASSERT(QThread::currentThread() == thread());
    d_->endGestures();
    if (!d_->hint.isEmpty()) return;
    d_->changed();
    if (d_->cut->models) d_->push(d_->beginStep(), tr("Solve"));
    d_->settle(false, true);
}

void Document::cancelSolve() {
    Q_ASSERT(QThread::currentThread() == thread());
    if (!d_->engine.busy()) return;
    d_->engine.cancel();
    d_->changed();  // a result that is already on its way is not shown either
    d_->oldestAccepted = d_->revision;
}

void Document::undo() {
    if (d_->painting) return cancelStroke();
    if (d_->preview) return cancelRectPreview();
    d_->stack.undo();
}

void Document::redo() {
    if (!d_->painting && !d_->preview) d_->stack.redo();
}

std::shared_ptr<const io::Photo> Document::photo() const {
    return d_->photo;
}
bool Document::hasPhoto() const {
    return d_->photo != nullptr;
}
Size Document::size() const {
    return d_->labels.size();
}
bool Document::isStroking() const {
    return d_->painting.has_value();
}
std::optional<Rect> Document::rect() const {
    return d_->rect;
}
const SegmentParams& Document::params() const {
    return d_->params;
}
bool Document::isLive() const {
    return d_->live;
}
ImageView<const Label> Document::labels() const {
    return std::as_const(d_->labels).view();
}
std::shared_ptr<const MaskFrame> Document::maskFrame() const {
    return d_->frame;
}
bool Document::maskIsCurrent() const {
    return d_->frame && d_->frame->revision == d_->revision;
}
QString Document::hint() const {
    return d_->hint;
}
QUndoStack& Document::undoStack() {
    return d_->stack;
}
quint64 Document::revision() const {
    return d_->revision;
}
void Document::setHistoryLimitBytes(std::size_t bytes) {
    d_->historyLimit = bytes;
}
std::size_t Document::historyLimitBytes() const {
    return d_->historyLimit;
}

std::size_t Document::historyBytes() const {
    std::size_t total = 0;
    for (int i = 0; i < d_->stack.count(); ++i) {
        total += static_cast<const StepCommand*>(d_->stack.command(i))->step().bytes();
    }
    return total;
}

}  // namespace fretsaw::app
