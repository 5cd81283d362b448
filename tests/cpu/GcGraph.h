// A grid graph as OpenCV's GCGraph takes it, vertices and edges in the order of cv::grabCut.
// For the oracle and for the benchmark; nothing is solved here.
#pragma once

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgproc/detail/gcgraph.hpp>

#include "tests/cpu/GridGraph.h"

namespace fretsaw::test {

/// Vertex y·width + x is pixel (x, y). Integers, where cv::grabCut uses double: exact, and faster.
using GcGraph = cv::detail::GCGraph<int>;

inline GcGraph gcGraphOf(const GridGraph& graph) {
    const int width = graph.size().width, height = graph.size().height;
    const int edges = 4 * width * height - 3 * (width + height) + 2;
    GcGraph network(static_cast<unsigned>(width * height), static_cast<unsigned>(2 * edges));
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int at = network.addVtx();
            const int t = graph.terminals(x, y);
            network.addTermWeights(at, std::max(t, 0), std::max(-t, 0));
            const auto join = [&](int to, int w) { network.addEdges(at, to, w, w); };
            if (x > 0) join(at - 1, graph.right(x - 1, y));
            if (x > 0 && y > 0) join(at - width - 1, graph.downRight(x - 1, y - 1));
            if (y > 0) join(at - width, graph.down(x, y - 1));
            if (x + 1 < width && y > 0) join(at - width + 1, graph.downLeft(x + 1, y - 1));
        }
    }
    return network;
}

}  // namespace fretsaw::test
