// Paints what lies over the picture in screen units: its border, the rectangle with handles, the brush's
// sign. No OpenGL calls of its own and no input.
#pragma once

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QRect>
#include <QRectF>

#include "app/ui/RectHandles.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// All positions are device pixels: the painter must have no scale. Lines are one logical point wide and lie
/// on whole device pixels, so they are crisp at any screen scale.
class Overlay {
public:
    Overlay(QPainter& painter, double devicePixelRatio);

    void imageBorder(const QRect& image);
    /// withHandles: the rectangle is being edited; hovered gets the accent.
    void rectangle(const QRect& rect, bool withHandles, RectPart hovered, const QColor& accent);
    /// + foreground, − background, ? probable, beside a brush ring.
    void sign(Label label, QPointF centre, double radius);

    /// Device pixels round a rectangle that rectangle() may touch; round the centre of a ring that sign()
    /// may.
    [[nodiscard]] static int rectangleReach(double devicePixelRatio);
    [[nodiscard]] static int signReach(double radius, double devicePixelRatio);

private:
    void outline(const QRect& inner, int width, const QColor& colour);

    QPainter& painter_;
    double ratio_;
    int line_;  ///< device pixels of one logical point, at least one
};

}  // namespace fretsaw::ui
