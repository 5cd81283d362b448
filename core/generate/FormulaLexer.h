// The words of a formula, with their places: for the parser, and for editors that colour them.
// What words mean together is the parser's business.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fretsaw {

/// A word lies in the text that was read.
struct FormulaToken {
    enum class Kind : std::uint8_t {
        Number,       ///< 1, .5, 1e-3
        Name,         ///< a letter or _, then letters, digits and _
        Colour,       ///< #rrggbb
        Sign,         ///< operators, brackets, separators; of one character or two
        Comment,      ///< from // to the end of the line, or from /* to */
        Declaration,  ///< from //@ to the end of the line
        Unknown,      ///< a character that has no place in formulas, a comment or number that is broken
        End,
    };
    Kind kind = Kind::End;
    std::string_view text;
    int line = 1, column = 1;  ///< of its first character; columns in bytes
    float number = 0;          ///< of Number
    std::uint32_t rgb = 0;     ///< of Colour
};

/// All words, comments and declarations included, then End. Any text has words; blanks are left out.
[[nodiscard]] std::vector<FormulaToken> formulaTokens(std::string_view text);

}  // namespace fretsaw
