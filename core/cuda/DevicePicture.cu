// Levels from floats, and the way of generated pictures to host memory.
// What is in the pictures is core/pixel's.
#include "core/cuda/DevicePicture.h"
#include "core/cuda/Launch.cuh"

namespace fretsaw::cuda {
namespace {

constexpr int kBlock = 256;

/// levelFrom() of core/image, whose std::min the device does not have.
__device__ std::uint8_t levelOf(float v) {
    return static_cast<std::uint8_t>(v > 0 ? (v < 1.0f ? v : 1.0f) * 255.0f + 0.5f : 0.0f);
}

__global__ void levelsKernel(const Rgb32f* from, std::int64_t count, Rgba8* to) {
    const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kBlock + threadIdx.x;
    if (i >= count) return;
    const Rgb32f p = from[i];
    to[i] = {levelOf(p.r), levelOf(p.g), levelOf(p.b), 255};
}

}  // namespace

void writeLevels(const Context& context, const Rgb32f* from, std::int64_t count, Rgba8* to) {
    launch(context, levelsKernel, dim3(blocksFor(count, kBlock)), dim3(kBlock), from, count, to);
}

ImageView<const Rgba8> DevicePicture::view() const {
    const std::lock_guard lock(fetching_);
    if (host_.empty()) {
        auto picture = Image<Rgba8>::uninitialized(size());
        order_.fetch(picture.data(), pixels_.view().data(),
                     static_cast<std::size_t>(size().area()) * sizeof(Rgba8));
        host_ = std::move(picture);
    }
    return std::as_const(host_).view();
}

Rgba8 DevicePicture::at(int x, int y) const {
    if (const std::unique_lock lock(fetching_, std::try_to_lock); lock && !host_.empty()) return host_(x, y);
    Rgba8 pixel;
    order_.fetch(&pixel, pixels_.view().row(y) + x, sizeof pixel);
    return pixel;
}

}  // namespace fretsaw::cuda
