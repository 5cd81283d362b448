// Formulas: the text that a person writes, checked and turned into a list of operations on floats, which
// backends compute pixel by pixel. The language is described in resources/help; nothing is drawn here.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/generate/Generators.h"
#include "core/image/Error.h"
#include "core/pixel/Formula.h"

namespace fretsaw {

/// Limits of a formula; text beyond them is refused with a sentence that states them.
inline constexpr int kLongestFormula = 20000;    ///< bytes
inline constexpr int kDeepestFormula = 64;       ///< expressions inside expressions
inline constexpr int kMostFormulaSteps = 4096;   ///< operations
inline constexpr int kMostFormulaSettings = 32;  ///< declared parameters
inline constexpr int kMostFormulaNames = 256;    ///< definitions

/// Text that is no formula. line and column: of the first character that is wrong, counted from 1; columns in
/// bytes.
class FormulaError : public InvalidArgument {
public:
    FormulaError(int line, int column, const std::string& reason)
        : InvalidArgument("Line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
                          reason),
          line_(line),
          column_(column),
          reason_(reason) {}
    [[nodiscard]] int line() const { return line_; }
    [[nodiscard]] int column() const { return column_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }  ///< what() without the place

private:
    int line_, column_;
    std::string reason_;
};

/// One operation. from: the steps before this one that are its operands, the first operandsOf(op) of them.
struct FormulaStep {
    pixel::FormulaOp op = pixel::FormulaOp::Number;
    std::array<int, pixel::kMaxOperands> from{};
    float number = 0;  ///< of Number
    int input = 0;     ///< of Input: an index into formulaInputs()
};

/// A formula for backends: steps in an order in which each reads only earlier ones, none of them needless.
/// A step's value is formulaValue() of core/pixel/FormulaMaths.h.
struct FormulaProgram {
    std::vector<FormulaStep> steps;
    int uniforms = 0;             ///< steps before this one have one value for the whole picture,
    int rows = 0;                 ///< and from there to before this one, one value for a row
    bool isColour = false;        ///< result: red, green, blue; otherwise result[0] alone, for the gradient
    std::array<int, 3> result{};  ///< steps
    bool readsPhoto = false, readsMask = false, readsDistance = false;
};

/// An immutable formula, usable from any thread.
class Formula : public std::enable_shared_from_this<Formula> {
public:
    Formula(std::string text, std::vector<Parameter> settings, FormulaProgram program);
    Formula(const Formula&) = delete;
    Formula& operator=(const Formula&) = delete;

    [[nodiscard]] const std::string& text() const { return text_; }
    /// The generator `formula` with this text's parameters; lives as long as the formula.
    [[nodiscard]] const GeneratorInfo& info() const { return info_; }
    [[nodiscard]] const FormulaProgram& program() const { return program_; }

private:
    std::string text_;
    GeneratorInfo info_;
    FormulaProgram program_;
};

/// Throws FormulaError.
[[nodiscard]] std::shared_ptr<const Formula> parseFormula(std::string_view text);

/// The formula of the table's entry `formula`.
[[nodiscard]] const std::shared_ptr<const Formula>& defaultFormula();

}  // namespace fretsaw
