// Whole packs first, then the pixels that are left, by the same templates.
// No threads and no formulas here.
#include "core/cpu/PixelRows.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/cpu/Pack.h"
#include "core/pixel/Cells.h"
#include "core/pixel/ColourSpace.h"
#include "core/pixel/Mixture.h"

namespace fretsaw::cpu {
namespace {

Pack loadChannel(const int* from) {
    PackInt pack;
    std::memcpy(&pack, from, sizeof pack);
    return __builtin_convertvector(pack, Pack);
}

/// Calls use(i, three channels) with packs or, for the last pixels, floats.
template <typename Use>
void forColours(const ColourRow& row, int count, const Use& use) {
    const int *a = row.channel(0), *b = row.channel(1), *c = row.channel(2);
    int i = 0;
    for (; i + kPackSize <= count; i += kPackSize)
        use(i, loadChannel(a + i), loadChannel(b + i), loadChannel(c + i));
    for (; i < count; ++i)
        use(i, static_cast<float>(a[i]), static_cast<float>(b[i]), static_cast<float>(c[i]));
}

void store(int* to, PackInt v) {
    storePack(to, v);
}
void store(int* to, int v) {
    *to = v;
}

/// sRGB codes to linear light, computed once.
const std::array<float, 256>& linearTable() {
    static const std::array<float, 256> table = [] {
        std::array<float, 256> t{};
        for (int i = 0; i < 256; ++i) t[static_cast<std::size_t>(i)] = pixel::linearFromSrgb(i);
        return t;
    }();
    return table;
}

/// convert: linear r, g, b to three channels.
template <typename Convert>
void readLinear(const Rgba8* pixels, int count, ColourRow& row, const Convert& convert) {
    const float* linear = linearTable().data();
    const auto put = [&](int i, auto r, auto g, auto b) {
        typename pixel::Lanes<decltype(r)>::Int channels[3];
        convert(r, g, b, channels);
        for (int c = 0; c < 3; ++c) store(row.channel(c) + i, channels[c]);
    };
    int i = 0;
    for (; i + kPackSize <= count; i += kPackSize) {
        float r[kPackSize], g[kPackSize], b[kPackSize];
        for (int k = 0; k < kPackSize; ++k) {
            r[k] = linear[pixels[i + k].r];
            g[k] = linear[pixels[i + k].g];
            b[k] = linear[pixels[i + k].b];
        }
        put(i, loadPack(r), loadPack(g), loadPack(b));
    }
    for (; i < count; ++i) put(i, linear[pixels[i].r], linear[pixels[i].g], linear[pixels[i].b]);
}

void mixtureCosts(const pixel::Mixture& mixture, const DataCosts& costs, const ColourRow& colours, int count,
                  int* units) {
    if (mixture.count == 0) {
        std::fill_n(units, count, 0);
    } else if (costs.bestPartOnly) {
        forColours(colours, count, [&](int i, auto a, auto b, auto c) {
            store(units + i, pixel::costUnits(pixel::bestPartCost(mixture, a, b, c), costs.unitsPerNat));
        });
    } else {
        forColours(colours, count, [&](int i, auto a, auto b, auto c) {
            store(units + i, pixel::costUnits(pixel::mixtureCost(mixture, a, b, c), costs.unitsPerNat));
        });
    }
}

}  // namespace

void readColours(ColourSpace space, const Rgba8* pixels, int count, ColourRow& row) {
    switch (space) {
        case ColourSpace::Rgb: {
            int *r = row.channel(0), *g = row.channel(1), *b = row.channel(2);
            for (int i = 0; i < count; ++i) r[i] = pixels[i].r, g[i] = pixels[i].g, b[i] = pixels[i].b;
            return;
        }
        case ColourSpace::Lab:
            return readLinear(pixels, count, row,
                              [](auto r, auto g, auto b, auto* lab) { pixel::labFromLinear(r, g, b, lab); });
        case ColourSpace::Luv:
            return readLinear(pixels, count, row,
                              [](auto r, auto g, auto b, auto* luv) { pixel::luvFromLinear(r, g, b, luv); });
    }
}

void squaredDifferences(const ColourRow& a, int fromA, const ColourRow& b, int fromB, int count,
                        int* squares) {
    const int *a0 = a.channel(0) + fromA, *a1 = a.channel(1) + fromA, *a2 = a.channel(2) + fromA;
    const int *b0 = b.channel(0) + fromB, *b1 = b.channel(1) + fromB, *b2 = b.channel(2) + fromB;
    for (int i = 0; i < count; ++i) {
        const int d0 = a0[i] - b0[i], d1 = a1[i] - b1[i], d2 = a2[i] - b2[i];
        squares[i] = d0 * d0 + d1 * d1 + d2 * d2;
    }
}

void edgeWeights(const int* squares, int count, float atNoDifference, float beta, std::uint16_t* weights) {
    int i = 0;
    for (; i + kPackSize <= count; i += kPackSize) {
        PackInt squared;
        std::memcpy(&squared, squares + i, sizeof squared);
        const PackInt w = pixel::edgeWeight<Pack>(atNoDifference, beta, squared);
        for (int k = 0; k < kPackSize; ++k) weights[i + k] = static_cast<std::uint16_t>(w[k]);
    }
    for (; i < count; ++i)
        weights[i] = static_cast<std::uint16_t>(pixel::edgeWeight<float>(atNoDifference, beta, squares[i]));
}

void classCosts(const DataCosts& costs, const ColourRow& colours, int count, int* foreground,
                int* background) {
    mixtureCosts(costs.mixtures.foreground, costs, colours, count, foreground);
    mixtureCosts(costs.mixtures.background, costs, colours, count, background);
}

void subtractPrior(const Prior& prior, float unitsPerNat, Size size, int x, int y, int count, int* costs) {
    const Size cells = prior.cells.size();
    const std::int16_t* steps = prior.cells.row(pixel::cellOf(y, size.height, cells.height));
    int cell = pixel::cellOf(x, size.width, cells.width);
    for (int i = 0; i < count; ++cell) {
        const int units = pixel::priorUnits<float>(steps[cell], unitsPerNat);
        const int end = std::min(count, pixel::cellBegin(cell + 1, size.width, cells.width) - x);
        for (; i < end; ++i) costs[i] -= units;
    }
}

void bestParts(const ClassMixtures& mixtures, bool weighted, const ColourRow& colours, int count,
               int* inForeground, int* inBackground) {
    forColours(colours, count, [&](int i, auto a, auto b, auto c) {
        store(inForeground + i, pixel::bestPart(mixtures.foreground, weighted, a, b, c));
        store(inBackground + i, pixel::bestPart(mixtures.background, weighted, a, b, c));
    });
}

}  // namespace fretsaw::cpu
