// What a label means for one pixel: in sets and in the first mask. The same for every backend.
// Plain constexpr functions, so that CUDA's compiler takes them for the device as they are.
#pragma once

#include "core/pixel/Terminal.h"
#include "core/segment/Labels.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw {

static_assert(static_cast<int>(Label::SureBackground) == pixel::kSureBackgroundCode &&
              static_cast<int>(Label::SureForeground) == pixel::kSureForegroundCode);

constexpr bool isForeground(Label l) {
    return l == Label::SureForeground || l == Label::ProbableForeground;
}
constexpr bool isBackground(Label l) {
    return l == Label::SureBackground || l == Label::ProbableBackground;
}
constexpr bool isProbable(Label l) {
    return l == Label::ProbableForeground || l == Label::ProbableBackground;
}

constexpr bool belongs(PixelSet set, Label label, bool inMask) {
    switch (set) {
        case PixelSet::LabelledForeground:
            return isForeground(label);
        case PixelSet::LabelledBackground:
            return isBackground(label);
        case PixelSet::Unlabelled:
            return label == Label::None;
        case PixelSet::MaskForeground:
            return inMask;
        case PixelSet::MaskBackground:
            return !inMask;
    }
    return false;
}

/// See UnlabelledRule. score: cost(background) − cost(foreground), read for Kind::Score only.
constexpr bool startsInside(UnlabelledRule::Kind kind, bool probableToo, int threshold, Label label, bool was,
                            int score) {
    if (label != Label::None && !(probableToo && isProbable(label))) return isForeground(label);
    if (kind == UnlabelledRule::Kind::Score) return score >= threshold;
    return kind == UnlabelledRule::Kind::Foreground || was;
}

}  // namespace fretsaw
