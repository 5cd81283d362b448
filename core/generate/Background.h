// A generated picture behind a photo: the recipe, how it is fitted, and its pixels where the photo lies.
// The object in front of it is core/segment's, what a pixel is the generators'.
#pragma once

#include <memory>

#include "core/generate/Generator.h"

namespace fretsaw {

/// How a picture of its own size is brought to that of the photo. Its shape is kept but for Stretch. Pictures
/// are computed at the size that follows, never resampled.
enum class Fit : std::uint8_t {
    Stretch,  ///< exactly the photo's size
    Cover,    ///< the smallest size that fills the photo, in the middle
    Contain,  ///< the largest that fits into the photo, in the middle; around it the pattern goes on
    Tile,     ///< its own size, repeated from the photo's upper left corner
};

struct Background {
    static constexpr double kLeastScale = 0.01, kMostScale = 100;

    PictureRecipe recipe;
    Size size = {};  ///< of the picture by itself; empty: the photo's
    Fit fit = Fit::Stretch;
    double scale = 1;                 ///< kLeastScale … kMostScale, after the fit
    double offsetX = 0, offsetY = 0;  ///< right and down, in widths and heights of the photo, −1 … 1

    friend bool operator==(const Background&, const Background&) = default;
};

/// What a photo stands before when nobody chose anything: a studio backdrop.
[[nodiscard]] Background standardBackground();

/// Pictures of this recipe change with what Generator::setDocument() was given.
[[nodiscard]] bool readsDocument(const PictureRecipe& recipe);

/// Which pixels of a picture are wanted.
struct Placement {
    Size picture;
    Rect region;           ///< counted from the picture's upper left corner; may lie outside
    bool repeats = false;  ///< the picture is a tile: it stands again on every side of itself

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// Where a photo lies in its background. Throws InvalidArgument where the scale or an offset is out of range,
/// or the picture would become larger than kLargestPicture.
[[nodiscard]] Placement placementOf(const Background& background, Size photo);
/// The same at 1/divisor of the size, the region rounded up: a rough picture of it.
[[nodiscard]] Placement reduced(const Placement& placement, int divisor);

/// Pixels of a placed picture in sRGB, piece by piece. Used by one thread at a time.
class PlacedPicture {
public:
    /// generator outlives it.
    PlacedPicture(Generator& generator, PictureRecipe recipe, const Placement& placement)
        : generator_(generator), recipe_(std::move(recipe)), placement_(placement) {}

    /// How many pixels have to be computed for all of the region.
    [[nodiscard]] std::int64_t cost() const;
    /// `part` counts from the region's corner and has the size of `pixels`. Numbers of raw pictures are taken
    /// for light. False: stopped. Throws as Generator::renderInto().
    [[nodiscard]] bool renderInto(Rect part, ImageView<Rgb32f> pixels, const std::stop_token& stop = {},
                                  const Progress& progress = {});

private:
    [[nodiscard]] bool keepsTile() const;
    bool renderTiles(Rect part, ImageView<Rgb32f> pixels, const std::stop_token& stop);

    Generator& generator_;
    PictureRecipe recipe_;
    Placement placement_;
    Image<Rgb32f> tile_;  ///< the whole of it, where keepsTile() and it was needed
};

}  // namespace fretsaw
