// Masks from a device straight into textures: the same texels as through host memory, whatever fails when.
// A fake stands in for the device.
#include "app/ui/DirectMasks.h"

#include <gtest/gtest.h>

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <random>

#include "app/ui/Canvas.h"
#include "app/ui/Presenter.h"
#include "tests/ui/FakeInterop.h"

namespace fretsaw::ui {
namespace {

using test::FakeDeviceMask;
using test::FakeInterop;
using test::InteropControl;

constexpr Size kSize{301, 203};

Image<std::uint8_t> blobs(unsigned seed) {
    std::mt19937 random(seed);
    Image<std::uint8_t> mask(kSize);
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
        context_.setFormat(Canvas::defaultSurfaceFormat());
        surface_.setFormat(context_.format());
        surface_.create();
        if (!context_.create() || !context_.makeCurrent(&surface_))
            throw std::runtime_error("There is no OpenGL here.");
        presenter.setInterop(std::move(factory));
        presenter.setMaxTextureEdge(100);
        presenter.initialize(*context_.extraFunctions());
        presenter.setPlanes({std::make_shared<const Image<Rgba8>>(kSize), nullptr, {}});
    }
    ~Screen() {
        context_.makeCurrent(&surface_);
        presenter.release();
    }

    /// All mask texels that a view draws, tile by tile, bottom tile first.
    std::vector<std::uint8_t> texels(double zoom) {
        context_.makeCurrent(&surface_);
        presenter.prepare(Rect::of(kSize), zoom, 1e9);
        auto& gl = *context_.extraFunctions();
        GLuint framebuffer = 0;
        gl.glGenFramebuffers(1, &framebuffer);
        gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        gl.glPixelStorei(GL_PACK_ALIGNMENT, 1);
        std::vector<std::uint8_t> all;
        for (const DrawnTile& tile : presenter.tiles(Rect::of(kSize), zoom)) {
            gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tile.mask, 0);
            GLint width = 0, height = 0;
            gl.glBindTexture(GL_TEXTURE_2D, tile.mask);
            gl.glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
            gl.glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
            std::vector<std::uint8_t> one(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
            gl.glReadPixels(0, 0, width, height, GL_RED, GL_UNSIGNED_BYTE, one.data());
            all.insert(all.end(), one.begin(), one.end());
        }
        gl.glBindFramebuffer(GL_FRAMEBUFFER, 0);
        gl.glDeleteFramebuffers(1, &framebuffer);
        return all;
    }

    Presenter presenter;

private:
    QOpenGLContext context_;
    QOffscreenSurface surface_;
};

/// Two screens side by side: masks come directly to one and through host memory to the other.
class DirectMasksTest : public testing::Test {
protected:
    void show(unsigned seed, Rect dirty) {
        const Image<std::uint8_t> mask = blobs(seed);
        // Only what is dirty may differ from the mask before.
        for (int y = dirty.y; y < dirty.bottom(); ++y)
            std::copy_n(mask.row(y) + dirty.x, dirty.width, mask_.row(y) + dirty.x);
        direct->presenter.setMask(std::make_shared<FakeDeviceMask>(control, mask_.clone()), dirty);
        copied.presenter.setMask(hostFrame(mask_.clone()), dirty);
    }
    void expectSame() {
        for (const double zoom : {1.0, 0.4, 0.1}) {
            const auto is = direct->texels(zoom), should = copied.texels(zoom);
            ASSERT_FALSE(should.empty());
            ASSERT_EQ(is, should) << "zoom " << zoom;
        }
    }
    /// A session of pictures, views and dirty rectangles.
    void session() {
        show(1, Rect::of(kSize));
        expectSame();
        show(2, {70, 60, 90, 80});
        expectSame();
        show(3, {0, 0, 1, 1});
        show(4, {299, 201, 2, 2});
        expectSame();
        show(5, Rect::of(kSize));
        expectSame();
    }

    std::shared_ptr<InteropControl> control = std::make_shared<InteropControl>();
    Screen copied{nullptr};
    std::unique_ptr<Screen> direct = newScreen();

    [[nodiscard]] std::unique_ptr<Screen> newScreen() const {
        return std::make_unique<Screen>(
            [c = control](const Mask&) { return std::make_unique<FakeInterop>(c); });
    }

private:
    Image<std::uint8_t> mask_{kSize};
};

TEST_F(DirectMasksTest, GiveTheSameTexelsAndFetchNothing) {
    EXPECT_EQ(direct->presenter.maskPath(), MaskPath{});
    session();
    EXPECT_EQ(direct->presenter.maskPath().kind, MaskPath::Kind::Direct);
    EXPECT_EQ(copied.presenter.maskPath().kind, MaskPath::Kind::Host);
    EXPECT_EQ(control->made, 1);
    EXPECT_EQ(control->fetches, 0);
}

TEST_F(DirectMasksTest, OnlyWhatIsDirtyIsFilled) {
    show(1, Rect::of(kSize));
    direct->texels(1);
    control->filled = 0;
    show(2, {10, 12, 20, 7});
    direct->texels(1);
    EXPECT_GE(control->filled, 20 * 7);
    EXPECT_LE(control->filled, 2 * 20 * 7 + 300);  // overlapping tiles, and the rough picture
}

TEST_F(DirectMasksTest, HostMasksInBetweenAreUploaded) {
    show(1, Rect::of(kSize));
    expectSame();
    const Image<std::uint8_t> other = blobs(9);
    direct->presenter.setMask(hostFrame(other.clone()), other.bounds());
    copied.presenter.setMask(hostFrame(other.clone()), other.bounds());
    expectSame();
    show(2, Rect::of(kSize));
    expectSame();
    EXPECT_EQ(control->fetches, 0);
}

TEST_F(DirectMasksTest, AnyFailureLeadsToTheUploadPathForGoodWithTheSameTexels) {
    session();
    const int steps = control->calls;
    ASSERT_GE(steps, 8);
    for (int at = 0; at < steps; ++at) {
        SCOPED_TRACE("failure at call " + std::to_string(at));
        direct.reset();
        control = std::make_shared<InteropControl>();
        control->failAt = at;
        direct = newScreen();
        session();
        EXPECT_EQ(direct->presenter.maskPath().kind, MaskPath::Kind::Copied);
        EXPECT_EQ(direct->presenter.maskPath().reason, "It is only a test.");
        EXPECT_EQ(control->calls, at + 1) << "it was asked again";
        EXPECT_EQ(control->alive, 0);
        EXPECT_GT(control->fetches, 0);
        if (HasFailure()) return;
    }
}

TEST_F(DirectMasksTest, CanBeSwitchedOffAtAnyTime) {
    show(1, Rect::of(kSize));
    expectSame();
    direct->presenter.disableInterop("It is off.");
    show(2, {70, 60, 90, 80});
    expectSame();
    EXPECT_EQ(direct->presenter.maskPath().reason, "It is off.");
    EXPECT_EQ(control->alive, 0);
}

TEST_F(DirectMasksTest, TexturesAreForgottenBeforeTheyAreDeleted) {
    show(1, Rect::of(kSize));
    direct->texels(1);
    direct->texels(0.4);
    EXPECT_GT(control->registered.size(), 5u);
    direct->presenter.setPlanes({std::make_shared<const Image<Rgba8>>(kSize), nullptr, {}});
    direct->texels(0.4);
    EXPECT_EQ(control->registered.size(), 0u);
}

}  // namespace
}  // namespace fretsaw::ui
