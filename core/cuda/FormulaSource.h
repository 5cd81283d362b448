// Formulas as CUDA C++: the operations of core/pixel, in the program's order.
// Nothing is compiled or run here.
#pragma once

#include <string>

#include "core/generate/Formula.h"

namespace fretsaw::cuda {

inline constexpr char kFormulaKernel[] = "formulaKernel";
inline constexpr int kFormulaBlock = 16;  ///< threads of a block, across and down

/// Source, without includes, of the kernel
///     formulaKernel(FormulaScene scene, const float* uniforms, int left, int top, int width, int height,
///                   float* pixels)
/// which writes three floats a pixel of width × height pixels from (left, top) on. uniforms: those of
/// formulaUniforms(). Of the formula only operations and constants get into the text, never its words.
[[nodiscard]] std::string formulaSource(const FormulaProgram& program);

}  // namespace fretsaw::cuda
