// The picture on the screen: the widget that joins input (CanvasInput), drawing (CanvasView) and the
// document. No OpenGL calls, no solving and no file access.
#pragma once

#include <QImage>
#include <QSurfaceFormat>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/Document.h"
#include "app/LiveBackground.h"
#include "app/ui/DirectMasks.h"
#include "app/ui/Tool.h"
#include "app/ui/Viewport.h"

namespace fretsaw::ui {

/// Canvas of one document. GUI thread. Needs OpenGL 3.3 core; without it emits unsupported() once, shows the
/// reason and draws nothing else.
class Canvas : public QWidget {
    Q_OBJECT

public:
    /// document outlives the canvas.
    /// drawing, interop, generators: other than usual (tests).
    explicit Canvas(app::Document& document, QWidget* parent = nullptr,
                    std::optional<Drawing> drawing = std::nullopt,
                    DirectMasks::Factory interop = cuda::makeGlInterop,
                    app::PictureRenderer::GeneratorFactory generators = app::makeUsualGenerator);
    ~Canvas() override;

    /// What QSurfaceFormat::setDefaultFormat() must be given before the application object is made.
    [[nodiscard]] static QSurfaceFormat defaultSurfaceFormat();
    /// Why no canvas can be shown on this display at all, or empty. Where it is not empty, no canvas may be
    /// put into a window: without any OpenGL, Qt 6.4 crashes on windows that hold a QOpenGLWidget.
    [[nodiscard]] static QString whyUnavailable();

    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const;
    void setViewMode(ViewMode mode);
    [[nodiscard]] ViewMode viewMode() const;
    /// What the object stands before in the view of that name; computed while it is that view.
    [[nodiscard]] app::LiveBackground& background();
    void setBrushWidthPx(double widthPx);  ///< kMinBrushPx … kMaxBrushPx; also in the middle of a stroke
    [[nodiscard]] double brushWidthPx() const;
    void setOverlayOpacity(double opacity);  ///< 0…1
    [[nodiscard]] double overlayOpacity() const;

    [[nodiscard]] const Viewport& viewport() const;
    void zoomIn();
    void zoomOut();
    void zoomToFit();
    void zoomTo100();
    /// Esc: takes back the stroke or rectangle being dragged; false where there was none.
    bool cancelGesture();
    /// Moves the picture until this image point is in the middle, as far as it can be moved.
    void centreOn(QPointF imagePoint);
    /// How masks have come to the screen so far.
    [[nodiscard]] MaskPath maskPath() const;
    /// Masks come through host memory from now on. reason: a sentence for people.
    void disableInterop(const std::string& reason);
    /// Draws everything once more with the whole mask as if it were new; milliseconds until that is done. The
    /// canvas must be visible.
    [[nodiscard]] double measureFrameMs(bool withNewMask);
    /// Tests and self-made screenshots: edge of the largest texture tile; must be set before the first paint.
    void setMaxTextureSize(int edgePx);
    /// The next frame waits until every texture of the present view has been uploaded (tests, screenshots).
    void finishUploads();
    /// One frame of the present state, in device pixels.
    [[nodiscard]] QImage grabFrame();

signals:
    void toolChanged(fretsaw::ui::Tool tool);
    void viewModeChanged(fretsaw::ui::ViewMode mode);
    void brushWidthChanged(double widthPx);
    void overlayOpacityChanged(double opacity);
    void zoomChanged(double zoom);
    void hovered(QPoint imagePixel);  ///< the pixel under the pointer
    void left();                      ///< the pointer is on no pixel
    void unsupported(const QString& reason);
    void maskPathChanged();

protected:
    bool event(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace fretsaw::ui
