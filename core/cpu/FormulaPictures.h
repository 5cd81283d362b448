// Renders formulas on the CPU, and keeps the distances to the open document's mask.
// The instructions of a formula are in FormulaCode and FormulaRows.
#pragma once

#include "core/cpu/FormulaRows.h"
#include "core/cpu/Parallel.h"
#include "core/generate/Generator.h"

namespace fretsaw::cpu {

/// As a Generator, for recipes that have a formula.
class FormulaPictures {
public:
    explicit FormulaPictures(const Parallel& parallel) : parallel_(parallel) {}

    void setDocument(std::shared_ptr<const DocumentPictures> document);
    [[nodiscard]] bool renderInto(const PictureRecipe& recipe, Size size, Rect region,
                                  ImageView<Rgb32f> pixels, const std::stop_token& stop,
                                  const Progress& progress);

private:
    bool addDocument(const FormulaProgram& program, const std::stop_token& stop, pixel::FormulaScene& scene);

    const Parallel& parallel_;
    const FormulaRows& rows_ = formulaRows();
    std::shared_ptr<const DocumentPictures> document_;
    std::shared_ptr<const Frame<std::uint8_t>> measured_;  ///< the mask that the distances belong to
    Image<float> distances_;                               ///< in half shorter sides of the mask
};

}  // namespace fretsaw::cpu
