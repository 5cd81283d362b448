// Draws frames of the canvas into the bound framebuffer: textures (Presenter) and shaders (Scene) together.
// No widget, no events, no thread of its own.
#pragma once

#include <QOpenGLContext>
#include <QRegion>
#include <QString>
#include <memory>

#include "app/ui/CanvasFrame.h"
#include "app/ui/Presenter.h"
#include "app/ui/Scene.h"

namespace fretsaw::ui {

/// Belongs to one context at a time. Keeps track of what has to be drawn again, so that frames cost what
/// changed.
class FrameRenderer {
public:
    /// Of one turn of uploading; a step more may come on top.
    static constexpr double kUploadMs = 6;

    /// Empty, or why nothing can be drawn in this context (which is current): a sentence for people.
    [[nodiscard]] QString initialize(QOpenGLContext& context);
    /// Frees what belongs to the context, which is current; initialize() may follow with another one.
    void release();
    [[nodiscard]] bool isInitialized() const { return presenter_.isInitialized(); }
    /// Before initialize().
    void setInterop(DirectMasks::Factory factory) { presenter_.setInterop(std::move(factory)); }
    /// Where it was in use, the context is current.
    void disableInterop(const std::string& reason) { presenter_.disableInterop(reason); }
    [[nodiscard]] const MaskPath& maskPath() const { return presenter_.maskPath(); }
    void setMaxTextureEdge(int edgePx) { presenter_.setMaxTextureEdge(edgePx); }

    /// Another picture without a mask, or none. labels stay in place and change there: see markLabels().
    void setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels);
    /// Another mask of the same picture, or none; dirty: image pixels in which it differs.
    void setMask(std::shared_ptr<const Mask> mask, Rect dirty);
    /// The same mask once more, as if all of it were new.
    void renewMask();
    void markLabels(Rect dirty) { presenter_.markLabels(dirty); }
    /// What the object stands before, of the picture's size or coarse, or none.
    void setBackground(app::RenderedPicture background);
    /// Device pixels to draw with the next frame.
    void damage(const QRegion& area) { damage_ += area; }
    void damageAll() { allDamaged_ = true; }

    enum class Uploads { Complete, Unfinished, OutOfMemory };
    struct Painted {
        QRegion area;  ///< device pixels that were drawn
        Uploads uploads = Uploads::Complete;
    };
    /// Uploads for at most uploadMs and draws what was damaged or uploaded. The context is current.
    Painted paint(const CanvasFrame& frame, double uploadMs);

    /// All programs have drawn once, so that no later frame waits for the driver's compiler.
    [[nodiscard]] bool isWarm() const { return scene_.isWarm(); }
    /// Makes one more of them draw, unseen; false where none is left or no picture is there. frame: the last
    /// one painted. The context is current.
    bool warmUpNext(const CanvasFrame& frame);

private:
    Uploads upload(const CanvasFrame& frame, double uploadMs);
    void draw(const CanvasFrame& frame, const QRegion& area);

    QOpenGLExtraFunctions* gl_ = nullptr;
    Presenter presenter_;
    Scene scene_;
    QRegion damage_;
    bool allDamaged_ = true;
    bool maskShown_ = false;  ///< its textures are complete: a half-uploaded first mask would flash
};

}  // namespace fretsaw::ui
