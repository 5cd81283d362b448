// Clean-up of masks in device memory: pixels stay there, runs come to the host and changes go back.
// Parts and rules are core/segment's.
#pragma once

#include <optional>
#include <stop_token>

#include "core/cuda/Context.h"
#include "core/cuda/DeviceMemory.h"
#include "core/image/Image.h"
#include "core/segment/CleanUp.h"
#include "core/segment/MaskDelta.h"

namespace fretsaw::cuda {

/// What clean-up does to a mask, and counts as in CleanMask.
struct CleanPixels {
    DeviceBuffer<Span> changes;  ///< for flipSpans(); empty where nothing changes
    std::int64_t foreground = 0, cleaned = 0;
    Rect where;
};

/// mask and labels: in device memory, of the same size. Takes four bytes a run of device memory meanwhile.
/// std::nullopt: stopped. Throws OutOfMemory, also where the mask has so many runs that this is no way to
/// clean it.
[[nodiscard]] std::optional<CleanPixels> cleanMask(const Context& context, ImageView<const std::uint8_t> mask,
                                                   ImageView<Label> labels, const CleanUp& rules,
                                                   const std::stop_token& stop);

}  // namespace fretsaw::cuda
