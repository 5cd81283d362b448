// Photos at the sizes at which solvers are compared, and their graphs.
// Nothing is timed here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/bench/GrabCutGraphs.h"
#include "tests/bench/Peer.h"

namespace fretsaw::bench {

/// Those photos of Debian's package mate-backgrounds that show an object, where it is installed.
[[nodiscard]] std::vector<PhotoWithBox> installedPhotos();
/// The picture at about this size, and its box. A photo within a tenth of it stays as it is, others are
/// scaled as scaledToWidth() does; without a size, a photo stays as it is and a scene has one megapixel.
/// Throws IoError.
struct SizedPicture {
    Picture picture;
    Rect box;
};
[[nodiscard]] SizedPicture pictureAt(const PhotoWithBox& photo, std::optional<double> megapixels);

[[nodiscard]] std::vector<test::GridGraph> grabCutGraphs(const SizedPicture& picture);

}  // namespace fretsaw::bench
