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

/// What a start is made from besides the labels, which the backend has.
struct StartInput {
    Recipe recipe;
    std::shared_ptr<const Prior> prior;
    std::optional<Rect> box;
    Rect learnt;               ///< models are learnt from the pixels in here
    Size size;                 ///< of the picture
    bool probableToo = false;  ///< probable labels say nothing: UnlabelledRule::probableToo
};

/// Sets the backend's mask and fits models to it. Start::Fretsaw: see ARCHITECTURE, "The half start"; of a
/// trimap, what the prior says is the first mask. Start::OpenCv: unlabelled pixels are foreground. Throws
/// InvalidArgument where labels and rectangle leave nothing to separate, with a hint what to add.
/// std::nullopt: stopped.
[[nodiscard]] std::optional<StartModels> startModels(SegmentBackend& backend, const StartInput& input,
                                                     const SegmentParams& params, std::stop_token stop);

}  // namespace fretsaw
