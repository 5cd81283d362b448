// Collects the operations of a formula while it is read: equal ones once, those of constants at once.
// What names and signs mean is not known here.
#pragma once

#include <map>
#include <stdexcept>

#include "core/generate/Formula.h"

namespace fretsaw {

/// More operations than kMostFormulaSteps.
struct TooManySteps : std::length_error {
    TooManySteps() : std::length_error("too many steps") {}
};

class FormulaBuilder {
public:
    using Op = pixel::FormulaOp;

    // Each returns a step; all throw TooManySteps.
    int number(float value);
    int input(int index);
    int pixel(Op columnOrRow) { return add({columnOrRow, {}, 0, 0}); }
    int apply(Op op, int a, int b = 0, int c = 0, int d = 0, int e = 0);

    /// The value where the step is a constant.
    [[nodiscard]] bool isNumber(int step) const {
        return steps_[static_cast<std::size_t>(step)].op == Op::Number;
    }
    [[nodiscard]] float valueOf(int step) const { return steps_[static_cast<std::size_t>(step)].number; }

    /// Whether it has one value for the whole picture.
    [[nodiscard]] bool isUniform(int step) const {
        return ranks_[static_cast<std::size_t>(step)] == Rank::Uniform;
    }

    /// What the results need, sorted by where it is computed. results: one, or three of a colour.
    [[nodiscard]] FormulaProgram finish(const std::vector<int>& results) const;

private:
    enum class Rank : std::uint8_t { Uniform, Row, Pixel };
    static Rank lowestRank(Op op);

    using Key = std::array<std::uint32_t, pixel::kMaxOperands + 3>;
    int add(const FormulaStep& step);

    std::vector<FormulaStep> steps_;
    std::vector<Rank> ranks_;
    std::map<Key, int> known_;
};

/// The value of one step but Input, Column and Row, for the host.
[[nodiscard]] float formulaValueOf(pixel::FormulaOp op, const pixel::FormulaScene& scene,
                                   const std::array<float, pixel::kMaxOperands>& operands);

}  // namespace fretsaw
