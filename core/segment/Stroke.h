// Brush strokes as people draw them, and the pixels they cover.
// No mouse events here.
#pragma once

#include <vector>

#include "core/image/Geometry.h"
#include "core/segment/Labels.h"

namespace fretsaw {

/// A point of the upright image: (0,0) is the outer top-left corner, pixel centres lie at .5.
struct PointF {
    double x = 0, y = 0;
    friend bool operator==(PointF, PointF) = default;
};

inline constexpr double kMinBrushPx = 1, kMaxBrushPx = 2000;

/// A polyline with a round brush. A pixel is painted when its centre is within widthPx/2 of the polyline.
/// Width 1 instead paints the pixel under each point and the 8-connected line of pixels between.
struct Stroke {
    Label label = Label::SureForeground;
    double widthPx = 12;  ///< kMinBrushPx … kMaxBrushPx
    std::vector<PointF> points;
};

/// Paints the stroke on the plane and returns what changed: the smallest patch around the pixels whose label
/// became another one; empty where none did. Points may lie anywhere, also far outside.
/// Throws InvalidArgument for a width outside its range or a point that is not finite. Time grows with the
/// painted area, not with the number of points times the area.
LabelPatch paintStroke(ImageView<Label> labels, const Stroke& stroke);

}  // namespace fretsaw
