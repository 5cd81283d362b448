// A tile in memory of its own, close to the processor: loading, storing, and rows as vector registers.
// Part of TileKernel.inl, which says what holds for its parts; no algorithm here.

// Wide vectors are passed between functions of this file only, where the calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace {

constexpr int kSide = kTileSize;
constexpr int kLabelStride = 48;  // labels have a column of unreachable pixels on both sides
constexpr int kLabelStart = 8;
constexpr int kSweeps = 8;

// What runs over a row is written for as many pixels at once as fit a register; comparisons give all ones or
// zero.
#ifdef __AVX2__
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
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

bool any(Amounts lanes) {
    std::uint64_t words[sizeof lanes / 8], all = 0;
    __builtin_memcpy(words, &lanes, sizeof lanes);
    for (const std::uint64_t w : words) all |= w;
    return all != 0;
}

template <typename Label>
struct Tile {
    // One row above and below, so that pushes of nothing across the border have somewhere to go.
    alignas(64) std::int16_t residual[kDirections][kSide + 2][kSide];
    alignas(64) std::int16_t excess[kSide + 2][kSide];
    alignas(64) Label label[kSide + 2][kLabelStride];
    alignas(64) Label bound[kSide][kSide];               // least label beyond the tile that an arc leads to
    alignas(64) std::uint32_t open[kDirections][kSide];  // bit x: the arc has residual capacity
    bool saturated = false;

    Label* labelRow(int y) { return label[y + 1] + kLabelStart; }
    std::int16_t* excessRow(int y) { return excess[y + 1]; }
    std::int16_t* residualRow(int k, int y) { return residual[k][y + 1]; }
};

template <typename T>
T least(T a, T b) {
    return a < b ? a : b;
}

// Eight bytes as an 8×8 matrix of bits, rows to columns.
std::uint64_t transposed(std::uint64_t m) {
    std::uint64_t t = (m ^ (m >> 7)) & 0x00AA00AA00AA00AAu;
    m ^= t ^ (t << 7);
    t = (m ^ (m >> 14)) & 0x0000CCCC0000CCCCu;
    m ^= t ^ (t << 14);
    t = (m ^ (m >> 28)) & 0x00000000F0F0F0F0u;
    return m ^ t ^ (t << 28);
}

template <typename Label>
void loadOpenArcs(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int y = 0; y < kSide; ++y) {
        std::uint64_t columns[4];
        __builtin_memcpy(columns, ref.mask + y * ref.stride, sizeof columns);
        for (std::uint64_t& c : columns) c = transposed(c);
        for (int k = 0; k < kDirections; ++k) {
            std::uint32_t row = 0;
            for (int i = 0; i < 4; ++i)
                row |= static_cast<std::uint32_t>((columns[i] >> (8 * k)) & 0xFF) << (8 * i);
            tile.open[k][y] = row;
        }
    }
}

template <typename Label>
void loadFlow(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int k = 0; k < kDirections; ++k) {
        __builtin_memset(tile.residual[k][0], 0, sizeof tile.residual[k][0]);
        __builtin_memset(tile.residual[k][kSide + 1], 0, sizeof tile.residual[k][0]);
        for (int y = 0; y < kSide; ++y)
            __builtin_memcpy(tile.residualRow(k, y), ref.residual[k] + y * ref.stride,
                             kSide * sizeof(std::int16_t));
    }
    __builtin_memset(tile.excess[0], 0, sizeof tile.excess[0]);
    __builtin_memset(tile.excess[kSide + 1], 0, sizeof tile.excess[0]);
    for (int y = 0; y < kSide; ++y)
        __builtin_memcpy(tile.excessRow(y), ref.excess + y * ref.stride, kSide * sizeof(std::int16_t));
}

// Labels beyond the tile count for what a label may become (bound), but are unreachable for pushes: so no
// push leaves the tile and no arc needs a special case.
template <typename Label>
void clearLabels(Tile<Label>& tile) {
    for (auto& row : tile.label)
        for (Label& l : row) l = kUnreachable<Label>;
}

template <typename Label>
void loadLabels(const TileRef<Label>& ref, Tile<Label>& tile) {
    clearLabels(tile);
    for (int y = 0; y < kSide; ++y)
        __builtin_memcpy(tile.labelRow(y), ref.labels + y * ref.stride, kSide * sizeof(Label));
}

template <typename Label>
void storeLabels(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int y = 0; y < kSide; ++y)
        __builtin_memcpy(ref.newLabels + y * ref.stride, tile.labelRow(y), kSide * sizeof(Label));
}

template <typename Label>
void storeFlow(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int k = 0; k < kDirections; ++k)
        for (int y = 0; y < kSide; ++y)
            __builtin_memcpy(ref.residual[k] + y * ref.stride, tile.residualRow(k, y),
                             kSide * sizeof(std::int16_t));
    for (int y = 0; y < kSide; ++y) {
        __builtin_memcpy(ref.excess + y * ref.stride, tile.excessRow(y), kSide * sizeof(std::int16_t));
        for (int x = 0; x < kSide; x += kLanes) {
            Amounts bits{};
            for (int k = 0; k < kDirections; ++k) {
                const auto bit = static_cast<std::int16_t>(1 << k);
                bits |= (load<Amounts>(tile.residualRow(k, y) + x) > 0) & bit;
            }
            store(ref.mask + y * ref.stride + x, __builtin_convertvector(bits, MaskLanes));
        }
    }
}

template <typename Label>
void boundRow(const TileRef<Label>& ref, Tile<Label>& tile, int y, int k) {
    const std::uint8_t* const mask = ref.mask + y * ref.stride;
    const Label* const outside = ref.labels + (y + kDy[k]) * ref.stride + kDx[k];
    const auto bit = static_cast<std::uint8_t>(1 << k);
    for (int x = 0; x < kSide; x += kLanes) {
        const auto closed = (load<MaskLanes>(mask + x) & bit) == 0;
        const Labels<Label> there = load<Labels<Label>>(outside + x) |
                                    Labels<Label>(__builtin_convertvector(closed, SignedLabels<Label>));
        const auto bound = load<Labels<Label>>(tile.bound[y] + x);
        store(tile.bound[y] + x, Labels<Label>(there < bound ? there : bound));
    }
}

template <typename Label>
void boundColumn(const TileRef<Label>& ref, Tile<Label>& tile, int x, int k) {
    const std::ptrdiff_t step = kDy[k] * ref.stride + kDx[k];
    for (int y = 0; y < kSide; ++y) {
        const std::ptrdiff_t i = y * ref.stride + x;
        if ((ref.mask[i] >> k & 1) != 0) tile.bound[y][x] = least(tile.bound[y][x], ref.labels[i + step]);
    }
}

template <typename Label>
void loadBounds(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (auto& row : tile.bound)
        for (Label& l : row) l = kUnreachable<Label>;
    for (const int k : {kNorth, kNorthEast, kNorthWest}) boundRow(ref, tile, 0, k);
    for (const int k : {kSouth, kSouthEast, kSouthWest}) boundRow(ref, tile, kSide - 1, k);
    for (const int k : {kWest, kNorthWest, kSouthWest}) boundColumn(ref, tile, 0, k);
    for (const int k : {kEast, kNorthEast, kSouthEast}) boundColumn(ref, tile, kSide - 1, k);
}

}  // namespace
