// What fretsaw-gpu-bench works on: generated scenes, and photos as binary PPM.
// Nothing is timed here.
#pragma once

#include <memory>
#include <string>

#include "core/image/Image.h"
#include "tests/bench/GrabCutGraphs.h"

namespace fretsaw::bench {

struct BoxedPicture {
    std::string name;
    std::shared_ptr<const Image<Rgba8>> image;
    Rect box;

    [[nodiscard]] double megapixels() const { return static_cast<double>(image->size().area()) * 1e-6; }
};

/// The generated scene, 3:2, with about so many megapixels.
[[nodiscard]] BoxedPicture sceneOf(double megapixels);
/// A photo as 8-bit binary PPM (P6), which `fretsaw-cli convert` writes. Throws IoError.
[[nodiscard]] BoxedPicture ppmOf(const PhotoWithBox& photo);

}  // namespace fretsaw::bench
