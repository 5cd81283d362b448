// Priors: what a pixel's place says about it, before its colour.
// How priors enter costs is the backend's.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "core/image/Image.h"
#include "core/segment/Labels.h"
#include "core/segment/Recipe.h"

namespace fretsaw {

/// Objects fill the middle of a box more often than its corners: 2·(¼ − x² − y²) nats, x and y from −1 to 1
/// across the box, and what holds at its sides beyond them.
[[nodiscard]] std::shared_ptr<const Prior> boxPrior(Size picture, Rect box);

/// Between two sure sides an outline runs in the middle more often than along one of them:
/// 3·(½ − d/(d + e)) nats for distances d and e to the nearest sure foreground and background, both of which
/// exist. Throws OutOfMemory. Null: stopped.
[[nodiscard]] std::shared_ptr<const Prior> bandPrior(ImageView<const Label> labels,
                                                     const std::stop_token& stop);

}  // namespace fretsaw
