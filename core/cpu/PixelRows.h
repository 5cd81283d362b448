// core/pixel's maths applied along rows of pixels, several lanes at once. One source, compiled for several
// instruction sets; the results are the same. No threads and no formulas here: a row in, a row out.
#pragma once

#include <cstdint>

#include "core/cpu/InstructionSet.h"
#include "core/image/Image.h"
#include "core/pixel/EdgeWeight.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cpu {

/// Three channels of a row's colours, 16-bit integers in a colour space; each channel begins `plane` elements
/// after the one before.
struct Colours {
    const std::int16_t* first;
    std::ptrdiff_t plane;

    [[nodiscard]] Colours from(int x) const { return {first + x, plane}; }
};

/// Memory for a row's colours.
class ColourRow {
public:
    explicit ColourRow(int width)
        : values_(Buffer<std::int16_t>::uninitialized(3 * static_cast<std::int64_t>(width))), width_(width) {}
    [[nodiscard]] std::int16_t* data() { return values_.data(); }
    [[nodiscard]] std::ptrdiff_t plane() const { return width_; }
    [[nodiscard]] Colours colours() const { return {values_.data(), width_}; }

private:
    Buffer<std::int16_t> values_;
    int width_;
};

/// What every function takes a row at a time. count ≥ 0 pixels; rows of results are filled, not added to.
struct PixelRows {
    /// Colours of pixels in a space. linear: linearTable().
    void (*readColours)(ColourSpace space, const float* linear, const Rgba8* pixels, int count,
                        std::int16_t* first, std::ptrdiff_t plane);
    /// Sum of the squared differences of a's colours and b's.
    std::int64_t (*sumOfSquares)(Colours a, Colours b, int count);
    /// Weights of the edges between a's pixels and b's.
    void (*edgeWeights)(Colours a, Colours b, int count, float atNoDifference, float beta,
                        std::uint16_t* weights);
    /// Costs of a class in units; 0 for a mixture without components. bestPartOnly: see DataCosts.
    void (*costs)(const pixel::Mixture& mixture, bool bestPartOnly, float unitsPerNat, Colours colours,
                  int count, int* units);
    /// Terminals from labels and both classes' costs. Returns the sum of what each pixel pays in any cut.
    std::int64_t (*terminals)(const Label* labels, const int* foreground, const int* background, int count,
                              std::int32_t* terminals);
    /// Adds each colour, times[i] ≥ 0 times (once each where times is null), to the sums of the component
    /// that explains it best; there are as many sums as components. The times add up to less than 2³².
    void (*addSums)(const pixel::Mixture& mixture, bool weighted, Colours colours, const std::int32_t* times,
                    int count, ColourSums* sums);
    /// The same, once each, for the nearest centre (pixel::nearest).
    void (*addSumsByCentre)(const pixel::Centre* centres, int centreCount, Colours colours, int count,
                            ColourSums* sums);
};

/// The functions of an instruction set, which must run here.
[[nodiscard]] const PixelRows& pixelRows(InstructionSet set = instructionSet());

namespace portable {
extern const PixelRows kPixelRows;
}
namespace avx2 {
extern const PixelRows kPixelRows;
}
namespace avx512 {
extern const PixelRows kPixelRows;
}

}  // namespace fretsaw::cpu
