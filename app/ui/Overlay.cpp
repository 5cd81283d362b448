// Paints what lies over the picture in screen units: its border, the rectangle with handles, the brush's
// sign. No OpenGL calls of its own and no input.
#include "app/ui/Overlay.h"

#include <QImage>
#include <QPainterPath>
#include <cmath>

namespace fretsaw::ui {
namespace {

constexpr double kSignSize = 14;      // logical points, square
constexpr double kFarthestSign = 60;  // logical points from the pointer; beside larger rings it moves inside

}  // namespace

Overlay::Overlay(QPainter& painter, double devicePixelRatio)
    : painter_(painter),
      ratio_(devicePixelRatio),
      line_(std::max(1, static_cast<int>(std::lround(devicePixelRatio)))) {}

void Overlay::outline(const QRect& inner, int width, const QColor& colour) {
    const QRect outer = inner.adjusted(-width, -width, width, width);
    painter_.fillRect(outer.left(), outer.top(), outer.width(), width, colour);
    painter_.fillRect(outer.left(), inner.bottom() + 1, outer.width(), width, colour);
    painter_.fillRect(outer.left(), inner.top(), width, inner.height(), colour);
    painter_.fillRect(inner.right() + 1, inner.top(), width, inner.height(), colour);
}

void Overlay::imageBorder(const QRect& image) {
    outline(image, line_, QColor(0, 0, 0, 90));
}

void Overlay::rectangle(const QRect& rect, bool withHandles, RectPart hovered, const QColor& accent) {
    // Light on the frame's pixels, dark on both sides: one of them shows on any picture.
    if (std::min(rect.width(), rect.height()) > 4 * line_)
        outline(rect.adjusted(line_, line_, -line_, -line_), line_, QColor(0, 0, 0, 110));
    outline(rect, line_, QColor(255, 255, 255, withHandles ? 255 : 190));
    outline(rect.adjusted(-line_, -line_, line_, line_), line_, QColor(0, 0, 0, 110));
    if (!withHandles) return;

    const auto centres = handleCentres(QRectF(rect.left(), rect.top(), rect.width(), rect.height()));
    const int size = static_cast<int>(std::lround(kHandleSize * ratio_ - 2 * line_)) | 1;
    for (int i = 0; i < kHandleCount; ++i) {
        const QPointF centre = centres[static_cast<std::size_t>(i)];
        const QRect inner(static_cast<int>(std::floor(centre.x())) - size / 2,
                          static_cast<int>(std::floor(centre.y())) - size / 2, size, size);
        const bool active = static_cast<int>(hovered) == i;
        painter_.fillRect(inner.adjusted(-line_, -line_, line_, line_), QColor(0, 0, 0, 190));
        painter_.fillRect(inner, active ? accent : QColor(255, 255, 255));
    }
}

void Overlay::sign(Label label, QPointF centre, double radius) {
    if (label == Label::None) return;
    // Drawn in memory first: OpenGL's painter does not smooth lines without multisampling.
    const int size = static_cast<int>(std::ceil(kSignSize * ratio_));
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainterPath path;
    const double middle = kSignSize / 2, arm = 4;
    if (label == Label::ProbableForeground || label == Label::ProbableBackground) {
        path.moveTo(middle - 2.8, middle - 2.2);
        path.cubicTo(middle - 2.8, middle - 5.8, middle + 3.2, middle - 5.6, middle + 2.9, middle - 2.2);
        path.cubicTo(middle + 2.7, middle - 0.4, middle, middle - 0.2, middle, middle + 1.8);
        path.moveTo(middle, middle + 4.2);
        path.lineTo(middle, middle + 4.3);
    } else {
        path.moveTo(middle - arm, middle);
        path.lineTo(middle + arm, middle);
        if (label == Label::SureForeground) {
            path.moveTo(middle, middle - arm);
            path.lineTo(middle, middle + arm);
        }
    }
    {
        QPainter p(&image);
        p.setRenderHint(QPainter::Antialiasing);
        p.scale(ratio_, ratio_);
        p.strokePath(path, QPen(QColor(0, 0, 0, 200), 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        p.strokePath(path, QPen(Qt::white, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    const double outside = radius * M_SQRT1_2 + 4 * ratio_;
    const double offset = outside <= kFarthestSign * ratio_ ? outside : 8 * ratio_;
    painter_.drawImage(QPoint(static_cast<int>(std::lround(centre.x() + offset)),
                              static_cast<int>(std::lround(centre.y() + offset))),
                       image);
}

int Overlay::rectangleReach(double devicePixelRatio) {
    return static_cast<int>(std::ceil(kHandleSize * devicePixelRatio)) + 4;
}

int Overlay::signReach(double radius, double devicePixelRatio) {
    return static_cast<int>(std::ceil(radius + (kSignSize + 8) * devicePixelRatio)) + 2;
}

}  // namespace fretsaw::ui
