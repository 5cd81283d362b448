// One thread a pixel, blocks of 16×16 of which those at the borders are partly idle; a kernel a generator.
// No formulas here.
#include "core/cuda/Launch.cuh"
#include "core/cuda/PatternKernels.h"
#include "core/pixel/Shade.h"

namespace fretsaw::cuda {
namespace {

constexpr int kBlockSide = 16;

dim3 blocksOver(int width, int height) {
    return {blocksFor(width, kBlockSide), blocksFor(height, kBlockSide)};
}

__device__ int inside(int at, int period) {
    const int rest = at % period;
    return rest < 0 ? rest + period : rest;
}

template <pixel::Kind kKind>
__global__ void __launch_bounds__(kBlockSide* kBlockSide)
    shadeKernel(const __grid_constant__ pixel::Pattern pattern, bool repeats, Rect region, Rgb32f* pixels) {
    const int x = static_cast<int>(blockIdx.x * kBlockSide + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * kBlockSide + threadIdx.y);
    if (x >= region.width || y >= region.height) return;
    const int column = repeats ? inside(region.x + x, pattern.width) : region.x + x;
    const int row = repeats ? inside(region.y + y, pattern.height) : region.y + y;
    float rgb[3];
    pixel::shade<kKind>(pattern, static_cast<float>(column), static_cast<float>(row), rgb);
    pixels[static_cast<std::int64_t>(y) * region.width + x] = {rgb[0], rgb[1], rgb[2]};
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

__global__ void __launch_bounds__(kBlockSide* kBlockSide)
    reactionKernel(int width, int height, int stride, float feed, float kill, ReactionPlanes now,
                   ReactionPlanes next) {
    const int x = static_cast<int>(blockIdx.x * kBlockSide + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * kBlockSide + threadIdx.y);
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
    launch(context, kernelOf(kind), blocksOver(region.width, region.height), {kBlockSide, kBlockSide},
           pattern, repeats, region, pixels);
}

void reactionStep(const Context& context, int width, int height, int stride, float feed, float kill,
                  ReactionPlanes now, ReactionPlanes next) {
    launch(context, &reactionKernel, blocksOver(width, height), {kBlockSide, kBlockSide}, width, height,
           stride, feed, kill, now, next);
}

}  // namespace fretsaw::cuda
