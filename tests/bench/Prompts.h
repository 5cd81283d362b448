// What a cutter is told of a photo with a known object: boxes, a lasso, strokes.
// Nothing is cut or scored here.
#pragma once

#include <optional>
#include <string>

#include "core/image/Image.h"
#include "core/segment/Labels.h"

namespace fretsaw::bench {

/// The true object: 255; 128 is not scored, 0 background.
using Truth = Image<std::uint8_t>;
inline constexpr std::uint8_t kNotScored = 128;

/// Either a rectangle or labels, and among which pixels errors are counted.
struct Prompt {
    std::string name;
    std::optional<Rect> box;
    Image<Label> labels;          ///< where there is no box
    Image<std::uint8_t> counted;  ///< 255: errors count here
};

[[nodiscard]] Prompt boxPrompt(Rect box, Size size);
/// A rectangle of which each side is a twentieth of the box's width or height farther out, within the
/// picture.
[[nodiscard]] Prompt looseBoxPrompt(Rect box, Size size);
/// Sure labels from a trimap, probable foreground where it is 128.
[[nodiscard]] Prompt lassoPrompt(const Image<std::uint8_t>& trimap);
/// Strokes of a person who has seen the object, without a box: a cross in the object where it is thickest,
/// another in the background, and one stroke along each side of the object's bounding box, halfway to the
/// picture's border. Each arm of a cross ends where less than half of the thickness is left. The brush is a
/// fiftieth of the shorter side wide, and no stroke covers a pixel of the other class, or one that is not
/// scored. Errors are counted in `box`, without the strokes.
[[nodiscard]] Prompt strokesPrompt(const Truth& truth, Rect box);

}  // namespace fretsaw::bench
