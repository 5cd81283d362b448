// Samples of the pixels that labels or a mask select, for learning models from.
// No models here.
#pragma once

#include <optional>
#include <stop_token>

#include "core/cpu/Parallel.h"
#include "core/image/Image.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// A picture, its labels and its mask, all of the same size.
struct SetPixels {
    const Image<Rgba8>& picture;
    const Image<Label>& labels;
    const Image<std::uint8_t>& mask;
};

/// See SegmentBackend::sample().
[[nodiscard]] std::optional<Samples> sampleSet(PixelSet set, const SetPixels& pixels, Rect where, int most,
                                               const Parallel& parallel, const std::stop_token& stop);

}  // namespace fretsaw::cpu
