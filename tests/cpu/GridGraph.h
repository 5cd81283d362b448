// Grid graphs for the tests of the minimum cut, and ways to make them.
// No solver in here, neither ours nor an oracle.
#pragma once

#include <cstdint>
#include <random>

#include "core/cpu/MinCut.h"
#include "core/image/Image.h"

namespace fretsaw::test {

/// Edge weights and terminals of one graph, with names as in cpu::GridWeights.
struct GridGraph {
    explicit GridGraph(Size size)
        : right(size), downLeft(size), down(size), downRight(size), terminals(size) {}

    [[nodiscard]] Size size() const { return terminals.size(); }
    [[nodiscard]] cpu::GridWeights weights() const {
        return {right.view(), downLeft.view(), down.view(), downRight.view()};
    }
    /// Calls use(x, y, nx, ny, weight) once for every edge inside the grid.
    template <typename Use>
    void forEdges(const Use& use) const;
    /// Unclamped capacity of the cut with foreground where mask is not 0.
    [[nodiscard]] std::int64_t cutOf(ImageView<const std::uint8_t> mask) const;

    Image<std::uint16_t> right, downLeft, down, downRight;
    Image<std::int32_t> terminals;
};

template <typename Use>
void GridGraph::forEdges(const Use& use) const {
    const int w = size().width, h = size().height;
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            if (x + 1 < w) use(x, y, x + 1, y, right(x, y));
            if (y + 1 == h) continue;
            use(x, y, x, y + 1, down(x, y));
            if (x > 0) use(x, y, x - 1, y + 1, downLeft(x, y));
            if (x + 1 < w) use(x, y, x + 1, y + 1, downRight(x, y));
        }
    }
}

using Random = std::mt19937;

/// Weights 0…maxWeight (diagonals within their own limit) and terminals −maxTerminal…maxTerminal, both
/// uniform; every third weight is 0.
[[nodiscard]] GridGraph randomGraph(Size size, int maxWeight, int maxTerminal, Random& random);
/// Like a GrabCut graph: edges weak along the outline of blobs, terminals that lean to one side inside and to
/// the other outside, noise on both.
[[nodiscard]] GridGraph photoGraph(Size size, std::uint32_t seed);
/// A corridor one pixel wide that winds through the grid; source at its start, sink at its end.
[[nodiscard]] GridGraph serpentineGraph(Size size, Random& random);
/// Teeth joined at one side: every tooth is a dead end for the flow.
[[nodiscard]] GridGraph combGraph(Size size, Random& random);

[[nodiscard]] GridGraph flippedX(const GridGraph& graph);
[[nodiscard]] GridGraph flippedY(const GridGraph& graph);
[[nodiscard]] GridGraph transposed(const GridGraph& graph);

}  // namespace fretsaw::test
