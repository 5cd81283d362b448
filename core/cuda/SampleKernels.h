// Picks pixels of a set, evenly spread over it in row-major order, and sums samples by group, on the device.
// Plain C++ outside.
#pragma once

#include <cstdint>

#include "core/cuda/Context.h"
#include "core/image/Image.h"
#include "core/segment/SegmentBackend.h"

namespace fretsaw::cuda {

/// Which pixels: those of a set in a part of the picture. All views lie in device memory.
struct SetInPicture {
    ImageView<const std::uint32_t> picture;
    ImageView<const Label> labels;
    ImageView<const std::uint8_t> mask;
    PixelSet set = PixelSet::Unlabelled;
    Rect where;
};

/// Members are counted in runs of so many pixels.
inline constexpr int kSampleRun = 1024;
/// Elements of `before` that sampling a rectangle needs.
[[nodiscard]] constexpr std::int64_t sampleRuns(Rect where) {
    return (where.area() + kSampleRun - 1) / kSampleRun;
}

/// Some runs, one after the other.
struct SampleRuns {
    std::int64_t first = 0, count = 0;
};

/// Sets counts[run] to the number of members in each run of the part. In device memory, as all here.
void countMembers(const Context& context, const SetInPicture& members, SampleRuns part,
                  std::uint32_t* counts);
/// From the counts of all runs to the sums of the counts before; *total becomes the number of members.
void sumCounts(const Context& context, std::int64_t runs, std::uint32_t* counts, std::int64_t* total);
/// Sets samples[i] to the colour of member ⌊i·total/count⌋, count being the smaller of `most` and the total,
/// for the members in the part. before, total: as sumCounts() leaves them.
void pickSamples(const Context& context, const SetInPicture& members, SampleRuns part, ColourSpace space,
                 int most, const std::uint32_t* before, const std::int64_t* total, Colour* samples);

/// The cells of `part` of a coarse picture: mean colour of each, rounded, alpha 255. Both in device memory.
void averageCells(const Context& context, ImageView<const std::uint32_t> picture, Rect part,
                  ImageView<std::uint32_t> coarse);

/// Centres as kernels take them. count: 1…kMaxComponents.
struct CentreList {
    int count = 0;
    pixel::Centre at[pixel::kMaxComponents];
};

/// Adds the moments of `count` samples to the sums of their groups; samples and *sums in device memory.
void addByCentre(const Context& context, const Colour* samples, std::int64_t count, const CentreList& centres,
                 SampleSums* sums);
void addByPart(const Context& context, const Colour* samples, std::int64_t count,
               const pixel::Mixture& mixture, bool weighted, SampleSums* sums);

}  // namespace fretsaw::cuda
