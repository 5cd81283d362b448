// Inputs of formulas, and all that is computed once a picture.
// What the steps do is core/pixel's business.
#include "core/generate/PrepareFormula.h"

#include "core/generate/FormulaBuilder.h"
#include "core/generate/FormulaSettings.h"
#include "core/generate/Prepare.h"

namespace fretsaw {
namespace {

std::vector<float> inputsOf(const PictureRecipe& recipe, Size size) {
    std::vector<float> inputs(kInputSettings);
    inputs[kInputWidth] = static_cast<float>(size.width);
    inputs[kInputHeight] = static_cast<float>(size.height);
    inputs[kInputTime] = recipe.value("evolution");
    inputs[kInputSeed] = static_cast<float>(recipe.seed());
    for (std::size_t i = 0; i < recipe.info().parameters.size(); ++i) {
        const float value = recipe.valueAt(static_cast<int>(i));
        if (recipe.info().parameters[i].type != Parameter::Type::Colour) {
            inputs.push_back(value);
            continue;
        }
        for (int shift = 16; shift >= 0; shift -= 8)
            inputs.push_back(static_cast<float>(static_cast<std::uint32_t>(value) >> shift & 255) / 255.0f);
    }
    return inputs;
}

}  // namespace

pixel::FormulaScene prepareFormula(const PictureRecipe& recipe, Size size, Rect region) {
    const pixel::Pattern pattern = preparePattern(recipe, size, region);
    pixel::FormulaScene scene;
    scene.lattice.seed = pixel::derivedSeed(recipe.seed(), 0);
    scene.gradient = pattern.gradient;
    scene.raw = pattern.raw;
    return scene;
}

std::vector<float> formulaUniforms(const PictureRecipe& recipe, Size size, const pixel::FormulaScene& scene) {
    const std::vector<float> inputs = inputsOf(recipe, size);
    const FormulaProgram& program = recipe.formula()->program();
    std::vector<float> values;
    for (int i = 0; i < program.uniforms; ++i) {
        const FormulaStep& step = program.steps[static_cast<std::size_t>(i)];
        if (step.op == pixel::FormulaOp::Number) {
            values.push_back(step.number);
        } else if (step.op == pixel::FormulaOp::Input) {
            values.push_back(inputs[static_cast<std::size_t>(step.input)]);
        } else {
            std::array<float, pixel::kMaxOperands> operands{};
            for (std::size_t k = 0; k < operands.size(); ++k)
                operands[k] = values[static_cast<std::size_t>(step.from[k])];
            values.push_back(formulaValueOf(step.op, scene, operands));
        }
    }
    return values;
}

}  // namespace fretsaw
