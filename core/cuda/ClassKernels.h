// What colour models mean for pixels, on the device: terminals, the first mask, sums by component; and the
// mask of a solved graph. Plain C++ outside.
#pragma once

#include <cstdint>

#include "core/cuda/Context.h"
#include "core/image/Image.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cuda {

struct Grid;
struct SolveState;

/// All views lie in device memory.
struct DevicePlanes {
    ImageView<const std::uint32_t> picture;  ///< a pixel's bytes r, g, b, a in this order
    ImageView<Label> labels;
    ImageView<std::uint8_t> mask;
};

/// DataCosts as kernels take them. prior: in device memory; empty: none.
struct DeviceCosts {
    ClassMixtures mixtures;
    bool bestPartOnly = false;
    float unitsPerNat = 1;
    ImageView<const std::int16_t> prior;
};

/// Pixels of a mask that changed, and their place. Zero before anything is added.
struct MaskCounts {
    std::int64_t pixels = 0;      ///< that changed
    std::int64_t foreground = 0;  ///< in the new mask
    /// Largest distances of changed pixels' far borders from the picture's right, bottom, left and top.
    int fromRight = 0, fromBottom = 0, fromLeft = 0, fromTop = 0;

    [[nodiscard]] MaskChange change(Size picture) const {
        if (pixels == 0) return {0, foreground, {}};
        const int left = picture.width - fromRight, top = picture.height - fromBottom;
        return {pixels, foreground, {left, top, fromLeft - left, fromTop - top}};
    }
};

/// Terminals of the pixels of `where`. Adds to *constant what SegmentBackend::setTerminals() returns.
/// newLabels: of `where`; they take the place of the old ones, whose part of the constant is taken away.
/// Empty: the labels stay, and their terminals are fresh.
void setTerminals(const Context& context, const DevicePlanes& planes, const DeviceCosts& costs, Rect where,
                  ImageView<const Label> newLabels, const Grid& grid, SolveState* state,
                  std::int64_t* constant);

/// The mask of the pixels of `where` by a rule, whose costs are `costs`. Adds to *counts.
void startMask(const Context& context, const DevicePlanes& planes, const UnlabelledRule& rule,
               const DeviceCosts& costs, Rect where, MaskCounts* counts);

/// The canonical mask of the solved graph. Adds to *counts.
void takeMask(const Context& context, const Grid& grid, ImageView<std::uint8_t> mask, MaskCounts* counts);

/// Adds the moments of the pixels of `where`.
void addSums(const Context& context, const DevicePlanes& planes, const ClassMixtures& mixtures, bool weighted,
             Rect where, ClassSums* sums);

}  // namespace fretsaw::cuda
