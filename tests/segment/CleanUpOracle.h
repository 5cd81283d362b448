// Clean-up by its definition: parts by flood fill, pixel by pixel, rules one after the other.
// Slow and simple; shared by the tests of the rules, of the segmenter and of devices.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "core/image/Image.h"
#include "core/segment/CleanUp.h"

namespace fretsaw::test {

using MaskImage = Image<std::uint8_t>;

/// One part of a mask.
struct FloodedPart {
    std::vector<std::pair<int, int>> pixels;
    bool atBorder = false, sure = false;
};

/// The parts of one side, in row-major order of their first pixels.
inline std::vector<FloodedPart> floodParts(const MaskImage& mask, ImageView<const Label> labels,
                                           std::uint8_t side) {
    const int neighbours = side == 255 ? 8 : 4;
    const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const Label wanted = side == 255 ? Label::SureForeground : Label::SureBackground;
    Image<bool> seen(mask.size(), false);
    std::vector<FloodedPart> parts;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 0; x < mask.width(); ++x) {
            if (mask(x, y) != side || seen(x, y)) continue;
            FloodedPart part;
            seen(x, y) = true;
            part.pixels.emplace_back(x, y);
            for (std::size_t i = 0; i < part.pixels.size(); ++i) {
                const auto [px, py] = part.pixels[i];
                part.atBorder |= px == 0 || py == 0 || px == mask.width() - 1 || py == mask.height() - 1;
                part.sure |= labels(px, py) == wanted;
                for (int k = 0; k < neighbours; ++k) {
                    const int nx = px + steps[k][0], ny = py + steps[k][1];
                    if (!mask.bounds().contains(nx, ny) || mask(nx, ny) != side || seen(nx, ny)) continue;
                    seen(nx, ny) = true;
                    part.pixels.emplace_back(nx, ny);
                }
            }
            parts.push_back(std::move(part));
        }
    return parts;
}

inline void paint(MaskImage& mask, const FloodedPart& part, std::uint8_t value) {
    for (const auto& [x, y] : part.pixels) mask(x, y) = value;
}

inline MaskImage cleanedByDefinition(ImageView<const std::uint8_t> of, ImageView<const Label> labels,
                                     const CleanUp& rules) {
    MaskImage mask = MaskImage::copyOf(of);
    const auto islands = floodParts(mask, labels, 255);
    const auto isSure = [](const FloodedPart& part) { return part.sure; };
    const bool onlySure = rules.keepConnected && std::any_of(islands.begin(), islands.end(), isSure);
    const auto drops = [&](const FloodedPart& part) {
        return !part.sure && (onlySure || part.pixels.size() < static_cast<std::size_t>(rules.dropIslandsPx));
    };
    const FloodedPart* saved = nullptr;
    if (std::all_of(islands.begin(), islands.end(), drops)) {
        for (const FloodedPart& part : islands)
            if (saved == nullptr || part.pixels.size() > saved->pixels.size()) saved = &part;
    }
    for (const FloodedPart& part : islands)
        if (drops(part) && &part != saved) paint(mask, part, 0);
    for (const FloodedPart& part : floodParts(mask, labels, 0))
        if (!part.atBorder && !part.sure && part.pixels.size() < static_cast<std::size_t>(rules.fillHolesPx))
            paint(mask, part, 255);
    return mask;
}

inline bool samePixels(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    if (a.size() != b.size()) return false;
    for (int y = 0; y < a.height(); ++y)
        if (!std::equal(a.row(y), a.row(y) + a.width(), b.row(y))) return false;
    return true;
}

/// Random pixels, or random shapes of about `grain` pixels where grain > 1.
inline MaskImage randomMask(Size size, int percent, std::mt19937& random, int grain = 1) {
    const Size cells{(size.width + grain - 1) / grain, (size.height + grain - 1) / grain};
    MaskImage coarse(cells), mask(size);
    for (std::int64_t i = 0; i < cells.area(); ++i)
        coarse.data()[i] = static_cast<int>(random() % 100) < percent ? 255 : 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) mask(x, y) = coarse(x / grain, y / grain);
    return mask;
}

/// Labels that a cut with this mask may have had: sure ones agree with it.
inline Image<Label> labelsBeside(const MaskImage& mask, int perMille, std::mt19937& random) {
    Image<Label> labels(mask.size(), Label::None);
    for (std::int64_t i = 0; i < mask.size().area(); ++i) {
        if (static_cast<int>(random() % 1000) >= perMille) continue;
        const Label sure = mask.data()[i] != 0 ? Label::SureForeground : Label::SureBackground;
        const Label any[] = {sure, sure, Label::ProbableForeground, Label::ProbableBackground};
        labels.data()[i] = any[random() % 4];
    }
    return labels;
}

}  // namespace fretsaw::test
