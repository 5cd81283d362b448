// Another picture of the same generator, by chance but within taste.
// What is random here is the choice of numbers; pictures are never random.
#pragma once

#include <QColor>
#include <QSet>
#include <QString>

#include "core/generate/PictureRecipe.h"

class QRandomGenerator;

namespace fretsaw::ui {

/// Names of what can be locked besides the keys of parameters.
inline const QString kSeedKey = QStringLiteral("seed"), kColoursKey = QStringLiteral("colours");

/// Every value that is not locked gets another one around its default, by at most a third of its range or, of
/// ranges over several orders of magnitude, by a factor of three; the seed any; the colours other hues.
/// Place, time, seamlessness and what costs time stay.
[[nodiscard]] PictureRecipe randomised(PictureRecipe recipe, const QSet<QString>& locked,
                                       QRandomGenerator& random);

/// Parameters that randomised() changes at all.
[[nodiscard]] bool canBeRandomised(const Parameter& parameter);

/// A range that is better moved through by ratios than by differences.
[[nodiscard]] inline bool spansMagnitudes(const Parameter& p) {
    return p.low > 0 && p.high / p.low >= 50;
}

[[nodiscard]] inline QColor colourOf(std::uint32_t rgb) {
    return QColor::fromRgb(0xff000000U | rgb);
}
[[nodiscard]] inline std::uint32_t rgbOf(const QColor& colour) {
    return colour.rgb() & 0xffffffU;
}

}  // namespace fretsaw::ui
