// The picture on the screen: the widget that joins input (CanvasInput), drawing (CanvasView) and the
// document. No OpenGL calls, no solving and no file access.
#include "app/ui/Canvas.h"

#include <QEvent>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "app/ui/CanvasInput.h"
#include "app/ui/CanvasView.h"

namespace fretsaw::ui {
namespace {

constexpr double kSmallestRing = 3;  // radius in logical points

/// Neutral whatever the palette: eyes that judge edges need grey without hue round the picture.
QColor surroundings(const QPalette& palette) {
    const int window = palette.color(QPalette::Window).lightness();
    const int grey = window < 128 ? std::max(window - 14, 18) : window - 48;
    return QColor(grey, grey, grey);
}

}  // namespace

struct Canvas::Private {
    Private(Canvas& canvas, app::Document& doc, Drawing drawing, DirectMasks::Factory interop,
            app::PictureRenderer::GeneratorFactory generators)
        : q(canvas),
          document(doc),
          background(doc, std::move(generators)),
          input(canvas, doc, viewport),
          view(makeCanvasView(
              drawing,
              {[this] { return beginFrame(); }, [this](const QString& reason) { fail(reason); },
               [this] { emit q.maskPathChanged(); }, std::move(interop)},
              canvas)) {}

    void connectDocument();
    void refreshPhoto();
    void refreshMask(Rect dirty);
    void repaintRect();
    void repaintCursor();
    void afterViewport();
    void fail(const QString& reason);

    [[nodiscard]] CanvasFrame frame();
    [[nodiscard]] CanvasFrame beginFrame();
    [[nodiscard]] std::optional<Ring> ring() const;

    Canvas& q;
    app::Document& document;
    app::LiveBackground background;
    Viewport viewport;
    CanvasInput input;
    QLabel* message = nullptr;  ///< why nothing is drawn

    ViewMode viewMode = ViewMode::Overlay;
    double opacity = 0.6;
    QRegion lastRectArea;    ///< where the rectangle is in the frame begun last, in device pixels
    QRegion lastCursorArea;  ///< and the ring with its sign
    double reportedZoom = 0;
    std::unique_ptr<CanvasView> view;  ///< last: it asks for frames
};

void Canvas::Private::connectDocument() {
    connect(&document, &app::Document::photoChanged, &q, [this] { refreshPhoto(); });
    connect(&document, &app::Document::labelsChanged, &q, [this](Rect dirty) { view->changeLabels(dirty); });
    connect(&document, &app::Document::maskChanged, &q, [this](Rect dirty) { refreshMask(dirty); });
    connect(&document, &app::Document::rectChanged, &q, [this] { repaintRect(); });
    connect(&background, &app::LiveBackground::pictureChanged, &q,
            [this] { view->setBackground(background.picture()); });
    connect(&input, &CanvasInput::viewportChanged, &q, [this] { afterViewport(); });
    connect(&input, &CanvasInput::cursorMoved, &q, [this] { repaintCursor(); });
    connect(&input, &CanvasInput::handleHovered, &q, [this] { repaintRect(); });
    connect(&input, &CanvasInput::brushWidthChanged, &q, &Canvas::brushWidthChanged);
    connect(&input, &CanvasInput::hovered, &q, &Canvas::hovered);
    connect(&input, &CanvasInput::left, &q, &Canvas::left);
}

void Canvas::Private::refreshPhoto() {
    const auto photo = document.photo();
    viewport.setImageSize(document.size());
    view->setPicture(photo ? photo->srgb : nullptr, document.labels());
    input.reset();
    refreshMask(Rect::of(document.size()));
    afterViewport();
}

void Canvas::Private::refreshMask(Rect dirty) {
    const auto shown = document.shownFrame();
    const bool fits = shown && shown->result.mask && shown->result.mask->size() == document.size();
    view->setMask(fits ? shown->result.mask : nullptr, dirty);
}

void Canvas::Private::repaintRect() {
    view->repaint(lastRectArea | frame().rectArea());
}

/// The ring moves with every mouse event: only where it was and where it will be is drawn again.
void Canvas::Private::repaintCursor() {
    view->repaint(lastCursorArea | frame().cursorArea());
}

void Canvas::Private::afterViewport() {
    view->repaintAll();
    if (viewport.zoom() == reportedZoom) return;
    reportedZoom = viewport.zoom();
    emit q.zoomChanged(reportedZoom);
}

std::optional<Ring> Canvas::Private::ring() const {
    if (!input.showsRing()) return std::nullopt;
    const double ratio = viewport.devicePixelRatio();
    const double radius = std::max(input.brushWidthPx() * viewport.zoom() / 2, kSmallestRing * ratio);
    return Ring{*input.pointer() * ratio, radius, input.tool() == Tool::Eraser};
}

void Canvas::Private::fail(const QString& reason) {
    if (message != nullptr) return;
    message = new QLabel(reason, &q);
    message->setObjectName("canvasMessage");
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setMargin(32);
    message->setAutoFillBackground(true);
    message->setGeometry(q.rect());
    message->show();
    emit q.unsupported(reason);
}

/// What is to be seen now.
CanvasFrame Canvas::Private::frame() {
    viewport.setWidget(q.size(), q.devicePixelRatioF());
    CanvasFrame frame;
    frame.size = q.size() * q.devicePixelRatioF();
    frame.hasPhoto = document.hasPhoto();
    frame.viewport = viewport;
    frame.style.onBackground = viewMode == ViewMode::NewBackground;
    frame.style.view = static_cast<int>(frame.style.onBackground ? ViewMode::Checkerboard : viewMode);
    // The other views show the result; strokes come up there only while they are being worked on.
    frame.style.showLabels =
        viewMode == ViewMode::Overlay || input.isStroking() || input.tool() == Tool::Eraser;
    frame.style.overlayOpacity = opacity;
    frame.surroundings = surroundings(q.palette());
    if (const auto rect = document.rect()) frame.rect = viewport.deviceRect(*rect);
    frame.withHandles = input.tool() == Tool::Rectangle;
    frame.hoveredPart = input.hoveredPart();
    frame.accent = q.palette().color(QPalette::Highlight);
    frame.ring = ring();
    frame.sign = input.activeLabel();
    return frame;
}

CanvasFrame Canvas::Private::beginFrame() {
    CanvasFrame begun = frame();
    lastRectArea = begun.rectArea();
    lastCursorArea = begun.cursorArea();
    return begun;
}

// -- the widget -----------------------------------------------------------------------------------------

Canvas::Canvas(app::Document& document, QWidget* parent, std::optional<Drawing> drawing,
               DirectMasks::Factory interop, app::PictureRenderer::GeneratorFactory generators)
    : QWidget(parent) {
    // event() finds null until then.
    d_ = std::make_unique<Private>(*this, document, drawing.value_or(openGlDriver().drawing),
                                   std::move(interop), std::move(generators));
    setMinimumSize(64, 64);
    setAccessibleName(tr("Picture"));
    d_->connectDocument();
    d_->refreshPhoto();
}

Canvas::~Canvas() = default;

QSurfaceFormat Canvas::defaultSurfaceFormat() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(3, 3);
    return format;
}

QString Canvas::whyUnavailable() {
    if (openGlDriver().drawing != Drawing::None) return {};
    return tr("OpenGL is not available here, so the picture cannot be shown.");
}

bool Canvas::event(QEvent* event) {
    if (d_ == nullptr) return QWidget::event(event);  // sent by the constructor's own calls
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::StyleChange:
            d_->view->repaintAll();
            break;
        case QEvent::Resize:
            d_->viewport.setWidget(size(), devicePixelRatioF());
            d_->view->widget().setGeometry(rect());
            d_->afterViewport();
            if (d_->message != nullptr) d_->message->setGeometry(rect());
            break;
        default:
            break;
    }
    if (d_->message == nullptr && d_->input.handle(event)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void Canvas::setTool(Tool tool) {
    if (tool == d_->input.tool()) return;
    d_->input.setTool(tool);
    d_->view->repaintAll();
    emit toolChanged(tool);
}

Tool Canvas::tool() const {
    return d_->input.tool();
}

void Canvas::setViewMode(ViewMode mode) {
    if (mode == d_->viewMode) return;
    d_->viewMode = mode;
    d_->background.setShown(mode == ViewMode::NewBackground);
    d_->view->repaintAll();
    emit viewModeChanged(mode);
}

ViewMode Canvas::viewMode() const {
    return d_->viewMode;
}
app::LiveBackground& Canvas::background() {
    return d_->background;
}
void Canvas::setBrushWidthPx(double widthPx) {
    d_->input.setBrushWidthPx(widthPx);
}
double Canvas::brushWidthPx() const {
    return d_->input.brushWidthPx();
}

void Canvas::setOverlayOpacity(double opacity) {
    opacity = std::clamp(opacity, 0.0, 1.0);
    if (opacity == d_->opacity) return;
    d_->opacity = opacity;
    d_->view->repaintAll();
    emit overlayOpacityChanged(opacity);
}

double Canvas::overlayOpacity() const {
    return d_->opacity;
}
const Viewport& Canvas::viewport() const {
    return d_->viewport;
}

void Canvas::zoomIn() {
    d_->viewport.zoomIn();
    d_->afterViewport();
}

void Canvas::zoomOut() {
    d_->viewport.zoomOut();
    d_->afterViewport();
}

void Canvas::zoomToFit() {
    d_->viewport.fit();
    d_->afterViewport();
}

void Canvas::zoomTo100() {
    d_->viewport.setZoom(1);
    d_->afterViewport();
}

bool Canvas::cancelGesture() {
    return d_->input.cancelGesture();
}

void Canvas::centreOn(QPointF imagePoint) {
    d_->viewport.panBy(QRectF(rect()).center() - d_->viewport.widgetFromImage(imagePoint));
    d_->afterViewport();
}

MaskPath Canvas::maskPath() const {
    return d_->view->maskPath();
}

void Canvas::disableInterop(const std::string& reason) {
    d_->view->disableInterop(reason);
}

double Canvas::measureFrameMs(bool withNewMask) {
    return d_->view->measureFrameMs(withNewMask);
}

void Canvas::setMaxTextureSize(int edgePx) {
    d_->view->setMaxTextureEdge(edgePx);
}

void Canvas::finishUploads() {
    d_->view->repaintAll();
    d_->view->completeNextFrame();
}

QImage Canvas::grabFrame() {
    return d_->view->grabFrame();
}

}  // namespace fretsaw::ui
