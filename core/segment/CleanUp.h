// What is done to a mask after its cut: small holes filled, small or unconnected parts dropped.
// The rules as values; parts are found and judged in MaskParts.
#pragma once

#include <cstdint>
#include <memory>

#include "core/segment/Labels.h"

namespace fretsaw {

/// Rules of clean-up. They never go against sure labels, never make a mask empty, and applied twice do what
/// they do once.
/// A part of the object is a set of foreground pixels that are joined through their eight neighbours; a part
/// of the ground one of background pixels that are joined through four. So what a thin diagonal line of the
/// object encloses is enclosed, as it is for the cut, in whose graph diagonal neighbours share an edge.
/// First parts of the object are dropped, then holes are filled: parts of the ground, as they are then, that
/// the object encloses, which means that they do not reach the border of the picture.
struct CleanUp {
    /// Parts of the object without a sure foreground label are dropped. Where no part has one, all stay.
    bool keepConnected = false;
    /// Holes of fewer pixels that hold no sure background label are filled; outside the rectangle all that
    /// has no other label is sure background. 0…kMostPixels, 0: none.
    int fillHolesPx = 0;
    /// Parts of the object of fewer pixels that hold no sure foreground label are dropped; where none is
    /// larger or has such a label, the largest stays (the first in row-major order of several).
    /// 0…kMostPixels, 0: none; the largest value keeps one part beside those with labels.
    int dropIslandsPx = 0;

    static constexpr int kMostPixels = 1'000'000'000;

    /// A rule is chosen.
    [[nodiscard]] bool any() const { return keepConnected || fillHolesPx > 0 || dropIslandsPx > 0; }
    friend bool operator==(const CleanUp&, const CleanUp&) = default;
};

/// A mask after a stage of clean-up.
struct CleanMask {
    std::shared_ptr<const Mask> mask;
    std::int64_t foreground = 0;
    std::int64_t cleaned = 0;  ///< pixels that the rules changed
    Rect where{};              ///< holds all of them
};

}  // namespace fretsaw
