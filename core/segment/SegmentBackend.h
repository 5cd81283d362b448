// The one seam between the GrabCut loop and the machines that compute: whole-image work, nothing per pixel.
// No algorithm here; what must be computed is stated so that every backend gives the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/image/Image.h"
#include "core/image/Progress.h"
#include "core/pixel/EdgeWeight.h"
#include "core/pixel/Mixture.h"
#include "core/pixel/Nearest.h"
#include "core/segment/CleanUp.h"
#include "core/segment/ColourModels.h"
#include "core/segment/Labels.h"

namespace fretsaw {

/// Differences between all 8-neighbours of the picture.
struct Contrast {
    std::int64_t squares = 0;  ///< sum of squared differences, each pair once
    std::int64_t pairs = 0;
    bool oneColour = false;  ///< all pixels have the same r, g, b
};

enum class PixelSet : std::uint8_t {
    LabelledForeground,  ///< sure and probable
    LabelledBackground,
    Unlabelled,  ///< Label::None
    MaskForeground,
    MaskBackground,
};

/// Pixels of a set, evenly spread over it in row-major order; total: how many the set has.
struct Samples {
    std::vector<Colour> colours;
    std::int64_t total = 0;
};

/// Both classes' mixtures over the channels of a colour space.
struct ClassMixtures {
    ColourSpace space = ColourSpace::Rgb;
    pixel::Mixture foreground, background;
};

/// What terminals are made of. A pixel's cost of a class is pixel::costUnits() of its cost under the class's
/// mixture; that of foreground is less pixel::priorUnits() of the pixel's cell. A mixture without components
/// costs 0.
struct DataCosts {
    ClassMixtures mixtures;
    bool bestPartOnly = false;  ///< cost of the best component (the paper), or of the whole mixture
    float unitsPerNat = 1;
    std::shared_ptr<const Prior> prior;  ///< null: 0 everywhere
};

/// How pixels without a label enter the mask; labelled ones always go to their class.
struct UnlabelledRule {
    enum class Kind : std::uint8_t { Foreground, Keep, Score };
    Kind kind = Kind::Foreground;
    /// Score: foreground where cost(background) − cost(foreground) ≥ threshold.
    DataCosts costs;
    int threshold = 0;
    bool probableToo = false;  ///< pixels with a probable label count as unlabelled
};

/// Moments of samples by the group that each belongs to; those beyond the groups are empty.
using SampleSums = std::array<ColourSums, pixel::kMaxComponents>;

/// Moments of the mask's two classes in a colour space, each pixel counted for the component that explains
/// it best.
struct ClassSums {
    std::array<ColourSums, pixel::kMaxComponents> foreground, background;
};

struct Cut {
    std::int64_t flow = 0;
    std::int64_t capacity = 0;  ///< of the canonical cut
};

struct MaskChange {
    std::int64_t pixels = 0;      ///< that changed
    std::int64_t foreground = 0;  ///< in the new mask
    Rect where;                   ///< holds all that changed
};

/// One picture on one machine: its labels, its mask, and its grid graph with the flow. Used by one thread at
/// a time. Work that takes long takes a stop token and returns std::nullopt or false when stopped; the call
/// may then have been carried out in part. OutOfMemory may be thrown by every call, with the same effect.
/// Memory besides the picture: at most 40 bytes a pixel, where there are millions of them.
class SegmentBackend {
public:
    virtual ~SegmentBackend() = default;

    /// The picture in `cells`, at most as many as it has pixels across and down: mean colour of each cell
    /// (core/pixel/Cells.h), rounded, alpha 255.
    virtual std::optional<Image<Rgba8>> coarsePicture(Size cells, std::stop_token stop) = 0;

    virtual std::optional<Contrast> contrast(ColourSpace space, std::stop_token stop) = 0;
    /// Computes all edge weights and starts the graph anew, without terminals.
    virtual bool setEdges(ColourSpace space, const pixel::EdgeScale& scale, std::stop_token stop) = 0;

    /// Labels of `where`, as they count: with the rectangle already applied. At first all are None.
    virtual void setLabels(Rect where, ImageView<const Label> labels) = 0;
    /// At most `most` pixels of a set within `where`, as colours of a space.
    virtual std::optional<Samples> sample(PixelSet set, ColourSpace space, Rect where, int most,
                                          std::stop_token stop) = 0;
    /// The colours for sumsByCentre() and sumsByPart(), until others are set.
    virtual void setSamples(std::span<const Colour> colours) = 0;
    /// Moments of the samples, each counted for its nearest centre (pixel::nearest); 1…kMaxComponents
    /// centres.
    virtual SampleSums sumsByCentre(std::span<const pixel::Centre> centres) = 0;
    /// The same for the component that explains it best. weighted: as in pixel::bestPart.
    virtual SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted) = 0;

    /// The mask from labels and rule.
    virtual std::optional<MaskChange> startMask(const UnlabelledRule& rule, std::stop_token stop) = 0;
    /// A mask of the image's size, as given out by mask() or made elsewhere.
    virtual void setMask(std::shared_ptr<const Mask> mask) = 0;
    /// The present mask, which stays as it is when the backend's changes. Where the backend keeps it on a
    /// device, so does the frame.
    [[nodiscard]] virtual std::shared_ptr<const Mask> mask() = 0;
    /// Over the pixels of `where`. weighted: as in pixel::bestPart.
    virtual std::optional<ClassSums> sums(const ClassMixtures& mixtures, bool weighted, Rect where,
                                          std::stop_token stop) = 0;

    /// Terminals of all pixels (core/pixel/Terminal.h). Returns the constant that makes a cut's capacity an
    /// energy: the sum over the pixels of the cheaper cost, or of the label's where it is sure.
    virtual std::optional<std::int64_t> setTerminals(const DataCosts& costs, std::stop_token stop) = 0;
    /// setLabels() and the terminals of `where` only, for the costs of the last setTerminals(). Returns by
    /// how much the constant changes. Cost: the area of `where`.
    virtual std::optional<std::int64_t> updateTerminals(Rect where, ImageView<const Label> labels,
                                                        const DataCosts& costs, std::stop_token stop) = 0;
    /// Minimum cut, from the flow that is there.
    virtual std::optional<Cut> solve(std::stop_token stop, const Progress& progress) = 0;
    /// Makes the canonical mask of the solved graph the mask. Masks given out before stay as they are. Cost
    /// beyond that of a copy: what has changed since the last takeMask(), where that gave the present mask.
    virtual MaskChange takeMask() = 0;

    /// `mask` (the backend's, or any of the image's size) cleaned up by rules, of which there are any, and by
    /// the labels as set; the same object where nothing changes. The backend's own mask stays as it is.
    virtual std::optional<CleanMask> cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                             std::stop_token stop) = 0;
};

/// Makes a backend for a picture, which is not empty.
using SegmentBackendFactory =
    std::function<std::unique_ptr<SegmentBackend>(std::shared_ptr<const Image<Rgba8>> image)>;

}  // namespace fretsaw
