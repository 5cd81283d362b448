// Asks other people's solvers, or a full enumeration, about a grid graph.
// Nothing of the solver under test is used.
#include "tests/cpu/Oracles.h"

// Boost's edge iterators hold an optional that GCC 12 wrongly takes for uninitialised.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <lemon/preflow.h>
#include <lemon/smart_graph.h>
#include <algorithm>
#include <array>
#include <bit>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <vector>

#include "tests/cpu/GcGraph.h"

namespace fretsaw::test {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Edge = Traits::edge_descriptor;

struct EdgeData {
    std::int64_t capacity = 0, residual = 0;
    Edge reverse;
};
struct NodeData {
    Edge predecessor;
    boost::default_color_type colour = boost::white_color;
    std::int64_t distance = 0;
};
using Network = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, NodeData, EdgeData>;

void join(Network& network, std::size_t a, std::size_t b, std::int64_t there, std::int64_t back) {
    const Edge out = add_edge(a, b, network).first, in = add_edge(b, a, network).first;
    network[out] = {there, 0, in};
    network[in] = {back, 0, out};
}

}  // namespace

Answer boostAnswer(const GridGraph& graph) {
    const int width = graph.size().width, height = graph.size().height;
    const auto count = static_cast<std::size_t>(graph.size().area());
    const auto node = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    Network network(count + 2);
    const std::size_t source = count, sink = count + 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::int64_t t = graph.terminals(x, y);
            if (t > 0) join(network, source, node(x, y), t, 0);
            if (t < 0) join(network, node(x, y), sink, -t, 0);
        }
    graph.forEdges(
        [&](int x, int y, int nx, int ny, int w) { join(network, node(x, y), node(nx, ny), w, w); });

    Answer answer;
    answer.cut = boost::boykov_kolmogorov_max_flow(
        network, get(&EdgeData::capacity, network), get(&EdgeData::residual, network),
        get(&EdgeData::reverse, network), get(&NodeData::predecessor, network),
        get(&NodeData::colour, network), get(&NodeData::distance, network), get(boost::vertex_index, network),
        source, sink);

    // Backwards from the sink over residual arcs: what is not met is the largest source side.
    std::vector<char> reaches(count + 2, 0);
    std::vector<std::size_t> open{sink};
    reaches[sink] = 1;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (auto [e, end] = out_edges(at, network); e != end; ++e) {
            const std::size_t from = target(*e, network);
            if (reaches[from] != 0 || network[network[*e].reverse].residual == 0) continue;
            reaches[from] = 1;
            open.push_back(from);
        }
    }
    answer.mask = Image<std::uint8_t>(graph.size());
    for (std::size_t i = 0; i < count; ++i) answer.mask.data()[i] = reaches[i] != 0 ? 0 : 255;
    return answer;
}

Answer bruteForceAnswer(const GridGraph& graph) {
    const int width = graph.size().width;
    const auto count = static_cast<std::uint32_t>(graph.size().area());
    std::vector<std::uint32_t> neighbours(count);  // only to know which sums a flip changes
    std::vector<std::array<std::int32_t, 32>> weights(count);
    for (auto& row : weights) row.fill(0);
    graph.forEdges([&](int x, int y, int nx, int ny, int w) {
        const auto a = static_cast<std::uint32_t>(y * width + x),
                   b = static_cast<std::uint32_t>(ny * width + nx);
        weights[a][b] = weights[b][a] = w;
        neighbours[a] |= 1u << b;
        neighbours[b] |= 1u << a;
    });
    // Gray code: each labeling differs from the one before in a single pixel.
    std::int64_t cost = 0;
    for (std::uint32_t i = 0; i < count; ++i) cost += std::max(graph.terminals.data()[i], 0);
    std::int64_t best = cost;
    std::uint32_t labels = 0, bestUnion = 0;
    for (std::uint64_t step = 1; step < std::uint64_t{1} << count; ++step) {
        const auto p = static_cast<std::uint32_t>(std::countr_zero(step));
        labels ^= 1u << p;
        const bool foreground = (labels >> p & 1) != 0;
        cost += foreground ? -graph.terminals.data()[p] : graph.terminals.data()[p];
        for (std::uint32_t rest = neighbours[p]; rest != 0; rest &= rest - 1) {
            const auto q = static_cast<std::uint32_t>(std::countr_zero(rest));
            const bool differs = ((labels >> q ^ labels >> p) & 1) != 0;
            cost += differs ? weights[p][q] : -weights[p][q];
        }
        // Minimum cuts are closed under union, so the largest source side is the union of all.
        if (cost < best) bestUnion = 0;
        if (cost <= best) bestUnion |= labels;
        best = std::min(best, cost);
    }
    Answer answer{best, Image<std::uint8_t>(graph.size())};
    for (std::uint32_t i = 0; i < count; ++i) answer.mask.data()[i] = (bestUnion >> i & 1) != 0 ? 255 : 0;
    return answer;
}

std::int64_t lemonCut(const GridGraph& graph) {
    const int width = graph.size().width, height = graph.size().height;
    lemon::SmartDigraph network;
    network.reserveNode(width * height + 2);
    std::vector<lemon::SmartDigraph::Node> nodes;
    for (int i = 0; i < width * height + 2; ++i) nodes.push_back(network.addNode());
    lemon::SmartDigraph::ArcMap<std::int64_t> capacity(network);
    const auto join = [&](int from, int to, std::int64_t amount) {
        capacity[network.addArc(nodes[static_cast<std::size_t>(from)], nodes[static_cast<std::size_t>(to)])] =
            amount;
    };
    const int source = width * height, sink = source + 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::int64_t t = graph.terminals(x, y);
            if (t > 0) join(source, y * width + x, t);
            if (t < 0) join(y * width + x, sink, -t);
        }
    graph.forEdges([&](int x, int y, int nx, int ny, int w) {
        join(y * width + x, ny * width + nx, w);
        join(ny * width + nx, y * width + x, w);
    });
    lemon::Preflow<lemon::SmartDigraph, lemon::SmartDigraph::ArcMap<std::int64_t>> solver(
        network, capacity, nodes[static_cast<std::size_t>(source)], nodes[static_cast<std::size_t>(sink)]);
    solver.runMinCut();
    return solver.flowValue();
}

std::int64_t openCvCut(const GridGraph& graph) {
    return gcGraphOf(graph).maxFlow();
}

}  // namespace fretsaw::test
