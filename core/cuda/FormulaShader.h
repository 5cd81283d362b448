// Formulas on the device: compiled, loaded, with the open document's pictures beside them.
// What a formula's source is stands in FormulaSource.
#pragma once

#include <memory>
#include <stop_token>

#include "core/cuda/DeviceMemory.h"
#include "core/cuda/LoadedKernel.h"
#include "core/generate/Generator.h"
#include "core/image/Rgb32f.h"
#include "core/pixel/Formula.h"

namespace fretsaw::cuda {

/// Holds one formula's kernel, and what formulas have read of the document, until another document is set.
/// Used by one thread at a time, with the context current.
class FormulaShader {
public:
    /// context must outlive it.
    explicit FormulaShader(const Context& context) : context_(context) {}

    void setDocument(std::shared_ptr<const DocumentPictures> document);
    /// Quick where it is the last one; some tenths of a second where it was never compiled. Throws
    /// CompileError, BackendError, which is not sticky where there is no compiler.
    void compile(std::shared_ptr<const Formula> formula);
    /// For pixels of `region` in a picture of `size`; the recipe's formula is the one compiled last. False:
    /// stopped. Throws BackendError, OutOfMemory, InvalidArgument.
    [[nodiscard]] bool prepare(const PictureRecipe& recipe, Size size, Rect region,
                               const std::stop_token& stop);
    /// Writes the pixels of `part`, row by row without gaps, into device memory, as prepared before.
    void shade(Rect part, Rgb32f* pixels) const;

private:
    bool addDocument(const FormulaProgram& program, const std::stop_token& stop);
    bool addDistances(const std::stop_token& stop);

    const Context& context_;
    std::shared_ptr<const Formula> formula_;
    std::unique_ptr<const LoadedKernel> kernel_;
    pixel::FormulaScene scene_;
    DeviceBuffer<float> uniforms_;

    std::shared_ptr<const DocumentPictures> document_;
    DeviceImage<Rgba8> photo_;
    DeviceImage<std::uint8_t> mask_;
    DeviceImage<float> distances_;
};

}  // namespace fretsaw::cuda
