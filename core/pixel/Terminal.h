// What a label and the costs of both classes mean for a pixel in the cut.
// No includes but this room's.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

/// Labels' codes; every other label leaves the pixel free.
inline constexpr int kSureBackgroundCode = 0, kSureForegroundCode = 1;

/// Terminal of a pixel with a sure label: beyond every clamp.
inline constexpr int kSureTerminal = 1 << 30;

/// A pixel's terminal: > 0 speaks for the foreground.
template <typename Int>
FRETSAW_HD Int terminalOf(Int label, Int foregroundCost, Int backgroundCost) {
    const Int sure = Int{} + kSureTerminal, free = backgroundCost - foregroundCost;
    const Int unlessForeground = label == kSureBackgroundCode ? -sure : free;
    return label == kSureForegroundCode ? sure : unlessForeground;
}

/// What the pixel pays in any cut, sure labels kept.
template <typename Int>
FRETSAW_HD Int leastCost(Int label, Int foregroundCost, Int backgroundCost) {
    const Int cheaper = foregroundCost < backgroundCost ? foregroundCost : backgroundCost;
    const Int unlessForeground = label == kSureBackgroundCode ? backgroundCost : cheaper;
    return label == kSureForegroundCode ? foregroundCost : unlessForeground;
}

}  // namespace fretsaw::pixel
