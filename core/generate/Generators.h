// The table of generators: names, parameters with ranges and defaults, what each can and cannot.
// Programs build their widgets and help from it. Nothing is drawn here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/pixel/Pattern.h"

namespace fretsaw {

class Formula;

/// One number of a generator. Choices are numbered from 0 in the order of `choices`; a colour is 0xRRGGBB in
/// sRGB as a whole number.
struct Parameter {
    enum class Type : std::uint8_t { Real, Whole, Toggle, Choice, Colour };

    std::string key;   ///< as recipes write it: lower case, no blanks
    std::string name;  ///< for people
    std::string unit;  ///< "", "°", "cells", "turns", "s"
    float low = 0, high = 1, standard = 0;
    Type type = Type::Real;
    std::vector<std::string> choices = {};
};

/// A colour at a position 0 … 1 of the gradient; 0xRRGGBB in sRGB.
struct ColourStop {
    float position = 0;
    std::uint32_t rgb = 0;
    friend bool operator==(const ColourStop&, const ColourStop&) = default;
};

/// Which generator, and all about it. Lives as long as the program; a formula's own, as long as the formula.
struct GeneratorInfo {
    pixel::Kind kind = pixel::Kind::Solid;
    std::string key, name, about;
    int version = 1;                    ///< raised whenever the same recipe gives other pixels
    std::vector<Parameter> parameters;  ///< its own first (pixel::Pattern::own), then the common ones
    std::vector<ColourStop> colours;    ///< by default
    std::string whyNotTiled;            ///< empty: it can be made seamless
    bool byTiles = true;                ///< false: computed as a whole, whatever region is asked for
    const Formula* formula = nullptr;   ///< the one that this belongs to; null for all other generators

    /// Index into parameters, −1 where it has none of that key.
    [[nodiscard]] int indexOf(std::string_view parameterKey) const;
    [[nodiscard]] bool has(std::string_view parameterKey) const { return indexOf(parameterKey) >= 0; }
};

/// All generators, in the order in which they are shown. Any thread.
[[nodiscard]] std::span<const GeneratorInfo> generators();
/// Null where there is none of that name.
[[nodiscard]] const GeneratorInfo* generatorNamed(std::string_view key);

}  // namespace fretsaw
