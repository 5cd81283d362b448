// The truth about one open photo: pixels, labels, rectangle, parameters, the mask that belongs to them, what
// the object stands before, and the undo history. GUI thread only. No widgets, no solving: it asks the
// Engine.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "app/Commands.h"
#include "app/Engine.h"
#include "app/LabelDelta.h"
#include "app/Marks.h"
#include "app/MaskView.h"
#include "core/io/Photo.h"
#include "core/segment/Stroke.h"

namespace fretsaw::app {

/// One photo being cut. Every change a person makes is one undo step; undo restores labels, rectangle,
/// parameters, background and models, and so the mask, byte for byte. Undo never touches tool, view or zoom.
class Document : public QObject, private StepTarget {
    Q_OBJECT

public:
    /// engine outlives the document.
    explicit Document(Engine& engine, QObject* parent = nullptr);

    /// Replaces photo, labels, rectangle and mask and clears the history; parameters, background and live
    /// stay. null: no photo. Throws OutOfMemory (the document is as before).
    void setPhoto(std::shared_ptr<const io::Photo> photo);
    [[nodiscard]] std::shared_ptr<const io::Photo> photo() const { return photo_; }
    [[nodiscard]] bool hasPhoto() const { return photo_ != nullptr; }
    [[nodiscard]] Size size() const { return marks_.size(); }

    // -- strokes: begin, extend any number of times, end = one undo step ------------------------------
    /// Paints at once into labels() and emits labelsChanged for each new piece; asks the engine for a live
    /// mask with frozen models while extending (when live), for a refit at the end.
    void beginStroke(Label label, double widthPx, PointF at);
    void extendStroke(PointF to);
    void setStrokeWidth(double widthPx);  ///< of the stroke being painted, from its last point on
    void endStroke();
    /// Takes back the stroke that is being painted, as if it had not begun.
    void cancelStroke();
    // beginStroke ends a stroke that is still being painted; the other three do nothing where there is none.
    [[nodiscard]] bool isStroking() const { return painting_.has_value(); }

    // -- rectangle: preview while dragging, commit = one undo step ------------------------------------
    // Rectangles may have negative sizes and may leave the picture: they are normalized and clipped here. One
    // without a pixel previews as none; committed it changes nothing (and says so, unless it was a mere
    // click).
    void previewRect(std::optional<Rect> rect);  ///< live, no undo step
    void commitRect(std::optional<Rect> rect);   ///< one step from the rectangle before the first preview
    void cancelRectPreview();
    [[nodiscard]] std::optional<Rect> rect() const { return marks_.rect(); }  ///< as previewed

    /// One undo step; successive changes of one field merge. Other rules of clean-up show at once, whether
    /// live or not, where the mask belongs to the present labels.
    void setParams(const SegmentParams& params);
    [[nodiscard]] const SegmentParams& params() const { return params_; }
    /// change(SegmentParams&) says what.
    template <typename Change>
    void changeParams(Change change) {
        SegmentParams params = params_;
        change(params);
        setParams(params);
    }
    void clearLabels();  ///< one undo step: all strokes and the rectangle

    /// One undo step; successive changes of one value merge, such as a slider's. Concerns no mask.
    void setBackground(Background background);
    /// What the object stands before; there always is one, and it stays from photo to photo.
    [[nodiscard]] const Background& background() const { return *background_; }

    void setLive(bool live);  ///< solve by itself after every change; no undo step
    [[nodiscard]] bool isLive() const { return live_; }
    /// Refit, whether live or not. One undo step where this state had a mask already, which undo brings back.
    void solveNow();
    void cancelSolve();  ///< Esc: the old mask stays, strokes stay

    [[nodiscard]] ImageView<const Label> labels() const { return marks_.labels(); }
    /// The last exact mask (may belong to an older revision while the engine works), or null. For export.
    [[nodiscard]] std::shared_ptr<const MaskFrame> maskFrame() const { return mask_.exact(); }
    /// What the screen shows, or null: maskFrame() or, while a large picture is being solved, a coarse mask
    /// of the same size that is not certified.
    [[nodiscard]] std::shared_ptr<const MaskFrame> shownFrame() const { return mask_.shown(); }
    /// maskFrame() belongs to the present labels, rectangle and parameters.
    [[nodiscard]] bool maskIsCurrent() const { return maskFrame() && maskFrame()->revision == revision_; }
    /// What is missing before a mask can be computed ("Drag a rectangle around the object…"), or empty.
    [[nodiscard]] QString hint() const { return hint_; }

    /// Take back what is being painted or dragged or, where nothing is, one step of undoStack().
    void undo();
    void redo();  ///< one step forward; does nothing while painting or dragging
    /// For actions and their texts.
    [[nodiscard]] QUndoStack& undoStack() { return history_.stack(); }
    /// For the limit on the memory of undo.
    [[nodiscard]] History& history() { return history_; }

    /// Grows with every change and every request, also from photo to photo.
    [[nodiscard]] quint64 revision() const { return revision_; }

signals:
    void photoChanged();
    void labelsChanged(fretsaw::Rect dirty);
    void rectChanged();
    void paramsChanged();
    void backgroundChanged();
    void maskChanged(fretsaw::Rect dirty);  ///< shownFrame() is another one; it differs at most in `dirty`
    void hintChanged();
    void solveFailed(const QString& message);

private:
    struct Painting {
        Stroke stroke;  ///< label, width and the last point
        StrokeRecord record;
        bool changed = false;
    };
    struct RectPreview {
        std::optional<Rect> before;
        quint64 revisionBefore = 0;
    };

    void send(LabelPatch patch);
    void write(std::vector<LabelPatch> patches);
    void paint(std::vector<PointF> points);
    bool setRect(std::optional<Rect> next);
    void updateHint();

    [[nodiscard]] Step beginStep() const;
    void showBackground(std::shared_ptr<const Background> background);
    void push(Step step, const QString& text, int field = -1);
    void applyStep(const Step& step, bool forward) override;
    void endGestures();
    void cancelGestures();

    bool solve(Models models, bool fresh, bool stopRunning);
    void settle(bool fresh, bool stopRunning);
    void solveAgain(bool stopRunning);
    void restoreMask();
    void resendAll();
    void redraw(std::optional<Rect> dirty);
    void takeFrame(std::shared_ptr<const MaskFrame> frame);

    /// Another state of labels, rectangle or parameters.
    void changed() { ++revision_; }
    /// ... after which results of the states before are not wanted any more.
    void jumped() { mask_.acceptFrom(++revision_); }

    Engine& engine_;
    std::shared_ptr<const io::Photo> photo_;
    Marks marks_;
    SegmentParams params_;
    std::shared_ptr<const Background> background_ = std::make_shared<const Background>(standardBackground());
    MaskView mask_;
    History history_{*this};
    std::shared_ptr<Cut> cut_ = std::make_shared<Cut>();  ///< of the present position of the history
    std::optional<Painting> painting_;
    std::optional<RectPreview> preview_;
    QString hint_;
    quint64 revision_ = 1;
    bool live_ = true;
    bool engineLost_ = false;  ///< the engine no longer knows the labels
};

}  // namespace fretsaw::app
