// A picture that is computed from the top down, for files and for photos: a recipe's, or numbers that are
// there already. What becomes of the rows is the caller's.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/PictureRenderer.h"
#include "core/generate/Generator.h"

namespace fretsaw::app {

struct PictureSource {
    using Use = std::function<void(ImageView<const Rgb32f> rows, int top)>;

    std::string key;   ///< the beginning of a file's name
    std::string name;  ///< for people
    Size size;
    bool linear = false;  ///< numbers of any size, proportional to light; else sRGB
    std::string recipe;   ///< empty: it has none
    /// Calls use for bands of rows. Any thread, one call at a time. False: stopped. Throws what making it
    /// throws, and what use throws.
    std::function<bool(const std::stop_token& stop, const Progress& progress, const Use& use)> render;
};

/// The sRGB level of a number that is proportional to light, limited to 0 … 1; NaN is 0.
[[nodiscard]] std::uint8_t levelOfLight(float light);

/// document: what a formula reads, or null. factory is called by render.
[[nodiscard]] PictureSource sourceOf(const PictureRecipe& recipe, Size size,
                                     std::shared_ptr<const DocumentPictures> document,
                                     PictureRenderer::GeneratorFactory factory);
/// Greys, proportional to light.
[[nodiscard]] PictureSource sourceOf(std::shared_ptr<const Image<float>> numbers, std::string key,
                                     std::string name);

}  // namespace fretsaw::app
