// Segmenter over any backend: checks what people ask for, finds models on a coarse copy of large pictures,
// and remembers the last result. The loop itself is GrabCut's.
#pragma once

#include <memory>

#include "core/segment/SegmentBackend.h"
#include "core/segment/Segmenter.h"

namespace fretsaw {

/// See Segmenter. Models::Frozen without a result to take models from learns them anew.
/// Where Start::Fretsaw learns models of a picture of more than kCoarsePixels, it iterates on a coarse copy
/// and cuts the picture itself once, with the models found.
[[nodiscard]] std::unique_ptr<Segmenter> makeGrabCutSegmenter(SegmentBackendFactory factory);

}  // namespace fretsaw
