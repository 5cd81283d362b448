// Strokes in JSON: the file that --strokes names.
// Painting is in core/segment; this is the text only.
#pragma once

#include <string>
#include <vector>

#include "core/segment/Stroke.h"

namespace fretsaw::io {

/// {"version":1,"strokes":[{"label":"foreground","widthPx":12,"points":[[x,y],…]},…]}. Unknown keys, other
/// versions and values out of range are refused. Throws IoError that says where.
[[nodiscard]] std::vector<Stroke> readStrokes(const std::string& path);

}  // namespace fretsaw::io
