// One thread a pixel, a warp 32 pixels of a row; blocks at the borders are partly idle. A kernel a generator.
// No formulas here.
#include "core/cuda/Launch.cuh"
#include "core/cuda/PatternKernels.h"
#include "core/pixel/Shade.h"

namespace fretsaw::cuda {
namespace {

constexpr int kWarp = 32, kRows = 8;

dim3 blocksOver(int width, int height) {
    return {blocksFor(width, kWarp), blocksFor(height, kRows)};
}

__device__ int inside(int at, int period) {
    const int rest = at % period;
    return rest < 0 ? rest + period : rest;
}

template <pixel::Kind kKind>
__global__ void __launch_bounds__(kWarp* kRows)
    shadeKernel(const __grid_constant__ pixel::Pattern pattern, bool repeats, Rect region, Rgb32f* pixels) {
    // Three floats a thread would be written in pieces of 32-byte sectors; a warp's 96 floats side by side
    // are written whole.
    __shared__ float rows[kRows][3 * kWarp];
    const int lane = static_cast<int>(threadIdx.x), left = static_cast<int>(blockIdx.x * kWarp);
    const int x = left + lane, y = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
    if (y >= region.height) return;
    float* const line = rows[threadIdx.y];
    if (x < region.width) {
        const int column = repeats ? inside(region.x + x, pattern.width) : region.x + x;
        const int row = repeats ? inside(region.y + y, pattern.height) : region.y + y;
        float rgb[3];
        pixel::shade<kKind>(pattern, static_cast<float>(column), static_cast<float>(row), rgb);
        for (int c = 0; c < 3; ++c) line[3 * lane + c] = rgb[c];
    }
    __syncwarp();
    static_assert(sizeof(Rgb32f) == 3 * sizeof(float));
    auto* const out = reinterpret_cast<float*>(pixels + static_cast<std::int64_t>(y) * region.width + left);
    const int floats = 3 * min(kWarp, region.width - left);
    for (int i = lane; i < floats; i += kWarp) out[i] = line[i];
}

__device__ pixel::Surroundings<float> around(const float* plane, int stride, int x, int left, int right,
                                             int y, int up, int down) {
    const float* const above = plane + static_cast<std::int64_t>(up) * stride;
    const float* const middle = plane + static_cast<std::int64_t>(y) * stride;
    const float* const below = plane + static_cast<std::int64_t>(down) * stride;
    // In the CPU's order of sums.
    return {middle[x], middle[left] + middle[right] + above[x] + below[x],
            above[left] + above[right] + below[left] + below[right]};
}

__global__ void __launch_bounds__(kWarp* kRows)
    reactionKernel(int width, int height, int stride, float feed, float kill, ReactionPlanes now,
                   ReactionPlanes next) {
    const int x = static_cast<int>(blockIdx.x * kWarp + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
    if (x >= width || y >= height) return;
    const int left = x > 0 ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
    const int up = y > 0 ? y - 1 : height - 1, down = y + 1 < height ? y + 1 : 0;
    float food, eater;
    pixel::reactionStep(around(now.food, stride, x, left, right, y, up, down),
                        around(now.eater, stride, x, left, right, y, up, down), feed, kill, food, eater);
    const std::int64_t at = static_cast<std::int64_t>(y) * stride + x;
    next.food[at] = food;
    next.eater[at] = eater;
}

using ShadeKernel = void (*)(pixel::Pattern, bool, Rect, Rgb32f*);

template <int kKind = 0>
ShadeKernel kernelOf(pixel::Kind kind) {
    if constexpr (kKind < pixel::kKinds) {
        constexpr auto kOwn = static_cast<pixel::Kind>(kKind);
        return kind == kOwn ? &shadeKernel<kOwn> : kernelOf<kKind + 1>(kind);
    } else {
        return nullptr;
    }
}

}  // namespace

void shadePixels(const Context& context, const pixel::Pattern& pattern, pixel::Kind kind, bool repeats,
                 Rect region, Rgb32f* pixels) {
    launch(context, kernelOf(kind), blocksOver(region.width, region.height), {kWarp, kRows}, pattern, repeats,
           region, pixels);
}

void reactionStep(const Context& context, int width, int height, int stride, float feed, float kill,
                  ReactionPlanes now, ReactionPlanes next) {
    launch(context, &reactionKernel, blocksOver(width, height), {kWarp, kRows}, width, height, stride, feed,
           kill, now, next);
}

}  // namespace fretsaw::cuda
