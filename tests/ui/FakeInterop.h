// Stands in for a GPU: masks that say they lie on a device, and an interop that fills textures from them
// through host memory and fails when it is told to. No tests here.
#pragma once

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QThread>
#include <atomic>
#include <memory>
#include <set>
#include <vector>

#include "app/ui/Reduce.h"
#include "core/cuda/GlInterop.h"
#include "core/image/Error.h"
#include "core/segment/Labels.h"

namespace fretsaw::test {

/// What the fakes have seen and how they behave.
struct InteropControl {
    int failAt = -1;              ///< the call of make or fill that fails, counted from 0; below 0: none
    int calls = 0;                ///< of make and fill
    int made = 0;                 ///< interops
    int alive = 0;                ///< of them
    std::atomic<int> fetches{0};  ///< times that the GUI thread asked for a mask in host memory
    std::int64_t filled = 0;      ///< texels
    std::set<unsigned> registered;

    void call() {
        if (calls++ == failAt) throw BackendError("It is only a test.", false);
    }
};

/// A mask in "device memory": only the interop reads it for nothing.
class FakeDeviceMask final : public Mask {
public:
    FakeDeviceMask(std::shared_ptr<InteropControl> control, Image<std::uint8_t> pixels)
        : control_(std::move(control)), pixels_(std::move(pixels)) {}

    [[nodiscard]] Size size() const override { return pixels_.size(); }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const std::uint8_t> view() const override {
        if (QThread::currentThread() == QCoreApplication::instance()->thread()) ++control_->fetches;
        return pixels_.view();
    }
    [[nodiscard]] std::uint8_t at(int x, int y) const override { return pixels_(x, y); }
    [[nodiscard]] const Image<std::uint8_t>& pixels() const { return pixels_; }

private:
    std::shared_ptr<InteropControl> control_;
    Image<std::uint8_t> pixels_;
};

/// The same for colours.
class FakeDevicePicture final : public Frame<Rgba8> {
public:
    FakeDevicePicture(std::shared_ptr<InteropControl> control, Image<Rgba8> pixels)
        : control_(std::move(control)), pixels_(std::move(pixels)) {}

    [[nodiscard]] Size size() const override { return pixels_.size(); }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const Rgba8> view() const override {
        ++control_->fetches;
        return pixels_.view();
    }
    [[nodiscard]] Rgba8 at(int x, int y) const override { return pixels_(x, y); }
    [[nodiscard]] const Image<Rgba8>& pixels() const { return pixels_; }

private:
    std::shared_ptr<InteropControl> control_;
    Image<Rgba8> pixels_;
};

/// Expects the context that it was made in to be current in every call.
class FakeInterop final : public cuda::GlInterop {
public:
    explicit FakeInterop(std::shared_ptr<InteropControl> control) : control_(std::move(control)) {
        control_->call();
        ++control_->made;
        ++control_->alive;
    }
    ~FakeInterop() override {
        expectCurrent();
        control_->registered.clear();
        --control_->alive;
    }

    void fill(const Mask& mask, std::span<const Part> parts) override {
        expectCurrent();
        auto& gl = *QOpenGLContext::currentContext()->extraFunctions();
        gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        const auto& pixels = dynamic_cast<const FakeDeviceMask&>(mask).pixels();
        for (const Part& part : parts) {
            EXPECT_TRUE(gl.glIsTexture(part.texture));
            control_->registered.insert(part.texture);
            std::vector<std::uint8_t> texels(static_cast<std::size_t>(part.texels.area()));
            ui::reduceMask(pixels.view(), part.level, part.texels,
                           part.mean ? ui::Quality::Average : ui::Quality::Sample, texels.data());
            gl.glBindTexture(GL_TEXTURE_2D, part.texture);
            gl.glTexSubImage2D(GL_TEXTURE_2D, 0, part.x, part.y, part.texels.width, part.texels.height,
                               GL_RED, GL_UNSIGNED_BYTE, texels.data());
            control_->filled += part.texels.area();
            if (&part == parts.data()) control_->call();  // what fails may have written something
        }
    }
    void fillColours(const Frame<Rgba8>& frame, std::span<const Part> parts) override {
        expectCurrent();
        auto& gl = *QOpenGLContext::currentContext()->extraFunctions();
        for (const Part& part : parts) {
            EXPECT_TRUE(gl.glIsTexture(part.texture));
            control_->registered.insert(part.texture);
            std::vector<Rgba8> texels(static_cast<std::size_t>(part.texels.area()));
            ui::reduceColours(dynamic_cast<const FakeDevicePicture&>(frame).pixels().view(), part.level,
                              part.texels, part.mean ? ui::Quality::Average : ui::Quality::Sample,
                              texels.data());
            gl.glBindTexture(GL_TEXTURE_2D, part.texture);
            gl.glTexSubImage2D(GL_TEXTURE_2D, 0, part.x, part.y, part.texels.width, part.texels.height,
                               GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            control_->filled += part.texels.area();
            if (&part == parts.data()) control_->call();
        }
    }
    void forget(unsigned texture) noexcept override {
        expectCurrent();
        control_->registered.erase(texture);
    }

private:
    void expectCurrent() const { EXPECT_EQ(QOpenGLContext::currentContext(), context_); }

    std::shared_ptr<InteropControl> control_;
    QOpenGLContext* context_ = QOpenGLContext::currentContext();
};

}  // namespace fretsaw::test
