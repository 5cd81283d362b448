// Frames drawn by a GPU, on the GUI thread, straight into the window.
// No shader and no texture of its own: FrameRenderer has them.
#pragma once

#include <QOpenGLWidget>
#include <QTimer>

#include "app/ui/CanvasView.h"
#include "app/ui/FrameRenderer.h"

namespace fretsaw::ui {

class GpuView : public QOpenGLWidget, public CanvasView {
public:
    GpuView(Canvas canvas, QWidget& parent);
    ~GpuView() override;

    [[nodiscard]] QWidget& widget() override { return *this; }
    void setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) override;
    void setMask(std::shared_ptr<const Mask> mask, Rect dirty) override;
    void setBackground(app::RenderedPicture background) override;
    void changeLabels(Rect dirty) override;
    void repaint(const QRegion& area) override;
    void repaintAll() override;
    void setMaxTextureEdge(int edgePx) override { renderer_.setMaxTextureEdge(edgePx); }
    [[nodiscard]] MaskPath maskPath() const override { return renderer_.maskPath(); }
    void disableInterop(const std::string& reason) override;
    [[nodiscard]] double measureFrameMs(bool withNewMask) override;
    void completeNextFrame() override;
    [[nodiscard]] QImage grabFrame() override { return grabFramebuffer(); }

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

private:
    void paintFrame();
    void reportMaskPath();
    void warmUp();

    Canvas canvas_;
    FrameRenderer renderer_;
    double uploadMs_ = FrameRenderer::kUploadMs;
    CanvasFrame painted_;  ///< the last one
    MaskPath reportedPath_;
    QTimer warmUpTimer_;
};

}  // namespace fretsaw::ui
