// Where the image lies in the widget: zoom, pan, and the two transforms between them. Pure arithmetic.
// No events and no painting here.
#include "app/ui/Viewport.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fretsaw::ui {
namespace {

constexpr double kFitMargin = 16;      // logical points round a fitted image
constexpr double kAlwaysVisible = 48;  // logical points of the image that panning cannot push off the screen
constexpr double kSmallestImage = 32;  // device pixels to which zooming out may shrink the longer side
constexpr std::array kSteps = {0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2,  0.25, 0.33, 0.5,  0.67,
                               1.0,  1.5,   2.0,  3.0,  4.0,  6.0,  8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0};

}  // namespace

void Viewport::setImageSize(Size size) {
    image_ = size;
    centre_ = {size.width / 2.0, size.height / 2.0};
    fit();
}

void Viewport::setWidget(QSizeF logicalSize, double devicePixelRatio) {
    widget_ = logicalSize;
    ratio_ = devicePixelRatio;
    if (fitted_)
        fit();
    else
        clampPan();
}

QPointF Viewport::deviceOrigin() const {
    const QPointF exact(widget_.width() * ratio_ / 2 - centre_.x() * zoom_,
                        widget_.height() * ratio_ / 2 - centre_.y() * zoom_);
    if (zoom_ != std::floor(zoom_)) return exact;
    return {std::round(exact.x()), std::round(exact.y())};
}

QPointF Viewport::imageFromWidget(QPointF widgetPoint) const {
    return (widgetPoint * ratio_ - deviceOrigin()) / zoom_;
}

QPointF Viewport::widgetFromImage(QPointF imagePoint) const {
    return (imagePoint * zoom_ + deviceOrigin()) / ratio_;
}

QRectF Viewport::imageRectInWidget() const {
    return {widgetFromImage({0, 0}),
            widgetFromImage({static_cast<double>(image_.width), static_cast<double>(image_.height)})};
}

Rect Viewport::visibleImageRect() const {
    const QPointF a = imageFromWidget({0, 0});
    const QPointF b = imageFromWidget({widget_.width(), widget_.height()});
    // Clamped before the conversion: at 1 % a widget may reach far outside what an int holds.
    const auto clampTo = [](double v, int limit) {
        return static_cast<int>(std::clamp<double>(v, 0, limit));
    };
    const int left = clampTo(std::floor(a.x()), image_.width),
              top = clampTo(std::floor(a.y()), image_.height);
    const int right = clampTo(std::ceil(b.x()), image_.width),
              bottom = clampTo(std::ceil(b.y()), image_.height);
    return Rect{left, top, right - left, bottom - top}.intersected(Rect::of(image_));
}

QRect Viewport::deviceRect(Rect r) const {
    // Clamped: at 6400 % edges may lie beyond what an int holds.
    const QPointF origin = deviceOrigin();
    const auto edge = [&](double from, int pixel) {
        return static_cast<int>(std::lround(std::clamp(from + pixel * zoom_, -1e8, 1e8)));
    };
    const int left = edge(origin.x(), r.x), top = edge(origin.y(), r.y);
    return {left, top, edge(origin.x(), r.right()) - left, edge(origin.y(), r.bottom()) - top};
}

void Viewport::zoomAt(QPointF widgetPoint, double factor) {
    zoomTo(widgetPoint, zoom_ * factor);
}

void Viewport::zoomTo(QPointF widgetPoint, double zoom) {
    zoom = std::clamp(zoom, minZoom(), kMaxZoom);
    // From the unrounded centre, so that roundings at whole zooms do not add up.
    const QPointF fromMiddle = (widgetPoint - QPointF(widget_.width(), widget_.height()) / 2) * ratio_;
    centre_ += fromMiddle / zoom_ - fromMiddle / zoom;
    zoom_ = zoom;
    fitted_ = false;
    clampPan();
}

void Viewport::setZoom(double zoom) {
    zoomTo({widget_.width() / 2, widget_.height() / 2}, zoom);
}

void Viewport::zoomIn() {
    const auto* next =
        std::find_if(kSteps.begin(), kSteps.end(), [&](double s) { return s > zoom_ * 1.001; });
    setZoom(next == kSteps.end() ? kMaxZoom : *next);
}

void Viewport::zoomOut() {
    double next = kSteps.front();
    for (const double s : kSteps)
        if (s < zoom_ * 0.999) next = s;
    setZoom(next);
}

void Viewport::panBy(QPointF widgetDelta) {
    centre_ -= widgetDelta * ratio_ / zoom_;
    fitted_ = false;
    clampPan();
}

void Viewport::fit() {
    zoom_ = fitZoom();
    centre_ = {image_.width / 2.0, image_.height / 2.0};
    fitted_ = true;
}

bool Viewport::isFitted() const {
    return fitted_;
}

double Viewport::fitZoom() const {
    if (image_.empty() || widget_.isEmpty()) return 1;
    // A widget smaller than its margins still gets a picture.
    const double width = std::max(widget_.width() - 2 * kFitMargin, widget_.width() / 2);
    const double height = std::max(widget_.height() - 2 * kFitMargin, widget_.height() / 2);
    return std::min({1.0, width * ratio_ / image_.width, height * ratio_ / image_.height});
}

double Viewport::minZoom() const {
    const double longest = std::max({image_.width, image_.height, 1});
    return std::min(fitZoom(), std::max(kMinZoom, std::min(1.0, kSmallestImage / longest)));
}

void Viewport::clampPan() {
    const auto clampAxis = [&](double centre, double image, double widget) {
        const double half = widget * ratio_ / zoom_ / 2;
        const double overlap = std::min({kAlwaysVisible * ratio_ / zoom_, image, 2 * half});
        return std::clamp(centre, overlap - half, image - overlap + half);
    };
    centre_ = {clampAxis(centre_.x(), image_.width, widget_.width()),
               clampAxis(centre_.y(), image_.height, widget_.height())};
}

}  // namespace fretsaw::ui
