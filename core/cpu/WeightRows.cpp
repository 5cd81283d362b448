// A band of rows at a time; every row is written by one thread.
// Where the weights come from is the source's business.
#include "core/cpu/WeightRows.h"

#include <algorithm>

namespace fretsaw::cpu {
namespace {

constexpr int kRowsOfBand = 16;  // weights are made for

/// Weights of the edges from a row's pixels.
struct WeightRow {
    std::uint16_t *right, *downLeft, *down, *downRight;
};

// No edge leaves the grid.
void closeBorders(const WeightRow& row, Size size, int y) {
    row.right[size.width - 1] = row.downRight[size.width - 1] = row.downLeft[0] = 0;
    if (y + 1 < size.height) return;
    for (std::uint16_t* plane : {row.downLeft, row.down, row.downRight})
        std::fill_n(plane, size.width, std::uint16_t{0});
}

// Residuals of a row along itself and downwards, and no terminals.
void setRow(GridPlanes& planes, int y, const WeightRow& row) {
    const int width = planes.size.width;
    const auto plane = [&](int k) { return planes.residual[k].data() + planes.index(0, y); };
    std::copy_n(row.right, width, plane(kEast));
    std::copy_n(row.right, width - 1, plane(kWest) + 1);
    plane(kWest)[0] = 0;
    std::copy_n(row.down, width, plane(kSouth));
    std::copy_n(row.downRight, width, plane(kSouthEast));
    std::copy_n(row.downLeft, width, plane(kSouthWest));
    if (y == 0)
        for (const int k : {kNorth, kNorthWest, kNorthEast}) std::fill_n(plane(k), width, std::int16_t{0});
    std::fill_n(planes.excess.data() + planes.index(0, y), width, std::int16_t{0});
    std::fill_n(planes.terminal.data() + planes.index(0, y), width, std::int16_t{0});
}

// Residuals of row y upwards; `row` is the one above.
void setRowBelow(GridPlanes& planes, int y, const WeightRow& row) {
    const int width = planes.size.width;
    const auto plane = [&](int k) { return planes.residual[k].data() + planes.index(0, y); };
    std::copy_n(row.down, width, plane(kNorth));
    std::copy_n(row.downRight, width - 1, plane(kNorthWest) + 1);
    plane(kNorthWest)[0] = 0;
    std::copy_n(row.downLeft + 1, width - 1, plane(kNorthEast));
    plane(kNorthEast)[width - 1] = 0;
}

}  // namespace

void refreshMask(GridPlanes& planes, std::ptrdiff_t first, int count) {
    std::uint8_t* mask = planes.mask.data() + first;
    std::fill_n(mask, count, std::uint8_t{0});
    for (int k = 0; k < kDirections; ++k) {
        const std::int16_t* r = planes.residual[k].data() + first;
        for (int x = 0; x < count; ++x) mask[x] |= static_cast<std::uint8_t>((r[x] > 0 ? 1 : 0) << k);
    }
}

bool fillWeights(GridPlanes& planes, const WeightSource& source, const Parallel& parallel,
                 const std::stop_token& stop) {
    const Size size = planes.size;
    parallel.forRanges(size.height, kRowsOfBand, [&](std::int64_t from, std::int64_t to) {
        if (stop.stop_requested()) return;
        // Every row writes its own residuals; those upwards are the weights of the row above.
        const int begin = static_cast<int>(from), end = static_cast<int>(to), first = std::max(0, begin - 1);
        const Size bandSize{size.width, end - first};
        Image<std::uint16_t> band[4];
        for (auto& plane : band) plane = Image<std::uint16_t>::uninitialized(bandSize);
        source(first, end, {band[0].view(), band[1].view(), band[2].view(), band[3].view()});
        for (int y = first; y < end; ++y) {
            const WeightRow row{band[0].row(y - first), band[1].row(y - first), band[2].row(y - first),
                                band[3].row(y - first)};
            closeBorders(row, size, y);
            if (y >= begin) setRow(planes, y, row);
            if (y + 1 < end) setRowBelow(planes, y + 1, row);
        }
        for (int y = begin; y < end; ++y) refreshMask(planes, planes.index(0, y), size.width);
    });
    return !stop.stop_requested();
}

}  // namespace fretsaw::cpu
