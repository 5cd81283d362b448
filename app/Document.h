// The truth about one open photo: pixels, labels, rectangle, parameters, the mask that belongs to them, and
// the undo history. GUI thread only. No widgets, no solving: it asks the Engine.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <optional>

#include "app/Engine.h"
#include "core/io/Photo.h"
#include "core/segment/Stroke.h"

namespace fretsaw::app {

/// One photo being cut. Every change a person makes is one undo step; undo restores labels, rectangle,
/// parameters and models, and so the mask, byte for byte. Undo never touches tool, view or zoom.
class Document : public QObject {
    Q_OBJECT

public:
    /// engine outlives the document.
    explicit Document(Engine& engine, QObject* parent = nullptr);

    /// Replaces photo, labels, rectangle and mask and clears the history; parameters and live stay. null: no
    /// photo. Throws OutOfMemory (the document is as before).
    void setPhoto(std::shared_ptr<const io::Photo> photo);
    [[nodiscard]] std::shared_ptr<const io::Photo> photo() const;
    [[nodiscard]] bool hasPhoto() const;
    [[nodiscard]] Size size() const;

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
    [[nodiscard]] bool isStroking() const;

    // -- rectangle: preview while dragging, commit = one undo step ------------------------------------
    // Rectangles may have negative sizes and may leave the picture: they are normalized and clipped here. One
    // without a pixel previews as none; committed it changes nothing (and says so, unless it was a mere
    // click).
    void previewRect(std::optional<Rect> rect);  ///< live, no undo step
    void commitRect(std::optional<Rect> rect);   ///< one step from the rectangle before the first preview
    void cancelRectPreview();
    [[nodiscard]] std::optional<Rect> rect() const;  ///< as previewed

    void setParams(const SegmentParams& params);  ///< one undo step; successive changes of one field merge
    [[nodiscard]] const SegmentParams& params() const;
    void clearLabels();  ///< one undo step: all strokes and the rectangle

    void setLive(bool live);  ///< solve by itself after every change; no undo step
    [[nodiscard]] bool isLive() const;
    /// Refit, whether live or not. One undo step where this state had a mask already, which undo brings back.
    void solveNow();
    void cancelSolve();  ///< Esc: the old mask stays, strokes stay

    [[nodiscard]] ImageView<const Label> labels() const;
    /// The last valid mask (may belong to an older revision while the engine works), or null.
    [[nodiscard]] std::shared_ptr<const MaskFrame> maskFrame() const;
    /// The mask belongs to the present labels, rectangle and parameters.
    [[nodiscard]] bool maskIsCurrent() const;
    /// What is missing before a mask can be computed ("Drag a rectangle around the object…"), or empty.
    [[nodiscard]] QString hint() const;

    /// Take back what is being painted or dragged or, where nothing is, one step of undoStack().
    void undo();
    void redo();  ///< one step forward; does nothing while painting or dragging
    /// For actions and their texts. Its memory is capped at historyLimitBytes(): the oldest steps go first.
    [[nodiscard]] QUndoStack& undoStack();
    void setHistoryLimitBytes(std::size_t bytes);         ///< at least the newest step is kept
    [[nodiscard]] std::size_t historyLimitBytes() const;  ///< kDefaultHistoryBytes at first
    [[nodiscard]] std::size_t historyBytes() const;       ///< held now
    static constexpr std::size_t kDefaultHistoryBytes = std::size_t{256} << 20;

    /// Grows with every change and every request, also from photo to photo.
    [[nodiscard]] quint64 revision() const;

signals:
    void photoChanged();
    void labelsChanged(fretsaw::Rect dirty);
    void rectChanged();
    void paramsChanged();
    void maskChanged(fretsaw::Rect dirty);
    void hintChanged();
    void solveFailed(const QString& message);

private:
    struct Private;
    std::unique_ptr<Private> d_;

public:
    ~Document() override;
};

}  // namespace fretsaw::app
