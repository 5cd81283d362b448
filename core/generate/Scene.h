// A generated picture with a known object: for the sample, for tests and for benchmarks.
// Not a photo simulator: it is as hard as an easy photo.
#pragma once

#include <cstdint>

#include "core/image/Image.h"

namespace fretsaw {

/// picture: opaque sRGB; truth: 255 object, 0 ground; box: holds the object with a margin, inside the
/// picture.
struct Scene {
    Image<Rgba8> picture;
    Image<std::uint8_t> truth;
    Rect box;
};

/// A textured object of organic outline on textured ground, soft light, a little noise. The same size and
/// seed give the same bytes on every machine. size: 16×16 … 32768×32768, else InvalidArgument. Throws
/// OutOfMemory.
[[nodiscard]] Scene makeScene(Size size, std::uint64_t seed);

}  // namespace fretsaw
