// Prints one statement a step.
// What the operations do stands in core/pixel/FormulaMaths.h.
#include "core/cuda/FormulaSource.h"

#include <bit>
#include <cstdint>
#include <set>

#include "core/cuda/KernelPrelude.h"

namespace fretsaw::cuda {
namespace {

using Op = pixel::FormulaOp;

std::string opText(Op op) {
    return "static_cast<FormulaOp>(" + std::to_string(static_cast<int>(op)) + ")";
}

/// Worth a function of its own, so that the compiler meets it once and not at every call.
bool isLarge(Op op) {
    return op >= Op::Noise || (op >= Op::Mask && op <= Op::PhotoBlue);
}

std::string functionOf(Op op) {
    return "large" + std::to_string(static_cast<int>(op));
}

std::string largeFunction(Op op) {
    std::string parameters, arguments;
    for (int k = 0; k < pixel::operandsOf(op); ++k) {
        parameters += ", float v" + std::to_string(k);
        arguments += ", v" + std::to_string(k);
    }
    return "static __device__ __noinline__ float " + functionOf(op) + "(const FormulaScene& scene" +
           parameters + ") {\n  return formulaValue<" + opText(op) + ">(scene" + arguments + ");\n}\n";
}

std::string valueOf(const FormulaStep& step) {
    switch (step.op) {
        case Op::Number:
            return "__int_as_float(" + std::to_string(std::bit_cast<std::int32_t>(step.number)) + ")";
        case Op::Column:
            return "static_cast<float>(left + x)";
        case Op::Row:
            return "static_cast<float>(top + y)";
        default: {
            std::string call =
                isLarge(step.op) ? functionOf(step.op) : "formulaValue<" + opText(step.op) + ">";
            call += "(scene";
            for (int k = 0; k < pixel::operandsOf(step.op); ++k)
                call += ", s" + std::to_string(step.from[static_cast<std::size_t>(k)]);
            return call + ")";
        }
    }
}

std::string steps(const FormulaProgram& program) {
    std::string text;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const FormulaStep& step = program.steps[i];
        const bool given = i < static_cast<std::size_t>(program.uniforms) && step.op != Op::Number;
        const std::string number = std::to_string(i);
        text +=
            "  const float s" + number + " = " + (given ? "uniforms[" + number + "]" : valueOf(step)) + ";\n";
    }
    return text;
}

}  // namespace

std::string formulaSource(const FormulaProgram& program) {
    std::set<Op> large;
    for (std::size_t i = static_cast<std::size_t>(program.uniforms); i < program.steps.size(); ++i)
        if (isLarge(program.steps[i].op)) large.insert(program.steps[i].op);

    std::string text = kKernelPrelude;
    text += "#line 1 \"formula\"\nusing namespace fretsaw::pixel;\n";
    for (const Op op : large) text += largeFunction(op);
    const std::string side = std::to_string(kFormulaBlock);
    text +=
        "extern \"C\" __global__ void __launch_bounds__(" + side + " * " + side + ") " + kFormulaKernel +
        "(const __grid_constant__ FormulaScene scene, const float* __restrict__ uniforms, int left, int top, "
        "int width, int height, float* pixels) {\n"
        "  const int x = blockIdx.x * " +
        side + " + threadIdx.x, y = blockIdx.y * " + side +
        " + threadIdx.y;\n"
        "  if (x >= width || y >= height) return;\n" +
        steps(program) + "  float rgb[3];\n";
    const auto result = [&](int c) {
        return ", s" + std::to_string(program.result[static_cast<std::size_t>(c)]);
    };
    text += program.isColour ? "  formulaColour(scene" + result(0) + result(1) + result(2) + ", rgb);\n"
                             : "  formulaGrey(scene" + result(0) + ", rgb);\n";
    text +=
        "  float* const to = pixels + 3 * (static_cast<long long>(y) * width + x);\n"
        "  for (int c = 0; c < 3; ++c) to[c] = rgb[c];\n}\n";
    return text;
}

}  // namespace fretsaw::cuda
