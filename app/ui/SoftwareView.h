// Frames drawn on the processor, by a thread of their own; this widget only shows them.
// No OpenGL on the GUI thread: RenderThread has it.
#pragma once

#include "app/ui/CanvasView.h"
#include "app/ui/RenderThread.h"

namespace fretsaw::ui {

/// An ordinary widget, so that the window needs no OpenGL either: composing it in software would cost more
/// than most frames do.
class SoftwareView : public QWidget, public CanvasView {
public:
    SoftwareView(Canvas canvas, QWidget& parent);

    [[nodiscard]] QWidget& widget() override { return *this; }
    void setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) override;
    void setMask(std::shared_ptr<const Mask> mask, Rect dirty) override;
    void setBackground(app::RenderedPicture background) override;
    void changeLabels(Rect dirty) override;
    void repaint(const QRegion& area) override;
    void repaintAll() override;
    void setMaxTextureEdge(int edgePx) override;
    [[nodiscard]] MaskPath maskPath() const override { return {MaskPath::Kind::Copied, kWhyCopied}; }
    void disableInterop(const std::string&) override {}  // it never is in use
    [[nodiscard]] double measureFrameMs(bool withNewMask) override;
    void completeNextFrame() override { complete_ = true; }
    [[nodiscard]] QImage grabFrame() override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    static constexpr const char* kWhyCopied = "The processor draws the window.";

    void change(RenderThread::Change change);
    void requestFrame();
    void takeResult();

    Canvas canvas_;
    ImageView<const Label> labels_;  ///< the document's
    QColor surroundings_;
    bool requestPosted_ = false;  ///< at most one frame a turn of the event loop
    bool complete_ = false;
    bool failed_ = false;
    RenderThread::Result shown_;
    RenderThread thread_;  ///< last: its results come to this widget
};

}  // namespace fretsaw::ui
