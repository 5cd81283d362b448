// The first mask and the first colour models, from labels and rectangle.
// What follows, iterating, is the GrabCut loop's.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/segment/SegmentBackend.h"
#include "core/segment/Segmenter.h"

namespace fretsaw {

struct StartModels {
    ColourModels models;
    bool learntFromFrame = false;  ///< too little lay outside the rectangle; its inner border stood in
};

/// Sets the backend's mask and fits models to it; the backend has the labels. box: the rectangle, where there
/// is one. Start::Fretsaw: see quality notes in ARCHITECTURE, "The half start". Start::OpenCv: unlabelled
/// pixels are foreground. Throws InvalidArgument where labels and rectangle leave nothing to separate, with a
/// hint what to add. std::nullopt: stopped.
[[nodiscard]] std::optional<StartModels> startModels(SegmentBackend& backend, std::optional<Rect> box,
                                                     Size size, const Recipe& recipe,
                                                     const SegmentParams& params, std::stop_token stop);

}  // namespace fretsaw
