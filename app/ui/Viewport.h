// Where the image lies in the widget: zoom, pan, and the two transforms between them. Pure arithmetic.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include "core/image/Geometry.h"

namespace fretsaw::ui {

/// Widget points are Qt's logical points; zoom is device pixels per image pixel, so 1.0 is pixel-exact at any
/// screen scale. imageFromWidget and widgetFromImage are exact inverses.
class Viewport {
public:
    static constexpr double kMinZoom = 0.01, kMaxZoom = 64;

    void setImageSize(Size size);
    /// devicePixelRatio is read anew on every event, never stored elsewhere.
    void setWidget(QSizeF logicalSize, double devicePixelRatio);

    [[nodiscard]] double zoom() const;
    [[nodiscard]] QPointF imageFromWidget(QPointF widgetPoint) const;
    [[nodiscard]] QPointF widgetFromImage(QPointF imagePoint) const;
    [[nodiscard]] QRectF imageRectInWidget() const;
    [[nodiscard]] Rect visibleImageRect() const;   ///< pixels at least partly on screen

    void zoomAt(QPointF widgetPoint, double factor);   ///< the image point under it stays there
    void setZoom(double zoom);                         ///< about the widget's centre
    void panBy(QPointF widgetDelta);
    void fit();                                        ///< whole image with a margin, at most 100 %
    [[nodiscard]] bool isFitted() const;               ///< stays fitted while the widget is resized

private:
    void clampPan();

    Size image_;
    QSizeF widget_;
    double ratio_ = 1;
    double zoom_ = 1;
    QPointF centre_;   ///< image point at the widget's centre
    bool fitted_ = true;
};

}  // namespace fretsaw::ui
