// Rows of recipes and of numbers.
// The pixels of a recipe are the Generator's.
#include "app/PictureSource.h"

#include <algorithm>
#include <cmath>

#include "core/generate/Bands.h"

namespace fretsaw::app {

std::uint8_t levelOfLight(float light) {
    const float v = light > 0 ? std::min(light, 1.0f) : 0.0f;
    return levelFrom<std::uint8_t>(v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f);
}

PictureSource sourceOf(const PictureRecipe& recipe, Size size,
                       std::shared_ptr<const DocumentPictures> document,
                       PictureRenderer::GeneratorFactory factory) {
    const auto render = [=](const std::stop_token& stop, const Progress& progress,
                            const PictureSource::Use& use) {
        const auto generator = factory();
        generator->setDocument(document);
        return renderBands(*generator, recipe, size, stop, progress, use);
    };
    return {recipe.info().key, recipe.info().name, size, isRaw(recipe), recipe.text(), render};
}

PictureSource sourceOf(std::shared_ptr<const Image<float>> numbers, std::string key, std::string name) {
    const Size size = numbers->size();
    const auto render = [numbers](const std::stop_token& stop, const Progress& progress,
                                  const PictureSource::Use& use) {
        Image<Rgb32f> row({numbers->width(), 1});
        for (int y = 0; y < numbers->height(); ++y) {
            if (stop.stop_requested()) return false;
            std::transform(numbers->row(y), numbers->row(y) + numbers->width(), row.row(0), [](float v) {
                return Rgb32f{v, v, v};
            });
            use(row.view(), y);
            report(progress, static_cast<double>(y + 1) / numbers->height());
        }
        return true;
    };
    return {std::move(key), std::move(name), size, true, {}, render};
}

}  // namespace fretsaw::app
