// Draws the picture and the brush ring with OpenGL 3.3: shaders, uniforms and draw calls.
// No textures of its own, no events, no widget.
#pragma once

#include <QOpenGLExtraFunctions>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <QPointF>
#include <QSize>
#include <array>
#include <memory>
#include <vector>

#include "app/ui/Presenter.h"
#include "app/ui/Viewport.h"

namespace fretsaw::ui {

/// How the picture is shown; changing it costs one repaint and no upload.
struct SceneStyle {
    int view = 0;  ///< as picture.frag: 0 overlay, 1 black and white, 2 on checkerboard
    bool onBackground =
        false;  ///< before the new background, where there is one and a mask, instead of `view`
    bool hasMask = false;
    bool showLabels = true;
    double overlayOpacity = 0.6;
};

/// The brush under the pointer, in device pixels.
struct Ring {
    QPointF centre;
    double radius = 0;
    bool dashed = false;
};

/// GL objects of one context. GUI thread, the context of initialize() current.
class Scene {
public:
    /// Empty, or why the shaders could not be built: a sentence for people.
    [[nodiscard]] QString initialize(QOpenGLExtraFunctions& gl);
    void release();

    /// framebuffer: size in device pixels.
    void drawPicture(const std::vector<DrawnTile>& tiles, const Viewport& viewport, QSize framebuffer,
                     const SceneStyle& style);
    void drawRing(const Ring& ring, double devicePixelRatio, QSize framebuffer);
    /// Draws with the next of the picture's programs where nothing is seen: drivers compile a program when it
    /// first draws, software ones for some 50 ms, which else would come in the middle of a gesture. Any tile
    /// will do.
    void warmUpNext(const DrawnTile& tile);
    /// All programs have drawn.
    [[nodiscard]] bool isWarm() const { return warmed_ == static_cast<int>(pictures_.size()); }

private:
    QOpenGLExtraFunctions* gl_ = nullptr;
    std::unique_ptr<QOpenGLVertexArrayObject> noAttributes_;  // core profile draws nothing without one
    /// The picture's program for a need, built when it first comes up.
    struct Need {
        int sampling;
        bool mask, labels, background;  ///< background only with mask
    };
    QOpenGLShaderProgram& pictureProgram(Need need);
    void drawTile(QOpenGLShaderProgram& program, const DrawnTile& tile, QPointF origin, double zoom);

    std::array<std::unique_ptr<QOpenGLShaderProgram>, 18> pictures_;
    int warmed_ = 0;  ///< of pictures_
    std::unique_ptr<QOpenGLShaderProgram> ring_;
};

}  // namespace fretsaw::ui
