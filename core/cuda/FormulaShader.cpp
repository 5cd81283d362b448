// Uploads what a formula reads and starts its kernel.
// No kernels and no formulas here.
#include "core/cuda/FormulaShader.h"

#include <utility>
#include <vector>

#include "core/cpu/SignedDistance.h"
#include "core/cuda/FormulaSource.h"
#include "core/cuda/KernelCache.h"
#include "core/generate/PrepareFormula.h"

namespace fretsaw::cuda {
namespace {

/// The picture in device memory; it stays there while `there` has its size.
template <typename T>
void send(const Context& context, ImageView<const T> picture, DeviceImage<T>& there) {
    if (there.size() == picture.size()) return;
    DeviceImage<T> copy(context, picture.size());
    upload(context, copy.view(), picture);
    there = std::move(copy);
}

}  // namespace

void FormulaShader::setDocument(std::shared_ptr<const DocumentPictures> document) {
    const auto photoOf = [](const auto& d) { return d ? d->photo : nullptr; };
    const auto maskOf = [](const auto& d) { return d ? d->mask : nullptr; };
    if (photoOf(document) != photoOf(document_)) photo_ = {};
    if (maskOf(document) != maskOf(document_)) {
        mask_ = {};
        distances_ = {};
    }
    document_ = std::move(document);
}

bool FormulaShader::addDistances(const std::stop_token& stop) {
    const ImageView<const std::uint8_t> mask = document_->mask->view();
    if (distances_.size() != mask.size()) {
        const auto distances = cpu::outlineDistances(mask, cpu::Parallel(), stop);
        if (!distances) return false;
        send(context_, distances->view(), distances_);
    }
    scene_.distance = {nullptr, distances_.view().data(), mask.width(), mask.height()};
    return true;
}

bool FormulaShader::addDocument(const FormulaProgram& program, const std::stop_token& stop) {
    if (!document_) return true;
    if (program.readsPhoto && document_->photo) {
        send(context_, document_->photo->view(), photo_);
        scene_.photo = {reinterpret_cast<const unsigned char*>(photo_.view().data()), nullptr,
                        photo_.size().width, photo_.size().height};
    }
    if (!document_->mask) return true;
    if (program.readsMask) {
        send(context_, document_->mask->view(), mask_);
        scene_.mask = {mask_.view().data(), nullptr, mask_.size().width, mask_.size().height};
    }
    return !program.readsDistance || addDistances(stop);
}

void FormulaShader::compile(std::shared_ptr<const Formula> formula) {
    if (formula == formula_) return;
    const auto code = compiledKernel(formulaSource(formula->program()), context_.capability());
    context_.synchronize();  // the kernel before may still run
    kernel_ = std::make_unique<const LoadedKernel>(context_, *code, kFormulaKernel);
    formula_ = std::move(formula);
}

bool FormulaShader::prepare(const PictureRecipe& recipe, Size size, Rect region,
                            const std::stop_token& stop) {
    const FormulaProgram& program = recipe.formula()->program();
    scene_ = prepareFormula(recipe, size, region);
    const std::vector<float> uniforms = formulaUniforms(recipe, size, scene_);
    if (!addDocument(program, stop)) return false;
    uniforms_ = {context_, static_cast<std::int64_t>(uniforms.size()) + 1};  // at least one
    uploadRows(context_, uniforms_.data(), uniforms_.bytes(), uniforms.data(), uniforms_.bytes(),
               uniforms.size() * sizeof(float), 1);
    return true;
}

void FormulaShader::shade(Rect part, Rgb32f* pixels) const {
    const float* uniforms = uniforms_.data();
    void* arguments[] = {const_cast<pixel::FormulaScene*>(&scene_),
                         &uniforms,
                         &part.x,
                         &part.y,
                         &part.width,
                         &part.height,
                         &pixels};
    kernel_->launchOver(context_, part.width, part.height, kFormulaBlock, arguments);
}

}  // namespace fretsaw::cuda
