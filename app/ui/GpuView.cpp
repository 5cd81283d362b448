// A QOpenGLWidget that paints the canvas's frames.
// No shader and no texture of its own.
#include "app/ui/GpuView.h"

#include <QElapsedTimer>
#include <QPainter>
#include <limits>
#include <utility>

namespace fretsaw::ui {
namespace {

constexpr int kRetryMs = 500;  // after memory ran out
constexpr int kWarmUpMs = 20;  // between two programs: events come first
// For GPUs a texture costs more than its texels, above all when CUDA maps it.
constexpr int kTextureEdge = 2048;

}  // namespace

GpuView::GpuView(Canvas canvas, QWidget& parent) : QOpenGLWidget(&parent), canvas_(std::move(canvas)) {
    renderer_.setInterop(canvas_.interop);
    renderer_.setMaxTextureEdge(kTextureEdge);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setUpdateBehavior(QOpenGLWidget::PartialUpdate);
    warmUpTimer_.setSingleShot(true);
    warmUpTimer_.setInterval(kWarmUpMs);
    connect(&warmUpTimer_, &QTimer::timeout, this, &GpuView::warmUp);
}

GpuView::~GpuView() {
    // The widget's own destructor ends the context, when there is nothing left here to hear of it.
    if (context() != nullptr) disconnect(context(), nullptr, this, nullptr);
    if (!renderer_.isInitialized()) return;
    makeCurrent();
    renderer_.release();
    doneCurrent();
}

void GpuView::setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) {
    renderer_.setPicture(std::move(picture), labels);
    update();
}

void GpuView::setMask(std::shared_ptr<const Mask> mask, Rect dirty) {
    renderer_.setMask(std::move(mask), dirty);
    update();
}

void GpuView::setBackground(app::RenderedPicture background) {
    renderer_.setBackground(std::move(background));
    update();
}

void GpuView::changeLabels(Rect dirty) {
    renderer_.markLabels(dirty);
    update();
}

void GpuView::repaint(const QRegion& area) {
    renderer_.damage(area);
    update();
}

void GpuView::repaintAll() {
    renderer_.damageAll();
    update();
}

void GpuView::initializeGL() {
    // A widget that gets another window gets another context: everything is made anew from memory.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
        makeCurrent();
        renderer_.release();
        doneCurrent();
    });
    const QString problem = renderer_.initialize(*context());
    if (!problem.isEmpty()) canvas_.failed(problem);
}

void GpuView::resizeGL(int, int) {
    renderer_.damageAll();
}

void GpuView::paintGL() {
    if (!renderer_.isInitialized()) return;
    paintFrame();
    reportMaskPath();
}

void GpuView::paintFrame() {
    painted_ = canvas_.frame();
    const auto [area, uploads] =
        renderer_.paint(painted_, std::exchange(uploadMs_, FrameRenderer::kUploadMs));
    if (!area.isEmpty()) {
        QPainter painter(this);
        painted_.paintOverlay(painter, area);
    }
    if (uploads == FrameRenderer::Uploads::Unfinished)
        QTimer::singleShot(0, this, [this] { update(); });
    else if (uploads == FrameRenderer::Uploads::OutOfMemory)
        QTimer::singleShot(kRetryMs, this, [this] { update(); });
    else if (!renderer_.isWarm() && !warmUpTimer_.isActive())
        warmUpTimer_.start();
}

/// Once the picture is there, all programs that zooming and painting may need are made to draw, one a turn.
void GpuView::warmUp() {
    if (!renderer_.isInitialized()) return;
    makeCurrent();
    const bool isDone = !renderer_.warmUpNext(painted_);
    doneCurrent();
    if (!isDone) warmUpTimer_.start();
}

void GpuView::reportMaskPath() {
    if (renderer_.maskPath() == reportedPath_) return;
    reportedPath_ = renderer_.maskPath();
    // Not from within a paint: whoever hears of it may want to show something.
    QMetaObject::invokeMethod(
        this, [this] { canvas_.maskPathChanged(); }, Qt::QueuedConnection);
}

void GpuView::disableInterop(const std::string& reason) {
    if (renderer_.isInitialized()) makeCurrent();
    renderer_.disableInterop(reason);
    if (renderer_.isInitialized()) doneCurrent();
    reportMaskPath();
    update();
}

double GpuView::measureFrameMs(bool withNewMask) {
    if (!renderer_.isInitialized()) return 0;
    if (withNewMask) renderer_.renewMask();
    completeNextFrame();
    makeCurrent();
    context()->functions()->glFinish();
    QElapsedTimer clock;
    clock.start();
    paintGL();
    context()->functions()->glFinish();
    const double ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    doneCurrent();
    return ms;
}

void GpuView::completeNextFrame() {
    uploadMs_ = std::numeric_limits<double>::infinity();
    repaintAll();
}

}  // namespace fretsaw::ui
