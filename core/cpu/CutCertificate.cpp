// Sums of tiles.
// Integers only, so that totals do not depend on the order of tiles.
#include "core/cpu/CutCertificate.h"

#include <algorithm>
#include <utility>

#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu {
namespace {

/// Whether the labels cut any edge that begins in a row of a tile.
template <typename Label>
bool anyCut(const Label* row, std::ptrdiff_t stride) {
    // Seen from each pixel: its own side and that of the pixels to its left, to its right and below.
    const bool side = row[0] == kUnreachable<Label>;
    bool differs = false;
    for (int x = -1; x <= kTileSize; ++x)
        differs |=
            (row[x] == kUnreachable<Label>) != side || (row[stride + x] == kUnreachable<Label>) != side;
    return differs;
}

/// Capacity of the edges from a row of a tile to the right and down that the labels cut.
template <typename Label>
std::int32_t cutEdges(const GridPlanes& planes, const Label* label, std::ptrdiff_t first) {
    std::int32_t cut = 0;
    for (const int k : {kEast, kSouth, kSouthEast, kSouthWest}) {
        const std::int16_t* out = planes.residual[k].data() + first;
        const std::int16_t* back = planes.residual[k ^ 1].data() + first + planes.step(k);
        const Label* to = label + planes.step(k);
        for (int x = 0; x < kTileSize; ++x)
            cut += (label[x] == kUnreachable<Label>) != (to[x] == kUnreachable<Label>)
                       ? (out[x] + back[x]) / 2
                       : 0;
    }
    return cut;
}

}  // namespace

CutCertificate::CutCertificate(const GridPlanes& planes) : tiles_(planes.layouts[0].tiles(), Sums{}) {}

template <typename Label>
CutCertificate::Sums CutCertificate::sumsOf(const GridPlanes& planes, const Label* labels, int tile) {
    const TileLayout& layout = planes.layouts[0];
    const int left = layout.left(tile), top = layout.top(tile);
    const int width = std::min(kTileSize, planes.size.width - left);
    const int height = std::min(kTileSize, planes.size.height - top);
    Sums sums;
    for (int y = 0; y < height; ++y) {
        const std::ptrdiff_t first = planes.index(left, top + y);
        const std::int16_t* t = planes.terminal.data() + first;
        const std::int16_t* e = planes.excess.data() + first;
        const Label* label = labels + first;
        // Pixels beyond the grid have neither terminals nor excess nor edges.
        for (int x = 0; x < kTileSize; ++x) {
            const bool source = label[x] == kUnreachable<Label>;
            sums.flow += std::max<int>(-t[x], 0) - std::max<int>(-e[x], 0);
            sums.cut += std::max<int>(source ? -t[x] : t[x], 0);
        }
        for (int x = 0; x < width; ++x) sums.foreground += label[x] == kUnreachable<Label> ? 1 : 0;
        if (anyCut(label, planes.stride)) sums.cut += cutEdges(planes, label, first);
    }
    return sums;
}

template <typename Label>
void CutCertificate::update(const GridPlanes& planes, const Label* labels, int tile) {
    const Sums now = sumsOf(planes, labels, tile), was = std::exchange(tiles_[tile], now);
    flow_ += now.flow - was.flow;
    cut_ += now.cut - was.cut;
    foreground_ += now.foreground - was.foreground;
}

template void CutCertificate::update(const GridPlanes& planes, const std::uint16_t* labels, int tile);
template void CutCertificate::update(const GridPlanes& planes, const std::uint32_t* labels, int tile);

}  // namespace fretsaw::cpu
