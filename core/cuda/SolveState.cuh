// What the kernels of a solve share in device memory and the host reads between them.
// Only data.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace fretsaw::cuda {

/// What the next slice of work begins with.
enum class Phase : std::uint32_t {
    Labels,     ///< exact labels from nothing: each tile by itself
    Check,      ///< which tiles can come nearer through their neighbours
    Spread,     ///< labels spread from the called tiles
    Finish,     ///< labels of all pixels, and the list of the next round
    Rounds,     ///< rounds over the listed tiles
    Maximal,    ///< done: the flow is maximal, the labels are exact
    Saturated,  ///< a label left its range
    Hard        ///< few tiles, many rounds
};

__host__ __device__ constexpr bool isEnd(Phase phase) {
    return phase == Phase::Maximal || phase == Phase::Saturated || phase == Phase::Hard;
}

/// A round's counters. There are four sets, so that one is cleared while blocks still read the last.
struct alignas(16) RoundCounters {
    std::uint32_t listed;     ///< tiles of this round
    std::uint32_t taken;      ///< of them, besides each group's first; may run past `listed`
    std::uint32_t verdict;    ///< bits of Verdict
    std::uint32_t saturated;  ///< not 0: a label left its range
};
/// What the first block finds after its part of a round, for all blocks alike.
enum Verdict : std::uint32_t { kTimeUp = 1, kLabelsDue = 2 };
inline constexpr int kRoundSets = 4;

/// Where a solve stands. While a kernel runs all its blocks know it alike; between slices it is kept.
struct Course {
    Phase phase;
    std::uint32_t round;        ///< next round, counted since the state was made
    std::uint32_t layout;       ///< of the next round
    std::uint32_t listed;       ///< tiles of the next round
    std::uint32_t begun;        ///< 1: part of the phase, or of the next round, has been done
    std::uint32_t cycleRounds;  ///< rounds since the last exact labels
    std::uint32_t reach;  ///< labels from here on count as unreachable for now; kUnreachable: all are told
    // Of this solve:
    std::uint32_t rounds, relabels;
    unsigned long long visits;
};

struct SolveState {
    std::uint32_t arrived;  ///< at the barrier of all blocks
    Course course;
    RoundCounters counters[kRoundSets];
    std::uint32_t pending;  ///< while labels spread: tiles called or being searched, or more
    std::uint32_t labelsSaturated;
    std::uint32_t
        unfinished[4];  ///< by phase of labelling: warps that the end of the slice has stopped in it
    unsigned long long labelsNs, roundsNs;  ///< time that the last exact labels took, and the rounds since
    long long sinkCapacity, deficit, cut;   ///< sums of the certificate
};

}  // namespace fretsaw::cuda
