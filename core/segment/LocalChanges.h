// The rule "local changes only": what a stroke changes in a mask hangs together with the stroke.
// A stage after the cut; no labels to costs and no cutting here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/image/Image.h"
#include "core/segment/CleanUp.h"
#include "core/segment/Labels.h"
#include "core/segment/MaskDelta.h"

namespace fretsaw {

/// Let B be the mask that was settled last (before the strokes of now), S the pixels whose label became
/// another one since, and C the minimum cut. Then the mask is B, but C in every set of pixels with B ≠ C that
/// are joined to one another through their eight neighbours and hold, or touch, a pixel of S. It depends on
/// B, S and C only, not on the masks between. Where B kept the labels before, it keeps all labels.
class LocalChanges {
public:
    /// The mask B of the strokes to come.
    void settle(CleanMask base);
    /// There is none: the next mask is its cut.
    void forget() { base_ = {}; }
    /// Brings it to host memory. Where it was lost with its device, there is none.
    void secure();
    /// A patch that is about to be applied to these labels.
    void note(ImageView<const Label> labels, const LabelPatch& patch);

    /// There is a mask B, and labels have changed since.
    [[nodiscard]] bool applies() const { return base_.mask && !strokes_.empty(); }
    /// The mask for a cut, where applies() is true. Costs a copy of the mask, and the strokes and what
    /// changes with them. std::nullopt: stopped. Throws OutOfMemory, and BackendError
    /// where a mask cannot be had from its device.
    [[nodiscard]] std::optional<CleanMask> masked(const std::shared_ptr<const Mask>& cut,
                                                  const std::stop_token& stop);
    /// Holds all pixels in which the last mask given differs from B.
    [[nodiscard]] Rect changed() const { return changed_; }

private:
    CleanMask base_;
    std::vector<Span> strokes_;
    std::shared_ptr<const Mask> lastCut_;  ///< for which last_ was made
    CleanMask last_;
    Rect changed_;
};

}  // namespace fretsaw
