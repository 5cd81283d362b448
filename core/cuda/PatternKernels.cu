// A kernel a generator: a warp takes 32 columns, a thread one or more rows of one; borders leave some idle.
// No formulas here.
#include "core/cuda/Launch.cuh"
#include "core/cuda/PatternKernels.h"
#include "core/pixel/Shade.h"

namespace fretsaw::cuda {
namespace {

constexpr int kWarp = 32, kRows = 8;
/// Rows of one thread. What depends on the column alone is computed once for them, which is a good part of
/// the work of plain shapes and next to nothing of noise.
constexpr int rowsAThread(pixel::Kind kind) {
    return kind <= pixel::Kind::Halftone ? 4 : 1;
}

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
    const int x = static_cast<int>(blockIdx.x * kWarp + threadIdx.x);
    if (x >= region.width) return;
    const int column = repeats ? inside(region.x + x, pattern.width) : region.x + x;
    int y = static_cast<int>(blockIdx.y * (kRows * rowsAThread(kKind)) + threadIdx.y);
#pragma unroll 1
    for (int k = 0; k < rowsAThread(kKind) && y < region.height; ++k, y += kRows) {
        const int row = repeats ? inside(region.y + y, pattern.height) : region.y + y;
        float rgb[3];
        pixel::shade<kKind>(pattern, static_cast<float>(column), static_cast<float>(row), rgb);
        pixels[static_cast<std::int64_t>(y) * region.width + x] = {rgb[0], rgb[1], rgb[2]};
    }
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
    launch(context, kernelOf(kind), blocksOver(region.width, blocksFor(region.height, rowsAThread(kind))),
           {kWarp, kRows}, pattern, repeats, region, pixels);
}

void reactionStep(const Context& context, int width, int height, int stride, float feed, float kill,
                  ReactionPlanes now, ReactionPlanes next) {
    launch(context, &reactionKernel, blocksOver(width, height), {kWarp, kRows}, width, height, stride, feed,
           kill, now, next);
}

}  // namespace fretsaw::cuda
