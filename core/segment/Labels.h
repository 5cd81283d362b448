// What a person says about pixels, and the patch that one action changes.
// Values only; no solving.
#pragma once

#include <cstdint>
#include <vector>

#include "core/image/Frame.h"
#include "core/image/Geometry.h"
#include "core/image/Image.h"

namespace fretsaw {

/// What is known of a pixel. The first four are OpenCV's GrabCut codes.
/// None: nothing was said; the pixel is then unknown inside the rectangle, sure background outside it, and
/// unknown everywhere while there is no rectangle.
enum class Label : std::uint8_t {
    SureBackground = 0,
    SureForeground = 1,
    ProbableBackground = 2,
    ProbableForeground = 3,
    None = 4,
};

/// What was cut out: 255 foreground, 0 background, as large as the image.
using Mask = Frame<std::uint8_t>;

/// One action on the label plane. It is the undo record, the message to the engine and the dirty rectangle at
/// once. before and after hold rect.area() labels, row-major.
struct LabelPatch {
    Rect rect;
    std::vector<Label> before;
    std::vector<Label> after;

    [[nodiscard]] bool empty() const { return rect.empty(); }
    /// The patch that takes this one back.
    [[nodiscard]] LabelPatch inverted() const { return {rect, after, before}; }
};

/// Throws InvalidArgument where the patch does not fit a plane of this size.
void checkFits(const LabelPatch& patch, Size plane);
/// Writes patch.after into the plane. Throws InvalidArgument where the patch does not fit the plane.
void applyPatch(ImageView<Label> labels, const LabelPatch& patch);

/// Pixels of each label, indexed by Label's value.
struct LabelCounts {
    std::int64_t of[5] = {};
    [[nodiscard]] std::int64_t operator[](Label l) const { return of[static_cast<int>(l)]; }
    [[nodiscard]] std::int64_t all() const { return of[0] + of[1] + of[2] + of[3] + of[4]; }
};
[[nodiscard]] LabelCounts countLabels(ImageView<const Label> labels);

/// What a start mask said: labels for the whole image and how many pixels each class got.
struct StartMaskLabels {
    Image<Label> labels;
    std::int64_t foreground = 0, background = 0, unknown = 0;
};

/// Labels from a mask or trimap: values ≥ 192 are foreground, < 64 background, others unknown (None).
/// With unknown pixels it is a trimap: both classes are sure. Without any it is a mask to start from: both
/// are probable, so that the cut may move its edge. Throws InvalidArgument where a class is empty.
[[nodiscard]] StartMaskLabels labelsFromStartMask(ImageView<const std::uint8_t> mask);

/// Labels from OpenCV's codes 0…3. Throws InvalidArgument for any other value, naming it and its place.
[[nodiscard]] Image<Label> labelsFromCodes(ImageView<const std::uint8_t> codes);

}  // namespace fretsaw
