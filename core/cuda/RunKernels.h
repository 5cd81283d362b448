// Runs of a mask's rows, found on the device, and places in which a mask takes the other side.
// Which runs belong together is decided on the host. Plain C++ outside.
#pragma once

#include <cstdint>

#include "core/cuda/Context.h"
#include "core/image/Image.h"
#include "core/segment/Labels.h"
#include "core/segment/MaskDelta.h"

namespace fretsaw::cuda {

/// A run in one word: its first pixel, its side, and whether it holds a sure label of that side.
inline constexpr std::uint32_t kRunObject = 1u << 31, kRunSure = 1u << 30, kRunBegin = kRunSure - 1;

/// counts[y]: runs of row y. All memory is the device's, here and below.
void countRuns(const Context& context, ImageView<const std::uint8_t> mask, std::uint32_t* counts);
/// The runs of row y, from runs[firstRun[y]] on.
void writeRuns(const Context& context, ImageView<const std::uint8_t> mask, ImageView<const Label> labels,
               const std::uint32_t* firstRun, std::uint32_t* runs);
/// 0 becomes 255 in the spans, and 255 becomes 0. No two spans share a pixel.
void flipSpans(const Context& context, ImageView<std::uint8_t> mask, const Span* spans, std::int64_t count);

}  // namespace fretsaw::cuda
