// Samples of the pixels that labels or a mask select, for learning models from.
// No models here.
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "core/cpu/Parallel.h"
#include "core/cpu/PixelRows.h"
#include "core/image/Image.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// A picture, its labels and its mask, all of the same size.
struct SetPixels {
    const Image<Rgba8>& picture;
    const Image<Label>& labels;
    ImageView<const std::uint8_t> mask;
};

/// See SegmentBackend::sample().
[[nodiscard]] std::optional<Samples> sampleSet(PixelSet set, ColourSpace space, const SetPixels& pixels,
                                               Rect where, int most, const Parallel& parallel,
                                               const std::stop_token& stop);

/// Samples and their sums by group.
class SampleGroups {
public:
    void set(std::span<const Colour> colours);
    /// See SegmentBackend's calls of these names.
    [[nodiscard]] SampleSums sumsByCentre(std::span<const pixel::Centre> centres, const PixelRows& rows,
                                          const Parallel& parallel) const;
    [[nodiscard]] SampleSums sumsByPart(const pixel::Mixture& mixture, bool weighted, const PixelRows& rows,
                                        const Parallel& parallel) const;

private:
    Buffer<std::int16_t> channels_;  ///< one after the other
    std::int64_t count_ = 0;
};

}  // namespace fretsaw::cpu
