// Small helpers for tests of generated pictures.
// No expectations here.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "core/generate/Generator.h"

namespace fretsaw::test {

inline Image<Rgb32f> rendered(const PictureRecipe& recipe, Size size, Rect region) {
    return *makeCpuGenerator()->render(recipe, size, region);
}
inline Image<Rgb32f> rendered(const PictureRecipe& recipe, Size size) {
    return rendered(recipe, size, Rect::of(size));
}
inline Image<Rgb32f> rendered(const std::string& line, Size size) {
    return rendered(PictureRecipe::parse(line), size);
}

inline bool sameBits(const Image<Rgb32f>& a, const Image<Rgb32f>& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size().area()) * sizeof(Rgb32f)) == 0;
}

/// FNV-1a of the floats' bits.
inline std::uint64_t fingerprint(const Image<Rgb32f>& image) {
    std::uint64_t hash = 14695981039346656037u;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(image.data());
    for (std::int64_t i = 0; i < image.size().area() * static_cast<std::int64_t>(sizeof(Rgb32f)); ++i)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

/// The default recipe; simulations with fewer steps, as they are not what is tested.
inline PictureRecipe quickRecipe(const GeneratorInfo& info) {
    PictureRecipe recipe(info);
    if (!info.byTiles) {
        recipe.set("cells", 48.0);
        recipe.set("steps", 300.0);
    }
    return recipe;
}

}  // namespace fretsaw::test
