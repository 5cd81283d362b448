// Parameters that a formula declares: //@slider, //@int, //@bool, //@colour.
// How they are used in the formula is the parser's business.
#pragma once

#include "core/generate/Formula.h"
#include "core/generate/FormulaLexer.h"

namespace fretsaw {

/// Inputs of every formula; those of its parameters follow, three for a colour (red, green, blue 0 … 1).
enum FormulaInput : int { kInputWidth, kInputHeight, kInputTime, kInputSeed, kInputSettings };

/// The parameter of a declaration's token:
///   //@slider NAME LOW..HIGH = STANDARD      //@int NAME LOW..HIGH = STANDARD
///   //@bool NAME = on|off                    //@colour NAME = #rrggbb
/// each with a name for people between quotation marks, if any, at its end. Throws FormulaError.
[[nodiscard]] Parameter parseSetting(const FormulaToken& declaration);

}  // namespace fretsaw
