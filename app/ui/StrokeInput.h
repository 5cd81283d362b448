// Turns presses, moves and releases of a brush into strokes of the document.
// Image points only: no widgets, no zoom, no pixels of its own.
#pragma once

#include <QPointF>
#include <optional>

#include "app/Document.h"
#include "app/ui/Tool.h"

namespace fretsaw::ui {

/// The label that a brush paints. opposite: the other mouse button. The eraser gives Label::None always.
[[nodiscard]] Label brushLabel(Tool tool, bool opposite, bool probable);

/// The next brush width, `steps` notches larger (or smaller, below 0): whole pixels up to 8, from there four
/// notches each time the width doubles, always within kMinBrushPx … kMaxBrushPx. Larger and smaller undo each
/// other.
[[nodiscard]] double steppedBrushWidth(double widthPx, int steps);

/// One brush. GUI thread.
class StrokeInput {
public:
    explicit StrokeInput(app::Document& document) : document_(document) {}

    /// straight: a line leads here from where the last stroke ended, if there is one.
    void press(Label label, double widthPx, QPointF at, bool straight);
    /// Lines join all points, however far apart the events are.
    void move(QPointF to);
    void release(QPointF at);
    /// Takes the present stroke back; false where there is none.
    bool cancel();
    [[nodiscard]] bool isActive() const { return active_; }
    [[nodiscard]] Label label() const { return label_; }
    /// Another picture: no straight line can start from the old one's point.
    void forget();

private:
    app::Document& document_;
    bool active_ = false;
    Label label_ = Label::None;
    QPointF last_;                        ///< of the present stroke
    std::optional<QPointF> previousEnd_;  ///< of the stroke before
};

}  // namespace fretsaw::ui
