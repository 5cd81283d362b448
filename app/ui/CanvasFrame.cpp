// Where the parts of a frame lie, and what is painted over its picture.
// No OpenGL calls here.
#include "app/ui/CanvasFrame.h"

#include "app/ui/Overlay.h"

namespace fretsaw::ui {

QRegion CanvasFrame::rectArea() const {
    if (!rect) return {};
    const int reach = Overlay::rectangleReach(viewport.devicePixelRatio());
    return QRegion(rect->adjusted(-reach, -reach, reach, reach)) -
           rect->adjusted(reach, reach, -reach, -reach);
}

QRect CanvasFrame::cursorArea() const {
    if (!ring) return {};
    const int reach = Overlay::signReach(ring->radius, viewport.devicePixelRatio());
    const QPoint centre = ring->centre.toPoint();
    return {centre - QPoint(reach, reach), centre + QPoint(reach, reach)};
}

void CanvasFrame::paintOverlay(QPainter& painter, const QRegion& clip) const {
    if (!hasPhoto) return;
    const double ratio = viewport.devicePixelRatio();
    painter.save();
    painter.scale(1 / ratio, 1 / ratio);
    painter.setClipRegion(clip);
    Overlay overlay(painter, ratio);
    overlay.imageBorder(viewport.deviceRect(Rect::of(viewport.imageSize())));
    if (rect) overlay.rectangle(*rect, withHandles, hoveredPart, accent);
    if (ring) overlay.sign(sign, ring->centre, ring->radius);
    painter.restore();
}

}  // namespace fretsaw::ui
