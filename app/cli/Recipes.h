// What render and cut share: recipes and backgrounds from the command line, and pictures band by band.
// What becomes of them is the commands' own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/cli/Command.h"
#include "core/generate/Background.h"

namespace fretsaw::cli {

/// The recipe that `lineOrFile` is, or that is the first line of the file of that name. Throws UsageError
/// (`option` names who asked), IoError.
[[nodiscard]] PictureRecipe readRecipe(const std::string& lineOrFile, const std::string& option);

/// The formula that `textOrFile` is, or that the file of that name holds. Throws UsageError with the line and
/// a mark under what is wrong, IoError.
[[nodiscard]] std::shared_ptr<const Formula> readFormula(const std::string& textOrFile,
                                                         const std::string& option);

/// Calls use(rows, first row) for bands of the picture, from the top down; together they need little memory.
/// Throws Interrupted, Error.
void renderBands(Generator& generator, const PictureRecipe& recipe, Size size, const std::stop_token& stop,
                 const Progress& progress,
                 const std::function<void(ImageView<const Rgb32f> rows, int top)>& use);

/// A background as options of a command say it.
struct BackgroundOptions {
    std::string recipe, size, offset;
    Fit fit = Fit::Stretch;
    double scale = 1;
};
/// --background and how it is fitted. The options outlive the command.
void addBackgroundOptions(CLI::App& command, BackgroundOptions& options);
/// std::nullopt: none is wanted. Throws UsageError, IoError.
[[nodiscard]] std::optional<Background> backgroundOf(const BackgroundOptions& options);

}  // namespace fretsaw::cli
