// Instructions that CUDA C++ has no plain words for: two 16-bit values at once, memory that other blocks
// write, barriers among some warps, the device's clock. No algorithm here.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace fretsaw::cuda {

inline constexpr int kWarp = 32;
inline constexpr std::uint32_t kAllLanes = 0xFFFFFFFFu;

/// A pair holds two 16-bit values: the low one belongs to one row, the high one to another.
using Pair = std::uint32_t;

/// The same value twice.
__host__ __device__ constexpr Pair both(std::uint32_t value) {
    return value | value << 16;
}

/// Where the first value is positive, the smaller of the two; else 0. Signed.
__device__ inline Pair minPositive(Pair a, Pair b) {
    return __vimin_s16x2_relu(a, b);
}
__device__ inline Pair minOf(Pair a, Pair b) {
    return __vminu2(a, b);
}
__device__ inline Pair minOf(Pair a, Pair b, Pair c) {
    return __vimin3_u16x2(a, b, c);
}
__device__ inline Pair maxOf(Pair a, Pair b) {
    return __vmaxu2(a, b);
}
/// Adds values without sign to signed ones that may be negative.
__device__ inline Pair addToSigned(Pair value, Pair amount) {
#if __CUDA_ARCH__ >= 900
    return __viaddmax_s16x2(value, amount, both(0x8000));
#else
    return ((value & both(0x7FFF)) + amount) ^ (value & both(0x8000));
#endif
}
/// The high value of a, then the low value of b.
__device__ inline Pair highThenLow(Pair a, Pair b) {
    return __byte_perm(a, b, 0x5432);
}
__device__ inline Pair lows(Pair a, Pair b) {
    return __byte_perm(a, b, 0x5410);
}
__device__ inline Pair highs(Pair a, Pair b) {
    return __byte_perm(a, b, 0x7632);
}

__device__ inline int laneIndex() {
    return static_cast<int>(threadIdx.x) % kWarp;
}
template <typename T>
__device__ T fromLane(T value, int lane) {
    return __shfl_sync(kAllLanes, value, lane);
}
/// Lane 0 keeps its own value.
__device__ inline std::uint32_t fromLaneBefore(std::uint32_t value) {
    return __shfl_up_sync(kAllLanes, value, 1);
}
/// Lane 31 keeps its own value.
__device__ inline std::uint32_t fromLaneAfter(std::uint32_t value) {
    return __shfl_down_sync(kAllLanes, value, 1);
}
__device__ inline std::uint32_t ballot(bool vote) {
    return __ballot_sync(kAllLanes, vote);
}
__device__ inline bool anyLane(bool vote) {
    return __any_sync(kAllLanes, vote) != 0;
}
/// Also orders what the lanes have written before what they read after.
__device__ inline void syncLanes() {
    __syncwarp();
}

/// Memory that other blocks of the same launch write: the cache of the multiprocessor is passed by.
template <typename T>
__device__ T loadShared(const T* from) {
    return __ldcg(from);
}
/// The same for single words that are polled.
__device__ inline std::uint32_t poll(const std::uint32_t* from) {
    std::uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(__cvta_generic_to_global(from))
                 : "memory");
    return value;
}
/// What this thread has written or read comes before what it writes or reads from now on, for all blocks.
__device__ inline void fence() {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
/// Clears bits and returns what there was; what other blocks had written before they set them is read after.
__device__ inline std::uint32_t clearBits(std::uint32_t* word, std::uint32_t bits) {
    std::uint32_t before;
    asm volatile("atom.acquire.gpu.global.and.b32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(__cvta_generic_to_global(word)), "r"(~bits)
                 : "memory");
    return before;
}

/// A barrier of `threads` threads (whole warps) of a block by the number of a hardware barrier; returns
/// whether any of them brought a vote.
__device__ inline bool barrierAny(int barrier, int threads, bool vote) {
    std::uint32_t result;
    asm volatile(
        "{\n"
        " .reg .pred in, out;\n"
        " setp.ne.u32 in, %3, 0;\n"
        " barrier.cta.red.or.pred out, %1, %2, in;\n"
        " selp.u32 %0, 1, 0, out;\n"
        "}"
        : "=r"(result)
        : "r"(barrier), "r"(threads), "r"(static_cast<std::uint32_t>(vote))
        : "memory");
    return result != 0;
}

/// Nanoseconds of a clock that all multiprocessors share; it may tick as coarsely as a microsecond.
__device__ inline std::uint64_t deviceNanoseconds() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

}  // namespace fretsaw::cuda
