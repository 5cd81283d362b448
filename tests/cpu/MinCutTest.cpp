// MinCut against oracles: every labeling of tiny graphs, Boost.Graph on larger and on adversarial ones.
// Warm starts, cancellation and bad input are tested in MinCutStateTest.cpp.
#include "core/cpu/MinCut.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cpu/Oracles.h"

namespace fretsaw::test {
namespace {

/// Solves cold and compares value and canonical mask with the oracle's.
void expectAnswer(const GridGraph& graph, const Answer& answer, const std::string& what) {
    const auto [mask, stats] = cpu::solveGrid(graph.weights(), graph.terminals.view(), 1);
    ASSERT_TRUE(stats.certified) << what << ": flow " << stats.flow << ", cut " << stats.cut;
    ASSERT_EQ(graph.cutOf(mask.view()), answer.cut) << what;
    for (int y = 0; y < graph.size().height; ++y)
        for (int x = 0; x < graph.size().width; ++x)
            ASSERT_EQ(mask(x, y), answer.mask(x, y)) << what << " at " << x << "," << y;
}

TEST(MinCutOracle, BruteForceOverEverySizeTo4x5) {
    Random random(1);
    for (int height = 1; height <= 5; ++height) {
        for (int width = 1; width <= 4; ++width) {
            const int graphs = width * height == 20 ? 20 : 200;
            for (int i = 0; i < graphs; ++i) {
                // From few distinct values, where minimum cuts are many, to the whole range.
                const int most = i % 4 == 0 ? 2 : i % 4 == 1 ? 20 : cpu::kMaxStraightWeight;
                const int terminal = i % 3 == 0 ? 3 * most : i % 3 == 1 ? most : 8 * most;
                const GridGraph graph = randomGraph({width, height}, most, terminal, random);
                expectAnswer(
                    graph, bruteForceAnswer(graph),
                    std::to_string(width) + "x" + std::to_string(height) + " graph " + std::to_string(i));
            }
        }
    }
}

TEST(MinCutOracle, BoostOnRandomGrids) {
    Random random(2);
    const Size sizes[] = {{1, 100}, {100, 1},  {31, 33},  {32, 32},  {33, 65},
                          {64, 31}, {97, 128}, {160, 96}, {256, 256}};
    for (const Size size : sizes)
        for (const int most : {3, 100, cpu::kMaxStraightWeight}) {
            const GridGraph graph = randomGraph(size, most, 4 * most, random);
            expectAnswer(graph, boostAnswer(graph),
                         std::to_string(size.width) + "x" + std::to_string(size.height) + " to " +
                             std::to_string(most));
        }
}

TEST(MinCutOracle, BoostOnGraphsLikePhotos) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        const GridGraph graph = photoGraph({200, 150}, seed);
        expectAnswer(graph, boostAnswer(graph), "photo " + std::to_string(seed));
    }
}

TEST(MinCutOracle, BoostOnSizesAroundTheTiles) {
    Random random(5);
    for (const int width : {1, 10, 11, 21, 31, 32, 33, 53, 64, 65})
        for (const int height : {1, 11, 21, 32, 33, 64}) {
            const GridGraph graph = randomGraph({width, height}, 30, 90, random);
            expectAnswer(graph, boostAnswer(graph), std::to_string(width) + "x" + std::to_string(height));
        }
}

/// All edges alike: every cut of the same length costs the same.
TEST(MinCutOracle, UniformWeights) {
    GridGraph halves({100, 90}), checkerboard({100, 90}), corners({100, 90});
    for (GridGraph* graph : {&halves, &checkerboard, &corners})
        for (int y = 0; y < 90; ++y)
            for (int x = 0; x < 100; ++x) {
                graph->right(x, y) = graph->down(x, y) = 1600;
                graph->downLeft(x, y) = graph->downRight(x, y) = 1131;
                halves.terminals(x, y) = x < 50 ? 70 : -70;
                checkerboard.terminals(x, y) = (x + y) % 2 == 0 ? 9000 : -9000;
            }
    corners.terminals(0, 0) = 100000;
    corners.terminals(99, 89) = -100000;
    expectAnswer(halves, boostAnswer(halves), "halves");
    expectAnswer(checkerboard, boostAnswer(checkerboard), "checkerboard");
    expectAnswer(corners, boostAnswer(corners), "corners");
}

/// Without edges every pixel stands alone; undecided ones belong to the largest source side.
TEST(MinCutOracle, ZeroWeights) {
    GridGraph graph({70, 40});
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 70; ++x) graph.terminals(x, y) = x % 3 - 1;
    expectAnswer(graph, boostAnswer(graph), "no edges");
}

TEST(MinCutOracle, ColumnsAndRowsOfOnePixel) {
    Random random(6);
    for (const Size size : {Size{1, 3000}, Size{3000, 1}, Size{2, 1000}, Size{1000, 2}}) {
        const GridGraph graph = randomGraph(size, 50, 100, random);
        expectAnswer(graph, boostAnswer(graph),
                     std::to_string(size.width) + "x" + std::to_string(size.height));
    }
}

/// A single deficit beside a border between tiles, and the only excess beyond: its tile hears of the deficit
/// from its neighbour alone. All borders of all layouts are tried.
TEST(MinCutOracle, OneEdgeAnywhere) {
    for (int at = 20; at < 75; ++at)
        for (const bool across : {true, false}) {
            GridGraph graph(across ? Size{96, 40} : Size{40, 96});
            const int x = across ? at : 20, y = across ? 20 : at;
            (across ? graph.right : graph.down)(x, y) = 50;
            graph.terminals(x, y) = -30;
            graph.terminals(across ? x + 1 : x, across ? y : y + 1) = 40;
            const auto [mask, stats] = cpu::solveGrid(graph.weights(), graph.terminals.view(), 1);
            EXPECT_TRUE(stats.certified);
            EXPECT_EQ(stats.flow, 30);
        }
}

/// Long enough that the tiles give up and the pixels finish.
TEST(MinCutOracle, Serpentine) {
    Random random(3);
    const GridGraph graph = serpentineGraph({256, 255}, random);
    expectAnswer(graph, boostAnswer(graph), "serpentine");
}

/// Excess and deficits all along the corridor: many short ways instead of one long.
TEST(MinCutOracle, SerpentineWithTerminalsEverywhere) {
    Random random(7);
    GridGraph graph = serpentineGraph({128, 127}, random);
    for (int y = 0; y < 127; y += 2)
        for (int x = 0; x < 128; ++x) graph.terminals(x, y) += static_cast<int>(random() % 401) - 200;
    expectAnswer(graph, boostAnswer(graph), "serpentine with terminals");
}

TEST(MinCutOracle, Comb) {
    Random random(4);
    const GridGraph graph = combGraph({130, 100}, random);
    expectAnswer(graph, boostAnswer(graph), "comb");
}

/// Three other solvers, push-relabel among them, say the same as ours and as each other.
TEST(MinCutOracle, LemonAndOpenCv) {
    Random random(8);
    std::vector<GridGraph> graphs;
    graphs.push_back(serpentineGraph({96, 95}, random));
    graphs.push_back(combGraph({110, 70}, random));
    graphs.push_back(photoGraph({150, 120}, 4));
    for (const int most : {1, 40, cpu::kMaxStraightWeight})
        for (const int terminal : {most, 8 * most})
            graphs.push_back(randomGraph({75, 66}, most, terminal, random));
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const Answer answer = boostAnswer(graphs[i]);
        EXPECT_EQ(lemonCut(graphs[i]), answer.cut) << "graph " << i;
        EXPECT_EQ(openCvCut(graphs[i]), answer.cut) << "graph " << i;
        expectAnswer(graphs[i], answer, "graph " + std::to_string(i));
    }
}

}  // namespace
}  // namespace fretsaw::test
