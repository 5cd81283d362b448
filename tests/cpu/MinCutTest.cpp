// MinCut against oracles: every labeling of tiny graphs, Boost.Graph on larger and on adversarial ones.
// Warm starts, cancellation and bad input are tested in MinCutStateTest.cpp.
#include "core/cpu/MinCut.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cpu/GridGraph.h"

namespace fretsaw::test {
namespace {

using cpu::CutStats;
using cpu::MinCut;

/// Solves cold and compares value and canonical mask with the oracle's.
void expectAnswer(const GridGraph& graph, const Answer& answer, const std::string& what) {
    MinCut cut(graph.size(), 1);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    const std::optional<CutStats> stats = cut.solve({}, {});
    ASSERT_TRUE(stats.has_value()) << what;
    ASSERT_TRUE(stats->certified) << what << ": flow " << stats->flow << ", cut " << stats->cut;
    Image<std::uint8_t> mask(graph.size());
    cut.readMask(mask.view());
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

TEST(MinCutOracle, Serpentine) {
    Random random(3);
    const GridGraph graph = serpentineGraph({128, 127}, random);
    expectAnswer(graph, boostAnswer(graph), "serpentine");
}

TEST(MinCutOracle, Comb) {
    Random random(4);
    const GridGraph graph = combGraph({130, 100}, random);
    expectAnswer(graph, boostAnswer(graph), "comb");
}

}  // namespace
}  // namespace fretsaw::test
