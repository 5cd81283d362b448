// The part of the canvas that draws and shows frames; one kind for a GPU, one for drawing on the processor.
// No input and no document: the canvas tells it what to show.
#pragma once

#include <QImage>
#include <QRegion>
#include <QWidget>
#include <functional>
#include <memory>

#include "app/PictureRenderer.h"
#include "app/ui/CanvasFrame.h"
#include "app/ui/DirectMasks.h"
#include "app/ui/Tool.h"
#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// Who draws, and what OpenGL says of itself.
struct OpenGlDriver {
    Drawing drawing = Drawing::None;
    QString vendor, renderer, version;  ///< empty where there is no answer
};
/// Asks the driver once, a tenth of a second, and remembers. GUI thread.
[[nodiscard]] const OpenGlDriver& openGlDriver();

/// A child widget of the canvas, as large as it, that lets all events through. GUI thread.
class CanvasView {
public:
    struct Canvas {
        std::function<CanvasFrame()> frame;                 ///< asked for when a frame is begun
        std::function<void(const QString& reason)> failed;  ///< nothing can be drawn: a sentence for people
        std::function<void()> maskPathChanged;
        DirectMasks::Factory interop;  ///< what copies masks from a device into textures
    };

    virtual ~CanvasView() = default;
    [[nodiscard]] virtual QWidget& widget() = 0;

    /// Another picture without a mask, or none. labels: the plane as it is; it stays valid until the next
    /// call.
    virtual void setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) = 0;
    /// Another mask of the same picture, or none; dirty: image pixels in which it differs.
    virtual void setMask(std::shared_ptr<const Mask> mask, Rect dirty) = 0;
    /// What the object stands before in such a view, of the picture's size or coarse; without pixels: none.
    virtual void setBackground(app::RenderedPicture background) = 0;
    /// The plane given with the picture has other labels there.
    virtual void changeLabels(Rect dirty) = 0;
    /// Device pixels that look different now; a frame follows soon.
    virtual void repaint(const QRegion& area) = 0;
    virtual void repaintAll() = 0;

    /// Before the first frame: edge of the largest texture tile (tests).
    virtual void setMaxTextureEdge(int edgePx) = 0;
    [[nodiscard]] virtual MaskPath maskPath() const = 0;
    /// Masks come through host memory from now on. reason: a sentence for people.
    virtual void disableInterop(const std::string& reason) = 0;
    /// Milliseconds for a frame in which everything is drawn, the mask new or not, until it is done.
    [[nodiscard]] virtual double measureFrameMs(bool withNewMask) = 0;
    /// The next frame draws everything, and waits for every texture that it needs.
    virtual void completeNextFrame() = 0;
    /// One frame of the present state, in device pixels.
    [[nodiscard]] virtual QImage grabFrame() = 0;
};

/// Software: also fine with a GPU, only slower.
[[nodiscard]] std::unique_ptr<CanvasView> makeCanvasView(Drawing drawing, CanvasView::Canvas canvas,
                                                         QWidget& parent);

}  // namespace fretsaw::ui
