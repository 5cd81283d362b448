// Turns presses, moves and releases of a brush into strokes of the document.
// Image points only: no widgets, no zoom, no pixels of its own.
#include "app/ui/StrokeInput.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace fretsaw::ui {
namespace {

PointF pointOf(QPointF p) {
    return {p.x(), p.y()};
}

}  // namespace

Label brushLabel(Tool tool, bool opposite, bool probable) {
    if (tool == Tool::Eraser) return Label::None;
    const bool foreground = (tool == Tool::Foreground) != opposite;
    if (probable) return foreground ? Label::ProbableForeground : Label::ProbableBackground;
    return foreground ? Label::SureForeground : Label::SureBackground;
}

double steppedBrushWidth(double widthPx, int steps) {
    const auto stepAt = [](int px) {
        return std::max(1, static_cast<int>(std::bit_floor(static_cast<unsigned>(px))) / 4);
    };
    int width = static_cast<int>(std::lround(std::clamp(widthPx, kMinBrushPx, kMaxBrushPx)));
    for (int i = 0; i < std::abs(steps); ++i) {
        const int step = steps > 0 ? stepAt(width) : stepAt(std::max(1, width - 1));
        width = steps > 0 ? (width / step + 1) * step : (width - 1) / step * step;
        width = std::clamp(width, static_cast<int>(kMinBrushPx), static_cast<int>(kMaxBrushPx));
    }
    return width;
}

void StrokeInput::press(Label label, double widthPx, QPointF at, bool straight) {
    label_ = label;
    active_ = true;
    last_ = straight ? previousEnd_.value_or(at) : at;
    document_.beginStroke(label, widthPx, pointOf(last_));
    move(at);
}

void StrokeInput::move(QPointF to) {
    if (!active_ || to == last_) return;
    last_ = to;
    document_.extendStroke(pointOf(to));
}

void StrokeInput::release(QPointF at) {
    if (!active_) return;
    move(at);
    active_ = false;
    previousEnd_ = at;
    document_.endStroke();
}

bool StrokeInput::cancel() {
    if (!active_) return false;
    active_ = false;
    document_.cancelStroke();
    return true;
}

void StrokeInput::forget() {
    active_ = false;
    previousEnd_.reset();
}

}  // namespace fretsaw::ui
