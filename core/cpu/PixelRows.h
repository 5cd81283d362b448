// core/pixel's maths applied along rows of pixels, several lanes at once.
// No threads and no formulas here: a row in, a row out.
#pragma once

#include <cstdint>

#include "core/image/Image.h"
#include "core/pixel/EdgeWeight.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// Three channels of a row's pixels, as the differences of edges are taken of them: scaled Lab or sRGB.
/// Each channel has room for `width` values.
struct ColourRow {
    explicit ColourRow(int width)
        : values(Buffer<int>::uninitialized(3 * static_cast<std::int64_t>(width))), width_(width) {}
    [[nodiscard]] int* channel(int c) { return values.data() + static_cast<std::ptrdiff_t>(c) * width_; }
    [[nodiscard]] const int* channel(int c) const {
        return values.data() + static_cast<std::ptrdiff_t>(c) * width_;
    }

private:
    Buffer<int> values;
    int width_;
};

void readColours(EdgeSpace space, const Rgba8* pixels, int count, ColourRow& row);

/// Squared differences of a's pixels from `fromA` on and b's from `fromB` on.
void squaredDifferences(const ColourRow& a, int fromA, const ColourRow& b, int fromB, int count,
                        int* squares);

void edgeWeights(const int* squares, int count, float atNoDifference, float beta, std::uint16_t* weights);

/// Costs of both classes in units.
void classCosts(const DataCosts& costs, const Rgba8* pixels, int count, int* foreground, int* background);

/// Costs of one whole mixture in units.
void mixtureCosts(const pixel::Mixture& mixture, float unitsPerNat, const Rgba8* pixels, int count,
                  int* costs);

/// For each pixel its best component in either mixture.
void bestParts(const pixel::Mixture& foreground, const pixel::Mixture& background, bool weighted,
               const Rgba8* pixels, int count, int* inForeground, int* inBackground);

}  // namespace fretsaw::cpu
