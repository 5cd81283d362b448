// The picture on the screen: the widget that joins input (CanvasInput), textures (Presenter), drawing (Scene,
// Overlay) and the document. No solving and no file access.
#include "app/ui/Canvas.h"

#include <QEvent>
#include <QLabel>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QPainter>
#include <QTimer>
#include <cmath>
#include <limits>

#include "app/ui/CanvasInput.h"
#include "app/ui/Overlay.h"
#include "app/ui/Presenter.h"
#include "app/ui/Scene.h"
#include "core/image/Error.h"

namespace fretsaw::ui {
namespace {

constexpr double kUploadMs = 6;      // of one event-loop turn; a step more may come on top
constexpr double kSmallestRing = 3;  // radius in logical points
constexpr int kRetryMs = 500;        // after memory ran out
constexpr int kWarmUpMs = 20;        // between two programs: events come first

/// Neutral whatever the palette: eyes that judge edges need grey without hue round the picture.
QColor surroundings(const QPalette& palette) {
    const int window = palette.color(QPalette::Window).lightness();
    const int grey = window < 128 ? std::max(window - 14, 18) : window - 48;
    return QColor(grey, grey, grey);
}

}  // namespace

struct Canvas::Private {
    Private(Canvas& canvas, app::Document& doc) : q(canvas), document(doc), input(canvas, doc, viewport) {}

    void connectDocument();
    void refreshPhoto();
    void refreshMask(Rect dirty);
    void repaintAll();
    void repaint(const QRect& device);
    void repaintRect();
    void repaintCursor();
    void afterViewport();
    void fail(const QString& reason);
    void releaseGl();
    void paint();
    void paintOverlay();
    void upload();
    void warmUp();

    QSize framebuffer() const { return q.size() * q.devicePixelRatioF(); }
    QRect rectArea() const;
    QRect cursorArea() const;
    std::optional<Ring> ring() const;

    Canvas& q;
    app::Document& document;
    Viewport viewport;
    CanvasInput input;
    Presenter presenter;
    Scene scene;
    QLabel* message = nullptr;  ///< why nothing is drawn

    ViewMode view = ViewMode::Overlay;
    double opacity = 0.6;
    bool maskShown = false;  ///< its textures are complete: a half-uploaded first mask would flash
    QRect damage;            ///< device pixels to draw with the next paint
    QRect lastRectArea;      ///< where the rectangle was drawn last, in device pixels
    QRect lastCursorArea;    ///< and the ring with its sign
    bool allDamaged = true;
    double reportedZoom = 0;
    QTimer warmUpTimer;
};

void Canvas::Private::connectDocument() {
    connect(&document, &app::Document::photoChanged, &q, [this] { refreshPhoto(); });
    connect(&document, &app::Document::labelsChanged, &q, [this](Rect dirty) {
        presenter.markLabels(dirty);
        q.update();
    });
    connect(&document, &app::Document::maskChanged, &q, [this](Rect dirty) { refreshMask(dirty); });
    connect(&document, &app::Document::rectChanged, &q, [this] { repaintRect(); });
    warmUpTimer.setSingleShot(true);
    warmUpTimer.setInterval(kWarmUpMs);
    connect(&warmUpTimer, &QTimer::timeout, &q, [this] { warmUp(); });
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
    maskShown = false;
    presenter.setPlanes({photo ? photo->srgb : nullptr, nullptr, document.labels()});
    input.reset();
    refreshMask(Rect::of(document.size()));
    afterViewport();
}

void Canvas::Private::refreshMask(Rect dirty) {
    const auto frame = document.shownFrame();
    const bool fits = frame && frame->result.mask && frame->result.mask->size() == document.size();
    presenter.setMask(fits ? frame->result.mask : nullptr, dirty);
    if (!fits && maskShown) {
        maskShown = false;
        repaintAll();
    }
    q.update();
}

void Canvas::Private::repaintAll() {
    allDamaged = true;
    q.update();
}

void Canvas::Private::repaint(const QRect& device) {
    damage |= device;
    q.update();
}

void Canvas::Private::repaintRect() {
    repaint(lastRectArea | rectArea());
}

/// The ring moves with every mouse event: only where it was and where it will be is drawn again.
void Canvas::Private::repaintCursor() {
    repaint(lastCursorArea | cursorArea());
}

void Canvas::Private::afterViewport() {
    repaintAll();
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

QRect Canvas::Private::rectArea() const {
    const auto rect = document.rect();
    if (!rect) return {};
    const int reach = Overlay::rectangleReach(viewport.devicePixelRatio());
    return viewport.deviceRect(*rect).adjusted(-reach, -reach, reach, reach);
}

QRect Canvas::Private::cursorArea() const {
    const auto r = ring();
    if (!r) return {};
    const int reach = Overlay::signReach(r->radius, viewport.devicePixelRatio());
    const QPoint centre = r->centre.toPoint();
    return {centre - QPoint(reach, reach), centre + QPoint(reach, reach)};
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

void Canvas::Private::releaseGl() {
    presenter.release();
    scene.release();
    maskShown = false;
}

void Canvas::Private::upload() {
    try {
        const Presenter::Prepared prepared =
            presenter.prepare(viewport.visibleImageRect(), viewport.zoom(), kUploadMs);
        if (!prepared.changed.empty()) {
            // Smoothing and outlines reach a little past the pixels that changed.
            const int reach = static_cast<int>(std::ceil(viewport.zoom() + 3 * viewport.devicePixelRatio()));
            damage |= viewport.deviceRect(prepared.changed).adjusted(-reach, -reach, reach, reach);
        }
        if (prepared.complete && !maskShown && presenter.planes().mask != nullptr) {
            maskShown = true;
            allDamaged = true;
        }
        if (!prepared.complete)
            QTimer::singleShot(0, &q, [this] { q.update(); });
        else if (document.hasPhoto() && !scene.isWarm() && !warmUpTimer.isActive())
            warmUpTimer.start();
    } catch (const Error&) {
        QTimer::singleShot(kRetryMs, &q, [this] { q.update(); });
    }
}

/// Once the picture is there, all programs that zooming and painting may need are made to draw, one a turn.
void Canvas::Private::warmUp() {
    if (!presenter.isInitialized()) return;
    const std::vector<DrawnTile> tiles = presenter.tiles(viewport.visibleImageRect(), viewport.zoom());
    if (tiles.empty()) return;
    q.makeCurrent();
    scene.warmUpNext(tiles.front());
    q.doneCurrent();
    if (!scene.isWarm()) warmUpTimer.start();
}

void Canvas::Private::paint() {
    viewport.setWidget(q.size(), q.devicePixelRatioF());
    presenter.setLabels(document.labels());
    upload();

    const QSize size = framebuffer();
    damage = allDamaged ? QRect(QPoint(0, 0), size) : damage & QRect(QPoint(0, 0), size);
    if (damage.isEmpty()) return;
    auto& gl = *q.context()->extraFunctions();
    gl.glViewport(0, 0, size.width(), size.height());
    gl.glDisable(GL_DEPTH_TEST);
    gl.glDisable(GL_STENCIL_TEST);
    gl.glDisable(GL_CULL_FACE);
    gl.glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl.glEnable(GL_SCISSOR_TEST);
    gl.glScissor(damage.x(), size.height() - damage.y() - damage.height(), damage.width(), damage.height());
    const QColor grey = surroundings(q.palette());
    gl.glClearColor(grey.redF(), grey.greenF(), grey.blueF(), 1);
    gl.glClear(GL_COLOR_BUFFER_BIT);
    if (document.hasPhoto()) {
        SceneStyle style;
        style.view = static_cast<int>(view);
        style.hasMask = maskShown;
        // The other views show the result; strokes come up there only while they are being worked on.
        style.showLabels = view == ViewMode::Overlay || input.isStroking() || input.tool() == Tool::Eraser;
        style.overlayOpacity = opacity;
        scene.drawPicture(presenter.tiles(viewport.visibleImageRect(), viewport.zoom()), viewport, size,
                          style);
        if (const auto r = ring()) scene.drawRing(*r, viewport.devicePixelRatio(), size);
    }
    gl.glDisable(GL_SCISSOR_TEST);
    if (document.hasPhoto()) paintOverlay();
    lastRectArea = rectArea();
    lastCursorArea = cursorArea();
    damage = {};
    allDamaged = false;
}

void Canvas::Private::paintOverlay() {
    QPainter painter(&q);
    const double ratio = viewport.devicePixelRatio();
    painter.scale(1 / ratio, 1 / ratio);
    painter.setClipRect(damage);
    Overlay overlay(painter, ratio);
    overlay.imageBorder(viewport.deviceRect(Rect::of(document.size())));
    if (const auto rect = document.rect())
        overlay.rectangle(viewport.deviceRect(*rect), input.tool() == Tool::Rectangle, input.hoveredPart(),
                          q.palette().color(QPalette::Highlight));
    if (const auto r = ring()) overlay.sign(input.activeLabel(), r->centre, r->radius);
}

// -- the widget -----------------------------------------------------------------------------------------

Canvas::Canvas(app::Document& document, QWidget* parent) : QOpenGLWidget(parent) {
    d_ = std::make_unique<Private>(*this, document);  // event() finds null until then
    setUpdateBehavior(QOpenGLWidget::PartialUpdate);
    setFormat(defaultSurfaceFormat());
    setMinimumSize(64, 64);
    setAccessibleName(tr("Picture"));
    d_->connectDocument();
    d_->refreshPhoto();
}

Canvas::~Canvas() {
    // The widget's own destructor ends the context, when there is nothing left here to hear of it.
    if (context() != nullptr) disconnect(context(), nullptr, this, nullptr);
    if (!d_->presenter.isInitialized()) return;
    makeCurrent();
    d_->releaseGl();
    doneCurrent();
}

QSurfaceFormat Canvas::defaultSurfaceFormat() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(3, 3);
    return format;
}

QString Canvas::whyUnavailable() {
    QOpenGLContext context;
    context.setFormat(defaultSurfaceFormat());
    if (context.create()) return {};
    return tr("OpenGL is not available here, so the picture cannot be shown.");
}

void Canvas::initializeGL() {
    // A widget that gets another window gets another context: everything is made anew from memory.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
        makeCurrent();
        d_->releaseGl();
        doneCurrent();
    });
    const auto* version = reinterpret_cast<const char*>(context()->functions()->glGetString(GL_VERSION));
    if (version == nullptr)
        return d_->fail(tr("The graphics driver does not answer, so the picture cannot be shown."));
    if (context()->isOpenGLES() || context()->format().version() < qMakePair(3, 3))
        return d_->fail(
            tr("The picture needs OpenGL 3.3, but the graphics driver offers only “%1”. A newer driver or "
               "Mesa's software drawing (LIBGL_ALWAYS_SOFTWARE=1) helps.")
                .arg(QString::fromUtf8(version)));
    auto& gl = *context()->extraFunctions();
    const QString problem = d_->scene.initialize(gl);
    if (!problem.isEmpty()) return d_->fail(problem);
    d_->presenter.initialize(gl);
    d_->allDamaged = true;
}

void Canvas::resizeGL(int, int) {
    d_->viewport.setWidget(size(), devicePixelRatioF());
    d_->afterViewport();
    if (d_->message != nullptr) d_->message->setGeometry(rect());
}

void Canvas::paintGL() {
    if (d_->presenter.isInitialized()) d_->paint();
}

bool Canvas::event(QEvent* event) {
    if (d_ == nullptr) return QOpenGLWidget::event(event);  // sent by the constructor's own calls
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::StyleChange:
            d_->repaintAll();
            break;
        case QEvent::Resize:
            if (d_->message != nullptr) d_->message->setGeometry(rect());
            break;
        default:
            break;
    }
    if (d_->message == nullptr && d_->input.handle(event)) {
        event->accept();
        return true;
    }
    return QOpenGLWidget::event(event);
}

void Canvas::setTool(Tool tool) {
    if (tool == d_->input.tool()) return;
    d_->input.setTool(tool);
    d_->repaintAll();
    emit toolChanged(tool);
}

Tool Canvas::tool() const {
    return d_->input.tool();
}

void Canvas::setViewMode(ViewMode mode) {
    if (mode == d_->view) return;
    d_->view = mode;
    d_->repaintAll();
    emit viewModeChanged(mode);
}

ViewMode Canvas::viewMode() const {
    return d_->view;
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
    d_->repaintAll();
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
void Canvas::setMaxTextureSize(int edgePx) {
    d_->presenter.setMaxTextureEdge(edgePx);
}

void Canvas::finishUploads() {
    if (!d_->presenter.isInitialized()) return;
    makeCurrent();
    d_->presenter.setLabels(d_->document.labels());
    d_->presenter.prepare(d_->viewport.visibleImageRect(), d_->viewport.zoom(),
                          std::numeric_limits<double>::infinity());
    doneCurrent();
    d_->repaintAll();
}

}  // namespace fretsaw::ui
