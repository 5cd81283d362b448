// Cells of a coarse grid: means of colours, votes of labels and masks.
// No solving here.
#include "core/segment/Coarse.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/pixel/Cells.h"

namespace fretsaw {
namespace {

using pixel::cellBegin;
using pixel::cellOf;

/// Calls use(cell x, cell y, rectangle of its pixels). False: stopped.
template <typename Use>
bool forCells(Size full, Size coarse, Rect cells, const std::stop_token& stop, const Use& use) {
    for (int cy = cells.y; cy < cells.bottom(); ++cy) {
        if (stop.stop_requested()) return false;
        const int top = cellBegin(cy, full.height, coarse.height);
        const int bottom = cellBegin(cy + 1, full.height, coarse.height);
        for (int cx = cells.x; cx < cells.right(); ++cx) {
            const int left = cellBegin(cx, full.width, coarse.width);
            const int right = cellBegin(cx + 1, full.width, coarse.width);
            use(cx, cy, Rect{left, top, right - left, bottom - top});
        }
    }
    return true;
}

Label vote(const LabelCounts& counts) {
    const auto sureF = counts[Label::SureForeground], sureB = counts[Label::SureBackground];
    if (sureF + sureB > 0) return sureF >= sureB ? Label::SureForeground : Label::SureBackground;
    const auto probableF = counts[Label::ProbableForeground], probableB = counts[Label::ProbableBackground];
    if (probableF + probableB == 0) return Label::None;
    return probableF >= probableB ? Label::ProbableForeground : Label::ProbableBackground;
}

}  // namespace

Size coarseSize(Size full, std::int64_t most) {
    if (full.area() <= most) return full;
    const double shrink = std::sqrt(static_cast<double>(most) / static_cast<double>(full.area()));
    const auto length = [shrink](int v) { return std::max(1, static_cast<int>(v * shrink)); };
    // A strip one pixel wide cannot shrink across, so it must along.
    const int width = static_cast<int>(std::min<std::int64_t>(length(full.width), most));
    const int height = static_cast<int>(std::min<std::int64_t>(length(full.height), most / width));
    return {static_cast<int>(std::min<std::int64_t>(width, most / height)), height};
}

std::optional<Image<Rgba8>> coarsePicture(ImageView<const Rgba8> full, Size coarse,
                                          const std::stop_token& stop) {
    Image<Rgba8> picture(coarse);
    const bool done = forCells(full.size(), coarse, picture.bounds(), stop, [&](int cx, int cy, Rect pixels) {
        std::int64_t r = 0, g = 0, b = 0;
        for (int y = pixels.y; y < pixels.bottom(); ++y) {
            const Rgba8* row = full.row(y);
            for (int x = pixels.x; x < pixels.right(); ++x) r += row[x].r, g += row[x].g, b += row[x].b;
        }
        const std::int64_t n = pixels.area(), half = n / 2;
        const auto mean = [&](std::int64_t sum) { return static_cast<std::uint8_t>((sum + half) / n); };
        picture(cx, cy) = {mean(r), mean(g), mean(b), 255};
    });
    if (!done) return std::nullopt;
    return picture;
}

Rect coarseRect(Rect rect, Size full, Size coarse) {
    const int left = cellOf(rect.x, full.width, coarse.width);
    const int top = cellOf(rect.y, full.height, coarse.height);
    const int right = cellOf(rect.right() - 1, full.width, coarse.width) + 1;
    const int bottom = cellOf(rect.bottom() - 1, full.height, coarse.height) + 1;
    return {left, top, right - left, bottom - top};
}

std::optional<Image<Label>> coarseLabels(ImageView<const Label> full, Size coarse, Rect cells,
                                         const std::stop_token& stop) {
    Image<Label> labels(cells.size(), Label::None);
    const bool done = forCells(full.size(), coarse, cells, stop, [&](int cx, int cy, Rect pixels) {
        labels(cx - cells.x, cy - cells.y) = vote(countLabels(full.sub(pixels)));
    });
    if (!done) return std::nullopt;
    return labels;
}

Image<std::uint8_t> coarseMask(ImageView<const std::uint8_t> full, Size coarse) {
    Image<std::uint8_t> mask(coarse);
    forCells(full.size(), coarse, mask.bounds(), {}, [&](int cx, int cy, Rect pixels) {
        std::int64_t set = 0;
        for (int y = pixels.y; y < pixels.bottom(); ++y) {
            const std::uint8_t* row = full.row(y);
            for (int x = pixels.x; x < pixels.right(); ++x) set += row[x] != 0;
        }
        mask(cx, cy) = 2 * set >= pixels.area() ? 255 : 0;
    });
    return mask;
}

Image<std::uint8_t> enlargedMask(ImageView<const std::uint8_t> coarse, Size full) {
    Image<std::uint8_t> mask(full);
    std::vector<int> cellAt(static_cast<std::size_t>(full.width));
    for (int x = 0; x < full.width; ++x)
        cellAt[static_cast<std::size_t>(x)] = cellOf(x, full.width, coarse.width());
    for (int y = 0; y < full.height; ++y) {
        const std::uint8_t* from = coarse.row(cellOf(y, full.height, coarse.height()));
        std::uint8_t* to = mask.row(y);
        for (int x = 0; x < full.width; ++x) to[x] = from[cellAt[static_cast<std::size_t>(x)]];
    }
    return mask;
}

}  // namespace fretsaw
