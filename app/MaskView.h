// Which mask is on the screen: the last exact one, or a coarse one that the exact one will replace.
// Only decides; it computes and paints nothing.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "app/Engine.h"

namespace fretsaw::app {

/// Keeps the last exact mask until a newer one is there, and adds up what the screen has not drawn of results
/// that came too late to be shown. Functions that change what is shown return the pixels to draw again.
/// GUI thread.
class MaskView {
public:
    /// The last exact mask, or null.
    [[nodiscard]] const std::shared_ptr<const MaskFrame>& exact() const { return exact_; }
    /// What the screen shows: a coarse mask while its exact one is computed, else exact().
    [[nodiscard]] const std::shared_ptr<const MaskFrame>& shown() const { return coarse_ ? coarse_ : exact_; }

    /// Results of requests before this revision belong to what was undone, stopped or replaced.
    void acceptFrom(quint64 revision) { oldest_ = revision; }

    /// An exact result; std::nullopt: too old, nothing changes.
    std::optional<Rect> take(std::shared_ptr<const MaskFrame> frame);
    /// A coarse one, shown until take() or dropCoarse().
    std::optional<Rect> takeCoarse(std::shared_ptr<const MaskFrame> frame);
    /// The exact mask takes the screen again; std::nullopt: it has it.
    std::optional<Rect> dropCoarse();
    /// No mask at all; std::nullopt: there was none.
    std::optional<Rect> clear();

private:
    [[nodiscard]] bool isNews(const MaskFrame& frame) const;

    std::shared_ptr<const MaskFrame> exact_, coarse_;
    Rect unseen_;  ///< where the next exact mask may differ from what was last drawn
    quint64 oldest_ = 0;
};

}  // namespace fretsaw::app
