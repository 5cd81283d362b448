// Tests of textures that CUDA fills: where no GPU both computes and draws they skip with the reason, or fail
// where a GPU is required. And masks that lie on the device.
#pragma once

#include <gtest/gtest.h>

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <memory>
#include <string>
#include <utility>

#include "app/ui/Canvas.h"
#include "core/cuda/DeviceMask.h"
#include "core/cuda/GlInterop.h"
#include "core/segment/Labels.h"
#include "tests/cuda/NeedsGpu.h"

namespace fretsaw::test {

inline std::shared_ptr<const cuda::DeviceMask> onDevice(const std::shared_ptr<const cuda::Context>& context,
                                                        const Image<std::uint8_t>& mask) {
    context->makeCurrent();
    const cuda::DeviceImage<std::uint8_t> pixels(*context, mask.size());
    cuda::upload(*context, pixels.view(), mask.view());
    return std::make_shared<const cuda::DeviceMask>(context, pixels.view());
}

/// An OpenGL context of the canvas's kind, current without a window.
class CurrentContext {
public:
    CurrentContext() {
        context_.setFormat(ui::Canvas::defaultSurfaceFormat());
        surface_.setFormat(context_.format());
        surface_.create();
        isCurrent_ = context_.create() && context_.makeCurrent(&surface_);
    }
    [[nodiscard]] bool isCurrent() const { return isCurrent_; }
    [[nodiscard]] QOpenGLExtraFunctions& gl() { return *context_.extraFunctions(); }

private:
    QOffscreenSurface surface_;
    QOpenGLContext context_;
    bool isCurrent_ = false;
};

/// Empty where textures can be filled.
inline std::string whyNoInterop() {
    if (std::string reason = whyNoGpu(); !reason.empty()) return reason;
    const CurrentContext opengl;
    if (!opengl.isCurrent()) return "There is no OpenGL here.";
    try {
        const auto context = std::make_shared<const cuda::Context>();
        static_cast<void>(cuda::makeGlInterop(*onDevice(context, Image<std::uint8_t>({8, 8}))));
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

/// Every test of a class that derives from this needs a GPU that computes and draws.
class InteropTest : public testing::Test {
protected:
    void SetUp() override {
        static const std::string reason = whyNoInterop();
        skipFor("No interop", reason);
    }
};

}  // namespace fretsaw::test
