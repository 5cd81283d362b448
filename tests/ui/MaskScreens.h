// Two screens side by side: masks come directly to one and through host memory to the other, and the texels
// are compared. What directly means is the test's to say.
#pragma once

#include <gtest/gtest.h>

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/ui/Canvas.h"
#include "app/ui/Presenter.h"

namespace fretsaw::test {

using ui::DirectMasks;
using ui::Presenter;

inline constexpr Size kScreenSize{301, 203};

/// Rectangles here and there.
inline Image<std::uint8_t> blobs(unsigned seed) {
    std::mt19937 random(seed);
    Image<std::uint8_t> mask(kScreenSize);
    for (int i = 0; i < 40; ++i) {
        const Rect r = Rect{static_cast<int>(random() % 300), static_cast<int>(random() % 200),
                            static_cast<int>(random() % 60), static_cast<int>(random() % 60)}
                           .intersected(mask.bounds());
        for (int y = r.y; y < r.bottom(); ++y) std::fill_n(mask.row(y) + r.x, r.width, i % 2 == 0 ? 255 : 0);
    }
    return mask;
}

/// A presenter of one picture in a context of its own.
class Screen {
public:
    explicit Screen(DirectMasks::Factory factory) {
        context_.setFormat(ui::Canvas::defaultSurfaceFormat());
        surface_.setFormat(context_.format());
        surface_.create();
        if (!context_.create() || !context_.makeCurrent(&surface_))
            throw std::runtime_error("There is no OpenGL here.");
        presenter.setInterop(std::move(factory));
        presenter.setMaxTextureEdge(100);
        presenter.initialize(*context_.extraFunctions());
        presenter.setPlanes({std::make_shared<const Image<Rgba8>>(kScreenSize), nullptr, {}, {}});
    }
    ~Screen() {
        makeCurrent();
        presenter.release();
    }

    void makeCurrent() { context_.makeCurrent(&surface_); }
    /// All mask texels that a view draws, tile by tile, bottom tile first.
    std::vector<std::uint8_t> texels(double zoom) { return read(zoom, &ui::DrawnTile::mask, GL_RED, 1); }
    /// All texels of its background, where tiles have any, as RGBA.
    std::vector<std::uint8_t> backgroundTexels(double zoom) {
        return read(zoom, &ui::DrawnTile::background, GL_RGBA, 4);
    }

    Presenter presenter;

private:
    std::vector<std::uint8_t> read(double zoom, GLuint ui::DrawnTile::*plane, GLenum format, int bytes) {
        makeCurrent();
        presenter.prepare(Rect::of(kScreenSize), zoom, 1e9, true);
        auto& gl = *context_.extraFunctions();
        GLuint framebuffer = 0;
        gl.glGenFramebuffers(1, &framebuffer);
        gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        gl.glPixelStorei(GL_PACK_ALIGNMENT, 1);
        std::vector<std::uint8_t> all;
        for (const ui::DrawnTile& tile : presenter.tiles(Rect::of(kScreenSize), zoom)) {
            if (tile.*plane == 0) continue;
            gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tile.*plane, 0);
            GLint width = 0, height = 0;
            gl.glBindTexture(GL_TEXTURE_2D, tile.*plane);
            gl.glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
            gl.glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
            std::vector<std::uint8_t> one(static_cast<std::size_t>(width * height * bytes));
            gl.glReadPixels(0, 0, width, height, format, GL_UNSIGNED_BYTE, one.data());
            all.insert(all.end(), one.begin(), one.end());
        }
        gl.glBindFramebuffer(GL_FRAMEBUFFER, 0);
        gl.glDeleteFramebuffers(1, &framebuffer);
        return all;
    }

    QOpenGLContext context_;
    QOffscreenSurface surface_;
};

class MaskScreens {
public:
    /// How a mask gets to the device.
    using Publish = std::function<std::shared_ptr<const Mask>(Image<std::uint8_t>)>;

    MaskScreens(DirectMasks::Factory factory, Publish publish)
        : direct(std::make_unique<Screen>(std::move(factory))), publish_(std::move(publish)) {}

    /// Another mask that differs where it is dirty. Returns that of the device.
    std::shared_ptr<const Mask> show(unsigned seed, Rect dirty) {
        const Image<std::uint8_t> mask = blobs(seed);
        for (int y = dirty.y; y < dirty.bottom(); ++y)
            std::copy_n(mask.row(y) + dirty.x, dirty.width, mask_.row(y) + dirty.x);
        const auto published = publish_(mask_.clone());
        direct->presenter.setMask(published, dirty);
        copied.presenter.setMask(hostFrame(mask_.clone()), dirty);
        return published;
    }
    void expectSame() {
        for (const double zoom : {1.0, 0.4, 0.1}) {
            const auto is = direct->texels(zoom), should = copied.texels(zoom);
            ASSERT_FALSE(should.empty());
            ASSERT_EQ(is, should) << "zoom " << zoom;
        }
    }
    /// A session of masks, views and dirty rectangles.
    void session() {
        show(1, Rect::of(kScreenSize));
        expectSame();
        show(2, {70, 60, 90, 80});
        expectSame();
        show(3, {0, 0, 1, 1});
        show(4, {299, 201, 2, 2});
        expectSame();
        show(5, Rect::of(kScreenSize));
        expectSame();
    }

    Screen copied{nullptr};
    std::unique_ptr<Screen> direct;

private:
    Publish publish_;
    Image<std::uint8_t> mask_{kScreenSize};
};

}  // namespace fretsaw::test
