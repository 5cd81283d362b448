// Icons of one family: SVG drawings under resources/icons that take their colour from the palette.
// No widgets here.
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace fretsaw::ui {

/// The drawing resources/icons/<name>.svg in the palette's text colour, dimmed while disabled, sharp at every
/// scale; follows the palette when the scheme changes. onRole: its colour while checked. An unknown name is a
/// programming error (asserted) and gives an empty icon.
[[nodiscard]] QIcon themedIcon(const QString& name, QPalette::ColorRole onRole = QPalette::ButtonText);

/// The same drawing once, in one colour; sizePx in logical pixels.
[[nodiscard]] QPixmap tintedPixmap(const QString& name, int sizePx, double devicePixelRatio,
                                   const QColor& colour);

}  // namespace fretsaw::ui
