// Draws the picture and the brush ring with OpenGL 3.3: shaders, uniforms and draw calls.
// No textures of its own, no events, no widget.
#include "app/ui/Scene.h"

#include <QFile>
#include <QVector4D>
#include <cmath>

namespace fretsaw::ui {
namespace {

// As SAMPLING in picture.frag.
constexpr int kSharp = 0, kSmooth = 1, kFourSamples = 2;

QByteArray shaderText(const char* file) {
    QFile resource(file);
    return resource.open(QIODevice::ReadOnly) ? resource.readAll() : QByteArray();
}

/// definitions go before the fragment shader's text.
std::unique_ptr<QOpenGLShaderProgram> buildProgram(const char* fragmentFile, const QByteArray& definitions) {
    const QByteArray version = "#version 330 core\n";
    auto program = std::make_unique<QOpenGLShaderProgram>();
    if (program->addShaderFromSourceCode(QOpenGLShader::Vertex,
                                         version + shaderText(":/shaders/picture.vert")) &&
        program->addShaderFromSourceCode(QOpenGLShader::Fragment,
                                         version + definitions + shaderText(fragmentFile)))
        program->link();
    return program;
}

}  // namespace

QString Scene::initialize(QOpenGLExtraFunctions& gl) {
    gl_ = &gl;
    noAttributes_ = std::make_unique<QOpenGLVertexArrayObject>();
    noAttributes_->create();
    ring_ = buildProgram(":/shaders/ring.frag", {});
    // One with everything in it stands for all that are built later.
    for (const QOpenGLShaderProgram* program :
         {ring_.get(), &pictureProgram({kFourSamples, true, true, true})})
        if (!program->isLinked())
            return QStringLiteral("The graphics driver cannot build the program's shaders: ") +
                   program->log().trimmed();
    return {};
}

void Scene::release() {
    for (auto& program : pictures_) program.reset();
    warmed_ = 0;
    ring_.reset();
    noAttributes_.reset();
    gl_ = nullptr;
}

/// Backgrounds come last, for whoever counts through them.
QOpenGLShaderProgram& Scene::pictureProgram(Need need) {
    const int layers = need.background ? 2 : need.mask ? 1 : 0;
    auto& program =
        pictures_[static_cast<std::size_t>(layers * 6 + need.sampling * 2 + (need.labels ? 1 : 0))];
    if (program != nullptr) return *program;
    QByteArray definitions;
    const auto define = [&](const char* name, int value) {
        definitions += QByteArray("#define ") + name + ' ' + QByteArray::number(value) + '\n';
    };
    define("SAMPLING", need.sampling);
    define("MASK", need.mask ? 1 : 0);
    define("LABELS", need.labels ? 1 : 0);
    define("BACKGROUND", need.background ? 1 : 0);
    program = buildProgram(":/shaders/picture.frag", definitions + "#line 1\n");
    return *program;
}

void Scene::drawPicture(const std::vector<DrawnTile>& tiles, const Viewport& viewport, QSize framebuffer,
                        const SceneStyle& style) {
    const QOpenGLVertexArrayObject::Binder binder(noAttributes_.get());
    const QPointF origin = viewport.deviceOrigin();
    const double zoom = viewport.zoom(), ratio = viewport.devicePixelRatio();
    gl_->glDisable(GL_BLEND);
    for (const DrawnTile& tile : tiles) {
        const double texelSize = zoom * (1 << tile.level);
        const int sampling = zoom >= 2 || zoom == 1 ? kSharp : texelSize < 1 ? kFourSamples : kSmooth;
        QOpenGLShaderProgram& program =
            pictureProgram({sampling, style.hasMask, style.showLabels && tile.hasLabels,
                            style.hasMask && style.onBackground && tile.background != 0});
        program.bind();
        program.setUniformValue("viewport", QSizeF(framebuffer));
        // A small equivalent keeps the shader's single precision exact far out; 48 is a multiple of all
        // patterns.
        const double period = 48 * ratio;
        program.setUniformValue("imageOrigin",
                                QPointF(std::fmod(origin.x(), period), std::fmod(origin.y(), period)));
        program.setUniformValue("ratio", static_cast<float>(ratio));
        program.setUniformValue("view", style.view);
        program.setUniformValue("opacity", static_cast<float>(style.overlayOpacity));
        drawTile(program, tile, origin, zoom);
        program.release();
    }
}

void Scene::warmUpNext(const DrawnTile& tile) {
    if (isWarm()) return;
    const int index = warmed_++;
    const QOpenGLVertexArrayObject::Binder binder(noAttributes_.get());
    gl_->glDisable(GL_BLEND);
    QOpenGLShaderProgram& program = pictureProgram({index / 2 % 3, index >= 6, index % 2 == 1, index >= 12});
    program.bind();
    program.setUniformValue("viewport", QSizeF(1, 1));
    drawTile(program, tile, {-1e6, -1e6}, 1e-3);
    program.release();
}

void Scene::drawTile(QOpenGLShaderProgram& program, const DrawnTile& tile, QPointF origin, double zoom) {
    const double texelSize = zoom * (1 << tile.level);
    const Rect r = tile.imageRect;
    program.setUniformValue("quad", QVector4D(static_cast<float>(origin.x() + r.x * zoom),
                                              static_cast<float>(origin.y() + r.y * zoom),
                                              static_cast<float>(origin.x() + r.right() * zoom),
                                              static_cast<float>(origin.y() + r.bottom() * zoom)));
    const QPointF tileOrigin = origin + QPointF(tile.texelOrigin) * texelSize;
    program.setUniformValue("tileOrigin", tileOrigin);
    program.setUniformValue("texelSize", static_cast<float>(texelSize));
    const bool isRough = !tile.roughness.isNull();
    const QPointF corner = isRough ? origin : tileOrigin;
    const QPointF texel = isRough ? tile.roughness * zoom : QPointF(texelSize, texelSize);
    program.setUniformValue("backgroundPlace",
                            QVector4D(static_cast<float>(corner.x()), static_cast<float>(corner.y()),
                                      static_cast<float>(texel.x()), static_cast<float>(texel.y())));
    program.setUniformValue("backgroundIsRough", isRough);
    const struct {
        const char* name;
        GLuint texture;
    } samplers[] = {
        {"image", tile.image}, {"mask", tile.mask}, {"labels", tile.labels}, {"background", tile.background}};
    for (int unit = 0; unit < 4; ++unit) {
        gl_->glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        gl_->glBindTexture(GL_TEXTURE_2D, samplers[unit].texture);
        program.setUniformValue(samplers[unit].name, unit);
    }
    gl_->glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    gl_->glActiveTexture(GL_TEXTURE0);
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
