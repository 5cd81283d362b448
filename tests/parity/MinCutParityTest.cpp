// The GPU's minimum cut against the CPU's: the same flow value and mask on every kind of graph, cold and
// warm, whole or interrupted, also when memory or the device fails. That the CPU's are right is shown in
// tests/cpu.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "core/cpu/GridPlanes.h"
#include "core/cuda/DeviceMemory.h"
#include "core/cuda/Faults.h"
#include "core/cuda/MinCut.h"
#include "core/image/Error.h"
#include "tests/cpu/GridGraph.h"
#include "tests/cuda/NeedsGpu.h"

namespace fretsaw::test {
namespace {

using cpu::CutStats;

struct Solved {
    CutStats stats;
    Image<std::uint8_t> mask;
};

template <typename MinCut>
Solved solved(MinCut& cut, Size size) {
    const std::optional<CutStats> stats = cut.solve({}, {});
    if (!stats) throw std::runtime_error("stopped by nobody");
    Solved result{*stats, Image<std::uint8_t>(size)};
    cut.readMask(result.mask.view());
    return result;
}

template <typename MinCut>
void load(MinCut& cut, const GridGraph& graph) {
    ASSERT_TRUE(cut.setWeights(graph.weights()));
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
}

Solved solvedOnCpu(const GridGraph& graph) {
    cpu::MinCut cut(graph.size());
    load(cut, graph);
    return solved(cut, graph.size());
}

void expectSame(const Solved& gpu, const Solved& cpu, const std::string& what) {
    ASSERT_TRUE(gpu.stats.certified) << what << ": flow " << gpu.stats.flow << ", cut " << gpu.stats.cut;
    ASSERT_EQ(gpu.stats.flow, cpu.stats.flow) << what;
    for (int y = 0; y < gpu.mask.height(); ++y)
        for (int x = 0; x < gpu.mask.width(); ++x)
            ASSERT_EQ(gpu.mask(x, y), cpu.mask(x, y)) << what << " at " << x << "," << y;
}

class MinCutParity : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) context_ = std::make_unique<cuda::Context>();
    }
    [[nodiscard]] cuda::MinCut loaded(const GridGraph& graph) const {
        cuda::MinCut cut(*context_, graph.size());
        load(cut, graph);
        return cut;
    }
    void expectParity(const GridGraph& graph, const std::string& what) const {
        cuda::MinCut cut = loaded(graph);
        expectSame(solved(cut, graph.size()), solvedOnCpu(graph), what);
    }

    std::unique_ptr<cuda::Context> context_;
};

std::string name(Size size) {
    return std::to_string(size.width) + "×" + std::to_string(size.height);
}

TEST_F(MinCutParity, SmallGraphsOfEveryKindOfWeights) {
    Random random(1);
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 3}, Size{3, 3}, Size{31, 2}, Size{32, 32},
                            Size{33, 33}, Size{40, 17}, Size{65, 77}}) {
        for (int i = 0; i < 12; ++i) {
            // From few distinct values, where minimum cuts are many, to the whole range.
            const int most = i % 4 == 0 ? 2 : i % 4 == 1 ? 20 : cpu::kMaxStraightWeight;
            const int terminal = i % 3 == 0 ? 3 * most : i % 3 == 1 ? most : 8 * most;
            expectParity(randomGraph(size, most, terminal, random), name(size) + " #" + std::to_string(i));
        }
    }
}

TEST_F(MinCutParity, GraphsLikePhotos) {
    for (const Size size : {Size{64, 64}, Size{90, 70}, Size{260, 200}, Size{401, 307}})
        for (const unsigned seed : {1u, 2u}) expectParity(photoGraph(size, seed), name(size));
    // Large enough for labels to be told step by step.
    for (const unsigned seed : {1u, 2u, 3u}) expectParity(photoGraph({1900, 1300}, seed), "large");
}

TEST_F(MinCutParity, UniformWeights) {
    GridGraph halves({100, 90}), checkerboard({64, 64}), corners({100, 90});
    for (GridGraph* graph : {&halves, &checkerboard, &corners})
        for (int y = 0; y < graph->size().height; ++y)
            for (int x = 0; x < graph->size().width; ++x) {
                graph->right(x, y) = graph->down(x, y) = 100;
                graph->downLeft(x, y) = graph->downRight(x, y) = 70;
            }
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 100; ++x) halves.terminals(x, y) = x < 50 ? 300 : -300;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) checkerboard.terminals(x, y) = (x + y) % 2 == 0 ? 200 : -200;
    corners.terminals(0, 0) = 100000;
    corners.terminals(99, 89) = -100000;
    expectParity(halves, "halves");
    expectParity(checkerboard, "checkerboard");
    expectParity(corners, "corners");
}

TEST_F(MinCutParity, NoEdgesNoTerminals) {
    GridGraph graph({70, 40});
    expectParity(graph, "nothing");
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 70; ++x) graph.terminals(x, y) = x % 3 - 1;
    expectParity(graph, "no edges");
}

TEST_F(MinCutParity, ColumnsAndRowsOfOnePixel) {
    Random random(6);
    for (const Size size : {Size{1, 700}, Size{700, 1}, Size{2, 300}, Size{300, 2}})
        expectParity(randomGraph(size, 50, 100, random), name(size));
}

TEST_F(MinCutParity, Corridors) {
    Random random(3);
    expectParity(serpentineGraph({128, 127}, random), "serpentine");
    GridGraph graph = serpentineGraph({128, 127}, random);
    for (int y = 0; y < 127; y += 2)
        for (int x = 0; x < 128; ++x) graph.terminals(x, y) += static_cast<int>(random() % 401) - 200;
    expectParity(graph, "serpentine with terminals");
    expectParity(combGraph({130, 100}, random), "comb");
}

TEST_F(MinCutParity, PathBeyondTheLabelsGoesToTheCpu) {
    Random random(17);
    GridGraph graph = serpentineGraph({200, 199}, random);  // a corridor of 20,000 pixels
    cuda::MinCut cut = loaded(graph);
    expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "cold");
    EXPECT_TRUE(cut.solvedOnCpu());
    // Terminals still arrive.
    graph.terminals(100, 100) = -3000;
    cut.setTerminals({100, 100, 1, 1}, graph.terminals.view().sub({100, 100, 1, 1}));
    expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "warm");
    // New weights come back to the GPU.
    const GridGraph easy = photoGraph({200, 199}, 3);
    load(cut, easy);
    expectSame(solved(cut, easy.size()), solvedOnCpu(easy), "easy");
    EXPECT_FALSE(cut.solvedOnCpu());
}

TEST_F(MinCutParity, AnyChangeOfTerminals) {
    Random random(11);
    GridGraph graph = randomGraph({75, 70}, 60, 200, random);
    cuda::MinCut cut = loaded(graph);
    (void)solved(cut, graph.size());
    for (int step = 0; step < 25; ++step) {
        const int w = 1 + static_cast<int>(random() % 75), h = 1 + static_cast<int>(random() % 70);
        const Rect where{static_cast<int>(random() % static_cast<unsigned>(76 - w)),
                         static_cast<int>(random() % static_cast<unsigned>(71 - h)), w, h};
        for (int y = where.y; y < where.bottom(); ++y)
            for (int x = where.x; x < where.right(); ++x)
                graph.terminals(x, y) = static_cast<int>(random() % 401) - 200 + (step % 3 - 1) * 60;
        cut.setTerminals(where, graph.terminals.view().sub(where));
        if (step % 5 == 3) continue;  // two changes before a solve
        expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "step " + std::to_string(step));
    }
}

TEST_F(MinCutParity, StrokesAndTheirUndo) {
    GridGraph graph = photoGraph({160, 130}, 5);
    const GridGraph original = photoGraph({160, 130}, 5);
    cuda::MinCut cut = loaded(graph);
    const Solved first = solved(cut, graph.size());
    for (int i = 0; i < 8; ++i) {
        const Rect box{10 + 15 * i, 20 + 9 * i, 20, 25};
        for (int y = box.y; y < box.bottom(); ++y)
            for (int x = box.x; x < box.right(); ++x) graph.terminals(x, y) = i % 2 == 0 ? 14400 : -14400;
        cut.setTerminals(box, graph.terminals.view().sub(box));
        expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "stroke " + std::to_string(i));
    }
    cut.setTerminals(Rect::of(graph.size()), original.terminals.view());
    expectSame(solved(cut, graph.size()), first, "undone");
}

TEST_F(MinCutParity, NothingChangedNeedsNoWork) {
    const GridGraph graph = photoGraph({80, 80}, 7);
    cuda::MinCut cut = loaded(graph);
    const Solved cold = solved(cut, graph.size());
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    const Solved again = solved(cut, graph.size());
    EXPECT_EQ(again.stats.relabels, 0);
    EXPECT_EQ(again.stats.rounds, 0);
    expectSame(again, cold, "again");
}

TEST_F(MinCutParity, ResetAndNewWeights) {
    const GridGraph graph = photoGraph({100, 90}, 6), other = photoGraph({100, 90}, 8);
    cuda::MinCut cut = loaded(graph);
    const Solved cold = solved(cut, graph.size());
    EXPECT_GT(cold.stats.rounds, 0);
    cut.reset();
    const Solved again = solved(cut, graph.size());
    EXPECT_GT(again.stats.rounds, 0);
    expectSame(again, cold, "after reset");
    load(cut, other);
    expectSame(solved(cut, other.size()), solvedOnCpu(other), "other");
    ASSERT_TRUE(cut.setWeights(graph.weights()));  // terminals are forgotten
    EXPECT_EQ(solved(cut, graph.size()).stats.flow, 0);
}

TEST_F(MinCutParity, RunAfterRunTheSame) {
    const GridGraph graph = photoGraph({300, 300}, 10);
    const Solved expected = solvedOnCpu(graph);
    cuda::MinCut cut = loaded(graph);
    for (int run = 0; run < 20; ++run) {
        cut.reset();
        expectSame(solved(cut, graph.size()), expected, "run " + std::to_string(run));
    }
}

TEST_F(MinCutParity, TerminalsOfAnySizeAreClamped) {
    Random random(15);
    GridGraph graph = randomGraph({40, 35}, cpu::kMaxStraightWeight, 3000, random);
    graph.terminals(3, 4) = std::numeric_limits<std::int32_t>::max();
    graph.terminals(30, 20) = std::numeric_limits<std::int32_t>::min();
    cuda::MinCut cut = loaded(graph);
    expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "extremes");
    std::swap(graph.terminals(3, 4), graph.terminals(30, 20));
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "swapped");
}

TEST_F(MinCutParity, PlanesOnTheDevice) {
    const GridGraph graph = photoGraph({150, 120}, 21);
    const Size size = graph.size();
    const auto sent = [&](const Image<std::uint16_t>& plane) {
        cuda::DeviceImage<std::uint16_t> device(*context_, size);
        cuda::upload(*context_, device.view(), plane.view());
        return device;
    };
    const auto right = sent(graph.right), downLeft = sent(graph.downLeft), down = sent(graph.down),
               downRight = sent(graph.downRight);
    const cuda::DeviceImage<std::int32_t> terminals(*context_, size);
    cuda::upload(*context_, terminals.view(), graph.terminals.view());
    cuda::MinCut cut(*context_, size);
    cut.setWeightsFromDevice({right.view(), downLeft.view(), down.view(), downRight.view()});
    cut.setTerminalsFromDevice(Rect::of(size), terminals.view());
    const Solved gpu = solved(cut, size);
    expectSame(gpu, solvedOnCpu(graph), "planes");
    const cuda::DeviceImage<std::uint8_t> mask(*context_, size);
    cut.writeMask(mask.view());
    Image<std::uint8_t> host(size);
    cuda::download(*context_, host.view(), mask.view());
    context_->synchronize();
    EXPECT_EQ(std::memcmp(host.data(), gpu.mask.data(), static_cast<std::size_t>(size.area())), 0);
}

TEST_F(MinCutParity, SlicesOfAnyLength) {
    const GridGraph graph = photoGraph({260, 200}, 13);
    const Solved expected = solvedOnCpu(graph);
    cuda::MinCut cut = loaded(graph);
    for (const std::int64_t slice : {0, 1000, 5000, 20000, 50000, 200000}) {
        cut.reset();
        cut.setSlice(slice);
        expectSame(solved(cut, graph.size()), expected, std::to_string(slice) + " ns");
    }
}

/// Launches of the kernel that solves, while it lives.
struct CountingSlices {
    CountingSlices() {
        cuda::setCallFault(
            [](const char* call, void* self) {
                static_cast<CountingSlices*>(self)->slices +=
                    std::strstr(call, "cudaLaunchCooperativeKernel") != nullptr ? 1 : 0;
                return 0;
            },
            this);
    }
    ~CountingSlices() { cuda::setCallFault(nullptr, nullptr); }
    int slices = 0;
};

TEST_F(MinCutParity, ASliceWithoutTimeDoesNoMoreThanATileAWarp) {
    // Nothing but exact labels of everything, on more tiles than warps: two blocks of eight warps a
    // multiprocessor.
    const int warps = 16 * context_->multiprocessors(), across = 64;
    const int tiles = 5 * warps / 2 / across * across;
    const GridGraph graph({cpu::kTileSize * across, cpu::kTileSize * (tiles / across)});
    cuda::MinCut cut = loaded(graph);
    {
        const CountingSlices count;
        (void)solved(cut, graph.size());
        EXPECT_EQ(count.slices, 1);
    }
    cut.reset();
    cut.setSlice(0);
    const CountingSlices count;
    const Solved gpu = solved(cut, graph.size());
    EXPECT_TRUE(gpu.stats.certified);
    constexpr int kPasses = 3;
    EXPECT_GE(count.slices, kPasses * ((tiles + warps - 1) / warps));
}

TEST_F(MinCutParity, StoppedAtAnySliceThenResumed) {
    GridGraph graph = photoGraph({260, 200}, 12);
    const Solved expected = solvedOnCpu(graph);
    cuda::MinCut cut = loaded(graph);
    cut.setSlice(20000);
    int stops = 0;
    for (int at = 1;; ++at) {
        cut.reset();
        std::stop_source stop;
        int reports = 0;
        const auto stopHere = [&](double fraction) {
            if (++reports == at && fraction < 1) stop.request_stop();
        };
        if (cut.solve(stop.get_token(), stopHere)) break;
        ++stops;
        if (at % 2 == 0) {  // other terminals in between
            const Rect where{30, 40, 50, 60};
            const Image<std::int32_t> zero(where.size());
            cut.setTerminals(where, zero.view());
            cut.setTerminals(where, graph.terminals.view().sub(where));
        }
        expectSame(solved(cut, graph.size()), expected, "stopped at report " + std::to_string(at));
    }
    EXPECT_GT(stops, 0);
}

TEST_F(MinCutParity, StopRequestedBeforehandDoesNothing) {
    cuda::MinCut cut = loaded(photoGraph({40, 40}, 14));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(cut.solve(stop.get_token(), {}));
}

TEST_F(MinCutParity, RefusesWhatDoesNotFitAndStaysAsItWas) {
    EXPECT_THROW(cuda::MinCut(*context_, {0, 5}), InvalidArgument);
    const GridGraph graph = photoGraph({64, 48}, 16);
    cuda::MinCut cut = loaded(graph);
    GridGraph heavy = photoGraph({64, 48}, 16);
    heavy.down(63, 47) = cpu::kMaxStraightWeight + 1;
    EXPECT_THROW(cut.setWeights(heavy.weights()), InvalidArgument);
    EXPECT_THROW(cut.setWeights(photoGraph({63, 48}, 16).weights()), InvalidArgument);
    const auto part = graph.terminals.view().sub({0, 0, 10, 10});
    EXPECT_THROW(cut.setTerminals({60, 0, 10, 10}, part), InvalidArgument);
    EXPECT_THROW(cut.setTerminals({0, 0, 9, 10}, part), InvalidArgument);
    Image<std::uint8_t> small({10, 10});
    EXPECT_THROW(cut.readMask(small.view()), InvalidArgument);
    expectSame(solved(cut, graph.size()), solvedOnCpu(graph), "after refusals");
}

/// Lets a number of device allocations pass and fails the next ones.
struct AllowingAllocations {
    explicit AllowingAllocations(int allowed) : left(allowed) {
        cuda::setDeviceAllocationGate(
            [](std::uint64_t, void* self) { return static_cast<AllowingAllocations*>(self)->left-- > 0; },
            this);
    }
    ~AllowingAllocations() { cuda::setDeviceAllocationGate(nullptr, nullptr); }
    int left;
};

TEST_F(MinCutParity, EveryFailedAllocationLeaksNothing) {
    const GridGraph graph = photoGraph({64, 48}, 16);
    const std::uint64_t before = cuda::deviceBytes();
    int failures = 0;
    for (bool done = false; !done; ++failures) {
        const AllowingAllocations gate(failures);
        try {
            cuda::MinCut cut = loaded(graph);
            (void)solved(cut, graph.size());
            done = true;
        } catch (const OutOfMemory&) {
        }
        ASSERT_LT(failures, 100);
        ASSERT_EQ(cuda::deviceBytes(), before);
    }
    EXPECT_GT(failures, 20);
}

TEST_F(MinCutParity, MemoryAPixel) {
    const Size size{4000, 3000};
    const std::uint64_t before = cuda::deviceBytes();
    const cuda::MinCut cut(*context_, size);
    EXPECT_LE(cuda::deviceBytes() - before, static_cast<std::uint64_t>(size.area()) * 25);
}

TEST_F(MinCutParity, LostDeviceIsAStickyError) {
    const GridGraph graph = photoGraph({64, 48}, 16);
    const std::uint64_t before = cuda::deviceBytes();
    {
        cuda::MinCut cut = loaded(graph);
        cuda::setCallFault(
            [](const char* call, void*) {
                return std::strstr(call, "cudaStreamSynchronize") != nullptr ? 719 : 0;
            },
            nullptr);
        try {
            (void)cut.solve({}, {});
            ADD_FAILURE() << "no error";
        } catch (const BackendError& error) {
            EXPECT_TRUE(error.sticky());
        }
        cuda::setCallFault(nullptr, nullptr);
    }
    EXPECT_EQ(cuda::deviceBytes(), before);
}

}  // namespace
}  // namespace fretsaw::test
