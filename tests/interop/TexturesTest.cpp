// Textures that CUDA fills from frames in device memory: their texels, the order of making, reading and
// freeing, and what happens when a call fails. Read back through OpenGL.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "app/ui/Reduce.h"
#include "core/cuda/CudaGenerator.h"
#include "core/cuda/Faults.h"
#include "core/image/Error.h"
#include "tests/interop/NeedsInterop.h"
#include "tests/ui/MaskScreens.h"

namespace fretsaw::test {
namespace {

using cuda::GlInterop;
using ui::MaskPath;

class Textures : public InteropTest {
protected:
    void SetUp() override {
        InteropTest::SetUp();
        if (!IsSkipped() && !HasFailure()) context = std::make_shared<const cuda::Context>();
    }
    void TearDown() override { cuda::setCallFault(nullptr, nullptr); }

    MaskScreens newScreens() {
        return {cuda::makeGlInterop, [this](Image<std::uint8_t> mask) { return onDevice(context, mask); }};
    }

    std::shared_ptr<const cuda::Context> context;
};

/// A texture with storage of one byte a texel, unless another format is asked for.
class Texture {
public:
    Texture(QOpenGLExtraFunctions& gl, Size size, GLint storage = GL_R8) : gl_(gl), size_(size) {
        gl.glGenTextures(1, &name_);
        gl.glBindTexture(GL_TEXTURE_2D, name_);
        gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        gl.glTexImage2D(GL_TEXTURE_2D, 0, storage, size.width, size.height, 0,
                        storage == GL_R8 ? GL_RED : GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    }
    ~Texture() { gl_.glDeleteTextures(1, &name_); }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    [[nodiscard]] GLuint name() const { return name_; }
    [[nodiscard]] Image<std::uint8_t> texels() const { return read<std::uint8_t>(GL_RED); }
    [[nodiscard]] Image<Rgba8> colours() const { return read<Rgba8>(GL_RGBA); }

private:
    template <typename Texel>
    [[nodiscard]] Image<Texel> read(GLenum format) const {
        GLuint framebuffer = 0;
        gl_.glGenFramebuffers(1, &framebuffer);
        gl_.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        gl_.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name_, 0);
        gl_.glPixelStorei(GL_PACK_ALIGNMENT, 1);
        Image<Texel> read(size_);
        gl_.glReadPixels(0, 0, size_.width, size_.height, format, GL_UNSIGNED_BYTE, read.data());
        gl_.glBindFramebuffer(GL_FRAMEBUFFER, 0);
        gl_.glDeleteFramebuffers(1, &framebuffer);
        return read;
    }

    QOpenGLExtraFunctions& gl_;
    Size size_;
    GLuint name_ = 0;
};

TEST_F(Textures, AreTheSameAsUploaded) {
    MaskScreens screens = newScreens();
    screens.session();
    EXPECT_EQ(screens.direct->presenter.maskPath().kind, MaskPath::Kind::Direct)
        << screens.direct->presenter.maskPath().reason;
}

TEST_F(Textures, AllLevelsOfAllSizes) {
    CurrentContext opengl;
    std::mt19937 random(3);
    for (const Size size : {Size{1, 1}, Size{7, 300}, Size{515, 3}, Size{641, 479}, Size{1024, 512}}) {
        Image<std::uint8_t> mask(size);
        for (std::int64_t i = 0; i < size.area(); ++i) mask.data()[i] = random() % 3 == 0 ? 255 : 0;
        const auto frame = onDevice(context, mask);
        const auto interop = cuda::makeGlInterop(*frame);
        for (int level = 0; level <= 8; ++level)
            for (const bool mean : {true, false}) {
                SCOPED_TRACE(testing::Message() << size.width << " x " << size.height << ", level " << level
                                                << (mean ? ", mean" : ", middle"));
                const Size texels{((size.width - 1) >> level) + 1, ((size.height - 1) >> level) + 1};
                const Texture texture(opengl.gl(), texels);
                interop->fill(*frame, std::vector<GlInterop::Part>{
                                          {texture.name(), 0, 0, Rect::of(texels), level, mean}});
                const Image<std::uint8_t> is = texture.texels();
                interop->forget(texture.name());
                Image<std::uint8_t> should(texels);
                ui::reduceMask(mask.view(), level, Rect::of(texels),
                               mean ? ui::Quality::Average : ui::Quality::Sample, should.data());
                ASSERT_EQ(std::memcmp(is.data(), should.data(), static_cast<std::size_t>(texels.area())), 0);
            }
    }
}

TEST_F(Textures, GeneratedColoursOfAllLevels) {
    CurrentContext opengl;
    const auto generator = cuda::makeGenerator(0);
    for (const Size size : {Size{1, 1}, Size{7, 300}, Size{641, 479}}) {
        const auto frame =
            generator->renderOnDevice(PictureRecipe::parse("film/1"), size, Rect::of(size), {});
        ASSERT_TRUE(frame);
        const auto interop = cuda::makeColourInterop(*frame);
        for (int level = 0; level <= 8; ++level)
            for (const bool mean : {true, false}) {
                const Size texels{((size.width - 1) >> level) + 1, ((size.height - 1) >> level) + 1};
                const Texture texture(opengl.gl(), texels, GL_RGBA8);
                interop->fillColours(*frame, std::vector<GlInterop::Part>{
                                                 {texture.name(), 0, 0, Rect::of(texels), level, mean}});
                const Image<Rgba8> is = texture.colours();
                interop->forget(texture.name());
                Image<Rgba8> should(texels);
                ui::reduceColours(frame->view(), level, Rect::of(texels),
                                  mean ? ui::Quality::Average : ui::Quality::Sample, should.data());
                ASSERT_EQ(std::memcmp(is.data(), should.data(), static_cast<std::size_t>(texels.area()) * 4),
                          0)
                    << size.width << " x " << size.height << ", level " << level
                    << (mean ? ", mean" : ", middle");
            }
    }
    const auto host = hostFrame(Image<Rgba8>({4, 4}));
    EXPECT_THROW(static_cast<void>(cuda::makeColourInterop(*host)), BackendError);
}

TEST_F(Textures, WaitForTheFrameAndTheFrameForThem) {
    constexpr Size kSize{4096, 4096};
    CurrentContext opengl;
    const Texture texture(opengl.gl(), kSize);
    std::unique_ptr<GlInterop> interop;
    for (int round = 0; round < 20; ++round) {
        const std::uint8_t value = round % 2 == 0 ? 255 : 0, wrong = 255 - value;
        {
            const cuda::DeviceImage<std::uint8_t> pixels(*context, kSize);
            const auto bytes = static_cast<std::uint64_t>(kSize.area());
            // Slow to make, and its memory soon holds something else.
            for (int i = 0; i < 100; ++i) cuda::fillBytes(*context, pixels.view().data(), wrong, bytes);
            cuda::fillBytes(*context, pixels.view().data(), value, bytes);
            const cuda::DeviceMask mask(context, pixels.view());
            if (!interop) interop = cuda::makeGlInterop(mask);
            interop->fill(mask,
                          std::vector<GlInterop::Part>{{texture.name(), 0, 0, Rect::of(kSize), 0, true}});
        }
        const Image<std::uint8_t> others(kSize, wrong);
        const auto other = onDevice(context, others);
        const Image<std::uint8_t> is = texture.texels();
        ASSERT_EQ(std::count(is.data(), is.data() + is.size().area(), value), is.size().area());
    }
    interop->forget(texture.name());
}

TEST_F(Textures, MasksComeAndGo) {
    const std::uint64_t before = cuda::deviceBytes();
    {
        MaskScreens screens = newScreens();
        for (unsigned seed = 1; seed <= 60; ++seed) {
            screens.show(seed, Rect::of(kScreenSize));
            screens.expectSame();
            if (HasFatalFailure()) break;
        }
        EXPECT_EQ(screens.direct->presenter.maskPath().kind, MaskPath::Kind::Direct)
            << screens.direct->presenter.maskPath().reason;
    }
    EXPECT_EQ(cuda::deviceBytes(), before);
}

TEST_F(Textures, WhatCannotBeFilledIsRefused) {
    CurrentContext opengl;
    const auto frame = onDevice(context, Image<std::uint8_t>({16, 16}));
    const auto host = hostFrame(Image<std::uint8_t>({16, 16}));
    EXPECT_THROW(static_cast<void>(cuda::makeGlInterop(*host)), BackendError);
    const Texture bytes(opengl.gl(), {16, 16}), colours(opengl.gl(), {16, 16}, GL_RGBA8);
    const auto part = [](GLuint name) {
        return std::vector<GlInterop::Part>{{name, 0, 0, {0, 0, 16, 16}, 0, true}};
    };
    EXPECT_THROW(cuda::makeGlInterop(*frame)->fill(*host, part(bytes.name())), BackendError);
    EXPECT_THROW(cuda::makeGlInterop(*frame)->fill(*frame, part(colours.name())), BackendError);
    EXPECT_THROW(cuda::makeGlInterop(*frame)->fill(*frame, part(12345)), BackendError);
    EXPECT_NO_THROW(cuda::makeGlInterop(*frame)->fill(*frame, part(bytes.name())));
}

/// The call with this text fails, once.
struct OneFault {
    const char* text;
    bool struck = false;
};

TEST_F(Textures, AnyFailingCallLeadsToUploadsWithTheSameTexels) {
    for (const char* call :
         {"cudaStreamCreateWithFlags", "cudaGraphicsGLRegisterImage", "cudaStreamWaitEvent",
          "cudaGraphicsMapResources", "cudaGraphicsSubResourceGetMappedArray", "cudaMemcpy2DToArrayAsync",
          "cudaGraphicsUnmapResources"}) {
        SCOPED_TRACE(call);
        OneFault fault{call};
        cuda::setCallFault(
            [](const char* text, void* self) {
                auto* f = static_cast<OneFault*>(self);
                if (f->struck || std::strstr(text, f->text) == nullptr) return 0;
                f->struck = true;
                return 999;
            },
            &fault);
        MaskScreens screens = newScreens();
        screens.session();
        cuda::setCallFault(nullptr, nullptr);
        EXPECT_TRUE(fault.struck);
        EXPECT_EQ(screens.direct->presenter.maskPath().kind, MaskPath::Kind::Copied);
    }
}

}  // namespace
}  // namespace fretsaw::test
