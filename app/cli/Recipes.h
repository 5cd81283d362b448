// What render and cut share: recipes, formulas and backgrounds from the command line.
// What becomes of them is the commands' own.
#pragma once

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
