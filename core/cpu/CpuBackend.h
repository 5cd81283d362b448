// SegmentBackend on the processor: rows in parallel, and the CPU's minimum cut.
// No algorithm of its own: see core/segment/GrabCut.h.
#pragma once

#include <memory>

#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// threads: 0 = as many as the machine has. Memory for the graph is taken at the first setEdges().
/// Throws OutOfMemory.
[[nodiscard]] std::unique_ptr<SegmentBackend> makeCpuBackend(std::shared_ptr<const Image<Rgba8>> image,
                                                             int threads);

}  // namespace fretsaw::cpu
