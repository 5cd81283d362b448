// Where the image lies in the widget: zoom, pan, and the two transforms between them. Pure arithmetic.
// No events and no painting here.
#pragma once

#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QSizeF>

#include "core/image/Geometry.h"

namespace fretsaw::ui {

/// Widget points are Qt's logical points; zoom is device pixels per image pixel, so 1.0 is pixel-exact at any
/// screen scale. At whole zooms the image's corner lies on a whole device pixel, and so do all pixel edges.
/// imageFromWidget and widgetFromImage are exact inverses.
class Viewport {
public:
    static constexpr double kMinZoom = 0.01, kMaxZoom = 64;

    void setImageSize(Size size);
    [[nodiscard]] Size imageSize() const { return image_; }
    /// devicePixelRatio is read anew on every event, never stored elsewhere.
    void setWidget(QSizeF logicalSize, double devicePixelRatio);

    [[nodiscard]] double zoom() const { return zoom_; }
    [[nodiscard]] double devicePixelRatio() const { return ratio_; }
    [[nodiscard]] QPointF imageFromWidget(QPointF widgetPoint) const;
    [[nodiscard]] QPointF widgetFromImage(QPointF imagePoint) const;
    [[nodiscard]] QRectF imageRectInWidget() const;
    [[nodiscard]] Rect visibleImageRect() const;  ///< pixels at least partly on screen
    /// Device pixels from the widget's top left to where the image's outer top-left corner lies.
    [[nodiscard]] QPointF deviceOrigin() const;
    /// Device pixels, counted in the same way, that image pixels fill.
    [[nodiscard]] QRect deviceRect(Rect imageRect) const;

    void zoomAt(QPointF widgetPoint, double factor);  ///< the image point under it stays there
    void zoomTo(QPointF widgetPoint, double zoom);    ///< the same with the zoom to reach
    void setZoom(double zoom);                        ///< about the widget's centre
    void zoomIn();                                    ///< to the next of the round steps, about the centre
    void zoomOut();
    void panBy(QPointF widgetDelta);
    void fit();                           ///< whole image with a margin, at most 100 %
    [[nodiscard]] bool isFitted() const;  ///< stays fitted while the widget is resized

private:
    [[nodiscard]] double fitZoom() const;
    [[nodiscard]] double minZoom() const;
    void clampPan();

    Size image_;
    QSizeF widget_;
    double ratio_ = 1;
    double zoom_ = 1;
    QPointF
        centre_;  ///< image point at the widget's centre, before the corner is put on a whole device pixel
    bool fitted_ = true;
};

}  // namespace fretsaw::ui
