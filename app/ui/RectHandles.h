// The rectangle's handles: where they are, what a drag of one does to the rectangle, which cursor tells so.
// Pure arithmetic; painting is in Overlay, events in CanvasInput.
#pragma once

#include <QPointF>
#include <QRectF>
#include <Qt>
#include <array>

#include "core/image/Geometry.h"

namespace fretsaw::ui {

/// Frame: the line between handles, which moves the whole rectangle. None: a drag draws a new rectangle.
enum class RectPart { TopLeft, Top, TopRight, Right, BottomRight, Bottom, BottomLeft, Left, Frame, None };

inline constexpr int kHandleCount = 8;     ///< the first eight of RectPart, clockwise
inline constexpr double kHandleSize = 9;   ///< logical points, as drawn
inline constexpr double kHandleReach = 9;  ///< logical points round a handle's middle that take hold of it
inline constexpr double kFrameReach = 5;   ///< logical points to both sides of the frame

/// Middles of the eight handles, in the order of RectPart.
[[nodiscard]] std::array<QPointF, kHandleCount> handleCentres(const QRectF& rect);
/// What is under a point; both in logical points. Of two handles within reach, the nearer one.
[[nodiscard]] RectPart rectPartAt(const QRectF& rect, QPointF point);
[[nodiscard]] Qt::CursorShape cursorFor(RectPart part);

/// The rectangle after dragging from one image point to another: normalized, clipped to the image, and of at
/// least one pixel where anything of it lies inside; otherwise empty. A new one (None) holds the pixels under
/// both points; handles move their edges to the nearest pixel edge; the frame keeps its size.
[[nodiscard]] Rect draggedRect(Rect start, RectPart part, QPointF from, QPointF to, Size image);
/// The rectangle moved by whole pixels as far as it stays inside the image.
[[nodiscard]] Rect nudgedRect(Rect rect, int dx, int dy, Size image);

}  // namespace fretsaw::ui
