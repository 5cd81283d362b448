// Small helpers for tests of formulas.
// No expectations here.
#pragma once

#include <string>

#include "core/generate/Formula.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw::test {

/// The formula's numbers themselves.
inline PictureRecipe rawFormula(const std::string& text) {
    PictureRecipe recipe(parseFormula(text));
    recipe.set("raw", 1.0);
    return recipe;
}

/// The value of a formula in the only pixel of a picture.
inline float formulaValue(const std::string& text) {
    return rendered(rawFormula(text), {1, 1})(0, 0).r;
}

}  // namespace fretsaw::test
