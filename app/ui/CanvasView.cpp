// Finds out who does OpenGL's work, and makes the view for it.
// No drawing here.
#include "app/ui/CanvasView.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

#include "app/ui/GpuView.h"
#include "app/ui/SoftwareView.h"

namespace fretsaw::ui {
namespace {

Drawing askDriver() {
    QOpenGLContext context;
    if (!context.create()) return Drawing::None;
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface)) return Drawing::Gpu;
    // Mesa's names for drawing without a GPU.
    const QByteArray renderer(reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER)));
    context.doneCurrent();
    const bool isSoftware = renderer.startsWith("llvmpipe") || renderer.startsWith("softpipe") ||
                            renderer.startsWith("Software Rasterizer");
    return isSoftware ? Drawing::Software : Drawing::Gpu;
}

}  // namespace

Drawing usualDrawing() {
    static const Drawing drawing = askDriver();
    return drawing;
}

std::unique_ptr<CanvasView> makeCanvasView(Drawing drawing, CanvasView::Canvas canvas, QWidget& parent) {
    if (drawing == Drawing::Software) return std::make_unique<SoftwareView>(std::move(canvas), parent);
    return std::make_unique<GpuView>(std::move(canvas), parent);
}

}  // namespace fretsaw::ui
