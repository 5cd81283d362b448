// Generated pictures that stay in device memory until somebody asks for them.
// Plain C++.
#pragma once

#include <memory>
#include <mutex>

#include "core/cuda/DeviceMask.h"
#include "core/image/Rgb32f.h"

namespace fretsaw::cuda {

/// Opaque sRGB levels in device memory.
class DevicePicture final : public Frame<Rgba8> {
public:
    /// pixels are made by what the context's stream has to do now. Throws BackendError.
    DevicePicture(std::shared_ptr<const Context> context, DeviceImage<Rgba8> pixels)
        : context_(std::move(context)), pixels_(std::move(pixels)), order_(*context_) {}

    [[nodiscard]] Size size() const override { return pixels_.size(); }
    [[nodiscard]] bool isOnDevice() const override { return true; }
    [[nodiscard]] ImageView<const Rgba8> view() const override;
    [[nodiscard]] Rgba8 at(int x, int y) const override;

    [[nodiscard]] const Context& context() const { return *context_; }
    /// For kernels, and for other streams between beginRead() and endRead() of order().
    [[nodiscard]] ImageView<const Rgba8> pixels() const { return pixels_.view(); }
    [[nodiscard]] const ReadOrder& order() const { return order_; }

private:
    std::shared_ptr<const Context> context_;  ///< outlives the pixels
    DeviceImage<Rgba8> pixels_;
    ReadOrder order_;  ///< ends before the pixels do
    mutable std::mutex fetching_;
    mutable Image<Rgba8> host_;  ///< empty: not fetched
};

/// rgba8From() of `count` pixels in device memory, in the order of the stream.
void writeLevels(const Context& context, const Rgb32f* from, std::int64_t count, Rgba8* to);

}  // namespace fretsaw::cuda
