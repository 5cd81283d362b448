// What render and cut share: a recipe from the command line, and a generated picture into a file.
// The options are the commands' own.
#pragma once

#include <string>

#include "app/cli/Command.h"
#include "core/generate/Generator.h"
#include "core/io/Photo.h"
#include "core/io/PictureFile.h"

namespace fretsaw::cli {

/// The recipe that `lineOrFile` is, or that is the first line of the file of that name. Throws UsageError
/// (`option` names who asked), IoError.
[[nodiscard]] PictureRecipe readRecipe(const std::string& lineOrFile, const std::string& option);

/// Calls use(rows, first row) for bands of the picture, from the top down; together they need little memory.
/// Throws Interrupted, Error.
void renderBands(const PictureRecipe& recipe, Size size, int threads, const std::stop_token& stop,
                 const Progress& progress,
                 const std::function<void(ImageView<const Rgb32f> rows, int top)>& use);

/// The object before the background: F·α + B·(1 − α) in sRGB, α the mask's and the photo's own. The file is
/// complete but for PictureWriter::commit(). Throws Interrupted, Error.
[[nodiscard]] io::PictureWriter compositeAside(const std::string& path, const io::Photo& photo,
                                               ImageView<const std::uint8_t> mask,
                                               const PictureRecipe& background, const std::string& parameters,
                                               int threads, const std::stop_token& stop);

}  // namespace fretsaw::cli
