// Draws the picture and the brush ring with OpenGL 3.3: shaders, uniforms and draw calls.
// No textures of its own, no events, no widget.
#include "app/ui/Scene.h"

#include <QVector4D>
#include <cmath>

namespace fretsaw::ui {
namespace {

std::unique_ptr<QOpenGLShaderProgram> buildProgram(const char* fragmentFile, QString& problem) {
    auto program = std::make_unique<QOpenGLShaderProgram>();
    if (!program->addShaderFromSourceFile(QOpenGLShader::Vertex, ":/shaders/picture.vert") ||
        !program->addShaderFromSourceFile(QOpenGLShader::Fragment, fragmentFile) || !program->link())
        problem = QStringLiteral("The graphics driver cannot build the program's shaders: ") +
                  program->log().trimmed();
    return program;
}

}  // namespace

QString Scene::initialize(QOpenGLExtraFunctions& gl) {
    gl_ = &gl;
    QString problem;
    noAttributes_ = std::make_unique<QOpenGLVertexArrayObject>();
    noAttributes_->create();
    picture_ = buildProgram(":/shaders/picture.frag", problem);
    ring_ = buildProgram(":/shaders/ring.frag", problem);
    return problem;
}

void Scene::release() {
    picture_.reset();
    ring_.reset();
    noAttributes_.reset();
    gl_ = nullptr;
}

void Scene::drawPicture(const std::vector<DrawnTile>& tiles, const Viewport& viewport, QSize framebuffer,
                        const SceneStyle& style) {
    const QOpenGLVertexArrayObject::Binder binder(noAttributes_.get());
    const QPointF origin = viewport.deviceOrigin();
    const double zoom = viewport.zoom(), ratio = viewport.devicePixelRatio();
    gl_->glDisable(GL_BLEND);
    picture_->bind();
    picture_->setUniformValue("image", 0);
    picture_->setUniformValue("mask", 1);
    picture_->setUniformValue("labels", 2);
    picture_->setUniformValue("viewport", QSizeF(framebuffer));
    picture_->setUniformValue("sharp", zoom >= 2 || zoom == 1);
    // A small equivalent keeps the shader's single precision exact far out; 48 is a multiple of all patterns.
    const double period = 48 * ratio;
    picture_->setUniformValue("imageOrigin",
                              QPointF(std::fmod(origin.x(), period), std::fmod(origin.y(), period)));
    picture_->setUniformValue("ratio", static_cast<float>(ratio));
    picture_->setUniformValue("view", style.view);
    picture_->setUniformValue("hasMask", style.hasMask);
    picture_->setUniformValue("showLabels", style.showLabels);
    picture_->setUniformValue("opacity", static_cast<float>(style.overlayOpacity));

    for (const DrawnTile& tile : tiles) {
        const double texelSize = zoom * (1 << tile.level);
        const Rect r = tile.imageRect;
        picture_->setUniformValue("quad", QVector4D(static_cast<float>(origin.x() + r.x * zoom),
                                                    static_cast<float>(origin.y() + r.y * zoom),
                                                    static_cast<float>(origin.x() + r.right() * zoom),
                                                    static_cast<float>(origin.y() + r.bottom() * zoom)));
        picture_->setUniformValue("tileOrigin", QPointF(origin.x() + tile.texelOrigin.x() * texelSize,
                                                        origin.y() + tile.texelOrigin.y() * texelSize));
        picture_->setUniformValue("texelSize", static_cast<float>(texelSize));
        const GLuint textures[] = {tile.image, tile.mask, tile.labels};
        for (int unit = 0; unit < 3; ++unit) {
            gl_->glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
            gl_->glBindTexture(GL_TEXTURE_2D, textures[unit]);
        }
        gl_->glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    gl_->glActiveTexture(GL_TEXTURE0);
    picture_->release();
}

void Scene::drawRing(const Ring& ring, double devicePixelRatio, QSize framebuffer) {
    const QOpenGLVertexArrayObject::Binder binder(noAttributes_.get());
    gl_->glEnable(GL_BLEND);
    gl_->glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const double reach = ring.radius + 2 * devicePixelRatio + 1;
    ring_->bind();
    ring_->setUniformValue("viewport", QSizeF(framebuffer));
    ring_->setUniformValue(
        "quad",
        QVector4D(static_cast<float>(ring.centre.x() - reach), static_cast<float>(ring.centre.y() - reach),
                  static_cast<float>(ring.centre.x() + reach), static_cast<float>(ring.centre.y() + reach)));
    ring_->setUniformValue("centre", ring.centre);
    ring_->setUniformValue("radius", static_cast<float>(ring.radius));
    ring_->setUniformValue("ratio", static_cast<float>(devicePixelRatio));
    ring_->setUniformValue("dashed", ring.dashed);
    gl_->glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    ring_->release();
    gl_->glDisable(GL_BLEND);
}

}  // namespace fretsaw::ui
