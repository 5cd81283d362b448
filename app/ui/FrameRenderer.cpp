// Draws frames of the canvas: what was uploaded or damaged, and nothing else.
// Textures are Presenter's, shaders Scene's.
#include "app/ui/FrameRenderer.h"

#include <QCoreApplication>
#include <cmath>
#include <utility>

#include "core/image/Error.h"

namespace fretsaw::ui {
namespace {

constexpr int kMaxParts = 16;  // rectangles drawn one by one; of more, all that they span

QString text(const char* source) {
    return QCoreApplication::translate("fretsaw::ui::Canvas", source);
}

}  // namespace

QString FrameRenderer::initialize(QOpenGLContext& context) {
    const auto* version = reinterpret_cast<const char*>(context.functions()->glGetString(GL_VERSION));
    if (version == nullptr)
        return text("The graphics driver does not answer, so the picture cannot be shown.");
    if (context.isOpenGLES() || context.format().version() < qMakePair(3, 3))
        return text(
                   "The picture needs OpenGL 3.3, but the graphics driver offers only “%1”. A newer driver "
                   "or Mesa's software drawing (LIBGL_ALWAYS_SOFTWARE=1) helps.")
            .arg(QString::fromUtf8(version));
    gl_ = context.extraFunctions();
    if (const QString problem = scene_.initialize(*gl_); !problem.isEmpty()) return problem;
    presenter_.initialize(*gl_);
    allDamaged_ = true;
    return {};
}

void FrameRenderer::release() {
    presenter_.release();
    scene_.release();
    maskShown_ = false;
}

void FrameRenderer::setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) {
    presenter_.setPlanes({std::move(picture), nullptr, labels, {}});
    maskShown_ = false;
    allDamaged_ = true;
}

void FrameRenderer::setMask(std::shared_ptr<const Mask> mask, Rect dirty) {
    if (mask == nullptr && std::exchange(maskShown_, false)) allDamaged_ = true;
    presenter_.setMask(std::move(mask), dirty);
}

void FrameRenderer::renewMask() {
    if (const auto mask = presenter_.planes().mask) presenter_.setMask(mask, mask->bounds());
}

void FrameRenderer::setBackground(app::RenderedPicture background) {
    presenter_.setBackground(std::move(background));
    allDamaged_ = true;
}

FrameRenderer::Uploads FrameRenderer::upload(const CanvasFrame& frame, double uploadMs) {
    const Viewport& viewport = frame.viewport;
    try {
        const Presenter::Prepared prepared = presenter_.prepare(viewport.visibleImageRect(), viewport.zoom(),
                                                                uploadMs, frame.style.onBackground);
        if (!prepared.changed.empty()) {
            // Smoothing and outlines reach a little past the pixels that changed.
            const int reach = static_cast<int>(std::ceil(viewport.zoom() + 3 * viewport.devicePixelRatio()));
            damage_ += viewport.deviceRect(prepared.changed).adjusted(-reach, -reach, reach, reach);
        }
        if (prepared.complete && !maskShown_ && presenter_.planes().mask != nullptr)
            maskShown_ = allDamaged_ = true;
        return prepared.complete ? Uploads::Complete : Uploads::Unfinished;
    } catch (const Error&) {
        return Uploads::OutOfMemory;
    }
}

FrameRenderer::Painted FrameRenderer::paint(const CanvasFrame& frame, double uploadMs) {
    Painted painted;
    painted.uploads = upload(frame, uploadMs);
    const QRect whole({0, 0}, frame.size);
    painted.area = std::exchange(allDamaged_, false) ? QRegion(whole) : damage_ & whole;
    if (painted.area.rectCount() > kMaxParts) painted.area = painted.area.boundingRect();
    damage_ = {};
    if (!painted.area.isEmpty()) draw(frame, painted.area);
    return painted;
}

void FrameRenderer::draw(const CanvasFrame& frame, const QRegion& area) {
    const QSize size = frame.size;
    SceneStyle style = frame.style;
    style.hasMask = maskShown_;
    std::vector<DrawnTile> tiles;
    if (frame.hasPhoto) tiles = presenter_.tiles(frame.viewport.visibleImageRect(), frame.viewport.zoom());
    gl_->glViewport(0, 0, size.width(), size.height());
    gl_->glDisable(GL_DEPTH_TEST);
    gl_->glDisable(GL_STENCIL_TEST);
    gl_->glDisable(GL_CULL_FACE);
    gl_->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl_->glEnable(GL_SCISSOR_TEST);
    const QColor& grey = frame.surroundings;
    gl_->glClearColor(grey.redF(), grey.greenF(), grey.blueF(), 1);
    for (const QRect& part : area) {
        gl_->glScissor(part.x(), size.height() - part.y() - part.height(), part.width(), part.height());
        gl_->glClear(GL_COLOR_BUFFER_BIT);
        scene_.drawPicture(tiles, frame.viewport, size, style);
        if (frame.ring) scene_.drawRing(*frame.ring, frame.viewport.devicePixelRatio(), size);
    }
    gl_->glDisable(GL_SCISSOR_TEST);
}

bool FrameRenderer::warmUpNext(const CanvasFrame& frame) {
    if (isWarm()) return false;
    const auto tiles = presenter_.tiles(frame.viewport.visibleImageRect(), frame.viewport.zoom());
    if (tiles.empty()) return false;
    scene_.warmUpNext(tiles.front());
    return true;
}

}  // namespace fretsaw::ui
