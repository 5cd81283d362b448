// Strokes are derived from the true object by rule, so that they are the same for every cutter and run.
// Thickness is the distance to the nearest pixel of another class.
#include "tests/bench/Prompts.h"

#include <algorithm>
#include <cmath>

#include "core/segment/DistanceTransform.h"
#include "core/segment/Stroke.h"

namespace fretsaw::bench {
namespace {

constexpr std::uint8_t kObject = 255, kBackground = 0, kUnknown = 128;

Image<std::uint8_t> filled(Rect where, Size size) {
    Image<std::uint8_t> plane(size, 0);
    for (int y = where.y; y < where.bottom(); ++y) std::fill_n(plane.row(y) + where.x, where.width, 255);
    return plane;
}

PointF centreOf(int x, int y) {
    return {x + 0.5, y + 0.5};
}

/// Paints strokes of one class.
class Painter {
public:
    Painter(const Truth& truth, std::uint8_t value, Image<Label>& labels)
        : truth_(truth), value_(value), labels_(labels) {}

    void line(PointF from, PointF to) {
        const Label label = value_ == kObject ? Label::SureForeground : Label::SureBackground;
        const double width = std::max(2.0, std::min(truth_.width(), truth_.height()) / 50.0);
        Image<Label> painted(labels_.size(), Label::None);
        paintStroke(painted.view(), {label, width, {from, to}});
        for (std::int64_t i = 0; i < labels_.size().area(); ++i)
            if (painted.data()[i] == label && truth_.data()[i] == value_) labels_.data()[i] = label;
    }

    void cross() {
        Image<std::uint8_t> others(truth_.size());
        for (std::int64_t i = 0; i < truth_.size().area(); ++i)
            others.data()[i] = truth_.data()[i] == value_ ? 0 : 255;
        const Image<std::int64_t> squared = *squaredDistances(others.view(), {});
        const auto deepest = std::max_element(squared.data(), squared.data() + squared.size().area());
        const auto at = static_cast<int>(deepest - squared.data());
        const int x = at % truth_.width(), y = at / truth_.width();
        const auto end = [&](int dx, int dy) {
            int u = x, v = y;
            while (truth_.bounds().contains(u + dx, v + dy) && 4 * squared(u + dx, v + dy) >= *deepest)
                u += dx, v += dy;
            return centreOf(u, v);
        };
        line(end(-1, 0), end(1, 0));
        line(end(0, -1), end(0, 1));
    }

private:
    const Truth& truth_;
    std::uint8_t value_;
    Image<Label>& labels_;
};

Rect boundsOf(const Truth& truth) {
    Rect bounds;
    for (int y = 0; y < truth.height(); ++y)
        for (int x = 0; x < truth.width(); ++x)
            if (truth(x, y) == kObject) bounds = bounds.united({x, y, 1, 1});
    return bounds;
}

}  // namespace

Prompt boxPrompt(Rect box, Size size) {
    return {"box", box, {}, filled(box, size)};
}

Prompt looseBoxPrompt(Rect box, Size size) {
    const int dx = (box.width + 10) / 20, dy = (box.height + 10) / 20;
    const Rect loose =
        Rect{box.x - dx, box.y - dy, box.width + 2 * dx, box.height + 2 * dy}.intersected(Rect::of(size));
    return {"loose box", loose, {}, filled(loose, size)};
}

Prompt lassoPrompt(const Image<std::uint8_t>& trimap) {
    Prompt prompt{"lasso", std::nullopt, Image<Label>(trimap.size()), Image<std::uint8_t>(trimap.size())};
    for (std::int64_t i = 0; i < trimap.size().area(); ++i) {
        const std::uint8_t value = trimap.data()[i];
        prompt.labels.data()[i] = value == kObject    ? Label::SureForeground
                                  : value == kUnknown ? Label::ProbableForeground
                                                      : Label::SureBackground;
        prompt.counted.data()[i] = value == kUnknown ? 255 : 0;
    }
    return prompt;
}

Prompt strokesPrompt(const Truth& truth, Rect box) {
    Prompt prompt{"strokes", std::nullopt, Image<Label>(truth.size(), Label::None),
                  filled(box, truth.size())};
    Painter object(truth, kObject, prompt.labels), background(truth, kBackground, prompt.labels);
    object.cross();
    background.cross();
    const Rect bounds = boundsOf(truth);
    const int left = bounds.x / 2, right = (bounds.right() + truth.width() - 1) / 2;
    const int top = bounds.y / 2, bottom = (bounds.bottom() + truth.height() - 1) / 2;
    background.line(centreOf(left, bounds.y), centreOf(left, bounds.bottom() - 1));
    background.line(centreOf(right, bounds.y), centreOf(right, bounds.bottom() - 1));
    background.line(centreOf(bounds.x, top), centreOf(bounds.right() - 1, top));
    background.line(centreOf(bounds.x, bottom), centreOf(bounds.right() - 1, bottom));
    for (std::int64_t i = 0; i < truth.size().area(); ++i)
        if (prompt.labels.data()[i] != Label::None) prompt.counted.data()[i] = 0;
    return prompt;
}

}  // namespace fretsaw::bench
