// The label plane with its counts, and the sentences for what is missing.
// No history and no engine here.
#include "app/Marks.h"

#include <algorithm>
#include <cstring>

namespace fretsaw::app {

Marks::Marks(Size size) : labels_(size, Label::None) {
    counts_.of[static_cast<int>(Label::None)] = size.area();
}

LabelPatch Marks::paint(const Stroke& stroke) {
    LabelPatch patch = paintStroke(labels_.view(), stroke);
    count(patch);
    return patch;
}

void Marks::apply(const LabelPatch& patch) {
    applyPatch(labels_.view(), patch);
    count(patch);
}

bool Marks::setRect(std::optional<Rect> rect) {
    if (rect == rect_) return false;
    rect_ = rect;
    return true;
}

void Marks::count(const LabelPatch& patch) {
    // While a wide brush moves, most of a patch is as before: only the blocks that changed are counted, once
    // for each label, because such loops run on many pixels at once.
    constexpr std::size_t kBlock = 512;
    for (std::size_t begin = 0; begin < patch.after.size(); begin += kBlock) {
        const std::size_t length = std::min(kBlock, patch.after.size() - begin);
        const Label *before = patch.before.data() + begin, *after = patch.after.data() + begin;
        if (std::memcmp(before, after, length * sizeof(Label)) == 0) continue;
        for (int l = 0; l < 5; ++l) {
            const auto label = static_cast<Label>(l);
            counts_.of[l] +=
                std::count(after, after + length, label) - std::count(before, before + length, label);
        }
    }
}

/// Whether every pixel of the area has a label of one side.
bool Marks::holdsOnly(bool (*predicate)(Label), Rect area) const {
    std::int64_t available = 0;
    for (int l = 0; l < 5; ++l) available += predicate(static_cast<Label>(l)) ? counts_.of[l] : 0;
    if (available < area.area()) return false;  // the usual case, without looking at pixels
    for (int y = area.y; y < area.bottom(); ++y) {
        const Label* row = labels_.row(y);
        if (!std::all_of(row + area.x, row + area.right(), predicate)) return false;
    }
    return true;
}

QString Marks::missing() const {
    const bool foreground = counts_[Label::SureForeground] + counts_[Label::ProbableForeground] > 0;
    const bool background = counts_[Label::SureBackground] + counts_[Label::ProbableBackground] > 0;
    if (rect_) {
        if (holdsOnly(isForeground, bounds())) {
            return tr("The whole picture is marked as foreground: erase some of it, or paint background.");
        }
        if (!foreground && holdsOnly(isBackground, *rect_)) {
            return tr("All of the rectangle is marked as background: erase some of it, or paint foreground.");
        }
        return {};
    }
    if (foreground && background) return {};
    if (foreground) {
        return tr(
            "Only foreground is marked: paint some background too, or drag a rectangle around the object.");
    }
    if (background) {
        return tr(
            "Only background is marked: paint some foreground too, or drag a rectangle around the object.");
    }
    return tr("Drag a rectangle around the object, or paint some foreground and some background.");
}

}  // namespace fretsaw::app
