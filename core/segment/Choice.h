// Learning anew: which recipe is tried for a picture's labels and rectangle, and which result is kept.
// One run of a recipe is the GrabCut loop's.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/segment/GrabCut.h"

namespace fretsaw {

/// The recipe with what a person chose instead.
[[nodiscard]] Recipe chosen(Recipe recipe, const SegmentParams& params);
/// The same models with the data term and the weight of edges that a person chose.
[[nodiscard]] std::shared_ptr<const ColourModels> asChosen(std::shared_ptr<const ColourModels> models,
                                                           const SegmentParams& params);

/// Learns from a new start. Start::Fretsaw with a rectangle: by kNearRecipe; where a mask comes of it that is
/// implausible, by kWideRecipe too, and the more plausible one is kept, so that `grid` may be left with the
/// graph of the other. Otherwise GrabCut::learn with the one recipe for what is there.
[[nodiscard]] std::optional<GrabCutResult> learnAnew(GrabCut& grid, const SegmentParams& params,
                                                     const std::stop_token& stop, const Progress& progress);

}  // namespace fretsaw
