// Kernels over all pixels of the graph: each knows a pixel and its neighbours.
// No order of work here; the solve has its own kernel.
#include "core/cuda/GridKernels.h"

#include <algorithm>

#include "core/cuda/GridWrite.cuh"
#include "core/cuda/Intrinsics.cuh"
#include "core/cuda/Launch.cuh"

namespace fretsaw::cuda {
namespace {

constexpr int kBlockWidth = 64, kBlockHeight = 4;

/// A thread a pixel of an area.
dim3 blocksOver(int width, int height) {
    return {blocksFor(width, kBlockWidth), blocksFor(height, kBlockHeight), 1};
}
dim3 threadsOver() {
    return {kBlockWidth, kBlockHeight, 1};
}
__device__ int pixelX() {
    return static_cast<int>(blockIdx.x * kBlockWidth + threadIdx.x);
}
__device__ int pixelY() {
    return static_cast<int>(blockIdx.y * kBlockHeight + threadIdx.y);
}

__global__ void fillKernel(std::uint16_t* to, std::int64_t count, std::uint16_t value) {
    const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += threads)
        to[i] = value;
}

__global__ void writeWeightsKernel(const __grid_constant__ Grid grid,
                                   const __grid_constant__ cpu::GridWeights planes, int planesRow,
                                   int firstRow, int lastRow) {
    const int x = pixelX(), y = firstRow + pixelY();
    if (x >= grid.width || y >= lastRow) return;
    const auto weight = [&](const ImageView<const std::uint16_t>& plane, int px, int py, bool there) {
        return there ? plane.data()[(py - planesRow) * plane.stride() + px] : std::uint16_t{0};
    };
    const bool left = x > 0, right = x + 1 < grid.width, up = y > 0, down = y + 1 < grid.height;
    const std::uint16_t weights[kDirections] = {
        weight(planes.right, x, y, right),
        weight(planes.right, x - 1, y, left),
        weight(planes.down, x, y, down),
        weight(planes.down, x, y - 1, up),
        weight(planes.downRight, x, y, right && down),
        weight(planes.downRight, x - 1, y - 1, left && up),
        weight(planes.downLeft, x, y, left && down),
        weight(planes.downLeft, x + 1, y - 1, right && up),
    };
    writeWeights(grid, grid.index(x, y), weights);
}

__global__ void writeTerminalsKernel(const __grid_constant__ Grid grid, SolveState* state, Rect where,
                                     ImageView<const std::int32_t> terminals) {
    const int x = pixelX(), y = pixelY();
    if (x >= where.width || y >= where.height) return;
    const std::int32_t wanted = terminals.data()[y * terminals.stride() + x];
    if (writeTerminal(grid, grid.index(where.x + x, where.y + y), wanted)) markChanged(state);
}

/// The four directions to the right and down: each edge has one end for which it is one of them.
__device__ constexpr int forward(int n) {
    return n == 0 ? kEast : n == 1 ? kSouth : n == 2 ? kSouthEast : kSouthWest;
}

__device__ int weightOf(const Grid& grid, int pixel, int direction) {
    return (residualOf(grid, pixel, direction) +
            residualOf(grid, pixel + grid.step(direction), direction ^ 1)) /
           2;
}

__global__ void forgetFlowKernel(const __grid_constant__ Grid grid) {
    const int x = pixelX(), y = pixelY();
    if (x >= grid.width || y >= grid.height) return;
    const int pixel = grid.index(x, y);
    auto* residuals = reinterpret_cast<std::int16_t*>(grid.residual);
#pragma unroll
    for (int n = 0; n < 4; ++n) {
        const int k = forward(n);
        const auto weight = static_cast<std::int16_t>(weightOf(grid, pixel, k));
        residuals[static_cast<std::int64_t>(pixel) * kDirections + k] = weight;
        residuals[static_cast<std::int64_t>(pixel + grid.step(k)) * kDirections + (k ^ 1)] = weight;
    }
    grid.excess[pixel] = grid.terminal[pixel];
}

__global__ void writeMaskKernel(const __grid_constant__ Grid grid, ImageView<std::uint8_t> mask) {
    const int x = pixelX(), y = pixelY();
    if (x >= grid.width || y >= grid.height) return;
    mask.data()[y * mask.stride() + x] = grid.label[grid.index(x, y)] == kUnreachable ? 255 : 0;
}

__global__ void takeMaskKernel(const __grid_constant__ Grid grid, ImageView<const std::uint8_t> mask) {
    const int x = pixelX(), y = pixelY();
    if (x >= grid.width || y >= grid.height) return;
    grid.label[grid.index(x, y)] =
        static_cast<std::uint16_t>(mask.data()[y * mask.stride() + x] != 0 ? kUnreachable : 1);
}

__global__ void readWeightsKernel(const __grid_constant__ Grid grid, int direction,
                                  ImageView<std::uint16_t> weights) {
    const int x = pixelX(), y = pixelY();
    if (x >= grid.width || y >= grid.height) return;
    weights.data()[y * weights.stride() + x] =
        static_cast<std::uint16_t>(weightOf(grid, grid.index(x, y), direction));
}

__global__ void readTerminalsKernel(const __grid_constant__ Grid grid, Rect where,
                                    ImageView<std::int32_t> terminals) {
    const int x = pixelX(), y = pixelY();
    if (x >= where.width || y >= where.height) return;
    terminals.data()[y * terminals.stride() + x] = grid.terminal[grid.index(where.x + x, where.y + y)];
}

constexpr int kSumThreads = 256, kSumBlocksPerMultiprocessor = 8;
constexpr int kRun = 8;  // pixels a thread: 16 bytes of 16-bit values

struct Sums {
    long long sinkCapacity = 0, deficit = 0, cut = 0;
};

/// Bit i: value i of a run is the label of a pixel that reaches no deficit.
__device__ unsigned unreachables(uint4 labels) {
    const std::uint32_t pairs[4] = {labels.x, labels.y, labels.z, labels.w};
    unsigned bits = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) bits |= (pairs[i] >> 14 & 1) << (2 * i) | (pairs[i] >> 30) << (2 * i + 1);
    return bits;
}

/// Capacities of the terminals of a run, and of the edges from it to the right and down that are cut.
__device__ Sums sumsOfRun(const Grid& grid, int pixel) {
    const auto load = [](const void* from) { return *static_cast<const uint4*>(from); };
    const auto side = [&](int at) { return grid.label[at] == kUnreachable ? 1u : 0u; };
    const int below = pixel + grid.stride;
    const unsigned row = unreachables(load(grid.label + pixel)) | side(pixel + kRun) << kRun;
    // Bit i is the pixel below and to the left of pixel i.
    const unsigned next =
        unreachables(load(grid.label + below)) << 1 | side(below - 1) | side(below + kRun) << (kRun + 1);
    const uint4 t4 = load(grid.terminal + pixel), e4 = load(grid.excess + pixel);
    const std::uint32_t t[4] = {t4.x, t4.y, t4.z, t4.w}, e[4] = {e4.x, e4.y, e4.z, e4.w};
    int sinkCapacity = 0, deficit = 0, cut = 0;
#pragma unroll
    for (int i = 0; i < kRun; ++i) {
        const int terminal = static_cast<std::int16_t>(t[i / 2] >> (i % 2 * 16)),
                  excess = static_cast<std::int16_t>(e[i / 2] >> (i % 2 * 16));
        sinkCapacity += max(-terminal, 0);
        deficit += max(-excess, 0);
        cut += max((row >> i & 1) != 0 ? -terminal : terminal, 0);
    }
    const bool allAlike = (row == 0 && next == 0) || (row == 0x1FF && next == 0x3FF);
    for (int i = 0; !allAlike && i < kRun; ++i) {
        const unsigned mine = row >> i & 1;
        if ((row >> (i + 1) & 1) != mine) cut += weightOf(grid, pixel + i, kEast);
        if ((next >> i & 1) != mine) cut += weightOf(grid, pixel + i, kSouthWest);
        if ((next >> (i + 1) & 1) != mine) cut += weightOf(grid, pixel + i, kSouth);
        if ((next >> (i + 2) & 1) != mine) cut += weightOf(grid, pixel + i, kSouthEast);
    }
    return {sinkCapacity, deficit, cut};
}

__device__ long long sumOfBlock(long long value) {
    __shared__ long long ofWarp[kSumThreads / kWarp];
#pragma unroll
    for (int step = kWarp / 2; step > 0; step /= 2) value += __shfl_down_sync(kAllLanes, value, step);
    __syncthreads();
    if (threadIdx.x % kWarp == 0) ofWarp[threadIdx.x / kWarp] = value;
    __syncthreads();
    long long sum = 0;
    for (int i = 0; i < kSumThreads / kWarp; ++i) sum += ofWarp[i];
    return sum;
}

__global__ void __launch_bounds__(kSumThreads)
    sumCertificateKernel(const __grid_constant__ Grid grid, SolveState* state) {
    if (state->course.phase != Phase::Maximal) return;
    const int runs = (grid.width + kRun - 1) / kRun;
    const std::int64_t count = static_cast<std::int64_t>(runs) * grid.height;
    const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * kSumThreads;
    Sums sums;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kSumThreads + threadIdx.x; i < count;
         i += threads) {
        const Sums run =
            sumsOfRun(grid, grid.index(static_cast<int>(i % runs) * kRun, static_cast<int>(i / runs)));
        sums.sinkCapacity += run.sinkCapacity;
        sums.deficit += run.deficit;
        sums.cut += run.cut;
    }
    const Sums all{sumOfBlock(sums.sinkCapacity), sumOfBlock(sums.deficit), sumOfBlock(sums.cut)};
    if (threadIdx.x != 0) return;
    const auto add = [](long long& to, long long value) {
        atomicAdd(reinterpret_cast<unsigned long long*>(&to), static_cast<unsigned long long>(value));
    };
    add(state->sinkCapacity, all.sinkCapacity);
    add(state->deficit, all.deficit);
    add(state->cut, all.cut);
}

}  // namespace

void fill(const Context& context, std::uint16_t* to, std::int64_t count, std::uint16_t value) {
    const unsigned most = static_cast<unsigned>(context.multiprocessors()) * 8;
    launch(context, fillKernel, std::min(blocksFor(count, 256), most), 256, to, count, value);
}

void writeWeights(const Context& context, const Grid& grid, const cpu::GridWeights& weights, int planesRow,
                  int firstRow, int lastRow) {
    launch(context, writeWeightsKernel, blocksOver(grid.width, lastRow - firstRow), threadsOver(), grid,
           weights, planesRow, firstRow, lastRow);
}

void writeTerminals(const Context& context, const Grid& grid, SolveState* state, Rect where,
                    ImageView<const std::int32_t> terminals) {
    launch(context, writeTerminalsKernel, blocksOver(where.width, where.height), threadsOver(), grid, state,
           where, terminals);
}

void forgetFlow(const Context& context, const Grid& grid) {
    launch(context, forgetFlowKernel, blocksOver(grid.width, grid.height), threadsOver(), grid);
}

void sumCertificate(const Context& context, const Grid& grid, SolveState* state) {
    const std::int64_t runs = static_cast<std::int64_t>((grid.width + kRun - 1) / kRun) * grid.height;
    const unsigned most = static_cast<unsigned>(context.multiprocessors() * kSumBlocksPerMultiprocessor);
    launch(context, sumCertificateKernel, std::min(blocksFor(runs, kSumThreads), most), kSumThreads, grid,
           state);
}

void writeMask(const Context& context, const Grid& grid, ImageView<std::uint8_t> mask) {
    launch(context, writeMaskKernel, blocksOver(grid.width, grid.height), threadsOver(), grid, mask);
}

void takeMask(const Context& context, const Grid& grid, ImageView<const std::uint8_t> mask) {
    launch(context, takeMaskKernel, blocksOver(grid.width, grid.height), threadsOver(), grid, mask);
}

void readWeights(const Context& context, const Grid& grid, int direction, ImageView<std::uint16_t> weights) {
    launch(context, readWeightsKernel, blocksOver(grid.width, grid.height), threadsOver(), grid, direction,
           weights);
}

void readTerminals(const Context& context, const Grid& grid, Rect where, ImageView<std::int32_t> terminals) {
    launch(context, readTerminalsKernel, blocksOver(where.width, where.height), threadsOver(), grid, where,
           terminals);
}

}  // namespace fretsaw::cuda
