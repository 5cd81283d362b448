// The picture on the screen: draws image, mask, labels and rectangle with OpenGL, turns mouse and keys into
// Document calls. No solving and no file access.
#pragma once

#include <QOpenGLWidget>
#include <memory>

#include "app/Document.h"
#include "app/ui/Viewport.h"

namespace fretsaw::ui {

enum class Tool { Rectangle, Foreground, Background, Eraser, Hand };
enum class ViewMode { Overlay, BlackAndWhite, Checkerboard };

/// Canvas of one document. GUI thread. Needs OpenGL 3.3 core; without it emits unsupported() and draws nothing.
class Canvas : public QOpenGLWidget {
    Q_OBJECT

public:
    explicit Canvas(app::Document& document, QWidget* parent = nullptr);
    ~Canvas() override;

    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const;
    void setViewMode(ViewMode mode);
    [[nodiscard]] ViewMode viewMode() const;
    void setBrushWidthPx(double widthPx);   ///< kMinBrushPx … kMaxBrushPx
    [[nodiscard]] double brushWidthPx() const;
    void setOverlayOpacity(double opacity);   ///< 0…1
    [[nodiscard]] double overlayOpacity() const;

    [[nodiscard]] const Viewport& viewport() const;
    void zoomIn();
    void zoomOut();
    void zoomToFit();
    void zoomTo100();
    /// Esc: takes back the stroke or rectangle being dragged; false where there was none.
    bool cancelGesture();
    /// Tests and self-made screenshots: edge of the largest texture tile; must be set before the first paint.
    void setMaxTextureSize(int edgePx);
    /// Blocks further work until every queued texture upload has been done (tests, screenshots).
    void finishUploads();

signals:
    void toolChanged(fretsaw::ui::Tool tool);
    void viewModeChanged(fretsaw::ui::ViewMode mode);
    void brushWidthChanged(double widthPx);
    void overlayOpacityChanged(double opacity);
    void zoomChanged(double zoom);
    void hovered(QPoint imagePixel);   ///< the pixel under the pointer
    void left();                       ///< the pointer is on no pixel
    void unsupported(const QString& reason);

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;
    bool event(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace fretsaw::ui
