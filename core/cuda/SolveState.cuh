// What the kernels of a solve share in device memory and the host reads between them.
// Only data.
#pragma once

#include <cstdint>

namespace fretsaw::cuda {

/// What the next slice of work begins with.
enum class Phase : std::uint32_t {
    Labels,     ///< exact labels from nothing
    Spread,     ///< labels go on spreading from the queued tiles
    Rounds,     ///< rounds over the listed tiles
    Maximal,    ///< done: the flow is maximal, the labels are exact
    Saturated,  ///< a label left its range
    Hard        ///< few tiles, many rounds
};

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
    std::uint32_t begun;        ///< 1: part of the next round has been done
    std::uint32_t cycleRounds;  ///< rounds since the last exact labels
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
    unsigned long long labelsNs, roundsNs;  ///< time that the last exact labels took, and the rounds since
    long long sinkCapacity, deficit, cut;   ///< sums of the certificate
};

}  // namespace fretsaw::cuda
