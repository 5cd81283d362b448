// Oracles of the minimum cut: each finds it in its own way.
// No solver of ours in here.
#pragma once

#include "tests/cpu/GridGraph.h"

namespace fretsaw::test {

/// What an oracle says: the least capacity of a cut and the largest source side that has it.
struct Answer {
    std::int64_t cut = 0;
    Image<std::uint8_t> mask;
};

/// Boost.Graph's Boykov–Kolmogorov; the mask comes from a search in its residual graph.
[[nodiscard]] Answer boostAnswer(const GridGraph& graph);
/// All 2^(w·h) labelings; at most 20 pixels.
[[nodiscard]] Answer bruteForceAnswer(const GridGraph& graph);

/// Capacity of a minimum cut by LEMON's push-relabel with highest label.
[[nodiscard]] std::int64_t lemonCut(const GridGraph& graph);
/// The same by OpenCV's Boykov–Kolmogorov, the one behind cv::grabCut.
[[nodiscard]] std::int64_t openCvCut(const GridGraph& graph);

}  // namespace fretsaw::test
