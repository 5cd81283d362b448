// Clean-up of masks in host memory: pixels to runs, and what was chosen back to pixels.
// Parts and rules are core/segment's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "core/cpu/Parallel.h"
#include "core/image/Image.h"
#include "core/segment/CleanUp.h"
#include "core/segment/MaskParts.h"

namespace fretsaw::cpu {

/// The mask cleaned up; the same object where nothing changes. labels: of the mask's size, as they count,
/// with the rectangle applied. Reads the mask twice, the labels of parts that may change once, and copies the
/// mask where it does. std::nullopt: stopped. Throws OutOfMemory, and what mask->view() throws.
[[nodiscard]] std::optional<CleanMask> cleanMask(const std::shared_ptr<const Mask>& mask,
                                                 ImageView<const Label> labels, const CleanUp& rules,
                                                 const Parallel& parallel, const std::stop_token& stop);

/// Fills the runs of all rows, fill(y, runs), on any thread, and joins them. False: stopped.
bool joinParts(MaskParts& parts, int height, const std::function<void(int y, std::span<MaskRun> runs)>& fill,
               const Parallel& parallel, const std::stop_token& stop);

}  // namespace fretsaw::cpu
