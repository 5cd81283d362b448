// Sample arithmetic of one row.
// No files, no profiles.
#include "core/io/Rows.h"

#include <algorithm>
#include <limits>

#include "core/io/Colour.h"

namespace fretsaw::io {
namespace {

/// colour·full/alpha, rounded and clamped.
template <typename Sample>
Sample straight(Sample colour, Sample alpha) {
    constexpr std::uint64_t kFull = std::numeric_limits<Sample>::max();
    return static_cast<Sample>(std::min<std::uint64_t>(kFull, (colour * kFull + alpha / 2U) / alpha));
}

template <typename Sample, typename Pixel>
void integerRow(const Sample* samples, const DecodedLayout& layout, Pixel* row) {
    for (int x = 0; x < layout.size.width; ++x, samples += layout.channels) {
        Pixel p{samples[layout.red], samples[layout.green], samples[layout.blue]};
        if (layout.alpha >= 0) p.a = samples[layout.alpha];
        if (layout.associatedAlpha && p.a != 0) {
            p.r = straight(p.r, p.a), p.g = straight(p.g, p.a), p.b = straight(p.b, p.a);
        }
        row[x] = p;
    }
}

std::uint16_t fullRange16(float v) {
    return static_cast<std::uint16_t>(v > 0 ? std::min(v, 1.0F) * 65535.0F + 0.5F : 0.0F);  // NaN: 0
}

template <typename Sample, typename Pixel>
void inkRow(const Sample* samples, const DecodedLayout& layout, Pixel* row) {
    constexpr std::uint64_t kFull = std::numeric_limits<Sample>::max();
    for (int x = 0; x < layout.size.width; ++x, samples += layout.channels) {
        const auto light = [&](int ink) {
            return static_cast<Sample>(((kFull - samples[ink]) * (kFull - samples[3]) + kFull / 2) / kFull);
        };
        row[x] = {light(0), light(1), light(2)};
    }
}

}  // namespace

void pixelsFrom(const std::uint8_t* samples, const DecodedLayout& layout, Rgba8* row) {
    integerRow(samples, layout, row);
}

void pixelsFrom(const std::uint16_t* samples, const DecodedLayout& layout, Rgba16* row) {
    integerRow(samples, layout, row);
}

void pixelsFrom(const float* samples, const DecodedLayout& layout, Rgba16* row) {
    for (int x = 0; x < layout.size.width; ++x, samples += layout.channels) {
        const float alpha = layout.alpha >= 0 ? samples[layout.alpha] : 1.0F;
        const float scale = layout.associatedAlpha && alpha > 0 ? 1 / alpha : 1.0F;
        const auto level = [&](int channel) {
            const float v = samples[channel] * scale;
            return layout.linear ? encodeSrgb16(v) : fullRange16(v);
        };
        row[x] = {level(layout.red), level(layout.green), level(layout.blue), fullRange16(alpha)};
    }
}

void pixelsFromInks(const std::uint8_t* samples, const DecodedLayout& layout, Rgba8* row) {
    inkRow(samples, layout, row);
}

void pixelsFromInks(const std::uint16_t* samples, const DecodedLayout& layout, Rgba16* row) {
    inkRow(samples, layout, row);
}

}  // namespace fretsaw::io
