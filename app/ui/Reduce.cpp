// Shrinks parts of the picture's planes by powers of two for textures of coarser levels.
// Pixels in, pixels out; no OpenGL here.
#include "app/ui/Reduce.h"

#include <algorithm>
#include <cstring>

namespace fretsaw::ui {
namespace {

Rgba8 premultiplied(Rgba8 p) {
    if (p.a == 255) return p;
    const auto scaled = [&](int v) { return static_cast<std::uint8_t>((v * p.a + 127) / 255); };
    return {scaled(p.r), scaled(p.g), scaled(p.b), p.a};
}

/// Image pixels under texels of a level.
Rect coveredPixels(Rect texels, int level, Rect bounds) {
    return Rect{texels.x << level, texels.y << level, texels.width << level, texels.height << level}
        .intersected(bounds);
}

template <typename T, typename Out, typename Convert>
void sampleBlocks(ImageView<const T> image, int level, Rect texels, Out* out, Convert convert) {
    const int middle = (1 << level) / 2;
    for (int y = texels.y; y < texels.bottom(); ++y) {
        const T* row = image.row(std::min((y << level) + middle, image.height() - 1));
        for (int x = texels.x; x < texels.right(); ++x)
            *out++ = convert(row[std::min((x << level) + middle, image.width() - 1)]);
    }
}

/// Averages interleaved bytes. addRow(y, sums) adds the covered bytes of image row y to 16-bit column sums:
/// that loop is where the time goes, and compilers vectorise it.
template <int kChannels, typename AddRow>
void averageBlocks(Rect covered, int level, Rect texels, AddRow addRow, std::uint8_t* out) {
    Buffer<std::uint16_t> sums(static_cast<std::int64_t>(covered.width) * kChannels, 0);
    for (int ty = texels.y; ty < texels.bottom(); ++ty) {
        const int top = std::max(ty << level, covered.y),
                  bottom = std::min((ty + 1) << level, covered.bottom());
        std::fill(sums.begin(), sums.end(), std::uint16_t{0});
        for (int y = top; y < bottom; ++y) addRow(y, sums.data());
        for (int tx = texels.x; tx < texels.right(); ++tx) {
            const int left = (tx << level) - covered.x;
            const int right = std::min(((tx + 1) << level) - covered.x, covered.width);
            const std::uint32_t count = static_cast<std::uint32_t>(right - left) * (bottom - top);
            for (int c = 0; c < kChannels; ++c) {
                std::uint32_t sum = count / 2;
                for (int x = left; x < right; ++x) sum += sums[static_cast<std::int64_t>(x) * kChannels + c];
                *out++ = static_cast<std::uint8_t>(sum / count);
            }
        }
    }
}

}  // namespace

void reduceColours(ImageView<const Rgba8> image, int level, Rect texels, Quality quality, Rgba8* out) {
    if (quality == Quality::Sample || level == 0)
        return sampleBlocks(image, level, texels, out, premultiplied);
    const Rect covered = coveredPixels(texels, level, image.bounds());
    Buffer<Rgba8> line = Buffer<Rgba8>::uninitialized(covered.width);
    const auto addRow = [&](int y, std::uint16_t* sums) {
        std::transform(image.row(y) + covered.x, image.row(y) + covered.right(), line.data(), premultiplied);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(line.data());
        for (std::int64_t i = 0; i < line.size() * 4; ++i)
            sums[i] = static_cast<std::uint16_t>(sums[i] + bytes[i]);
    };
    averageBlocks<4>(covered, level, texels, addRow, reinterpret_cast<std::uint8_t*>(out));
}

void reduceMask(ImageView<const std::uint8_t> mask, int level, Rect texels, Quality quality,
                std::uint8_t* out) {
    if (quality == Quality::Sample || level == 0)
        return sampleBlocks(mask, level, texels, out, [](std::uint8_t v) { return v; });
    const Rect covered = coveredPixels(texels, level, mask.bounds());
    const auto addRow = [&](int y, std::uint16_t* sums) {
        const std::uint8_t* row = mask.row(y) + covered.x;
        for (int i = 0; i < covered.width; ++i) sums[i] = static_cast<std::uint16_t>(sums[i] + row[i]);
    };
    averageBlocks<1>(covered, level, texels, addRow, out);
}

void reduceLabels(ImageView<const Label> labels, int level, Rect texels, Quality quality, std::uint8_t* out) {
    if (quality == Quality::Sample || level == 0)
        return sampleBlocks(labels, level, texels, out, [](Label l) { return static_cast<std::uint8_t>(l); });
    // Label's values are ordered as they should win: sure, probable, none.
    const Rect covered = coveredPixels(texels, level, labels.bounds());
    Buffer<std::uint8_t> least = Buffer<std::uint8_t>::uninitialized(covered.width);
    for (int ty = texels.y; ty < texels.bottom(); ++ty) {
        std::fill(least.begin(), least.end(), static_cast<std::uint8_t>(Label::None));
        for (int y = std::max(ty << level, covered.y); y < std::min((ty + 1) << level, covered.bottom());
             ++y) {
            const auto* row = reinterpret_cast<const std::uint8_t*>(labels.row(y) + covered.x);
            for (int i = 0; i < covered.width; ++i) least[i] = std::min(least[i], row[i]);
        }
        for (int tx = texels.x; tx < texels.right(); ++tx) {
            const int left = (tx << level) - covered.x;
            const int right = std::min(((tx + 1) << level) - covered.x, covered.width);
            *out++ = *std::min_element(least.data() + left, least.data() + right);
        }
    }
}

}  // namespace fretsaw::ui
