// What MinCut keeps between calls: warm starts, stopping, threads, refusals and lack of memory.
// That a cold solve is right is shown in MinCutTest.cpp.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "core/cpu/MinCut.h"
#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "tests/common/FailingAllocations.h"
#include "tests/cpu/Oracles.h"

namespace fretsaw::test {
namespace {

using cpu::CutStats;
using cpu::MinCut;

/// Pixels of a mask, comparable and printable.
using Mask = std::vector<std::uint8_t>;

Mask maskOf(const MinCut& cut, Size size) {
    Image<std::uint8_t> mask(size);
    cut.readMask(mask.view());
    return {mask.data(), mask.data() + size.area()};
}

MinCut loaded(const GridGraph& graph, int threads = 1) {
    MinCut cut(graph.size(), threads);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    return cut;
}

CutStats solved(MinCut& cut) {
    const std::optional<CutStats> stats = cut.solve({}, {});
    if (!stats) throw std::runtime_error("stopped by nobody");
    EXPECT_TRUE(stats->certified) << "flow " << stats->flow << ", cut " << stats->cut;
    return *stats;
}

Mask coldMask(const GridGraph& graph) {
    MinCut cut = loaded(graph);
    solved(cut);
    return maskOf(cut, graph.size());
}

/// Terminals of a disc, as a brush sets them.
void paint(GridGraph& graph, MinCut& cut, int cx, int cy, int radius, std::int32_t terminal) {
    const Rect box =
        Rect{cx - radius, cy - radius, 2 * radius + 1, 2 * radius + 1}.intersected(Rect::of(graph.size()));
    for (int y = box.y; y < box.bottom(); ++y)
        for (int x = box.x; x < box.right(); ++x)
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius)
                graph.terminals(x, y) = terminal;
    cut.setTerminals(box, graph.terminals.view().sub(box));
}

TEST(MinCutWarm, AnyChangeOfTerminalsGivesTheColdMask) {
    Random random(11);
    GridGraph graph = randomGraph({75, 70}, 60, 200, random);
    MinCut cut = loaded(graph);
    solved(cut);
    for (int step = 0; step < 25; ++step) {
        const int w = 1 + static_cast<int>(random() % 75), h = 1 + static_cast<int>(random() % 70);
        const Rect where{static_cast<int>(random() % static_cast<unsigned>(76 - w)),
                         static_cast<int>(random() % static_cast<unsigned>(71 - h)), w, h};
        for (int y = where.y; y < where.bottom(); ++y)
            for (int x = where.x; x < where.right(); ++x)
                graph.terminals(x, y) = static_cast<int>(random() % 401) - 200 + (step % 3 - 1) * 60;
        cut.setTerminals(where, graph.terminals.view().sub(where));
        if (step % 5 == 3) continue;  // two changes before a solve
        solved(cut);
        ASSERT_EQ(maskOf(cut, graph.size()), coldMask(graph)) << "step " << step;
    }
}

TEST(MinCutWarm, StrokesAndTheirUndo) {
    GridGraph graph = photoGraph({160, 130}, 5);
    MinCut cut = loaded(graph);
    const CutStats first = solved(cut);
    const Mask before = maskOf(cut, graph.size());
    const GridGraph original = photoGraph({160, 130}, 5);
    for (int i = 0; i < 8; ++i) {
        paint(graph, cut, 20 + 15 * i, 30 + 9 * i, 12, i % 2 == 0 ? 14400 : -14400);
        solved(cut);
        ASSERT_EQ(maskOf(cut, graph.size()), coldMask(graph)) << "stroke " << i;
    }
    cut.setTerminals(Rect::of(graph.size()), original.terminals.view());
    const CutStats undone = solved(cut);
    EXPECT_EQ(undone.flow, first.flow);
    EXPECT_EQ(maskOf(cut, graph.size()), before);
}

TEST(MinCutWarm, ResetSolvesColdWithTheSameWeightsAndTerminals) {
    const GridGraph graph = photoGraph({100, 90}, 6);
    MinCut cut = loaded(graph);
    const CutStats cold = solved(cut);
    const Mask mask = maskOf(cut, graph.size());
    cut.reset();
    const CutStats again = solved(cut);
    EXPECT_EQ(again.flow, cold.flow);
    EXPECT_EQ(again.rounds, cold.rounds);
    EXPECT_EQ(again.tileVisits, cold.tileVisits);
    EXPECT_EQ(maskOf(cut, graph.size()), mask);
}

TEST(MinCutWarm, NothingChangedNeedsNoWork) {
    const GridGraph graph = photoGraph({80, 80}, 7);
    MinCut cut = loaded(graph);
    const CutStats cold = solved(cut);
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    const CutStats again = solved(cut);
    EXPECT_EQ(again.flow, cold.flow);
    EXPECT_EQ(again.relabels, 0);
}

TEST(MinCutWarm, NewWeightsForgetTheTerminals) {
    const GridGraph graph = photoGraph({50, 40}, 8);
    MinCut cut = loaded(graph);
    solved(cut);
    cut.setWeights(graph.weights());
    EXPECT_EQ(solved(cut).flow, 0);
    // Without any deficit nothing can reach one: all is foreground.
    EXPECT_EQ(maskOf(cut, graph.size()), Mask(50 * 40, 255));
}

TEST(MinCutSymmetry, FlipsAndTransposition) {
    Random random(12);
    const GridGraph graphs[] = {photoGraph({90, 70}, 9), randomGraph({65, 77}, 4, 9, random)};
    for (const GridGraph& graph : graphs) {
        const int w = graph.size().width, h = graph.size().height;
        const Mask mask = coldMask(graph), x = coldMask(flippedX(graph)), y = coldMask(flippedY(graph)),
                   t = coldMask(transposed(graph));
        const auto at = [](const Mask& m, int width, int px, int py) {
            return m[static_cast<std::size_t>(py * width + px)];
        };
        for (int py = 0; py < h; ++py)
            for (int px = 0; px < w; ++px) {
                const std::uint8_t value = at(mask, w, px, py);
                ASSERT_EQ(at(x, w, w - 1 - px, py), value);
                ASSERT_EQ(at(y, w, px, h - 1 - py), value);
                ASSERT_EQ(at(t, h, py, px), value);
            }
    }
}

TEST(MinCutThreads, SameCourseAndMaskForAnyNumber) {
    const GridGraph graph = photoGraph({400, 300}, 10);
    MinCut one = loaded(graph, 1);
    const CutStats expected = solved(one);
    for (const int threads : {2, 4, 0}) {
        MinCut cut = loaded(graph, threads);
        const CutStats stats = solved(cut);
        EXPECT_EQ(stats.flow, expected.flow);
        EXPECT_EQ(stats.rounds, expected.rounds);
        EXPECT_EQ(stats.relabels, expected.relabels);
        EXPECT_EQ(stats.tileVisits, expected.tileVisits);
        EXPECT_EQ(maskOf(cut, graph.size()), maskOf(one, graph.size()));
    }
}

TEST(MinCutProgress, RisesToOne) {
    MinCut cut = loaded(photoGraph({300, 300}, 11));
    std::vector<double> seen;
    ASSERT_TRUE(cut.solve({}, [&](double fraction) { seen.push_back(fraction); }));
    ASSERT_FALSE(seen.empty());
    for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_GE(seen[i], seen[i - 1]);
    EXPECT_GE(seen.front(), 0);
    EXPECT_EQ(seen.back(), 1);
    EXPECT_LT(seen.size(), 400u);
}

TEST(MinCutStop, AtEveryProgressReportThenResumed) {
    const GridGraph graph = photoGraph({260, 200}, 12);
    const Mask expected = coldMask(graph);
    MinCut cut = loaded(graph);
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
        solved(cut);
        ASSERT_EQ(maskOf(cut, graph.size()), expected) << "stopped at report " << at;
    }
    EXPECT_GT(stops, 3);
}

TEST(MinCutStop, AtAnyTimeFromAnotherThread) {
    const GridGraph graph = photoGraph({260, 200}, 13);
    const Mask expected = coldMask(graph);
    MinCut cut = loaded(graph, 2);
    for (int delayUs = 0; delayUs < 40000; delayUs = delayUs * 3 / 2 + 50) {
        cut.reset();
        bool finished = false;
        for (int attempt = 0; !finished && attempt < 100; ++attempt) {
            std::stop_source stop;
            const std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(delayUs + attempt * 1000));
                stop.request_stop();
            });
            finished = cut.solve(stop.get_token(), {}).has_value();
        }
        solved(cut);
        ASSERT_EQ(maskOf(cut, graph.size()), expected) << "after " << delayUs << " us";
    }
}

TEST(MinCutStop, WeightsSetInPartAreSetAnew) {
    const GridGraph graph = photoGraph({260, 200}, 13);
    const Mask expected = coldMask(graph);
    MinCut cut = loaded(photoGraph({260, 200}, 17), 2);
    int stops = 0;
    for (int delayUs = 0; delayUs < 2000; delayUs += 100) {
        std::stop_source stop;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(delayUs));
            stop.request_stop();
        });
        stops += cut.setWeights(graph.weights(), stop.get_token()) ? 0 : 1;
    }
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(cut.setWeights(graph.weights(), stopped.get_token()));
    ASSERT_TRUE(cut.setWeights(graph.weights()));
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    solved(cut);
    EXPECT_EQ(maskOf(cut, graph.size()), expected) << "after " << stops << " stops";
}

TEST(MinCutStop, RequestedBeforehandDoesNothing) {
    MinCut cut = loaded(photoGraph({40, 40}, 14));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(cut.solve(stop.get_token(), {}));
}

TEST(MinCutInput, TerminalsOfAnySizeAreClamped) {
    Random random(15);
    GridGraph graph = randomGraph({40, 35}, cpu::kMaxStraightWeight, 3000, random);
    graph.terminals(3, 4) = std::numeric_limits<std::int32_t>::max();
    graph.terminals(30, 20) = std::numeric_limits<std::int32_t>::min();
    graph.terminals(31, 20) = std::numeric_limits<std::int32_t>::min();
    MinCut cut = loaded(graph);
    solved(cut);
    const Answer answer = boostAnswer(graph);
    EXPECT_EQ(maskOf(cut, graph.size()), Mask(answer.mask.data(), answer.mask.data() + graph.size().area()));
    // From one end of the range to the other while warm.
    std::swap(graph.terminals(3, 4), graph.terminals(30, 20));
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    solved(cut);
    EXPECT_EQ(maskOf(cut, graph.size()), coldMask(graph));
}

TEST(MinCutInput, RefusesWhatDoesNotFitAndStaysAsItWas) {
    EXPECT_THROW(MinCut({0, 5}), InvalidArgument);
    EXPECT_THROW(MinCut({5, 0}), InvalidArgument);
    const GridGraph graph = photoGraph({64, 48}, 16);
    const Mask expected = coldMask(graph);
    MinCut cut = loaded(graph);

    GridGraph heavy = photoGraph({64, 48}, 16);
    heavy.down(63, 47) = cpu::kMaxStraightWeight + 1;
    EXPECT_THROW(cut.setWeights(heavy.weights()), InvalidArgument);
    heavy.down(63, 47) = cpu::kMaxStraightWeight;
    heavy.downLeft(0, 0) = cpu::kMaxDiagonalWeight + 1;
    EXPECT_THROW(cut.setWeights(heavy.weights()), InvalidArgument);
    EXPECT_THROW(cut.setWeights(photoGraph({63, 48}, 16).weights()), InvalidArgument);
    EXPECT_THROW(cut.setTerminals({60, 0, 10, 10}, graph.terminals.view().sub({0, 0, 10, 10})),
                 InvalidArgument);
    EXPECT_THROW(cut.setTerminals({0, 0, 9, 10}, graph.terminals.view().sub({0, 0, 10, 10})),
                 InvalidArgument);
    EXPECT_THROW(cut.setTerminals({-1, 0, 10, 10}, graph.terminals.view().sub({0, 0, 10, 10})),
                 InvalidArgument);
    cut.setTerminals({}, {});
    Image<std::uint8_t> small({10, 10});
    solved(cut);
    EXPECT_THROW(cut.readMask(small.view()), InvalidArgument);
    EXPECT_EQ(maskOf(cut, graph.size()), expected);
}

TEST(MinCutMemory, EveryFailedAllocationOfTheConstructorLeaksNothing) {
    const std::uint64_t before = allocatedBytes();
    int failures = 0;
    for (bool made = false; !made; ++failures) {
        const test::FailingAllocations gate(failures);
        try {
            const MinCut cut({100, 80});
            made = true;
        } catch (const OutOfMemory&) {
        }
        ASSERT_LT(failures, 100);
        ASSERT_TRUE(made || allocatedBytes() == before);
    }
    EXPECT_GT(failures, 10);
    EXPECT_EQ(allocatedBytes(), before);
}

TEST(MinCutLabels, PathBeyond16BitsIsSolvedWithWideLabels) {
    Random random(17);
    const GridGraph graph = serpentineGraph({380, 379}, random);  // a corridor of 72,000 pixels
    const Answer answer = boostAnswer(graph);
    MinCut cut = loaded(graph);
    const std::uint64_t narrow = allocatedBytes();
    {
        const test::FailingAllocations gate(0);
        EXPECT_THROW((void)cut.solve({}, {}), OutOfMemory);
    }
    EXPECT_EQ(allocatedBytes(), narrow);
    EXPECT_EQ(solved(cut).flow, answer.cut);
    EXPECT_GE(allocatedBytes() - narrow, static_cast<std::uint64_t>(graph.size().area()) * 8)
        << "no wide labels";
    EXPECT_EQ(maskOf(cut, graph.size()), Mask(answer.mask.data(), answer.mask.data() + graph.size().area()));
}

}  // namespace
}  // namespace fretsaw::test
