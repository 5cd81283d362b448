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

OpenGlDriver askDriver() {
    OpenGlDriver driver;
    QOpenGLContext context;
    if (!context.create()) return driver;
    driver.drawing = Drawing::Gpu;
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface)) return driver;
    const auto answer = [&](GLenum name) {
        return QString::fromUtf8(reinterpret_cast<const char*>(context.functions()->glGetString(name)));
    };
    driver.vendor = answer(GL_VENDOR);
    driver.renderer = answer(GL_RENDERER);
    driver.version = answer(GL_VERSION);
    context.doneCurrent();
    // Mesa's names for drawing without a GPU.
    for (const char* name : {"llvmpipe", "softpipe", "Software Rasterizer"})
        if (driver.renderer.startsWith(name)) driver.drawing = Drawing::Software;
    return driver;
}

}  // namespace

const OpenGlDriver& openGlDriver() {
    static const OpenGlDriver driver = askDriver();
    return driver;
}

std::unique_ptr<CanvasView> makeCanvasView(Drawing drawing, CanvasView::Canvas canvas, QWidget& parent) {
    if (drawing == Drawing::Software) return std::make_unique<SoftwareView>(std::move(canvas), parent);
    return std::make_unique<GpuView>(std::move(canvas), parent);
}

}  // namespace fretsaw::ui
