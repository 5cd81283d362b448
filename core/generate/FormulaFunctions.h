// The functions of the formula language and what each becomes: operations on single floats.
// Syntax is the parser's business.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/generate/FormulaBuilder.h"

namespace fretsaw {

/// A float or a vec2, vec3, vec4: a step for each component.
struct FormulaValue {
    int size = 1;
    std::array<int, 4> parts{};
};

/// What is wrong with a value or a call; the parser knows where.
struct FormulaReason {
    std::string text;
};

/// "a float", "a vec3".
[[nodiscard]] std::string typeText(int size);

/// An operation component by component; a float goes with every component of a vector. Throws FormulaReason
/// where sizes differ.
[[nodiscard]] FormulaValue applyToParts(FormulaBuilder& builder, pixel::FormulaOp op, const FormulaValue& a,
                                        const FormulaValue& b);

/// The names of all functions.
[[nodiscard]] std::vector<std::string_view> formulaFunctions();
[[nodiscard]] bool isFormulaFunction(std::string_view name);
/// Throws FormulaReason for arguments that the function does not take, TooManySteps.
[[nodiscard]] FormulaValue callFormula(FormulaBuilder& builder, std::string_view name,
                                       const std::vector<FormulaValue>& arguments);

}  // namespace fretsaw
