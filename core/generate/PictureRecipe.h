// A recipe: generator, version, parameters, colours and seed, which together define a picture of any size, on
// every machine; and the line of text that it is written as. Nothing is drawn here.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/generate/Formula.h"
#include "core/generate/Generators.h"
#include "core/image/Error.h"

namespace fretsaw {

/// Text that is no recipe. column: of the first character that is wrong, counted from 1 in bytes.
class RecipeError : public InvalidArgument {
public:
    RecipeError(int column, const std::string& reason)
        : InvalidArgument("Column " + std::to_string(column) + ": " + reason),
          column_(column),
          reason_(reason) {}
    [[nodiscard]] int column() const { return column_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }  ///< what() without the column

private:
    int column_;
    std::string reason_;
};

/// Every value lies within the range that the table states.
class PictureRecipe {
public:
    /// With the defaults of the table, seed 1. A formula's info, too, gives that formula.
    explicit PictureRecipe(const GeneratorInfo& info);
    explicit PictureRecipe(std::shared_ptr<const Formula> formula);

    /// One line: NAME/VERSION, then key=value for what differs from the defaults, each after one blank or
    /// more. Keys: seed (0 … 4294967295), colours (#rrggbb or #rrggbb@POSITION, separated by commas, at most
    /// 8, positions rising) and those of the table; numbers with a point, toggles as on or off, choices by
    /// name, colours as #rrggbb. The generator `formula` has the key text as well: between quotation marks,
    /// with \" \\ \n \r \t for what would end it or the line. Throws RecipeError, also for errors of the
    /// formula.
    [[nodiscard]] static PictureRecipe parse(std::string_view line);
    /// What parse() reads back into the same recipe, to the bit.
    [[nodiscard]] std::string text() const;

    /// Sets one value from its text, as in a line but that a formula's text has no quotation marks; the
    /// column counts in `value`. Throws RecipeError, FormulaError.
    void set(std::string_view key, std::string_view value);
    /// The same with a number. Throws InvalidArgument outside the range, or for a key it does not have.
    void set(std::string_view key, double value);
    void setSeed(std::uint32_t seed) { seed_ = seed; }
    /// 1 … 8 stops, positions 0 … 1, rising. Throws InvalidArgument.
    void setColours(std::vector<ColourStop> colours);
    /// Another formula: parameters of the same key and kind keep their values where these are in range, the
    /// others have their defaults; seed and colours stay. Throws InvalidArgument for other generators.
    void setFormula(std::shared_ptr<const Formula> formula);

    /// Lives as long as this recipe or a copy of it that has the same formula.
    [[nodiscard]] const GeneratorInfo& info() const { return *info_; }
    /// Null for all generators but `formula`.
    [[nodiscard]] const std::shared_ptr<const Formula>& formula() const { return formula_; }
    [[nodiscard]] std::uint32_t seed() const { return seed_; }
    [[nodiscard]] const std::vector<ColourStop>& colours() const { return colours_; }
    /// The value of a parameter; `otherwise` where this generator has none of that key.
    [[nodiscard]] float value(std::string_view key, float otherwise = 0) const;
    /// As value(), by index into info().parameters.
    [[nodiscard]] float valueAt(int index) const { return values_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] bool tiles() const { return value("tile") != 0; }

    /// Formulas are equal where their texts are.
    friend bool operator==(const PictureRecipe& a, const PictureRecipe& b);

private:
    std::shared_ptr<const Formula> formula_;
    const GeneratorInfo* info_;
    std::uint32_t seed_ = 1;
    std::vector<float> values_;
    std::vector<ColourStop> colours_;
};

/// The same picture `seconds` later: the evolution goes round once in the recipe's loop. Unchanged where the
/// generator has no evolution.
[[nodiscard]] PictureRecipe atTime(PictureRecipe recipe, double seconds);

}  // namespace fretsaw
