// The graphs that GrabCut cuts in its first two iterations on a picture, for solvers to be compared on.
// Core alone: no OpenCV, no image files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/image/Image.h"
#include "tests/cpu/GridGraph.h"

namespace fretsaw::bench {

/// A picture with the place of its object as fractions of width and height.
struct PhotoWithBox {
    std::string path;  ///< empty: the generated scene
    double left = 0.05, top = 0.05, right = 0.95, bottom = 0.95;

    [[nodiscard]] std::string name() const;
};

/// PATH or PATH@left,top,right,bottom. Throws InvalidArgument.
[[nodiscard]] PhotoWithBox photoOf(const std::string& argument);

/// The box in a picture of this size.
[[nodiscard]] Rect boxOf(const PhotoWithBox& photo, Size size);

/// Graphs of iterations 0 and 1 of `--start opencv` from the box, with γ = 50. Terminals are clamped to what
/// a pixel's edges can carry, so that every solver finds the same flow. Models of more than 20 megapixels are
/// learnt on every n-th pixel of every n-th row.
[[nodiscard]] std::vector<test::GridGraph> grabCutGraphs(std::shared_ptr<const Image<Rgba8>> image, Rect box);

}  // namespace fretsaw::bench
