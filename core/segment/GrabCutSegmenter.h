// Segmenter over any backend: checks what people ask for, finds models on a coarse copy of large pictures,
// and remembers the last result. The loop itself is GrabCut's.
#pragma once

#include <memory>
#include <optional>

#include "core/segment/SegmentBackend.h"
#include "core/segment/Segmenter.h"

namespace fretsaw {

/// A backend, and what to say of it.
struct NamedBackend {
    SegmentBackendFactory make;
    BackendUse use;
};

/// See Segmenter. Models::Frozen without a result to take models from learns them anew.
/// Where Start::Fretsaw learns models of a picture of more than kCoarsePixels, it iterates on a coarse copy
/// and cuts the picture itself once, with the models found.
/// reserve: takes over, within the call and with the same result, where the backend throws BackendError (for
/// good) or OutOfMemory (until the next picture); that one result has a warning that says why.
[[nodiscard]] std::unique_ptr<Segmenter> makeGrabCutSegmenter(
    NamedBackend backend, std::optional<NamedBackend> reserve = std::nullopt);

}  // namespace fretsaw
