// Closed forms and distances, rounded to a prior's steps; IEEE + − × ÷ √ only.
// One value a cell, taken at its middle.
#include "core/segment/Places.h"

#include <algorithm>
#include <cmath>

#include "core/pixel/Cells.h"
#include "core/pixel/Mixture.h"
#include "core/segment/Coarse.h"
#include "core/segment/DistanceTransform.h"

namespace fretsaw {
namespace {

/// Places change slowly: so few cells are as good as one a pixel, and undo keeps them.
constexpr std::int64_t kPriorCells = 65536;

std::int16_t stepsOf(double nats) {
    const double steps = nats * pixel::kPriorPerNat;
    return static_cast<std::int16_t>(steps + (steps < 0 ? -0.5 : 0.5));
}

/// value(x, y) at the middle pixel of every cell.
template <typename Value>
std::shared_ptr<const Prior> priorOf(Size picture, const Value& value) {
    auto prior = std::make_shared<Prior>();
    const Size cells = coarseSize(picture, kPriorCells);
    prior->cells = Image<std::int16_t>(cells);
    const auto middle = [](int cell, int pixels, int count) {
        return (pixel::cellBegin(cell, pixels, count) + pixel::cellBegin(cell + 1, pixels, count)) / 2;
    };
    for (int cy = 0; cy < cells.height; ++cy) {
        const int y = middle(cy, picture.height, cells.height);
        for (int cx = 0; cx < cells.width; ++cx)
            prior->cells(cx, cy) = stepsOf(value(middle(cx, picture.width, cells.width), y));
    }
    return prior;
}

Image<std::uint8_t> setOf(ImageView<const Label> labels, Label label) {
    Image<std::uint8_t> set(labels.size());
    for (int y = 0; y < labels.height(); ++y)
        for (int x = 0; x < labels.width(); ++x) set(x, y) = labels(x, y) == label ? 1 : 0;
    return set;
}

}  // namespace

std::shared_ptr<const Prior> boxPrior(Size picture, Rect box) {
    const auto across = [](int at, int begin, int length) {
        return std::clamp((2.0 * (at - begin) + 1) / length - 1, -1.0, 1.0);
    };
    return priorOf(picture, [&](int px, int py) {
        const double x = across(px, box.x, box.width), y = across(py, box.y, box.height);
        return 2 * (0.25 - x * x - y * y);
    });
}

std::shared_ptr<const Prior> bandPrior(ImageView<const Label> labels, const std::stop_token& stop) {
    const auto toForeground = squaredDistances(setOf(labels, Label::SureForeground).view(), stop);
    if (!toForeground) return nullptr;
    const auto toBackground = squaredDistances(setOf(labels, Label::SureBackground).view(), stop);
    if (!toBackground) return nullptr;
    return priorOf(labels.size(), [&](int x, int y) {
        const double d = std::sqrt(static_cast<double>((*toForeground)(x, y)));
        const double e = std::sqrt(static_cast<double>((*toBackground)(x, y)));
        return 3 * (0.5 - d / (d + e));
    });
}

}  // namespace fretsaw
