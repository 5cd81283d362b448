// Moments of colours by group, summed over a block in shared memory.
// Integers, so that the order of the sums does not matter.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/cuda/PixelAccess.cuh"
#include "core/segment/ColourModels.h"

namespace fretsaw::cuda {

__device__ inline int sumOverWarp(int value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(kWholeWarp, value);
#else
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(kWholeWarp, value, step);
    return value;
#endif
}

/// ColourSums of `slots` groups for each warp of a block of kBlockThreads; in shared memory. clear(), then
/// __syncthreads(), add() any number of times, addTo().
template <int slots>
class BlockMoments {
public:
    /// All threads of the block.
    __device__ void clear() {
        auto* const all = &perWarp_[0][0][0];
        for (int i = static_cast<int>(threadIdx.x); i < kBlockWarps * slots * kMoments; i += kBlockThreads)
            all[i] = 0;
    }

    /// All lanes of a warp. slot: −1 where the lane's colour does not count.
    __device__ void add(const DeviceColour& colour, int slot) {
        const int lane = static_cast<int>(threadIdx.x) % 32;
        const int a = colour.c[0], b = colour.c[1], c = colour.c[2];
        const int moments[kMoments] = {1, a, b, c, a * a, a * b, a * c, b * b, b * c, c * c};
        // Neighbours mostly belong to the same group.
        for (unsigned left = __ballot_sync(kWholeWarp, slot >= 0); left != 0;) {
            const int chosen = __shfl_sync(kWholeWarp, slot, __ffs(static_cast<int>(left)) - 1);
            const bool mine = slot == chosen;
            const unsigned peers = __ballot_sync(kWholeWarp, mine);
            int sum = 0;  // lane i keeps moment i
#pragma unroll
            for (int i = 0; i < kMoments; ++i) {
                const int all = i == 0 ? __popc(peers) : sumOverWarp(mine ? moments[i] : 0);
                if (lane == i) sum = all;
            }
            if (lane < kMoments) perWarp_[threadIdx.x / 32][chosen][lane] += sum;
            left &= ~peers;
        }
    }

    /// All threads of the block. sums: `slots` of them, in device memory.
    __device__ void addTo(ColourSums* sums) const {
        __syncthreads();
        auto* const to = reinterpret_cast<std::int64_t*>(sums);
        for (int i = static_cast<int>(threadIdx.x); i < slots * kMoments; i += kBlockThreads) {
            std::int64_t sum = 0;
            for (int warp = 0; warp < kBlockWarps; ++warp) sum += perWarp_[warp][i / kMoments][i % kMoments];
            if (sum != 0) atomicAdd64(to + i, sum);
        }
    }

private:
    static constexpr int kMoments = 10;  ///< count, 3 sums, 6 squares
    static_assert(sizeof(ColourSums) == kMoments * sizeof(std::int64_t));

    std::int64_t perWarp_[kBlockWarps][slots][kMoments];
};

}  // namespace fretsaw::cuda
