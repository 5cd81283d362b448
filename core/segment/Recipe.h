// What a mask depends on besides colours' distributions: spaces, data term, edges, the prior of places.
// Values only. Which recipe is used when is the GrabCut loop's business.
#pragma once

#include <cstdint>

#include "core/image/Image.h"
#include "core/pixel/ColourSpace.h"

namespace fretsaw {

using pixel::ColourSpace;

/// Paper: −log of the best component (Rother et al. 2004; the energy falls in every iteration).
/// Mixture: −log of the whole mixture (cv::grabCut).
enum class DataTerm : std::uint8_t { Paper, Mixture };

/// What a pixel's place says: nothing, or boxPrior(), or bandPrior() (core/segment/Places.h).
enum class Places : std::uint8_t { Nothing, InBox, InBand };

/// Keeps one-coloured components invertible, on the scale of RGB 0…255.
inline constexpr double kVarianceFloor = 0.01;
/// What light and grain do to one material: without it flat areas get components so narrow that their next
/// shade counts as another thing, and outlines run through smooth areas.
inline constexpr double kMaterialVariance = 16;

/// How models are learnt and what they mean. As it is made, cv::grabCut's.
struct Recipe {
    ColourSpace colours = ColourSpace::Rgb;  ///< of the mixtures
    ColourSpace edges = ColourSpace::Rgb;    ///< of the differences that weaken edges
    DataTerm term = DataTerm::Mixture;
    bool weighted = false;  ///< learning: a component's share counts when pixels are assigned to it
    bool nearby = false;    ///< learning: background is learnt from the rectangle's surroundings only
    Places places = Places::Nothing;
    int foregroundComponents = 5, backgroundComponents = 5;  ///< learning: at most, 1…16
    double varianceFloor = kVarianceFloor;                   ///< learning: added to each variance
    double gamma = 50;                                       ///< 0…1000, weight of edges
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// The first thing to try with a rectangle: the box's near surroundings in Luv, with a prior.
inline constexpr Recipe kNearRecipe{.colours = ColourSpace::Luv,
                                    .edges = ColourSpace::Luv,
                                    .weighted = true,
                                    .nearby = true,
                                    .places = Places::InBox,
                                    .backgroundComponents = 8,
                                    .varianceFloor = kMaterialVariance};
/// The second: all that is outside the rectangle.
inline constexpr Recipe kWideRecipe{.edges = ColourSpace::Lab};
/// Labels on both sides, without a rectangle.
inline constexpr Recipe kLabelRecipe{.colours = ColourSpace::Lab, .edges = ColourSpace::Lab, .gamma = 35};

/// Log-odds of foreground that come from a pixel's place alone, in steps of 1/kPriorPerNat nat: one value for
/// each cell (core/pixel/Cells.h) of a grid over the picture that is at most as fine as its pixels.
struct Prior {
    Image<std::int16_t> cells;
    friend bool operator==(const Prior& a, const Prior& b);
};

}  // namespace fretsaw
