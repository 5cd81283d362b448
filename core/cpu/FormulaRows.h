// Spans of a formula's pixels, several pixels at once. One source, compiled for several instruction sets; the
// results are the same. No threads here: instructions and a block of memory in, pixels out.
#pragma once

#include "core/cpu/FormulaCode.h"
#include "core/cpu/InstructionSet.h"
#include "core/image/Rgb32f.h"

namespace fretsaw::cpu {

struct FormulaRows {
    /// Runs instructions on `count` floats, rounded up to whole packs, that belong to the pixels (left …, y).
    /// count ≤ FormulaCode::span(); kCellFloats for a row's instructions.
    void (*run)(const pixel::FormulaScene& scene, const FormulaInstruction* code, int instructions,
                float* block, int left, int y, int count);
    /// The colours of results; isColour: three numbers, otherwise the first alone.
    void (*finish)(const pixel::FormulaScene& scene, const FormulaOperand* results, bool isColour,
                   const float* block, int count, Rgb32f* pixels);
};

/// The functions of an instruction set, which must run here.
[[nodiscard]] const FormulaRows& formulaRows(InstructionSet set = instructionSet());

namespace portable {
extern const FormulaRows kFormulaRows;
}
namespace avx2 {
extern const FormulaRows kFormulaRows;
}
namespace avx512 {
extern const FormulaRows kFormulaRows;
}

}  // namespace fretsaw::cpu
