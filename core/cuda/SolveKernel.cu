// One kernel for a whole solve: exact labels, rounds over active tiles, exact labels again, until no active
// tile is left or the slice of time is over. All blocks stay, and meet at barriers.
// What happens in a tile is Discharge's and GlobalLabels'.
#include "core/cuda/SolveKernel.h"

#include <algorithm>

#include "core/cuda/CudaCall.h"
#include "core/cuda/Discharge.cuh"
#include "core/cuda/GlobalLabels.cuh"
#include "core/cuda/Launch.cuh"
#include "core/cuda/SolveState.cuh"

namespace fretsaw::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 2;
constexpr int kWarps = kThreads / kWarp;

// In large rounds a tile gets half a block, in small ones, where time is what a single tile takes, a whole.
constexpr int kTilesPerBlock = 2;
constexpr int kLargeWarps = kWarps / kTilesPerBlock, kLargeRows = kTileSize / (2 * kLargeWarps);
constexpr int kSmallWarps = kWarps, kSmallRows = kTileSize / (2 * kSmallWarps);

union Scratch {
    DischargeScratch<kLargeWarps, kLargeRows> large[kTilesPerBlock];
    DischargeScratch<kSmallWarps, kSmallRows> small;
    SearchedTile searches[kWarps];
};

struct Arguments {
    Grid grid;
    LabelTiles tiles;
    SolveState* state;
    std::uint32_t* lists[2];
    std::uint32_t* stamps[kLayouts];
    SolveOrder order;
    Pair notZero;  ///< for Strips
};

/// Waits until all blocks of the launch have come here; what they wrote before is read after. The launch must
/// be cooperative. (Each block adds one, the first so much that the highest bit changes when all have come.)
__device__ void barrierOfAll(SolveState* state) {
    __syncthreads();
    if (threadIdx.x == 0) {
        fence();
        const std::uint32_t mine = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
        const std::uint32_t before = atomicAdd(&state->arrived, mine);
        while (((poll(&state->arrived) ^ before) & 0x80000000u) == 0) {
        }
        fence();
    }
    __syncthreads();
}

__device__ bool firstThread() {
    return blockIdx.x == 0 && threadIdx.x == 0;
}

/// Lists the tiles of the next layout in whose part a tile has active pixels, each once.
__device__ void listNext(const Arguments& a, const Course& course, int tile, unsigned quarters) {
    const int lane = laneIndex();
    if ((quarters >> lane & 1) == 0 || lane >= 4) return;
    const std::uint32_t nextLayout = (course.layout + 1) % kLayouts, round = course.round + 1;
    const Layout &layout = a.grid.layouts[course.layout], &next = a.grid.layouts[nextLayout];
    const int right = (layout.left(tile) + kTileSize - 1 + next.shiftX) / kTileSize,
              below = (layout.top(tile) + kTileSize - 1 + next.shiftY) / kTileSize;
    const int index = (below - (lane < 2 ? 1 : 0)) * next.columns + right - (lane % 2 == 0 ? 1 : 0);
    if (atomicExch(a.stamps[nextLayout] + index, round) == round) return;
    a.lists[round % 2][atomicAdd(&a.state->counters[round % kRoundSets].listed, 1u)] =
        static_cast<std::uint32_t>(index);
}

/// The tiles without shift that a tile of the layout covers in part have changed.
__device__ void forgetTiles(const Arguments& a, const Layout& layout, int tile) {
    const int n = laneIndex();
    if (n >= 4) return;
    // Counted with the rim, so from −kTileSize on.
    const int column = (layout.left(tile) + kTileSize + n % 2 * (kTileSize - 1)) / kTileSize,
              row = (layout.top(tile) + kTileSize + n / 2 * (kTileSize - 1)) / kTileSize;
    a.tiles.known[row * a.tiles.pitch() + column] = Known::Nothing;
}

/// Another tile of the round for a group of warps, after its first; −1: none is left.
__device__ int takeTile(const Arguments& a, const Course& course, std::uint32_t groups) {
    const std::uint32_t n = groups + atomicAdd(&a.state->counters[course.round % kRoundSets].taken, 1u);
    return n < course.listed ? static_cast<int>(loadShared(a.lists[course.round % 2] + n)) : -1;
}

template <int kTileWarps, int kRows>
__device__ void visit(const Arguments& a, const Course& course, int tile,
                      DischargeScratch<kTileWarps, kRows>& scratch, const Place& place) {
    const Layout& layout = a.grid.layouts[course.layout];
    const int first = a.grid.index(layout.left(tile), layout.top(tile));
    Strips<kTileWarps, kRows> strips(a.grid, first, place, scratch, a.notZero);
    strips.load();
    // Right after labels of the whole grid there is nothing to find.
    if (course.cycleRounds > 0 && !strips.searchLabels(course.reach)) {
        if (place.warp == 0 && laneIndex() == 0)
            atomicExch(&a.state->counters[course.round % kRoundSets].saturated, 1u);
        return;
    }
    for (int i = 0; i < a.order.sweeps; ++i)
        if (!strips.exchange(scratch.seams[i % 2], strips.sweep())) break;
    strips.store();
    if (place.warp == 0) forgetTiles(a, layout, tile);

    const Layout& next = a.grid.layouts[(course.layout + 1) % kLayouts];
    const int splitX = (layout.shiftX - next.shiftX) & (kTileSize - 1),
              splitY = (layout.shiftY - next.shiftY) & (kTileSize - 1);
    listNext(a, course, tile, strips.activeQuarters(splitX, splitY));
}

/// Visits tiles of the round until none is left or the time is up. The last warp of a group fetches ahead for
/// all.
template <int kTileWarps, int kRows>
__device__ void visitTiles(const Arguments& a, const Course& course, std::uint64_t deadline,
                           DischargeScratch<kTileWarps, kRows>* scratches) {
    constexpr int kGroups = kWarps / kTileWarps;  // of a block
    const int group = static_cast<int>(threadIdx.x) / (kTileWarps * kWarp);
    const int thread = static_cast<int>(threadIdx.x) % (kTileWarps * kWarp);
    // A block of the first and one of the second half share a multiprocessor: so all its schedulers of warps
    // get searches.
    const int half = 2 * blockIdx.x >= gridDim.x ? 1 : 0;
    const Place place{thread / kWarp, group + 1, (group + half * kGroups) % kTileWarps};
    const bool fetches = thread == (kTileWarps - 1) * kWarp;
    DischargeScratch<kTileWarps, kRows>& scratch = scratches[group];
    const std::uint32_t groups = gridDim.x * kGroups;
    if (fetches) {
        const std::uint32_t first = blockIdx.x + static_cast<std::uint32_t>(group) * gridDim.x;
        scratch.tile[0] = course.begun != 0 ? takeTile(a, course, groups)
                          : first < course.listed
                              ? static_cast<int>(loadShared(a.lists[course.round % 2] + first))
                              : -1;
    }
    for (int n = 0;; ++n) {
        barrierAny(place.barrier, kTileWarps * kWarp, false);
        const int tile = scratch.tile[n % 2];
        if (tile < 0) break;
        if (fetches)
            scratch.tile[(n + 1) % 2] = deviceNanoseconds() < deadline ? takeTile(a, course, groups) : -1;
        visit<kTileWarps, kRows>(a, course, tile, scratch, place);
    }
}

/// A pass of the course's phase: all warps of all blocks call use(tile) for the tiles of the layout without
/// shift. Returns whether it is done, or the time was up before; then it goes on in the next slice, where
/// course.begun is 1.
template <typename Use>
__device__ bool passOver(const Arguments& a, Course& course, std::uint64_t deadline, const Use& use) {
    std::uint32_t* const unfinished = a.state->unfinished + static_cast<int>(course.phase);
    const int warps = static_cast<int>(gridDim.x) * kWarps;
    const int warp = static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x) / kWarp;
    const int tiles = a.grid.layouts[0].tiles();
    int passed = course.begun != 0 ? static_cast<int>(a.tiles.passed[warp]) : 0;
    int tile = warp + passed * warps;
    // However short the time, each slice brings the pass on.
    for (bool inTime = true; tile < tiles && inTime; tile += warps, ++passed) {
        use(tile);
        inTime = !anyLane(deviceNanoseconds() >= deadline);
    }
    if (laneIndex() == 0) {
        a.tiles.passed[warp] = static_cast<std::uint32_t>(passed);
        if (tile < tiles) atomicAdd(unfinished, 1u);
    }
    barrierOfAll(a.state);
    course.begun = poll(unfinished) != 0 ? 1 : 0;
    return course.begun == 0;
}

__device__ RoundCounters loadCounters(const RoundCounters& counters) {
    const uint4 words = loadShared(reinterpret_cast<const uint4*>(&counters));
    return {words.x, words.y, words.z, words.w};
}

/// Next come labels that reach farther: within this reach little is left to move.
__device__ void reachFarther(const Arguments& a, Course& course) {
    const std::uint32_t farther = course.reach * a.order.reach.times;
    course.reach = farther < kLargestLabel ? farther : kUnreachable;
    course.phase = Phase::Labels;
}

/// The phases of exact labels, as far as the time goes; the active tiles are those of the next round. Returns
/// false where the slice ends.
__device__ bool relabelPhases(const Arguments& a, Course& course, std::uint64_t deadline, Scratch& scratch) {
    SolveState* state = a.state;
    if (course.phase == Phase::Labels && course.begun == 0) {
        if (course.relabels == 0) course.reach = a.order.reach.first;
        ++course.round;  // the last may have been broken off
        ++course.relabels;
        course.layout = course.cycleRounds = 0;
        if (firstThread()) state->labelsNs = state->pending = 0;
    }
    LabelSearch search(a.grid, a.tiles, state, course.reach, scratch.searches[threadIdx.x / kWarp], deadline);
    if (course.phase == Phase::Labels) {
        if (course.begun == 0) search.forgetCalls();
        if (!passOver(a, course, deadline, [&](int tile) { search.begin(tile); })) return false;
        // Now nobody reads the counters of the last round any more.
        if (firstThread())
            state->counters[course.round % kRoundSets] = state->counters[(course.round + 1) % kRoundSets] =
                RoundCounters{};
        course.phase = Phase::Check;
    }
    if (course.phase == Phase::Check) {
        if (!passOver(a, course, deadline, [&](int tile) { search.check(tile); })) return false;
        course.phase = Phase::Spread;
    }
    if (course.phase == Phase::Spread) {
        search.spread();
        barrierOfAll(state);
        if (poll(&state->pending) != 0) return false;
        course.phase = Phase::Finish;
    }
    RoundCounters& counters = state->counters[course.round % kRoundSets];
    const auto finish = [&](int tile) {
        if (search.finish(tile) && laneIndex() == 0)
            a.lists[course.round % 2][atomicAdd(&counters.listed, 1u)] = static_cast<std::uint32_t>(tile);
    };
    if (!passOver(a, course, deadline, finish)) return false;
    course.listed = poll(&counters.listed);
    if (poll(&state->labelsSaturated) != 0)
        course.phase = Phase::Saturated;
    else if (course.reach < kUnreachable && course.listed < a.order.reach.fewTiles)
        reachFarther(a, course);
    else
        course.phase = course.listed > 0 ? Phase::Rounds : Phase::Maximal;
    return true;
}

__device__ bool relabel(const Arguments& a, Course& course, std::uint64_t deadline, Scratch& scratch) {
    const std::uint64_t start = deviceNanoseconds();
    const bool inTime = relabelPhases(a, course, deadline, scratch);
    if (firstThread()) {
        a.state->labelsNs += deviceNanoseconds() - start;
        a.state->roundsNs = 0;
    }
    return inTime;
}

/// One round over the listed tiles. Returns false where the slice ends.
__device__ bool playRound(const Arguments& a, Course& course, std::uint64_t deadline, Scratch& scratch) {
    SolveState* state = a.state;
    const std::uint64_t start = deviceNanoseconds();
    RoundCounters& counters = state->counters[course.round % kRoundSets];
    if (firstThread()) state->counters[(course.round + 2) % kRoundSets] = RoundCounters{};
    const bool small = course.listed < static_cast<std::uint32_t>(a.order.smallRound);
    if (small)
        visitTiles<kSmallWarps, kSmallRows>(a, course, deadline, &scratch.small);
    else
        visitTiles<kLargeWarps, kLargeRows>(a, course, deadline, scratch.large);
    if (firstThread()) {
        const std::uint64_t now = deviceNanoseconds();
        state->roundsNs += now - start;
        const bool due = static_cast<float>(state->roundsNs) >
                         a.order.roundsPerLabels * static_cast<float>(state->labelsNs);
        counters.verdict = (now >= deadline ? kTimeUp : 0u) | (due ? kLabelsDue : 0u);
    }
    barrierOfAll(state);
    const RoundCounters found = loadCounters(counters),
                        next = loadCounters(state->counters[(course.round + 1) % kRoundSets]);
    if (found.saturated != 0) {
        course.phase = Phase::Saturated;
        return false;
    }
    const std::uint32_t groups = gridDim.x * (small ? 1 : kTilesPerBlock);
    course.begun = groups + found.taken < course.listed ? 1 : 0;
    if (course.begun != 0) return false;
    ++course.rounds;
    course.visits += course.listed;
    ++course.round;
    ++course.cycleRounds;
    course.layout = (course.layout + 1) % kLayouts;
    course.listed = next.listed;
    const bool due = (found.verdict & kLabelsDue) != 0 &&
                     course.cycleRounds >= static_cast<std::uint32_t>(a.order.fewestRounds);
    if (course.listed == 0 || due) course.phase = Phase::Labels;
    if (course.reach < kUnreachable && course.listed < a.order.reach.fewTiles) reachFarther(a, course);
    return (found.verdict & kTimeUp) == 0;
}

__global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    solveKernel(const __grid_constant__ Arguments a) {
    __shared__ Scratch scratch;
    SolveState* state = a.state;
    const std::uint64_t deadline = deviceNanoseconds() + a.order.sliceNs;
    if (firstThread()) state->sinkCapacity = state->deficit = state->cut = 0;
    Course course = state->course;
    for (bool inTime = true; inTime && !isEnd(course.phase);) {
        if (course.phase != Phase::Rounds)
            inTime = relabel(a, course, deadline, scratch);
        else if (course.listed <= a.order.hardTiles && course.rounds >= a.order.hardRounds)
            course.phase = Phase::Hard;
        else
            inTime = playRound(a, course, deadline, scratch);
    }
    barrierOfAll(state);  // all have loaded the old course
    if (firstThread()) {
        state->course = course;
        for (std::uint32_t& warps : state->unfinished) warps = 0;
    }
}

}  // namespace

int warpsOfSlice(const Context& context, const Grid& grid) {
    const int most = (grid.layouts[0].tiles() + kTilesPerBlock - 1) / kTilesPerBlock;
    return kWarps * blocksTogether(context, solveKernel, kThreads, most);
}

void queueSlice(const Context& context, const Grid& grid, const LabelTiles& tiles, SolveState* state,
                std::uint32_t* const (&lists)[2], std::uint32_t* const (&stamps)[3],
                const SolveOrder& order) {
    const Arguments arguments{
        grid, tiles, state, {lists[0], lists[1]}, {stamps[0], stamps[1], stamps[2]}, order, both(0x7FFF)};
    launchTogether(context, solveKernel, tiles.warps / kWarps, kThreads, arguments);
}

}  // namespace fretsaw::cuda
