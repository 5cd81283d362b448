// Clean-up of masks in device memory: pixels stay there, runs come to the host and changes go back.
// Parts and rules are core/segment's.
#pragma once

#include <optional>
#include <stop_token>

#include "core/cuda/Context.h"
#include "core/cuda/DeviceMemory.h"
#include "core/image/Image.h"
#include "core/segment/CleanUp.h"

namespace fretsaw::cuda {

/// A mask after clean-up, and counts as in CleanMask.
struct CleanPixels {
    std::optional<DeviceImage<std::uint8_t>> changed;  ///< none where nothing changes
    std::int64_t foreground = 0, cleaned = 0;
    Rect where;
};

/// mask and labels: in device memory, of the same size. Takes a byte a pixel of device memory for the result
/// and meanwhile four bytes a run. std::nullopt: stopped. Throws OutOfMemory, also where the mask has so many
/// runs that this is no way to clean it.
[[nodiscard]] std::optional<CleanPixels> cleanMask(const Context& context, ImageView<std::uint8_t> mask,
                                                   ImageView<Label> labels, const CleanUp& rules,
                                                   const std::stop_token& stop);

}  // namespace fretsaw::cuda
