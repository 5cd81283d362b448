// core/pixel's maths applied along rows of pixels, several lanes at once.
// No threads and no formulas here: a row in, a row out.
#pragma once

#include <cstdint>

#include "core/image/Image.h"
#include "core/pixel/EdgeWeight.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// Three channels of a row's pixels in a colour space. Each channel has room for `width` values.
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

void readColours(ColourSpace space, const Rgba8* pixels, int count, ColourRow& row);

/// Squared differences of a's pixels from `fromA` on and b's from `fromB` on.
void squaredDifferences(const ColourRow& a, int fromA, const ColourRow& b, int fromB, int count,
                        int* squares);

void edgeWeights(const int* squares, int count, float atNoDifference, float beta, std::uint16_t* weights);

/// Costs of both classes in units, without the prior. The colours are in the costs' space.
void classCosts(const DataCosts& costs, const ColourRow& colours, int count, int* foreground,
                int* background);

/// Takes the prior of `count` pixels from (x, y) on from their costs. size: of the picture.
void subtractPrior(const Prior& prior, float unitsPerNat, Size size, int x, int y, int count, int* costs);

/// For each pixel its best component in either mixture.
void bestParts(const ClassMixtures& mixtures, bool weighted, const ColourRow& colours, int count,
               int* inForeground, int* inBackground);

}  // namespace fretsaw::cpu
