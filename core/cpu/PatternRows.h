// Rows of generated pixels and of simulations, several pixels at once. One source, compiled for several
// instruction sets; the results are the same. No threads and no formulas here: a row out.
#pragma once

#include <utility>

#include "core/cpu/InstructionSet.h"
#include "core/image/Rgb32f.h"
#include "core/pixel/Pattern.h"

namespace fretsaw::cpu {

/// Three rows of a plane, one above the other: pointers to the cell in column 0 of each; columns −1 and
/// `width` may be read.
struct PlaneRows {
    const float *above, *middle, *below;
};

struct PatternRows {
    /// Pixels (left … left + count − 1, y). In seamless patterns these lie inside the picture.
    void (*shade)(const pixel::Pattern& pattern, pixel::Kind kind, int left, int y, int count,
                  Rgb32f* pixels);
    /// One step of a row; width is a multiple of 16.
    void (*reactionStep)(PlaneRows food, PlaneRows eater, int width, float feed, float kill, float* nextFood,
                         float* nextEater);
};

/// The functions of an instruction set, which must run here.
[[nodiscard]] const PatternRows& patternRows(InstructionSet set = instructionSet());

namespace portable {
extern const PatternRows kPatternRows;
}
namespace avx2 {
extern const PatternRows kPatternRows;
}
namespace avx512 {
extern const PatternRows kPatternRows;
}

}  // namespace fretsaw::cpu
