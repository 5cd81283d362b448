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

/// Calls use(cells, pixels) for stretches of cells side by side and the rectangle of their pixels, from the
/// top down. False: stopped.
template <typename Use>
bool forStretches(Size full, Size coarse, Rect cells, const std::stop_token& stop, const Use& use) {
    constexpr int kCells = 256;  // so that sums of columns stay in the cache
    for (int cy = cells.y; cy < cells.bottom(); ++cy) {
        const int top = cellBegin(cy, full.height, coarse.height);
        const int bottom = cellBegin(cy + 1, full.height, coarse.height);
        for (int cx = cells.x; cx < cells.right(); cx += kCells) {
            if (stop.stop_requested()) return false;
            const int count = std::min(kCells, cells.right() - cx);
            const int left = cellBegin(cx, full.width, coarse.width);
            const int right = cellBegin(cx + count, full.width, coarse.width);
            use(Rect{cx, cy, count, 1}, Rect{left, top, right - left, bottom - top});
        }
    }
    return true;
}

/// Where the cells of a row begin, and where the last one ends.
std::vector<int> columnBegins(Size full, Size coarse) {
    std::vector<int> begins(static_cast<std::size_t>(coarse.width) + 1);
    for (int cx = 0; cx <= coarse.width; ++cx)
        begins[static_cast<std::size_t>(cx)] = cellBegin(cx, full.width, coarse.width);
    return begins;
}

/// Calls use(cell x, first, end) for the cells of a stretch, with their columns counted from its left.
template <typename Use>
void forCells(const std::vector<int>& begins, Rect cells, const Use& use) {
    const int* const begin = begins.data() + cells.x;
    for (int i = 0; i < cells.width; ++i)
        use(cells.x + i, static_cast<std::size_t>(begin[i] - begin[0]),
            static_cast<std::size_t>(begin[i + 1] - begin[0]));
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

void averageCells(ImageView<const Rgba8> full, ImageView<Rgba8> coarse, int firstRow, int endRow) {
    const std::vector<int> begins = columnBegins(full.size(), coarse.size());
    const auto average = [&](Rect cells, Rect pixels, auto& columns) {  // sums of r, g, b and alpha
        columns.assign(4 * static_cast<std::size_t>(pixels.width), 0);
        for (int y = pixels.y; y < pixels.bottom(); ++y) {
            static_assert(sizeof(Rgba8) == 4);
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(full.row(y) + pixels.x);
            for (auto& sum : columns) sum += *bytes++;
        }
        forCells(begins, cells, [&](int cx, std::size_t first, std::size_t end) {
            const std::int64_t n = static_cast<std::int64_t>(end - first) * pixels.height;
            // Rounded as in integers, and several times as fast: half a unit more keeps clear of n's
            // multiples, from which rounding is much less away.
            const double half = static_cast<double>(n / 2) + 0.5;
            const double share = 1.0 / static_cast<double>(n);
            std::uint32_t sum[4] = {};
            for (std::size_t x = first; x < end; ++x)
                for (std::size_t c = 0; c < 4; ++c) sum[c] += columns[4 * x + c];
            const auto mean = [&](int c) {
                return static_cast<std::uint8_t>((static_cast<double>(sum[c]) + half) * share);
            };
            coarse(cx, cells.y) = {mean(0), mean(1), mean(2), 255};
        });
    };
    std::vector<std::uint16_t> columns;
    std::vector<std::uint32_t> wideColumns;
    constexpr int kRowsIn16Bits = 257;
    const Rect rows{0, firstRow, coarse.width(), endRow - firstRow};
    forStretches(full.size(), coarse.size(), rows, {}, [&](Rect cells, Rect pixels) {
        if (pixels.height <= kRowsIn16Bits)
            average(cells, pixels, columns);
        else
            average(cells, pixels, wideColumns);
    });
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
    const std::vector<int> begins = columnBegins(full.size(), coarse);
    const bool done = forStretches(full.size(), coarse, cells, stop, [&](Rect stretch, Rect pixels) {
        // Mostly nothing is said. To look at every pixel is faster than to stop early.
        int said = 0;
        for (int y = pixels.y; y < pixels.bottom(); ++y) {
            const Label* row = full.row(y) + pixels.x;
            for (int x = 0; x < pixels.width; ++x) said |= row[x] != Label::None ? 1 : 0;
        }
        if (said == 0) return;
        forCells(begins, stretch, [&](int cx, std::size_t first, std::size_t end) {
            const Rect cell{pixels.x + static_cast<int>(first), pixels.y, static_cast<int>(end - first),
                            pixels.height};
            labels(cx - cells.x, stretch.y - cells.y) = vote(countLabels(full.sub(cell)));
        });
    });
    if (!done) return std::nullopt;
    return labels;
}

Image<std::uint8_t> coarseMask(ImageView<const std::uint8_t> full, Size coarse) {
    Image<std::uint8_t> mask(coarse);
    const std::vector<int> begins = columnBegins(full.size(), coarse);
    std::vector<std::uint32_t> columns;  // how many of their pixels are set
    forStretches(full.size(), coarse, mask.bounds(), {}, [&](Rect cells, Rect pixels) {
        columns.assign(static_cast<std::size_t>(pixels.width), 0);
        for (int y = pixels.y; y < pixels.bottom(); ++y) {
            const std::uint8_t* row = full.row(y) + pixels.x;
            for (std::size_t x = 0; x < columns.size(); ++x) columns[x] += row[x] != 0;
        }
        forCells(begins, cells, [&](int cx, std::size_t first, std::size_t end) {
            std::int64_t set = 0;
            for (std::size_t x = first; x < end; ++x) set += columns[x];
            const std::int64_t n = static_cast<std::int64_t>(end - first) * pixels.height;
            mask(cx, cells.y) = 2 * set >= n ? 255 : 0;
        });
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
