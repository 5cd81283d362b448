// Rows in parallel, spans of a row one after the other.
// What a pixel is stands in core/pixel.
#include "core/cpu/FormulaPictures.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/cpu/SignedDistance.h"
#include "core/generate/PrepareFormula.h"

namespace fretsaw::cpu {
namespace {

constexpr int kRowsATask = 8;

/// One task's memory and all that its rows need.
class Rows {
public:
    Rows(const FormulaRows& rows, const FormulaCode& code, const pixel::FormulaScene& scene,
         const std::vector<float>& uniforms, bool isColour)
        : rows_(rows),
          code_(code),
          scene_(scene),
          isColour_(isColour),
          block_(static_cast<std::size_t>(code.floats())) {
        for (std::size_t i = 0; i < uniforms.size(); ++i)
            std::fill_n(block_.begin() + static_cast<std::ptrdiff_t>(i * kCellFloats), kCellFloats,
                        uniforms[i]);
    }

    /// False: stopped.
    bool render(int left, int y, int width, const std::stop_token& stop, Rgb32f* pixels) {
        run(code_.row(), left, y, kCellFloats);
        for (int x = 0; x < width; x += code_.span()) {
            if (stop.stop_requested()) return false;
            const int count = std::min(code_.span(), width - x);
            run(code_.pixels(), left + x, y, count);
            rows_.finish(scene_, code_.results(), isColour_, block_.data(), count, pixels + x);
        }
        return true;
    }

private:
    void run(std::span<const FormulaInstruction> code, int left, int y, int count) {
        rows_.run(scene_, code.data(), static_cast<int>(code.size()), block_.data(), left, y, count);
    }

    const FormulaRows& rows_;
    const FormulaCode& code_;
    const pixel::FormulaScene& scene_;
    bool isColour_;
    std::vector<float> block_;
};

}  // namespace

void FormulaPictures::setDocument(std::shared_ptr<const DocumentPictures> document) {
    document_ = std::move(document);
    if (document_ && document_->mask == measured_) return;
    measured_ = nullptr;
    distances_ = {};
}

bool FormulaPictures::addDocument(const FormulaProgram& program, const std::stop_token& stop,
                                  pixel::FormulaScene& scene) {
    if (!document_) return true;
    if (program.readsPhoto && document_->photo) {
        const Image<Rgba8>& photo = *document_->photo;
        scene.photo = {reinterpret_cast<const unsigned char*>(photo.data()), nullptr, photo.width(),
                       photo.height()};
    }
    if (!document_->mask || !(program.readsMask || program.readsDistance)) return true;
    const ImageView<const std::uint8_t> mask = document_->mask->view();
    if (program.readsMask) scene.mask = {mask.data(), nullptr, mask.width(), mask.height()};
    if (!program.readsDistance) return true;
    if (measured_ != document_->mask) {
        auto distances = outlineDistances(mask, parallel_, stop);
        if (!distances) return false;
        distances_ = std::move(*distances);
        measured_ = document_->mask;
    }
    scene.distance = {nullptr, distances_.data(), mask.width(), mask.height()};
    return true;
}

bool FormulaPictures::renderInto(const PictureRecipe& recipe, Size size, Rect region,
                                 ImageView<Rgb32f> pixels, const std::stop_token& stop,
                                 const Progress& progress) {
    pixel::FormulaScene scene = prepareFormula(recipe, size, region);
    const FormulaProgram& program = recipe.formula()->program();
    const std::vector<float> uniforms = formulaUniforms(recipe, size, scene);
    if (!addDocument(program, stop, scene)) return false;
    const FormulaCode code(program);
    std::atomic<int> rowsDone{0};
    parallel_.forRanges(region.height, kRowsATask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        Rows rows(rows_, code, scene, uniforms, program.isColour);
        for (auto y = static_cast<int>(begin); y < end; ++y)
            if (!rows.render(region.x, region.y + y, region.width, stop, pixels.row(y))) return;
        rowsDone += static_cast<int>(end - begin);
    });
    if (stop.stop_requested() || rowsDone != region.height) return false;
    report(progress, 1);
    return true;
}

}  // namespace fretsaw::cpu
