// What mouse, pen, touch pad and keys do on the canvas: strokes, the rectangle, panning, zooming.
// No OpenGL and no painting: it changes the viewport and the document and says what is to be repainted.
#pragma once

#include <QObject>
#include <QPointF>
#include <optional>

#include "app/Document.h"
#include "app/ui/RectHandles.h"
#include "app/ui/StrokeInput.h"
#include "app/ui/Tool.h"
#include "app/ui/Viewport.h"

class QGestureEvent;
class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QTabletEvent;
class QWheelEvent;
class QWidget;

namespace fretsaw::ui {

/// Input of one canvas widget. GUI thread.
class CanvasInput : public QObject {
    Q_OBJECT

public:
    /// All three outlive the input.
    CanvasInput(QWidget& widget, app::Document& document, Viewport& viewport);

    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const { return tool_; }
    void setBrushWidthPx(double widthPx);
    [[nodiscard]] double brushWidthPx() const { return brushWidthPx_; }

    /// True where the event was meant for the canvas and must go no further.
    bool handle(QEvent* event);
    /// Takes back the stroke or rectangle that is being dragged; false where there was none.
    bool cancelGesture();
    /// Another picture: gestures end without a trace.
    void reset();

    /// Where the pointer is, in logical points; nothing while it is elsewhere.
    [[nodiscard]] std::optional<QPointF> pointer() const { return pointer_; }
    /// A ring with the brush's width belongs round the pointer.
    [[nodiscard]] bool showsRing() const;
    /// The label that the brush paints, or would paint with the keys that are held.
    [[nodiscard]] Label activeLabel() const;
    [[nodiscard]] RectPart hoveredPart() const { return hoveredPart_; }
    [[nodiscard]] bool isStroking() const { return strokes_.isActive(); }

signals:
    void viewportChanged();
    void cursorMoved();    ///< ring or sign look different
    void handleHovered();  ///< another handle is under the pointer
    void brushWidthChanged(double widthPx);
    void hovered(QPoint imagePixel);
    void left();

private:
    /// A mouse button or the tip of a pen, in logical points.
    struct Press {
        QPointF at;
        Qt::MouseButton button;
        Qt::KeyboardModifiers modifiers;
        bool eraserEnd = false;
    };
    struct RectDrag {
        Rect start;
        RectPart part;
        QPointF from;        ///< image point
        QPointF fromWidget;  ///< to tell a click from a drag
        bool moved = false;
    };

    bool mouse(QMouseEvent* event);
    bool tablet(QTabletEvent* event);
    bool wheel(QWheelEvent* event);
    bool nativeGesture(QNativeGestureEvent* event);
    bool pinch(QGestureEvent* event);
    bool keyPress(QKeyEvent* event);
    bool keyRelease(QKeyEvent* event);

    void press(const Press& press);
    void move(QPointF at);
    void release(QPointF at, Qt::MouseButton button);
    void dragRect(QPointF at);
    void leave();
    bool nudge(int dx, int dy);
    void readWidget();
    void updateCursor();
    void reportHover();
    [[nodiscard]] std::optional<QRectF> rectInWidget() const;
    [[nodiscard]] bool isBusy() const { return strokes_.isActive() || rectDrag_.has_value(); }

    QWidget& widget_;
    app::Document& document_;
    Viewport& viewport_;
    StrokeInput strokes_;

    Tool tool_ = Tool::Rectangle;
    double brushWidthPx_ = 24;
    std::optional<QPointF> pointer_;
    std::optional<RectDrag> rectDrag_;
    Qt::MouseButton gestureButton_ = Qt::NoButton;  ///< that began the stroke or the drag
    Qt::MouseButton panButton_ = Qt::NoButton;
    bool spaceHeld_ = false;
    bool probable_ = false;  ///< Ctrl is held
    bool penDown_ = false;   ///< mouse events are the pen's echo meanwhile
    int wheelRest_ = 0;      ///< part of a notch not yet used for the brush
    RectPart hoveredPart_ = RectPart::None;
};

}  // namespace fretsaw::ui
