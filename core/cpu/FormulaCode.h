// A formula's program as instructions on spans of floats in one block of memory.
// What instructions do is in FormulaRows.inl.
#pragma once

#include <span>
#include <vector>

#include "core/generate/Formula.h"

namespace fretsaw::cpu {

/// Where a value lies in the block: float i of a span at `at + (i & mask)`. mask 0: one value for the whole
/// row, kCellFloats times side by side.
struct FormulaOperand {
    int at = 0, mask = 0;
};

struct FormulaInstruction {
    pixel::FormulaOp op = pixel::FormulaOp::Number;
    int to = 0;
    FormulaOperand from[pixel::kMaxOperands];
};

inline constexpr int kCellFloats = 16;  ///< a pack of any instruction set

/// Registers are used again as soon as nobody needs their value.
class FormulaCode {
public:
    explicit FormulaCode(const FormulaProgram& program);

    /// Pixels that are computed at a time.
    [[nodiscard]] int span() const { return span_; }
    [[nodiscard]] int floats() const { return floats_; }  ///< of the block
    /// What is computed once a row, for kCellFloats floats, and what for each span.
    [[nodiscard]] std::span<const FormulaInstruction> row() const { return row_; }
    [[nodiscard]] std::span<const FormulaInstruction> pixels() const { return pixels_; }
    /// Red, green and blue, or the one number three times.
    [[nodiscard]] const FormulaOperand* results() const { return results_; }

private:
    int span_, floats_ = 0;
    std::vector<FormulaInstruction> row_, pixels_;
    FormulaOperand results_[3];
};

}  // namespace fretsaw::cpu
