// Random choices of parameters and colours.
// No widgets here.
#include "app/ui/background/Randomise.h"

#include <QRandomGenerator>
#include <algorithm>
#include <cmath>

namespace fretsaw::ui {
namespace {

constexpr double kShareOfRange = 1.0 / 3, kFactor = 3;
constexpr float kFullRange = 4;  ///< wider ones are moved in around the default only
constexpr float kCostly = 1000;  ///< whole numbers that may be larger than this count steps

double randomReal(const Parameter& p, QRandomGenerator& random) {
    const double turn = 2 * random.generateDouble() - 1;
    if (spansMagnitudes(p))
        return std::clamp(p.standard * std::pow(kFactor, turn), double{p.low}, double{p.high});
    const double reach = kShareOfRange * std::min(p.high - p.low, kFullRange);
    return std::clamp(p.standard + turn * reach, double{p.low}, double{p.high});
}

double randomValue(const Parameter& p, QRandomGenerator& random) {
    switch (p.type) {
        case Parameter::Type::Real:
            return randomReal(p, random);
        case Parameter::Type::Whole:
            return std::round(randomReal(p, random));
        case Parameter::Type::Toggle:
            return random.bounded(2);
        case Parameter::Type::Colour:
            return rgbOf(QColor::fromHslF(static_cast<float>(random.generateDouble()), 0.5F, 0.5F));
        case Parameter::Type::Choice:
            return random.bounded(static_cast<int>(p.choices.size()));
    }
    return p.standard;
}

/// All hues turned alike, so that colours that suit each other still do; greys get a tint.
std::vector<ColourStop> otherHues(std::vector<ColourStop> stops, QRandomGenerator& random) {
    const float turn = static_cast<float>(random.generateDouble());
    const float tint = 0.35F * static_cast<float>(random.generateDouble());
    for (ColourStop& stop : stops) {
        float hue = 0, saturation = 0, lightness = 0;
        colourOf(stop.rgb).getHslF(&hue, &saturation, &lightness);
        hue = std::max(hue, 0.0F) + turn;
        stop.rgb = rgbOf(QColor::fromHslF(hue - std::floor(hue), std::max(saturation, tint), lightness));
    }
    return stops;
}

}  // namespace

/// Not where the picture lies, when it is, or how it is made; only what it is.
bool canBeRandomised(const Parameter& p) {
    static const QSet<QString> kOthers{"offset-x", "offset-y", "evolution", "loop",     "tile",
                                       "auto",     "raw",      "real",      "imaginary"};
    return !kOthers.contains(QString::fromStdString(p.key)) &&
           (p.type != Parameter::Type::Whole || p.high <= kCostly);
}

PictureRecipe randomised(PictureRecipe recipe, const QSet<QString>& locked, QRandomGenerator& random) {
    for (const Parameter& p : recipe.info().parameters) {
        const double value = randomValue(p, random);  // also where it stays: one lock changes nothing else
        if (!locked.contains(QString::fromStdString(p.key)) && canBeRandomised(p)) recipe.set(p.key, value);
    }
    if (!locked.contains(kColoursKey)) recipe.setColours(otherHues(recipe.colours(), random));
    if (!locked.contains(kSeedKey)) recipe.setSeed(random.generate());
    return recipe;
}

}  // namespace fretsaw::ui
