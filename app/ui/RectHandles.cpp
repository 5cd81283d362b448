// The rectangle's handles: where they are, what a drag of one does to the rectangle, which cursor tells so.
// Pure arithmetic; painting is in Overlay, events in CanvasInput.
#include "app/ui/RectHandles.h"

#include <cmath>
#include <utility>

namespace fretsaw::ui {
namespace {

// Far outside any image, and safe to add to.
int whole(double v) {
    return static_cast<int>(std::clamp(v, -1e8, 1e8));
}

bool movesLeft(RectPart p) {
    return p == RectPart::TopLeft || p == RectPart::Left || p == RectPart::BottomLeft;
}
bool movesRight(RectPart p) {
    return p == RectPart::TopRight || p == RectPart::Right || p == RectPart::BottomRight;
}
bool movesTop(RectPart p) {
    return p == RectPart::TopLeft || p == RectPart::Top || p == RectPart::TopRight;
}
bool movesBottom(RectPart p) {
    return p == RectPart::BottomLeft || p == RectPart::Bottom || p == RectPart::BottomRight;
}

/// Edges in any order; equal ones become one pixel.
Rect between(int x0, int x1, int y0, int y1, Size image) {
    if (x0 > x1) std::swap(x0, x1);
    if (y0 > y1) std::swap(y0, y1);
    if (x0 == x1) x0 == image.width ? --x0 : ++x1;
    if (y0 == y1) y0 == image.height ? --y0 : ++y1;
    return Rect{x0, y0, x1 - x0, y1 - y0}.intersected(Rect::of(image));
}

}  // namespace

std::array<QPointF, kHandleCount> handleCentres(const QRectF& r) {
    const QPointF c = r.center();
    return {r.topLeft(),     QPointF(c.x(), r.top()),    r.topRight(),   QPointF(r.right(), c.y()),
            r.bottomRight(), QPointF(c.x(), r.bottom()), r.bottomLeft(), QPointF(r.left(), c.y())};
}

RectPart rectPartAt(const QRectF& rect, QPointF point) {
    RectPart nearest = RectPart::None;
    double nearestDistance = kHandleReach;
    const auto centres = handleCentres(rect);
    for (int i = 0; i < kHandleCount; ++i) {
        const QPointF d = point - centres[static_cast<std::size_t>(i)];
        const double distance = std::max(std::abs(d.x()), std::abs(d.y()));
        // Corners come first in doubt: they do what both neighbours do.
        const double handicap = i % 2 == 0 ? 0 : 0.5;
        if (distance + handicap <= nearestDistance) {
            nearestDistance = distance + handicap;
            nearest = static_cast<RectPart>(i);
        }
    }
    if (nearest != RectPart::None) return nearest;
    const double reach = kFrameReach;
    const bool outer = rect.adjusted(-reach, -reach, reach, reach).contains(point);
    const QRectF inner = rect.adjusted(reach, reach, -reach, -reach);
    return outer && !(inner.isValid() && inner.contains(point)) ? RectPart::Frame : RectPart::None;
}

Qt::CursorShape cursorFor(RectPart part) {
    switch (part) {
        case RectPart::TopLeft:
        case RectPart::BottomRight:
            return Qt::SizeFDiagCursor;
        case RectPart::TopRight:
        case RectPart::BottomLeft:
            return Qt::SizeBDiagCursor;
        case RectPart::Top:
        case RectPart::Bottom:
            return Qt::SizeVerCursor;
        case RectPart::Left:
        case RectPart::Right:
            return Qt::SizeHorCursor;
        case RectPart::Frame:
            return Qt::SizeAllCursor;
        case RectPart::None:
            break;
    }
    return Qt::CrossCursor;
}

Rect draggedRect(Rect start, RectPart part, QPointF from, QPointF to, Size image) {
    if (part == RectPart::None) {
        const QPointF low(std::min(from.x(), to.x()), std::min(from.y(), to.y()));
        const QPointF high(std::max(from.x(), to.x()), std::max(from.y(), to.y()));
        const int x = whole(std::floor(low.x())), y = whole(std::floor(low.y()));
        const Rect r{x, y, whole(std::floor(high.x())) + 1 - x, whole(std::floor(high.y())) + 1 - y};
        return r.intersected(Rect::of(image));
    }
    const int dx = whole(std::round(to.x() - from.x())), dy = whole(std::round(to.y() - from.y()));
    if (part == RectPart::Frame) return nudgedRect(start, dx, dy, image);
    const auto inside = [](int v, int limit) { return std::clamp(v, 0, limit); };
    return between(movesLeft(part) ? inside(start.x + dx, image.width) : start.x,
                   movesRight(part) ? inside(start.right() + dx, image.width) : start.right(),
                   movesTop(part) ? inside(start.y + dy, image.height) : start.y,
                   movesBottom(part) ? inside(start.bottom() + dy, image.height) : start.bottom(), image);
}

Rect nudgedRect(Rect rect, int dx, int dy, Size image) {
    rect.x = std::clamp(rect.x + dx, 0, std::max(0, image.width - rect.width));
    rect.y = std::clamp(rect.y + dy, 0, std::max(0, image.height - rect.height));
    return rect;
}

}  // namespace fretsaw::ui
