// The graphs that GrabCut cuts in its first two iterations on a photo, for solvers to be compared on.
// Nothing is timed here.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/Peer.h"
#include "tests/cpu/GridGraph.h"

namespace fretsaw::bench {

/// A picture with the place of its object as fractions of width and height.
struct PhotoWithBox {
    std::string path;  ///< empty: the generated scene
    double left = 0.05, top = 0.05, right = 0.95, bottom = 0.95;

    [[nodiscard]] std::string name() const;
};

/// Those photos of Debian's package mate-backgrounds that show an object, where it is installed.
[[nodiscard]] std::vector<PhotoWithBox> installedPhotos();
/// PATH or PATH@left,top,right,bottom. Throws InvalidArgument.
[[nodiscard]] PhotoWithBox photoOf(const std::string& argument);

/// The picture at about this size, and its box. A photo within a tenth of it stays as it is, others are
/// scaled as scaledToWidth() does. Throws IoError.
struct SizedPicture {
    Picture picture;
    Rect box;
};
[[nodiscard]] SizedPicture pictureAt(const PhotoWithBox& photo, double megapixels);

/// Graphs of iterations 0 and 1 of `--start opencv` from the box, with γ = 50. Terminals are clamped to what
/// a pixel's edges can carry, so that every solver finds the same flow.
[[nodiscard]] std::vector<test::GridGraph> grabCutGraphs(const SizedPicture& picture);

}  // namespace fretsaw::bench
