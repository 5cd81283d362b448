// Pictures that come with the program: names and recipes, from resources/presets.
// Nothing is drawn here.
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "core/generate/PictureRecipe.h"

namespace fretsaw::ui {

struct Preset {
    QString name;
    PictureRecipe recipe;
};

/// One preset a line: NAME | RECIPE; empty lines and those that begin with # are passed over, lines that are
/// none of these as well.
[[nodiscard]] std::vector<Preset> parsePresets(const QByteArray& text);
/// Those that come with the program.
[[nodiscard]] const std::vector<Preset>& presets();

}  // namespace fretsaw::ui
