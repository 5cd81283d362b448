// Whole packs first, then the pixels that are left, by the same templates.
// No threads and no formulas here.
#include "core/cpu/PixelRows.h"

#include <array>
#include <cstring>

#include "core/cpu/Pack.h"
#include "core/pixel/Lab.h"
#include "core/pixel/Mixture.h"

namespace fretsaw::cpu {
namespace {

struct PackColour {
    Pack r, g, b;
};

PackColour loadColours(const Rgba8* pixels) {
    PackInt p;
    static_assert(sizeof(Rgba8) == 4);
    std::memcpy(&p, pixels, sizeof p);
    return {__builtin_convertvector(p & 255, Pack), __builtin_convertvector((p >> 8) & 255, Pack),
            __builtin_convertvector((p >> 16) & 255, Pack)};
}

/// Calls use(i, r, g, b) with packs or, for the last pixels, floats.
template <typename Use>
void forColours(const Rgba8* pixels, int count, const Use& use) {
    int i = 0;
    for (; i + kPackSize <= count; i += kPackSize) {
        const PackColour c = loadColours(pixels + i);
        use(i, c.r, c.g, c.b);
    }
    for (; i < count; ++i)
        use(i, static_cast<float>(pixels[i].r), static_cast<float>(pixels[i].g),
            static_cast<float>(pixels[i].b));
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

void readLab(const Rgba8* pixels, int count, ColourRow& row) {
    const float* linear = linearTable().data();
    const auto put = [&row](int i, auto r, auto g, auto b) {
        typename pixel::Lanes<decltype(r)>::Int lab[3];
        pixel::labFromLinear(r, g, b, lab);
        for (int c = 0; c < 3; ++c) store(row.channel(c) + i, lab[c]);
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

}  // namespace

void readColours(EdgeSpace space, const Rgba8* pixels, int count, ColourRow& row) {
    if (space == EdgeSpace::Lab) {
        readLab(pixels, count, row);
        return;
    }
    int *r = row.channel(0), *g = row.channel(1), *b = row.channel(2);
    for (int i = 0; i < count; ++i) r[i] = pixels[i].r, g[i] = pixels[i].g, b[i] = pixels[i].b;
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

void mixtureCosts(const pixel::Mixture& mixture, float unitsPerNat, const Rgba8* pixels, int count,
                  int* costs) {
    forColours(pixels, count, [&](int i, auto r, auto g, auto b) {
        store(costs + i, pixel::costUnits(pixel::mixtureCost(mixture, r, g, b), unitsPerNat));
    });
}

void classCosts(const DataCosts& costs, const Rgba8* pixels, int count, int* foreground, int* background) {
    if (!costs.bestPartOnly) {
        mixtureCosts(costs.foreground, costs.unitsPerNat, pixels, count, foreground);
        mixtureCosts(costs.background, costs.unitsPerNat, pixels, count, background);
        return;
    }
    forColours(pixels, count, [&](int i, auto r, auto g, auto b) {
        store(foreground + i,
              pixel::costUnits(pixel::bestPartCost(costs.foreground, r, g, b), costs.unitsPerNat));
        store(background + i,
              pixel::costUnits(pixel::bestPartCost(costs.background, r, g, b), costs.unitsPerNat));
    });
}

void bestParts(const pixel::Mixture& foreground, const pixel::Mixture& background, bool weighted,
               const Rgba8* pixels, int count, int* inForeground, int* inBackground) {
    forColours(pixels, count, [&](int i, auto r, auto g, auto b) {
        store(inForeground + i, pixel::bestPart(foreground, weighted, r, g, b));
        store(inBackground + i, pixel::bestPart(background, weighted, r, g, b));
    });
}

}  // namespace fretsaw::cpu
