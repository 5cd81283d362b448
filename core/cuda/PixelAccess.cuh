// What all kernels over pixels need: reading colours, walking over a rectangle, sums over a block.
// No formulas: those are core/pixel's.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/cuda/Launch.cuh"
#include "core/image/Image.h"
#include "core/pixel/ColourSpace.h"

namespace fretsaw::cuda {

/// A pixel as it lies in memory: r in the low byte, then g, b, a.
using PackedPixel = std::uint32_t;

inline constexpr int kBlockThreads = 256;
inline constexpr int kBlockWarps = kBlockThreads / 32;
inline constexpr unsigned kWholeWarp = 0xFFFFFFFFu;

/// Linear light of the sRGB codes, in shared memory.
struct LinearTable {
    float of[256];

    /// To be called by all threads of the block; others may read after the next __syncthreads().
    __device__ void fill() {
        for (int i = static_cast<int>(threadIdx.x); i < 256; i += static_cast<int>(blockDim.x))
            of[i] = pixel::linearFromSrgb(i);
    }
};

struct DeviceColour {
    int c[3];
};

/// linear: filled, but for Rgb.
template <pixel::ColourSpace space>
__device__ DeviceColour readColour(PackedPixel p, const LinearTable& linear) {
    const int r = static_cast<int>(p & 255), g = static_cast<int>(p >> 8 & 255),
              b = static_cast<int>(p >> 16 & 255);
    DeviceColour colour{{r, g, b}};
    if constexpr (space == pixel::ColourSpace::Lab)
        pixel::labFromLinear(linear.of[r], linear.of[g], linear.of[b], colour.c);
    if constexpr (space == pixel::ColourSpace::Luv)
        pixel::luvFromLinear(linear.of[r], linear.of[g], linear.of[b], colour.c);
    return colour;
}

/// Calls use(std::integral_constant of the space), to choose between instances of a kernel.
template <typename Use>
void withSpace(pixel::ColourSpace space, const Use& use) {
    using pixel::ColourSpace;
    switch (space) {
        case ColourSpace::Rgb:
            return use(std::integral_constant<ColourSpace, ColourSpace::Rgb>());
        case ColourSpace::Lab:
            return use(std::integral_constant<ColourSpace, ColourSpace::Lab>());
        case ColourSpace::Luv:
            return use(std::integral_constant<ColourSpace, ColourSpace::Luv>());
    }
}

/// Calls use(x, y, inside) for the pixels of `where`, each by one thread of the grid, always with a whole
/// warp; lanes that are left over at the end come with inside = false and a place that may be read.
template <typename Use>
__device__ void forPixels(Rect where, const Use& use) {
    const auto count = static_cast<std::uint32_t>(where.width) * static_cast<std::uint32_t>(where.height);
    const auto width = static_cast<std::uint32_t>(where.width);
    const std::uint32_t stride = gridDim.x * blockDim.x, lane = threadIdx.x % 32;
    for (std::uint32_t warp = blockIdx.x * blockDim.x + threadIdx.x - lane; warp < count; warp += stride) {
        const bool inside = lane < count - warp;
        const std::uint32_t i = inside ? warp + lane : warp, y = i / width;
        use(where.x + static_cast<int>(i - y * width), where.y + static_cast<int>(y), inside);
    }
}

/// Blocks for forPixels(): enough to fill the device, and no more than there is work for.
inline unsigned blocksOverPixels(const Context& context, Rect where) {
    const unsigned most = static_cast<unsigned>(context.multiprocessors()) * (2048 / kBlockThreads);
    return std::min(most, blocksFor(where.area(), kBlockThreads));
}

__device__ inline void atomicAdd64(std::int64_t* to, std::int64_t value) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
}

/// Adds the values of all threads of the block to *to. All of them must call.
__device__ inline void addOverBlock(std::int64_t value, std::int64_t* to) {
    __shared__ std::int64_t perWarp[32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(kWholeWarp, value, step);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads();  // a call before may still be reading
    if (lane == 0) perWarp[warp] = value;
    __syncthreads();
    if (warp != 0) return;
    value = lane < blockDim.x / 32 ? perWarp[lane] : 0;
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(kWholeWarp, value, step);
    if (lane == 0 && value != 0) atomicAdd64(to, value);
}

}  // namespace fretsaw::cuda
