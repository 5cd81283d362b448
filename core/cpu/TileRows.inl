// Rows of a tile as vector registers, and the few operations that every instruction set spells differently.
// Part of TileKernel.inl, which says what holds for its parts; no algorithm here.

// Wide vectors are passed between functions of this file only, where the calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace {

constexpr int kSide = kTileSize;

// What runs over a row is written for as many pixels at once as fit a register; comparisons give all ones or
// zero.
#if defined(__AVX512BW__)
constexpr int kLanes = 32;
#elif defined(__AVX2__)
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
constexpr int kParts = kSide / kLanes;  // registers of 16-bit values a row

using Amounts [[gnu::vector_size(kLanes * 2)]] = std::int16_t;
using MaskLanes [[gnu::vector_size(kLanes)]] = std::uint8_t;
template <typename Label>
struct LabelLanes;
template <>
struct LabelLanes<std::uint16_t> {
    using Type [[gnu::vector_size(kLanes * 2)]] = std::uint16_t;
    using Signed [[gnu::vector_size(kLanes * 2)]] = std::int16_t;
};
template <>
struct LabelLanes<std::uint32_t> {
    using Type [[gnu::vector_size(kLanes * 4)]] = std::uint32_t;
    using Signed [[gnu::vector_size(kLanes * 4)]] = std::int32_t;
};
template <typename Label>
using Labels = typename LabelLanes<Label>::Type;
template <typename Label>
using SignedLabels = typename LabelLanes<Label>::Signed;  // a comparison's result widens with its sign

template <typename Lanes, typename T>
Lanes load(const T* from) {
    Lanes lanes;
    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

template <typename Lanes, typename T>
void store(T* to, Lanes lanes) {
    __builtin_memcpy(to, &lanes, sizeof lanes);
}

// A whole row of amounts.
struct Row {
    Amounts part[kParts];
};

Row loadRow(const std::int16_t* from) {
    Row row;
    for (int i = 0; i < kParts; ++i) row.part[i] = load<Amounts>(from + i * kLanes);
    return row;
}

void storeRow(std::int16_t* to, const Row& row) {
    for (int i = 0; i < kParts; ++i) store(to + i * kLanes, row.part[i]);
}

Row operator+(const Row& a, const Row& b) {
    Row sum;
    for (int i = 0; i < kParts; ++i) sum.part[i] = a.part[i] + b.part[i];
    return sum;
}

template <int kFrom, typename Lanes, int... kIndex>
Lanes window(Lanes low, Lanes high, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(low, high, (kFrom + kIndex)...);
}

// The amounts that arrive from one pixel to the left (kDx = 1), from the right (−1) or from straight above or
// below. Nothing ever leaves a row at its ends, so it does not matter what comes in there.
template <int kStep>
Row arriving(const Row& row) {
    constexpr std::make_integer_sequence<int, kLanes> lanes;
    Row moved;
    for (int i = 0; i < kParts; ++i) {
        if constexpr (kStep == 0)
            moved.part[i] = row.part[i];
        else if constexpr (kStep == 1)
            moved.part[i] = window<kLanes - 1>(row.part[(i + kParts - 1) % kParts], row.part[i], lanes);
        else
            moved.part[i] = window<1>(row.part[i], row.part[(i + 1) % kParts], lanes);
    }
    return moved;
}

bool any(Amounts lanes) {
#if defined(__AVX512BW__)
    return _mm512_test_epi32_mask(__m512i(lanes), __m512i(lanes)) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256(__m256i(lanes), __m256i(lanes)) == 0;
#elif defined(__SSE4_1__)
    return _mm_testz_si128(__m128i(lanes), __m128i(lanes)) == 0;
#else
    std::uint64_t words[sizeof lanes / 8], all = 0;
    __builtin_memcpy(words, &lanes, sizeof lanes);
    for (const std::uint64_t w : words) all |= w;
    return all != 0;
#endif
}

template <typename T>
T least(T a, T b) {
    return a < b ? a : b;
}

template <typename Label>
Label least(Labels<Label> lanes) {
#ifdef __SSE4_1__
    if constexpr (sizeof(Label) == 2) {
        __m128i parts[kLanes / 8];
        __builtin_memcpy(parts, &lanes, sizeof lanes);
        for (int i = 1; i < kLanes / 8; ++i) parts[0] = _mm_min_epu16(parts[0], parts[i]);
        return static_cast<Label>(_mm_cvtsi128_si32(_mm_minpos_epu16(parts[0])));
    }
#endif
    Label lowest = lanes[0];
    for (int i = 1; i < kLanes; ++i) lowest = lanes[i] < lowest ? lanes[i] : lowest;
    return lowest;
}

// Bit x: the sign of the row's value x, for comparisons whether it holds.
std::uint32_t signBits(const Row& row) {
#if defined(__AVX512BW__)
    return _mm512_movepi16_mask(__m512i(row.part[0]));
#elif defined(__AVX2__)
    const __m256i bytes = _mm256_packs_epi16(__m256i(row.part[0]), __m256i(row.part[1]));
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xD8)));
#elif defined(__SSE4_1__)
    const auto bits = [](Amounts a, Amounts b) {
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(__m128i(a), __m128i(b))));
    };
    return bits(row.part[0], row.part[1]) | bits(row.part[2], row.part[3]) << 16;
#else
    std::uint32_t bits = 0;
    for (int x = 0; x < kSide; ++x)
        bits |= static_cast<std::uint32_t>(row.part[x / kLanes][x % kLanes] < 0) << x;
    return bits;
#endif
}

// Bit x of planes[k]: bit k of byte x.
void bitPlanes(const std::uint8_t* bytes, std::uint32_t (&planes)[kDirections]) {
#if defined(__AVX2__)
    __m256i lanes = load<__m256i>(bytes);
    for (int k = kDirections; k-- > 0; lanes = _mm256_add_epi8(lanes, lanes))
        planes[k] = static_cast<std::uint32_t>(_mm256_movemask_epi8(lanes));
#elif defined(__SSE4_1__)
    __m128i low = load<__m128i>(bytes), high = load<__m128i>(bytes + 16);
    for (int k = kDirections; k-- > 0; low = _mm_add_epi8(low, low), high = _mm_add_epi8(high, high))
        planes[k] = static_cast<std::uint32_t>(_mm_movemask_epi8(low)) |
                    static_cast<std::uint32_t>(_mm_movemask_epi8(high)) << 16;
#else
    for (int k = 0; k < kDirections; ++k) {
        planes[k] = 0;
        for (int x = 0; x < kSide; ++x) planes[k] |= static_cast<std::uint32_t>(bytes[x] >> k & 1) << x;
    }
#endif
}

// One word for each row of the tile, bit x for column x.
constexpr int kWordLanes = kLanes / 2;
constexpr int kWordParts = kSide / kWordLanes;
using WordLanes [[gnu::vector_size(kWordLanes * 4)]] = std::uint32_t;
struct Words {
    WordLanes part[kWordParts];
};

bool any(const Words& words) {
    WordLanes all{};
    for (const WordLanes& w : words.part) all |= w;
    return any(Amounts(all));
}

// Every row gets the word of the row above it (kStep = 1) or below it (−1); 0 comes in at the edge.
template <int kStep>
Words ofNeighbours(const Words& words) {
    constexpr std::make_integer_sequence<int, kWordLanes> lanes;
    Words moved;
    for (int i = 0; i < kWordParts; ++i) {
        if constexpr (kStep == 1)
            moved.part[i] =
                window<kWordLanes - 1>(i > 0 ? words.part[i - 1] : WordLanes{}, words.part[i], lanes);
        else
            moved.part[i] =
                window<1>(words.part[i], i + 1 < kWordParts ? words.part[i + 1] : WordLanes{}, lanes);
    }
    return moved;
}

// Lanes x … x + kLanes − 1 of a row, all ones where the bit of the word is set.
Amounts lanesOf(std::uint32_t word, [[maybe_unused]] int x) {
#if defined(__AVX512BW__)
    return Amounts(_mm512_movm_epi16(word));
#else
    Amounts bits{};
    for (int i = 0; i < kLanes; ++i) bits[i] = static_cast<std::int16_t>(1u << i);
    const auto low = static_cast<std::int16_t>(word >> x);
    return (bits & low) == bits;
#endif
}

}  // namespace
