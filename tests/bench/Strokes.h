// `fretsaw-bench strokes`: how long a stroke waits for its exact mask, on one picture in one run.
// No peer: no other cutter takes strokes without starting over.
#pragma once

#include <cstdint>
#include <string>

#include "core/image/Geometry.h"

namespace fretsaw::bench {

struct StrokesOptions {
    std::string photo;    ///< empty: a generated scene
    double sceneMp = 12;  ///< its size
    int widthPx = 0;      ///< the photo is brought to this width first; 0: as it is
    Rect rect;            ///< around the object, in pixels of the picture as cut; empty: the scene's own box
    int strokes = 30;
    int threads = 0;  ///< 0: all
    std::uint32_t seed = 1;
    bool json = false;
};

/// Cuts from the box; then each stroke is painted (models frozen, as while the button is down) and released
/// (models learnt again). Strokes of up to 40,000 pixels begin on the mask's edge, foreground and background
/// in turn. Every ten strokes and at the end the mask is compared with a new segmenter's for the same labels
/// and models. Returns 0 where all were equal and certified, else 1. Throws IoError, InvalidArgument.
int runStrokes(const StrokesOptions& options);

}  // namespace fretsaw::bench
