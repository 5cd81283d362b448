// What mouse, pen, touch pad and keys do on the canvas: strokes, the rectangle, panning, zooming.
// No OpenGL and no painting: it changes the viewport and the document and says what is to be repainted.
#include "app/ui/CanvasInput.h"

#include <QGestureEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QTabletEvent>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>
#include <utility>

namespace fretsaw::ui {
namespace {

constexpr double kClickSlack = 3;   // logical points that a click may wander without becoming a drag
constexpr double kWheelZoom = 1.2;  // a notch
constexpr int kNotch = 120;         // Qt's unit of wheel angles

}  // namespace

CanvasInput::CanvasInput(QWidget& widget, app::Document& document, Viewport& viewport)
    : widget_(widget), document_(document), viewport_(viewport), strokes_(document) {
    widget_.setMouseTracking(true);
    widget_.setTabletTracking(true);
    widget_.setFocusPolicy(Qt::StrongFocus);
    widget_.grabGesture(Qt::PinchGesture);
    updateCursor();
}

void CanvasInput::setTool(Tool tool) {
    if (tool == tool_) return;
    // A key that slips in while painting must not cost what was painted: the gesture ends as if released.
    if (gestureButton_ != Qt::NoButton && pointer_) release(*pointer_, gestureButton_);
    cancelGesture();
    tool_ = tool;
    updateCursor();
    emit cursorMoved();
}

void CanvasInput::setBrushWidthPx(double widthPx) {
    widthPx = std::clamp(widthPx, kMinBrushPx, kMaxBrushPx);
    if (widthPx == brushWidthPx_) return;
    brushWidthPx_ = widthPx;
    document_.setStrokeWidth(widthPx);
    emit cursorMoved();
    emit brushWidthChanged(widthPx);
}

bool CanvasInput::showsRing() const {
    return pointer_ && isBrush(tool_) && document_.hasPhoto() && panButton_ == Qt::NoButton && !spaceHeld_;
}

Label CanvasInput::activeLabel() const {
    return strokes_.isActive() ? strokes_.label() : brushLabel(tool_, false, probable_);
}

bool CanvasInput::cancelGesture() {
    gestureButton_ = Qt::NoButton;
    const bool hadStroke = strokes_.cancel();
    const bool hadDrag = rectDrag_.has_value();
    if (std::exchange(rectDrag_, std::nullopt)) document_.cancelRectPreview();
    updateCursor();
    if (hadStroke || hadDrag) emit cursorMoved();
    return hadStroke || hadDrag;
}

void CanvasInput::reset() {
    strokes_.forget();
    rectDrag_.reset();
    gestureButton_ = panButton_ = Qt::NoButton;
    updateCursor();
    reportHover();
}

void CanvasInput::readWidget() {
    viewport_.setWidget(widget_.size(), widget_.devicePixelRatioF());
}

bool CanvasInput::handle(QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseMove:
        case QEvent::MouseButtonRelease:
            return mouse(static_cast<QMouseEvent*>(event));
        case QEvent::TabletPress:
        case QEvent::TabletMove:
        case QEvent::TabletRelease:
            return tablet(static_cast<QTabletEvent*>(event));
        case QEvent::Wheel:
            return wheel(static_cast<QWheelEvent*>(event));
        case QEvent::NativeGesture:
            return nativeGesture(static_cast<QNativeGestureEvent*>(event));
        case QEvent::Gesture:
            return pinch(static_cast<QGestureEvent*>(event));
        case QEvent::ShortcutOverride:
            // Space is ours while the canvas has the focus, whatever the window made of it.
            return document_.hasPhoto() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
        case QEvent::KeyPress:
            return keyPress(static_cast<QKeyEvent*>(event));
        case QEvent::KeyRelease:
            return keyRelease(static_cast<QKeyEvent*>(event));
        case QEvent::Enter:
            readWidget();
            move(static_cast<QEnterEvent*>(event)->position());
            return false;
        case QEvent::Leave:
            leave();
            return false;
        case QEvent::FocusOut:
            spaceHeld_ = probable_ = false;
            updateCursor();
            emit cursorMoved();
            return false;
        default:
            return false;
    }
}

bool CanvasInput::mouse(QMouseEvent* event) {
    if (penDown_) return true;
    readWidget();
    const QPointF at = event->position();
    probable_ = event->modifiers() & Qt::ControlModifier;
    if (event->type() == QEvent::MouseMove)
        move(at);
    else if (event->type() == QEvent::MouseButtonRelease)
        release(at, event->button());
    else
        press({at, event->button(), event->modifiers()});
    return true;
}

bool CanvasInput::tablet(QTabletEvent* event) {
    readWidget();
    const QPointF at = event->position();
    probable_ = event->modifiers() & Qt::ControlModifier;
    if (event->type() == QEvent::TabletMove) {
        move(at);
    } else if (event->type() == QEvent::TabletRelease) {
        release(at, event->button());
        penDown_ = event->buttons() != Qt::NoButton;
    } else {
        penDown_ = true;
        const bool eraserEnd = event->pointerType() == QPointingDevice::PointerType::Eraser;
        press({at, event->button(), event->modifiers(), eraserEnd});
    }
    return true;
}

void CanvasInput::press(const Press& press) {
    pointer_ = press.at;
    const bool hand = spaceHeld_ || tool_ == Tool::Hand;
    if (!document_.hasPhoto()) return;
    if (panButton_ == Qt::NoButton &&
        (press.button == Qt::MiddleButton || (hand && press.button == Qt::LeftButton))) {
        panButton_ = press.button;
    } else if (isBusy() || hand || (press.button != Qt::LeftButton && press.button != Qt::RightButton)) {
        return;
    } else if (isBrush(tool_)) {
        gestureButton_ = press.button;
        const Tool brush = press.eraserEnd ? Tool::Eraser : tool_;
        strokes_.press(brushLabel(brush, press.button == Qt::RightButton, probable_), brushWidthPx_,
                       viewport_.imageFromWidget(press.at), press.modifiers & Qt::ShiftModifier);
    } else if (press.button == Qt::LeftButton) {
        gestureButton_ = press.button;
        const auto shown = rectInWidget();
        const RectPart part = shown ? rectPartAt(*shown, press.at) : RectPart::None;
        rectDrag_ =
            RectDrag{document_.rect().value_or(Rect{}), part, viewport_.imageFromWidget(press.at), press.at};
    }
    updateCursor();
    emit cursorMoved();
}

void CanvasInput::move(QPointF at) {
    const QPointF delta = at - pointer_.value_or(at);
    pointer_ = at;
    // Space pans also with the button of the stroke still down: the stroke goes on where it was.
    if (panButton_ != Qt::NoButton || (spaceHeld_ && isBusy())) {
        viewport_.panBy(delta);
        emit viewportChanged();
    } else if (strokes_.isActive()) {
        strokes_.move(viewport_.imageFromWidget(at));
    } else if (rectDrag_) {
        dragRect(at);
    }
    updateCursor();
    emit cursorMoved();
    reportHover();
}

void CanvasInput::release(QPointF at, Qt::MouseButton button) {
    pointer_ = at;
    if (button == panButton_) {
        panButton_ = Qt::NoButton;
    } else if (button == gestureButton_) {
        gestureButton_ = Qt::NoButton;
        if (strokes_.isActive()) strokes_.release(viewport_.imageFromWidget(at));
        if (rectDrag_) {
            dragRect(at);
            if (rectDrag_->moved)
                document_.commitRect(document_.rect());
            else
                document_.cancelRectPreview();
            rectDrag_.reset();
        }
    }
    updateCursor();
    emit cursorMoved();
}

void CanvasInput::dragRect(QPointF at) {
    const QPointF moved = at - rectDrag_->fromWidget;
    if (!rectDrag_->moved && std::max(std::abs(moved.x()), std::abs(moved.y())) < kClickSlack) return;
    rectDrag_->moved = true;
    const Rect rect = draggedRect(rectDrag_->start, rectDrag_->part, rectDrag_->from,
                                  viewport_.imageFromWidget(at), viewport_.imageSize());
    document_.previewRect(rect.empty() ? std::nullopt : std::optional(rect));
}

void CanvasInput::leave() {
    pointer_.reset();
    updateCursor();
    emit cursorMoved();
    emit left();
}

bool CanvasInput::wheel(QWheelEvent* event) {
    if (!document_.hasPhoto()) return false;
    readWidget();
    // Some systems turn the wheel sideways while a modifier is held.
    const int angle = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (event->modifiers() & Qt::ShiftModifier) {
        wheelRest_ += angle;
        setBrushWidthPx(steppedBrushWidth(brushWidthPx_, wheelRest_ / kNotch));
        wheelRest_ %= kNotch;
        return true;
    }
    double zoom = viewport_.zoom() * std::pow(kWheelZoom, static_cast<double>(angle) / kNotch);
    // Every way through 100 % stops there once, so that pixel-exact is never missed.
    if ((viewport_.zoom() < 1 && zoom > 1) || (viewport_.zoom() > 1 && zoom < 1)) zoom = 1;
    viewport_.zoomTo(event->position(), zoom);
    emit viewportChanged();
    updateCursor();
    reportHover();
    return true;
}

bool CanvasInput::nativeGesture(QNativeGestureEvent* event) {
    if (event->gestureType() != Qt::ZoomNativeGesture || !document_.hasPhoto()) return false;
    readWidget();
    viewport_.zoomAt(event->position(), std::max(0.1, 1 + event->value()));
    emit viewportChanged();
    return true;
}

bool CanvasInput::pinch(QGestureEvent* event) {
    const auto* gesture = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture));
    if (gesture == nullptr || !document_.hasPhoto()) return false;
    // The first finger may have begun a stroke before the second came.
    if (gesture->state() == Qt::GestureStarted) cancelGesture();
    readWidget();
    viewport_.panBy(gesture->centerPoint() - gesture->lastCenterPoint());
    viewport_.zoomAt(widget_.mapFromGlobal(gesture->centerPoint()), gesture->scaleFactor());
    emit viewportChanged();
    event->accept(Qt::PinchGesture);
    return true;
}

bool CanvasInput::keyPress(QKeyEvent* event) {
    const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
        case Qt::Key_Space:
            if (!document_.hasPhoto()) return false;
            spaceHeld_ = true;
            break;
        case Qt::Key_Control:
            probable_ = true;
            emit cursorMoved();
            return false;
        case Qt::Key_Escape:
            return cancelGesture();
        case Qt::Key_Left:
            return nudge(-step, 0);
        case Qt::Key_Right:
            return nudge(step, 0);
        case Qt::Key_Up:
            return nudge(0, -step);
        case Qt::Key_Down:
            return nudge(0, step);
        default:
            return false;
    }
    updateCursor();
    emit cursorMoved();
    return true;
}

bool CanvasInput::keyRelease(QKeyEvent* event) {
    if (event->isAutoRepeat()) return event->key() == Qt::Key_Space;
    if (event->key() == Qt::Key_Control) {
        probable_ = false;
        emit cursorMoved();
    }
    if (event->key() != Qt::Key_Space) return false;
    spaceHeld_ = false;
    updateCursor();
    emit cursorMoved();
    return true;
}

bool CanvasInput::nudge(int dx, int dy) {
    if (tool_ != Tool::Rectangle || !document_.rect() || isBusy()) return false;
    document_.commitRect(nudgedRect(*document_.rect(), dx, dy, viewport_.imageSize()));
    return true;
}

std::optional<QRectF> CanvasInput::rectInWidget() const {
    const auto rect = document_.rect();
    if (!rect) return std::nullopt;
    return QRectF(viewport_.widgetFromImage(QPointF(rect->x, rect->y)),
                  viewport_.widgetFromImage(QPointF(rect->right(), rect->bottom())));
}

void CanvasInput::updateCursor() {
    const auto shown = rectInWidget();
    RectPart part = RectPart::None;
    if (rectDrag_)
        part = rectDrag_->part;
    else if (tool_ == Tool::Rectangle && pointer_ && shown)
        part = rectPartAt(*shown, *pointer_);
    if (std::exchange(hoveredPart_, part) != part) emit handleHovered();

    Qt::CursorShape shape = Qt::ArrowCursor;
    if (!document_.hasPhoto())
        shape = Qt::ArrowCursor;
    else if (panButton_ != Qt::NoButton)
        shape = Qt::ClosedHandCursor;
    else if (spaceHeld_ || tool_ == Tool::Hand)
        shape = Qt::OpenHandCursor;
    else
        shape = isBrush(tool_) ? Qt::BlankCursor : cursorFor(hoveredPart_);
    if (widget_.cursor().shape() != shape) widget_.setCursor(shape);
}

void CanvasInput::reportHover() {
    if (pointer_ && document_.hasPhoto()) {
        const QPointF p = viewport_.imageFromWidget(*pointer_);
        const QPoint pixel(static_cast<int>(std::floor(p.x())), static_cast<int>(std::floor(p.y())));
        const bool onScreen = QRectF(widget_.rect()).contains(*pointer_);
        if (onScreen && Rect::of(viewport_.imageSize()).contains(pixel.x(), pixel.y())) {
            emit hovered(pixel);
            return;
        }
    }
    emit left();
}

}  // namespace fretsaw::ui
