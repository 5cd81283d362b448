// The one source of the rows' functions, included once per instruction set inside a namespace of its own.
// No inline function or float template that other files use may be called here: the linker would keep one
// copy for all, perhaps the one with instructions this machine lacks. Templates on this file's packs are its
// own.

namespace {

using PackShort = short __attribute__((vector_size(sizeof(short) * kPackSize)));
using PackWord = unsigned short __attribute__((vector_size(sizeof(short) * kPackSize)));
using PackByte = unsigned char __attribute__((vector_size(kPackSize)));

/// A pack that lies wholly inside a row.
struct Whole {
    template <typename P, typename T>
    P load(const T* from) const {
        return loadPack<P>(from);
    }
    template <typename P, typename T>
    void store(T* to, P pack) const {
        storePack(to, pack);
    }
};

/// The end of a row, shorter than a pack; lanes beyond it are loaded as 0 and not stored.
struct Part {
    int count;
    template <typename P, typename T>
    P load(const T* from) const {
        P pack{};
        __builtin_memcpy(&pack, from, sizeof(T) * static_cast<unsigned>(count));
        return pack;
    }
    template <typename P, typename T>
    void store(T* to, P pack) const {
        __builtin_memcpy(to, &pack, sizeof(T) * static_cast<unsigned>(count));
    }
};

/// Calls body(i, Whole or Part) for the packs that begin at begin, begin + kPackSize, … below end.
template <typename Body>
void forPacks(int begin, int end, const Body& body) {
    int i = begin;
    for (; i + kPackSize <= end; i += kPackSize) body(i, Whole{});
    if (i < end) body(i, Part{end - i});
}

/// Calls body(begin, end) for blocks of a row, so that sums over a block fit 32 bits.
template <int kBlock, typename Body>
void forBlocks(int count, const Body& body) {
    for (int begin = 0; begin < count; begin += kBlock)
        body(begin, count - begin < kBlock ? count : begin + kBlock);
}

std::int64_t sumOf(PackInt lanes) {
    std::int64_t sum = 0;
    for (int i = 0; i < kPackSize; ++i) sum += lanes[i];
    return sum;
}

template <typename Span>
PackInt loadChannel(Span span, Colours colours, int channel, int i) {
    const std::int16_t* const from = colours.first + channel * colours.plane + i;
    return __builtin_convertvector(span.template load<PackShort>(from), PackInt);
}

Pack toFloat(PackInt v) {
    return __builtin_convertvector(v, Pack);
}

/// Calls use(i, span, three channels as floats).
template <typename Use>
void forColours(Colours colours, int begin, int end, const Use& use) {
    forPacks(begin, end, [&](int i, auto span) {
        use(i, span, toFloat(loadChannel(span, colours, 0, i)), toFloat(loadChannel(span, colours, 1, i)),
            toFloat(loadChannel(span, colours, 2, i)));
    });
}

void readRgb(const Rgba8* pixels, int count, std::int16_t* first, std::ptrdiff_t plane) {
    forPacks(0, count, [&](int i, auto span) {
        const auto rgba = span.template load<PackInt>(pixels + i);
        for (int c = 0; c < 3; ++c)
            span.store(first + c * plane + i, __builtin_convertvector((rgba >> 8 * c) & 255, PackShort));
    });
}

/// convert: linear r, g, b to three channels.
template <typename Convert>
void readLinear(const float* linear, const Rgba8* pixels, int count, std::int16_t* first,
                std::ptrdiff_t plane, const Convert& convert) {
    constexpr int kBlock = 64;
    float light[3][kBlock] = {};
    forBlocks<kBlock>(count, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            light[0][i - begin] = linear[pixels[i].r];
            light[1][i - begin] = linear[pixels[i].g];
            light[2][i - begin] = linear[pixels[i].b];
        }
        forPacks(begin, end, [&](int i, auto span) {
            PackInt channels[3];
            convert(loadPack<Pack>(light[0] + i - begin), loadPack<Pack>(light[1] + i - begin),
                    loadPack<Pack>(light[2] + i - begin), channels);
            for (int c = 0; c < 3; ++c)
                span.store(first + c * plane + i, __builtin_convertvector(channels[c], PackShort));
        });
    });
}

void readColours(ColourSpace space, const float* linear, const Rgba8* pixels, int count, std::int16_t* first,
                 std::ptrdiff_t plane) {
    switch (space) {
        case ColourSpace::Rgb:
            return readRgb(pixels, count, first, plane);
        case ColourSpace::Lab:
            return readLinear(linear, pixels, count, first, plane, [](Pack r, Pack g, Pack b, PackInt* lab) {
                pixel::labFromLinear(r, g, b, lab);
            });
        case ColourSpace::Luv:
            return readLinear(linear, pixels, count, first, plane, [](Pack r, Pack g, Pack b, PackInt* luv) {
                pixel::luvFromLinear(r, g, b, luv);
            });
    }
}

template <typename Span>
PackInt squaredDifference(Span span, Colours a, Colours b, int i) {
    PackInt square{};
    for (int c = 0; c < 3; ++c) {
        const PackInt d = loadChannel(span, a, c, i) - loadChannel(span, b, c, i);
        square += d * d;
    }
    return square;
}

std::int64_t sumOfSquares(Colours a, Colours b, int count) {
    std::int64_t total = 0;
    forBlocks<512>(count, [&](int begin, int end) {  // 512·3·1000² < 2³¹
        PackInt sum{};
        forPacks(begin, end, [&](int i, auto span) { sum += squaredDifference(span, a, b, i); });
        total += sumOf(sum);
    });
    return total;
}

void edgeWeights(Colours a, Colours b, int count, float atNoDifference, float beta, std::uint16_t* weights) {
    forPacks(0, count, [&](int i, auto span) {
        const PackInt weight =
            pixel::edgeWeight<Pack>(atNoDifference, beta, squaredDifference(span, a, b, i));
        span.store(weights + i, __builtin_convertvector(weight, PackWord));
    });
}

void costs(const pixel::Mixture& mixture, bool bestPartOnly, float unitsPerNat, Colours colours, int count,
           int* units) {
    if (mixture.count == 0) {
        forPacks(0, count, [&](int i, auto span) { span.store(units + i, PackInt{}); });
    } else if (bestPartOnly) {
        forColours(colours, 0, count, [&](int i, auto span, Pack r, Pack g, Pack b) {
            span.store(units + i, pixel::costUnits(pixel::bestPartCost(mixture, r, g, b), unitsPerNat));
        });
    } else {
        forColours(colours, 0, count, [&](int i, auto span, Pack r, Pack g, Pack b) {
            span.store(units + i, pixel::costUnits(pixel::mixtureCost(mixture, r, g, b), unitsPerNat));
        });
    }
}

std::int64_t terminals(const Label* labels, const int* foreground, const int* background, int count,
                       std::int32_t* to) {
    std::int64_t total = 0;
    forBlocks<4096>(count, [&](int begin, int end) {
        PackInt low{}, high{};  // 16 bits each
        forPacks(begin, end, [&](int i, auto span) {
            const auto label = __builtin_convertvector(span.template load<PackByte>(labels + i), PackInt);
            const auto f = span.template load<PackInt>(foreground + i);
            const auto b = span.template load<PackInt>(background + i);
            const PackInt pays = pixel::leastCost(label, f, b);
            span.store(to + i, pixel::terminalOf(label, f, b));
            low += pays & 0xFFFF;
            high += pays >> 16;
        });
        total += (sumOf(high) << 16) + sumOf(low);
    });
    return total;
}

using Quad = double __attribute__((vector_size(32)));
using QuadInt = int __attribute__((vector_size(16)));
using QuadShort = short __attribute__((vector_size(8)));
using PairInt = int __attribute__((vector_size(8)));

/// Moments as doubles: all of them are integers below 2⁵³, so that every sum is exact.
struct Moments {
    Quad sum;        ///< of a, b, c and 1
    Quad square[2];  ///< of aa, ab, ac, bb and of bc, cc
};

void addTo(ColourSums& sums, const Moments& m) {
    sums.count += static_cast<std::int64_t>(m.sum[3]);
    for (int i = 0; i < 3; ++i) sums.sum[i] += static_cast<std::int64_t>(m.sum[i]);
    for (int i = 0; i < 6; ++i) sums.square[i] += static_cast<std::int64_t>(m.square[i / 4][i % 4]);
}

/// Adds each colour, times[i] times, to the sums of the group that groupOf(a, b, c) names.
template <typename GroupOf>
void addByGroup(const GroupOf& groupOf, int groups, Colours colours, const std::int32_t* times, int count,
                ColourSums* sums) {
    constexpr int kBlock = 256;
    int group[kBlock], ab[kBlock], c1[kBlock];  // 16-bit channels a and b, c and 1 side by side
    // Neighbours mostly have the same group: taking turns, they need not wait for each other's sums.
    Moments moments[2][pixel::kMaxComponents] = {};
    forBlocks<kBlock>(count, [&](int begin, int end) {
        forPacks(begin, end, [&](int i, auto span) {
            const PackInt a = loadChannel(span, colours, 0, i), b = loadChannel(span, colours, 1, i),
                          c = loadChannel(span, colours, 2, i);
            storePack(group + i - begin, groupOf(a, b, c));
            storePack(ab + i - begin, (a & 0xFFFF) | (b << 16));
            storePack(c1 + i - begin, (c & 0xFFFF) | (1 << 16));
        });
        for (int i = 0; i < end - begin; ++i) {
            const auto abc1 = __builtin_convertvector((QuadShort)PairInt{ab[i], c1[i]}, QuadInt);
            const Quad v = __builtin_convertvector(abc1, Quad);
            const Quad nv = times ? v * times[begin + i] : v;
            Moments& m = moments[i % 2][group[i]];
            m.sum += nv;
            m.square[0] +=
                __builtin_shufflevector(nv, nv, 0, 0, 0, 1) * __builtin_shufflevector(v, v, 0, 1, 2, 1);
            m.square[1] +=
                __builtin_shufflevector(nv, nv, 1, 2, 3, 3) * __builtin_shufflevector(v, v, 2, 2, 3, 3);
        }
    });
    for (const auto& half : moments)
        for (int k = 0; k < groups; ++k) addTo(sums[k], half[k]);
}

void addSums(const pixel::Mixture& mixture, bool weighted, Colours colours, const std::int32_t* times,
             int count, ColourSums* sums) {
    const auto partOf = [&](PackInt a, PackInt b, PackInt c) {
        return pixel::bestPart(mixture, weighted, toFloat(a), toFloat(b), toFloat(c));
    };
    addByGroup(partOf, mixture.count, colours, times, count, sums);
}

// Doubles and comparisons of them fill a register with half a pack.
constexpr int kHalf = kPackSize / 2;
using HalfInt = int __attribute__((vector_size(sizeof(int) * kHalf)));
using HalfDouble = double __attribute__((vector_size(sizeof(double) * kHalf)));
using HalfLong = long __attribute__((vector_size(sizeof(long) * kHalf)));

void addSumsByCentre(const pixel::Centre* centres, int centreCount, Colours colours, int count,
                     ColourSums* sums) {
    struct Halves {
        HalfInt half[2];
    };
    const auto centreOf = [&](PackInt a, PackInt b, PackInt c) {
        const auto as = __builtin_bit_cast(Halves, a), bs = __builtin_bit_cast(Halves, b),
                   cs = __builtin_bit_cast(Halves, c);
        Halves nearest;
        for (int i = 0; i < 2; ++i)
            nearest.half[i] = __builtin_convertvector(
                pixel::nearest<HalfLong>(centres, centreCount,
                                         __builtin_convertvector(as.half[i], HalfDouble),
                                         __builtin_convertvector(bs.half[i], HalfDouble),
                                         __builtin_convertvector(cs.half[i], HalfDouble)),
                HalfInt);
        return __builtin_bit_cast(PackInt, nearest);
    };
    addByGroup(centreOf, centreCount, colours, nullptr, count, sums);
}

}  // namespace

const PixelRows kPixelRows{readColours, sumOfSquares, edgeWeights,    costs,
                           terminals,   addSums,      addSumsByCentre};
