// A whole picture in bands of rows, for files and photos that are too large for one buffer of floats.
// What becomes of the rows is the caller's.
#pragma once

#include <functional>

#include "core/generate/Generator.h"

namespace fretsaw {

/// Calls use(rows, top) for one band of some megabytes after the other, from the top; the view is valid
/// during the call only. False: stopped. Throws as Generator::renderInto(), and what use throws.
[[nodiscard]] bool renderBands(Generator& generator, const PictureRecipe& recipe, Size size,
                               const std::stop_token& stop, const Progress& progress,
                               const std::function<void(ImageView<const Rgb32f> rows, int top)>& use);

}  // namespace fretsaw
