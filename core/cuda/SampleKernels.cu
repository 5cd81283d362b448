// Counts by runs, sums before each run, and the members that are samples.
// Every run is one warp's.
#include "core/cuda/Moments.cuh"
#include "core/cuda/PixelAccess.cuh"
#include "core/cuda/SampleKernels.h"
#include "core/pixel/Cells.h"
#include "core/segment/PixelRules.h"

namespace fretsaw::cuda {
namespace {

constexpr int kScanThreads = 1024;

/// Calls use(x, y, member) for the pixels of the warp's run, the whole warp together.
template <typename Use>
__device__ void forRun(const SetInPicture& members, std::int64_t run, const Use& use) {
    const Rect where = members.where;
    const std::int64_t begin = run * kSampleRun, end = min(begin + kSampleRun, where.area());
    for (std::int64_t at = begin; at < end; at += 32) {
        const std::int64_t i = at + threadIdx.x % 32;
        const bool inside = i < end;
        const int y = inside ? static_cast<int>(i / where.width) : 0;
        const int x = inside ? static_cast<int>(i - static_cast<std::int64_t>(y) * where.width) : 0;
        const bool member = inside && belongs(members.set, members.labels(where.x + x, where.y + y),
                                              members.mask(where.x + x, where.y + y) != 0);
        use(where.x + x, where.y + y, member);
    }
}

__device__ std::int64_t runOfWarp(SampleRuns part) {
    const std::int64_t run = static_cast<std::int64_t>(blockIdx.x) * kBlockWarps + threadIdx.x / 32;
    return run < part.count ? part.first + run : -1;
}

__global__ void __launch_bounds__(kBlockThreads)
    countKernel(const __grid_constant__ SetInPicture members, SampleRuns part, std::uint32_t* counts) {
    const std::int64_t run = runOfWarp(part);
    if (run < 0) return;
    std::uint32_t count = 0;
    forRun(members, run, [&](int, int, bool member) { count += __popc(__ballot_sync(kWholeWarp, member)); });
    if (threadIdx.x % 32 == 0) counts[run] = count;
}

/// In place: from counts to the sums of all counts before. One block.
__global__ void __launch_bounds__(kScanThreads)
    scanKernel(std::uint32_t* counts, std::int64_t size, std::int64_t* total) {
    __shared__ std::uint32_t perWarp[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    std::uint32_t before = 0;
    for (std::int64_t base = 0; base < size; base += kScanThreads) {
        const std::int64_t i = base + threadIdx.x;
        const std::uint32_t own = i < size ? counts[i] : 0;
        std::uint32_t sum = own;  // up to and with this lane
        for (unsigned step = 1; step < 32; step *= 2) {
            const std::uint32_t other = __shfl_up_sync(kWholeWarp, sum, step);
            if (lane >= step) sum += other;
        }
        if (lane == 31) perWarp[warp] = sum;
        __syncthreads();
        std::uint32_t warpsBefore = 0, all = 0;
        for (unsigned w = 0; w < kScanThreads / 32; ++w) {
            if (w < warp) warpsBefore += perWarp[w];
            all += perWarp[w];
        }
        if (i < size) counts[i] = before + warpsBefore + sum - own;
        before += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *total = before;
}

template <pixel::ColourSpace space>
__global__ void __launch_bounds__(kBlockThreads)
    pickKernel(const __grid_constant__ SetInPicture members, SampleRuns part, int most,
               const std::uint32_t* before, const std::int64_t* total, Colour* samples) {
    __shared__ LinearTable linear;
    if (space != pixel::ColourSpace::Rgb) linear.fill();
    __syncthreads();
    const std::int64_t run = runOfWarp(part);
    if (run < 0 || *total == 0) return;
    const std::int64_t all = *total, count = min(static_cast<std::int64_t>(most), all);
    std::int64_t first = before[run];
    const unsigned lanesBefore = (1u << threadIdx.x % 32) - 1;
    forRun(members, run, [&](int x, int y, bool member) {
        const unsigned votes = __ballot_sync(kWholeWarp, member);
        if (member) {
            const std::int64_t rank = first + __popc(votes & lanesBefore);
            const std::int64_t i = (rank * count + all - 1) / all;  // the first sample that may be this one
            if (i < count && i * all / count == rank) {
                const DeviceColour colour = readColour<space>(members.picture(x, y), linear);
                for (int c = 0; c < 3; ++c) samples[i].c[c] = static_cast<std::int16_t>(colour.c[c]);
            }
        }
        first += __popc(votes);
    });
}

__global__ void __launch_bounds__(kBlockThreads)
    averageKernel(ImageView<const PackedPixel> picture, Rect part, ImageView<PackedPixel> coarse) {
    const Size pixels = picture.size(), cells = coarse.size();
    forPixels(part, [&](int cx, int cy, bool inside) {
        if (!inside) return;
        const int left = pixel::cellBegin(cx, pixels.width, cells.width),
                  right = pixel::cellBegin(cx + 1, pixels.width, cells.width),
                  top = pixel::cellBegin(cy, pixels.height, cells.height),
                  bottom = pixel::cellBegin(cy + 1, pixels.height, cells.height);
        std::uint32_t r = 0, g = 0, b = 0;
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x) {
                const PackedPixel p = picture(x, y);
                r += p & 255, g += p >> 8 & 255, b += p >> 16 & 255;
            }
        const auto n = static_cast<std::uint32_t>((right - left) * (bottom - top)), half = n / 2;
        coarse(cx, cy) = (r + half) / n | (g + half) / n << 8 | (b + half) / n << 16 | 0xFF000000u;
    });
}

/// Adds samples to the sums of the groups that groupOf() finds for their colours.
template <typename GroupOf>
__device__ void addSamples(const Colour* samples, std::int64_t count, const GroupOf& groupOf,
                           SampleSums* sums) {
    __shared__ BlockMoments<pixel::kMaxComponents> moments;
    moments.clear();
    __syncthreads();
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x, lane = threadIdx.x % 32;
    for (std::int64_t warp = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x - lane;
         warp < count; warp += stride) {
        const bool inside = warp + lane < count;
        const Colour& p = samples[inside ? warp + lane : warp];
        const DeviceColour colour{{p.c[0], p.c[1], p.c[2]}};
        moments.add(colour, inside ? groupOf(colour) : -1);
    }
    moments.addTo(reinterpret_cast<ColourSums*>(sums));
}

__global__ void __launch_bounds__(kBlockThreads)
    addByCentreKernel(const Colour* samples, std::int64_t count, const __grid_constant__ CentreList centres,
                      SampleSums* sums) {
    const auto groupOf = [&](const DeviceColour& p) {
        const pixel::Centre colour{
            {static_cast<double>(p.c[0]), static_cast<double>(p.c[1]), static_cast<double>(p.c[2])}};
        return pixel::nearest(centres.at, centres.count, colour);
    };
    addSamples(samples, count, groupOf, sums);
}

__global__ void __launch_bounds__(kBlockThreads)
    addByPartKernel(const Colour* samples, std::int64_t count, const __grid_constant__ pixel::Mixture mixture,
                    bool weighted, SampleSums* sums) {
    const auto groupOf = [&](const DeviceColour& p) {
        return pixel::bestPart(mixture, weighted, static_cast<float>(p.c[0]), static_cast<float>(p.c[1]),
                               static_cast<float>(p.c[2]));
    };
    addSamples(samples, count, groupOf, sums);
}

}  // namespace

void countMembers(const Context& context, const SetInPicture& members, SampleRuns part,
                  std::uint32_t* counts) {
    launch(context, countKernel, blocksFor(part.count, kBlockWarps), kBlockThreads, members, part, counts);
}

void sumCounts(const Context& context, std::int64_t runs, std::uint32_t* counts, std::int64_t* total) {
    launch(context, scanKernel, 1, kScanThreads, counts, runs, total);
}

void pickSamples(const Context& context, const SetInPicture& members, SampleRuns part, ColourSpace space,
                 int most, const std::uint32_t* before, const std::int64_t* total, Colour* samples) {
    withSpace(space, [&](auto chosen) {
        launch(context, pickKernel<chosen.value>, blocksFor(part.count, kBlockWarps), kBlockThreads, members,
               part, most, before, total, samples);
    });
}

void averageCells(const Context& context, ImageView<const PackedPixel> picture, Rect part,
                  ImageView<PackedPixel> coarse) {
    launch(context, averageKernel, blocksOverPixels(context, part), kBlockThreads, picture, part, coarse);
}

void addByCentre(const Context& context, const Colour* samples, std::int64_t count, const CentreList& centres,
                 SampleSums* sums) {
    launch(context, addByCentreKernel, blocksFor(count, kBlockThreads), kBlockThreads, samples, count,
           centres, sums);
}

void addByPart(const Context& context, const Colour* samples, std::int64_t count,
               const pixel::Mixture& mixture, bool weighted, SampleSums* sums) {
    launch(context, addByPartKernel, blocksFor(count, kBlockThreads), kBlockThreads, samples, count, mixture,
           weighted, sums);
}

}  // namespace fretsaw::cuda
