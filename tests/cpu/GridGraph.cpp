// Makes test graphs.
// Nothing of the solver under test is used.
#include "tests/cpu/GridGraph.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fretsaw::test {
namespace {

std::uint16_t weight(Random& random, int most) {
    if (random() % 3 == 0) return 0;
    return static_cast<std::uint16_t>(random() % static_cast<std::uint32_t>(most + 1));
}

template <typename Fill>
void fillWeights(GridGraph& graph, const Fill& fill) {
    for (int y = 0; y < graph.size().height; ++y) {
        for (int x = 0; x < graph.size().width; ++x) {
            graph.right(x, y) = fill(x, y, 1, 0);
            graph.down(x, y) = fill(x, y, 0, 1);
            graph.downLeft(x, y) = fill(x, y, -1, 1);
            graph.downRight(x, y) = fill(x, y, 1, 1);
        }
    }
}

}  // namespace

std::int64_t GridGraph::cutOf(ImageView<const std::uint8_t> mask) const {
    std::int64_t cut = 0;
    for (int y = 0; y < size().height; ++y)
        for (int x = 0; x < size().width; ++x) {
            const std::int64_t t = terminals(x, y);
            cut += std::max<std::int64_t>(mask(x, y) != 0 ? -t : t, 0);
        }
    forEdges([&](int x, int y, int nx, int ny, int w) {
        cut += (mask(x, y) != 0) != (mask(nx, ny) != 0) ? w : 0;
    });
    return cut;
}

GridGraph randomGraph(Size size, int maxWeight, int maxTerminal, Random& random) {
    GridGraph graph(size);
    fillWeights(graph, [&](int, int, int dx, int dy) {
        return weight(random, dx != 0 && dy != 0 ? std::min(maxWeight, cpu::kMaxDiagonalWeight) : maxWeight);
    });
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            graph.terminals(x, y) =
                static_cast<int>(random() % static_cast<std::uint32_t>(2 * maxTerminal + 1)) - maxTerminal;
    return graph;
}

GridGraph photoGraph(Size size, std::uint32_t seed) {
    Random random(seed);
    struct Wave {
        double x, y, phase, strength;
    };
    std::vector<Wave> waves;
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    for (int i = 0; i < 12; ++i) {
        const double length = std::max(size.width, size.height) / (1.5 + 1.5 * i), angle = unit() * 6.28318;
        waves.push_back({std::cos(angle) * 6.28318 / length, std::sin(angle) * 6.28318 / length,
                         unit() * 6.28318, 1.0 / (1 + i)});
    }
    Image<float> field(size);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double v = 0.9 * (unit() - 0.5);
            for (const Wave& w : waves) v += w.strength * std::sin(w.x * x + w.y * y + w.phase);
            field(x, y) = static_cast<float>(v);
        }
    GridGraph graph(size);
    fillWeights(graph, [&](int x, int y, int dx, int dy) {
        const int nx = std::clamp(x + dx, 0, size.width - 1), ny = std::clamp(y + dy, 0, size.height - 1);
        const double d = field(x, y) - field(nx, ny), most = dx != 0 && dy != 0 ? 1131 : 1600;
        return static_cast<std::uint16_t>(std::lround(most * std::exp(-6 * d * d)));
    });
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double lean = 700 * std::tanh(1.2 * field(x, y)) + 900 * (unit() - 0.5);
            const bool edge = x < size.width / 20 || y < size.height / 20;
            graph.terminals(x, y) = edge ? -14400 : static_cast<int>(lean);
        }
    return graph;
}

GridGraph serpentineGraph(Size size, Random& random) {
    GridGraph graph(size);
    const auto wall = [&](int x, int y) {
        if (y % 2 == 0) return false;
        return x != (y % 4 == 1 ? size.width - 1 : 0);
    };
    fillWeights(graph, [&](int x, int y, int dx, int dy) -> std::uint16_t {
        if (dx != 0 && dy != 0) return 0;
        if (x + dx >= size.width || y + dy >= size.height || wall(x, y) || wall(x + dx, y + dy)) return 0;
        return static_cast<std::uint16_t>(900 + random() % 700);
    });
    graph.terminals(0, 0) = 5000;
    const int lastRow = (size.height - 1) / 2 * 2;
    graph.terminals(lastRow % 4 == 0 ? size.width - 1 : 0, lastRow) = -5000;
    return graph;
}

GridGraph combGraph(Size size, Random& random) {
    GridGraph graph(size);
    fillWeights(graph, [&](int x, int y, int dx, int dy) -> std::uint16_t {
        if (dx != 0 && dy != 0) return 0;
        const bool spine = y == size.height - 1;
        if (dx != 0 && !spine) return 0;
        return static_cast<std::uint16_t>((x % 2 == 0 || spine ? 1200 : 300) + random() % 400);
    });
    for (int x = 0; x < size.width; ++x) graph.terminals(x, 0) = x % 2 == 0 ? 900 : 50;
    graph.terminals(size.width - 1, size.height - 1) = -30000;
    return graph;
}

GridGraph flippedX(const GridGraph& graph) {
    const int w = graph.size().width;
    GridGraph result(graph.size());
    for (int y = 0; y < graph.size().height; ++y)
        for (int x = 0; x < w; ++x) {
            const int fx = w - 1 - x;
            result.terminals(fx, y) = graph.terminals(x, y);
            result.down(fx, y) = graph.down(x, y);
            result.downLeft(fx, y) = graph.downRight(x, y);
            result.downRight(fx, y) = graph.downLeft(x, y);
            if (x + 1 < w) result.right(fx - 1, y) = graph.right(x, y);
        }
    return result;
}

GridGraph transposed(const GridGraph& graph) {
    GridGraph result(Size{graph.size().height, graph.size().width});
    for (int y = 0; y < graph.size().height; ++y)
        for (int x = 0; x < graph.size().width; ++x) {
            result.terminals(y, x) = graph.terminals(x, y);
            result.down(y, x) = graph.right(x, y);
            result.right(y, x) = graph.down(x, y);
            result.downRight(y, x) = graph.downRight(x, y);
            // (x, y) → (x−1, y+1) becomes (y, x) → (y+1, x−1), which is downLeft of its other end.
            if (x > 0 && y + 1 < graph.size().height) result.downLeft(y + 1, x - 1) = graph.downLeft(x, y);
        }
    return result;
}

GridGraph flippedY(const GridGraph& graph) {
    return transposed(flippedX(transposed(graph)));
}

}  // namespace fretsaw::test
