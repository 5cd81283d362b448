// PixelSolver alone, from the poorest labels: the same flow as the tiles find, with consistent masks.
// No tiles here.
#include "core/cpu/PixelSolver.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/cpu/TileKernel.h"
#include "tests/cpu/Oracles.h"

namespace fretsaw::test {
namespace {

using cpu::GridPlanes;

void load(const GridGraph& graph, GridPlanes& planes) {
    const auto direction = [](int dx, int dy) {
        for (int k = 0; k < cpu::kDirections; ++k)
            if (cpu::kDx[k] == dx && cpu::kDy[k] == dy) return k;
        return -1;
    };
    graph.forEdges([&](int x, int y, int nx, int ny, int w) {
        const int k = direction(nx - x, ny - y);
        planes.residual[k][planes.index(x, y)] = planes.residual[k ^ 1][planes.index(nx, ny)] =
            static_cast<std::int16_t>(w);
        if (w == 0) return;
        planes.mask[planes.index(x, y)] |= static_cast<std::uint8_t>(1 << k);
        planes.mask[planes.index(nx, ny)] |= static_cast<std::uint8_t>(1 << (k ^ 1));
    });
    for (int y = 0; y < graph.size().height; ++y)
        for (int x = 0; x < graph.size().width; ++x)
            planes.excess[planes.index(x, y)] = static_cast<std::int16_t>(graph.terminals(x, y));
}

std::int64_t deficitOf(const GridPlanes& planes) {
    std::int64_t sum = 0;
    for (const std::int16_t e : planes.excess) sum += std::max<int>(-e, 0);
    return sum;
}

TEST(PixelSolver, FindsTheMaximumFlowFromPoorLabels) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        const GridGraph graph = randomGraph({24, 19}, 40, 90, random);
        GridPlanes planes(graph.size());
        load(graph, planes);
        const std::int64_t before = deficitOf(planes);
        // All ones are valid lower bounds: nothing is nearer to a deficit than a deficit itself.
        Buffer<std::uint16_t> labels(planes.count, 1);
        cpu::PixelSolver<std::uint16_t> solver(graph.size().area());
        cpu::TileFlags visited(planes.layouts[0].tiles());
        using End = cpu::PixelSolver<std::uint16_t>::End;
        End end = End::Exhausted;
        while (end == End::Exhausted) {
            // No distance is longer than the grid has pixels: what has climbed above that is cut off.
            for (std::uint16_t& label : labels)
                if (label > graph.size().area() + 1) label = cpu::kUnreachable<std::uint16_t>;
            for (int y = 0; y < graph.size().height; ++y)
                for (int x = 0; x < graph.size().width; ++x)
                    ASSERT_TRUE(solver.add(planes, labels.data(), planes.index(x, y)));
            end = solver.run(planes, labels.data(), {}, visited);
        }
        ASSERT_EQ(end, End::Done);
        EXPECT_EQ(before - deficitOf(planes), boostAnswer(graph).cut) << "seed " << seed;
        for (std::int64_t i = 0; i < planes.count; ++i)
            for (int k = 0; k < cpu::kDirections; ++k)
                ASSERT_EQ(planes.mask[i] >> k & 1, planes.residual[k][i] > 0 ? 1 : 0);
    }
}

TEST(PixelSolver, StopsAndRefusesMoreThanItsQueueHolds) {
    GridPlanes planes({3, 1});
    Buffer<std::uint16_t> labels(planes.count, 5);
    for (int x = 0; x < 3; ++x) planes.excess[planes.index(x, 0)] = 10;
    cpu::PixelSolver<std::uint16_t> solver(2);
    cpu::TileFlags visited(planes.layouts[0].tiles());
    EXPECT_TRUE(solver.add(planes, labels.data(), planes.index(0, 0)));
    EXPECT_TRUE(solver.add(planes, labels.data(), planes.index(1, 0)));
    EXPECT_FALSE(solver.add(planes, labels.data(), planes.index(2, 0)));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(solver.run(planes, labels.data(), stop.get_token(), visited),
              cpu::PixelSolver<std::uint16_t>::End::Stopped);
    // The queue is empty again, and without arcs all excess is cut off.
    EXPECT_TRUE(solver.add(planes, labels.data(), planes.index(0, 0)));
    EXPECT_EQ(solver.run(planes, labels.data(), {}, visited), cpu::PixelSolver<std::uint16_t>::End::Done);
    EXPECT_EQ(labels[planes.index(0, 0)], cpu::kUnreachable<std::uint16_t>);
}

}  // namespace
}  // namespace fretsaw::test
