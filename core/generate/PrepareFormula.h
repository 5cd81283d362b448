// From a formula's recipe and a size to the plain values that kernels take: for backends, not for programs.
// No pixel is computed here.
#pragma once

#include <vector>

#include "core/generate/Generator.h"
#include "core/pixel/Formula.h"

namespace fretsaw {

/// All but the document's sheets. Throws InvalidArgument as Generator::render() does.
[[nodiscard]] pixel::FormulaScene prepareFormula(const PictureRecipe& recipe, Size size, Rect region);

/// The values of the program's steps before `uniforms`, in their order; `scene` as prepareFormula() made it.
[[nodiscard]] std::vector<float> formulaUniforms(const PictureRecipe& recipe, Size size,
                                                 const pixel::FormulaScene& scene);

}  // namespace fretsaw
