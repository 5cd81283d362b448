// All that one frame of the canvas shows, but for the pixels of picture, mask and labels.
// Values only: frames cross threads.
#pragma once

#include <QColor>
#include <QPainter>
#include <QRegion>
#include <QSize>
#include <optional>

#include "app/ui/RectHandles.h"
#include "app/ui/Scene.h"
#include "app/ui/Viewport.h"
#include "core/segment/Labels.h"

namespace fretsaw::ui {

/// Positions and sizes in device pixels from the canvas's top left.
struct CanvasFrame {
    QSize size;
    bool hasPhoto = false;
    Viewport viewport;
    SceneStyle style;  ///< hasMask is whoever draws's to set
    QColor surroundings;
    // Over the picture.
    std::optional<QRect> rect;
    bool withHandles = false;
    RectPart hoveredPart = RectPart::None;
    QColor accent;
    std::optional<Ring> ring;
    Label sign = Label::None;

    /// Where the rectangle's frame with its handles is painted, without what it encloses.
    [[nodiscard]] QRegion rectArea() const;
    /// Where the ring and its sign are.
    [[nodiscard]] QRect cursorArea() const;
    /// Border, rectangle and sign, on a device with the viewport's pixel ratio; `clip` limits it.
    void paintOverlay(QPainter& painter, const QRegion& clip) const;
};

}  // namespace fretsaw::ui
