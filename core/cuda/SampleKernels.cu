// Counts by runs, sums before each run, and the members that are samples.
// Every run is one warp's.
#include "core/cuda/PixelAccess.cuh"
#include "core/cuda/SampleKernels.h"
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

__device__ std::int64_t runOfWarp() {
    return static_cast<std::int64_t>(blockIdx.x) * kBlockWarps + threadIdx.x / 32;
}

__global__ void __launch_bounds__(kBlockThreads)
    countKernel(const __grid_constant__ SetInPicture members, std::uint32_t* counts) {
    const std::int64_t run = runOfWarp();
    if (run >= sampleRuns(members.where)) return;
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

__global__ void __launch_bounds__(kBlockThreads)
    pickKernel(const __grid_constant__ SetInPicture members, int most, const std::uint32_t* before,
               const std::int64_t* total, PackedPixel* samples) {
    const std::int64_t run = runOfWarp();
    if (run >= sampleRuns(members.where) || *total == 0) return;
    const std::int64_t all = *total, count = min(static_cast<std::int64_t>(most), all);
    std::int64_t first = before[run];
    const unsigned lanesBefore = (1u << threadIdx.x % 32) - 1;
    forRun(members, run, [&](int x, int y, bool member) {
        const unsigned votes = __ballot_sync(kWholeWarp, member);
        if (member) {
            const std::int64_t rank = first + __popc(votes & lanesBefore);
            const std::int64_t i = (rank * count + all - 1) / all;  // the first sample that may be this one
            if (i < count && i * all / count == rank) samples[i] = members.picture(x, y);
        }
        first += __popc(votes);
    });
}

}  // namespace

void pickSamples(const Context& context, const SetInPicture& members, int most, std::uint32_t* before,
                 std::int64_t* total, PackedPixel* samples) {
    const std::int64_t runs = sampleRuns(members.where);
    const unsigned blocks = blocksFor(runs, kBlockWarps);
    launch(context, countKernel, blocks, kBlockThreads, members, before);
    launch(context, scanKernel, 1, kScanThreads, before, runs, total);
    launch(context, pickKernel, blocks, kBlockThreads, members, most, before, total, samples);
}

}  // namespace fretsaw::cuda
