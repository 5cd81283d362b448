// The one source of the tile kernels, included once per instruction set inside a namespace of its own.
// No function of the standard library that the compiler might emit out of line may be called here: the linker
// would keep one copy for all, perhaps the one with instructions this machine lacks.

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
            for (int k = 0; k < kDirections; ++k)
                bits |= (load<Amounts>(tile.residualRow(k, y) + x) > 0) & static_cast<std::int16_t>(1 << k);
            store(ref.mask + y * ref.stride + x, __builtin_convertvector(bits, MaskLanes));
        }
    }
}

template <typename Label>
void boundRow(const TileRef<Label>& ref, Tile<Label>& tile, int y, int k) {
    const std::uint8_t* const mask = ref.mask + y * ref.stride;
    const Label* const outside = ref.labels + (y + kDy[k]) * ref.stride + kDx[k];
    for (int x = 0; x < kSide; x += kLanes) {
        const auto closed = (load<MaskLanes>(mask + x) & static_cast<std::uint8_t>(1 << k)) == 0;
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

// The border pixels that a label beyond the tile bounds, by the level at which they are reached. Levels lie
// close together as a rule: a window of buckets takes the near ones, the others wait in a list.
template <typename Label>
class BorderSeeds {
public:
    explicit BorderSeeds(const Tile<Label>& tile) {
        for (int i = 0; i < kSide; ++i) {
            add(tile, i, 0);
            add(tile, i, kSide - 1);
            if (i > 0 && i < kSide - 1) {
                add(tile, 0, i);
                add(tile, kSide - 1, i);
            }
        }
    }

    // Adds the seeds of this level to the front; levels must not fall from call to call.
    void take(std::int64_t level, std::uint32_t* front) {
        if (level >= base_ + kWindow && far_ > 0) rebase();
        if (level < base_ || level >= base_ + kWindow) return;
        std::int8_t& head = head_[level - base_];
        for (; head != kNone; head = link_[head]) {
            front[y_[head]] |= std::uint32_t{1} << x_[head];
            --near_;
        }
    }

    // Lowest level from `level` on that has a seed; kUnreachable: none left.
    std::int64_t next(std::int64_t level) {
        if (near_ == 0) {
            if (far_ == 0) return kUnreachable<Label>;
            rebase();
        }
        level = level < base_ ? base_ : level;
        while (head_[level - base_] == kNone) ++level;
        return level;
    }

private:
    static constexpr int kWindow = 64;
    static constexpr std::int8_t kNone = -1;

    void add(const Tile<Label>& tile, int x, int y) {
        const Label bound = tile.bound[y][x];
        if (bound == kUnreachable<Label>) return;
        level_[count_] = static_cast<Label>(bound + 1);
        x_[count_] = static_cast<std::uint8_t>(x);
        y_[count_] = static_cast<std::uint8_t>(y);
        farList_[far_++] = static_cast<std::int8_t>(count_++);
    }

    void rebase() {
        base_ = kUnreachable<Label>;
        for (int n = 0; n < far_; ++n) base_ = least<std::int64_t>(base_, level_[farList_[n]]);
        for (std::int8_t& h : head_) h = kNone;
        int kept = 0;
        for (int n = 0; n < far_; ++n) {
            const std::int8_t i = farList_[n];
            const std::int64_t bucket = level_[i] - base_;
            if (bucket < kWindow) {
                link_[i] = head_[bucket];
                head_[bucket] = i;
                ++near_;
            } else {
                farList_[kept++] = i;
            }
        }
        far_ = kept;
    }

    std::int64_t base_ = -kWindow;  // window not filled yet
    int count_ = 0, near_ = 0, far_ = 0;
    Label level_[4 * kSide];
    std::uint8_t x_[4 * kSide], y_[4 * kSide];
    std::int8_t link_[4 * kSide], farList_[4 * kSide], head_[kWindow];
};

// Which pixels each of the levels met by a search reached. The number of a level is kept bit-sliced, one word
// a row and bit: noting a level costs the same few vector operations however its pixels lie.
template <typename Label>
class ReachedLevels {
public:
    void note(std::int64_t level, const std::uint32_t* pixels) {
        for (int bit = 0; bit < kBits; ++bit)
            if ((count_ >> bit & 1) != 0)
                for (int y = 0; y < kSide; ++y) number_[bit][y] |= pixels[y];
        levels_[count_++] = static_cast<Label>(level);
    }

    void writeLabels(const std::uint32_t* unreached, Tile<Label>& tile) const {
        const bool contiguous =
            count_ > 0 && levels_[count_ - 1] - levels_[0] == static_cast<Label>(count_ - 1);
        for (int y = 0; y < kSide; ++y) {
            for (int x = 0; x < kSide; x += kLanes) {
                Amounts numbers{};
                for (int bit = 0; 1 << bit <= count_; ++bit)
                    numbers |= lanesOf(number_[bit][y] >> x) & static_cast<std::int16_t>(1 << bit);
                const auto closed = __builtin_convertvector(lanesOf(unreached[y] >> x), SignedLabels<Label>);
                const auto labels = contiguous ? __builtin_convertvector(numbers, Labels<Label>) + levels_[0]
                                               : lookUp(numbers);
                store(tile.labelRow(y) + x, Labels<Label>(labels | Labels<Label>(closed)));
            }
        }
    }

private:
    static constexpr int kBits = 10;  // a level is met only if it reaches one of 1024 pixels

    // All ones in the lanes whose bit is set.
    static Amounts lanesOf(std::uint32_t word) {
        Amounts bits{};
        for (int x = 0; x < kLanes; ++x) bits[x] = static_cast<std::int16_t>(1u << x);
        return ((bits & static_cast<std::int16_t>(word)) == bits);
    }

    Labels<Label> lookUp(Amounts numbers) const {
        Labels<Label> labels;
        for (int x = 0; x < kLanes; ++x) labels[x] = levels_[numbers[x]];
        return labels;
    }

    int count_ = 0;
    Label levels_[kSide * kSide + 1] = {};
    alignas(64) std::uint32_t number_[kBits + 1][kSide] = {};
};

// Exact labels of the tile for the given bounds: breadth-first from deficits and bounds, a whole row of the
// tile in one word. Pixels that nothing reaches become unreachable.
template <typename Label>
void relabelExactly(Tile<Label>& tile) {
    clearLabels(tile);
    BorderSeeds<Label> seeds(tile);
    ReachedLevels<Label> levels;
    std::uint32_t padded[kSide + 2] = {};
    alignas(64) std::uint32_t unreached[kSide], next[kSide];
    std::uint32_t* const front = padded + 1;
    for (int y = 0; y < kSide; ++y) {
        unreached[y] = ~std::uint32_t{0};
        const std::int16_t* e = tile.excessRow(y);
        for (int x = 0; x < kSide; ++x) front[y] |= static_cast<std::uint32_t>(e[x] < 0) << x;
    }
    std::int64_t level = 1;
    while (true) {
        seeds.take(level, front);
        std::uint32_t reached = 0;
        for (int y = 0; y < kSide; ++y) {
            front[y] &= unreached[y];
            unreached[y] ^= front[y];
            reached |= front[y];
        }
        if (reached == 0) {
            level = seeds.next(level);
            if (level == kUnreachable<Label>) break;
            continue;
        }
        if (level >= kUnreachable<Label> - 1) {
            tile.saturated = true;
            break;
        }
        levels.note(level++, front);
        for (int y = 0; y < kSide; ++y) {
            const std::uint32_t above = front[y - 1], row = front[y], below = front[y + 1];
            next[y] = (tile.open[kEast][y] & row >> 1) | (tile.open[kWest][y] & row << 1) |
                      (tile.open[kSouth][y] & below) | (tile.open[kNorth][y] & above) |
                      (tile.open[kSouthEast][y] & below >> 1) | (tile.open[kNorthWest][y] & above << 1) |
                      (tile.open[kSouthWest][y] & below << 1) | (tile.open[kNorthEast][y] & above >> 1);
        }
        for (int y = 0; y < kSide; ++y) front[y] = next[y];
    }
    levels.writeLabels(unreached, tile);
}

template <typename Label>
Amounts activeLanes(Tile<Label>& tile, int x, int y) {
    const auto reachable = load<Labels<Label>>(tile.labelRow(y) + x) != kUnreachable<Label>;
    return (load<Amounts>(tile.excessRow(y) + x) > 0) & __builtin_convertvector(reachable, Amounts);
}

template <typename Label>
bool anyActive(Tile<Label>& tile, int y) {
    Amounts active{};
    for (int x = 0; x < kSide; x += kLanes) active |= activeLanes(tile, x, y);
    return any(active);
}

// Pushes along five arcs of a row at once, one after the other on the same excess; gains arrive afterwards.
template <typename Label, int kFirst, int kSecond, int kThird>
bool pushRow(Tile<Label>& tile, int y) {
    constexpr int kOut[5] = {kFirst, kSecond, kThird, kEast, kWest};
    alignas(64) std::int16_t flow[5][kLabelStride];  // with a zero on both sides of the row
    const Label* const label = tile.labelRow(y);
    Amounts moved{};
    for (int x = 0; x < kSide; x += kLanes) {
        const auto e = load<Amounts>(tile.excessRow(y) + x);
        Amounts left = e > 0 ? e : Amounts{};
        const Amounts before = left;
        // Labels are at least 1, so none below one is kUnreachable.
        const Labels<Label> below = load<Labels<Label>>(label + x) - 1;
        for (int i = 0; i < 5; ++i) {
            const int k = kOut[i];
            const auto downhill = load<Labels<Label>>(label + kDy[k] * kLabelStride + kDx[k] + x) == below;
            std::int16_t* const residual = tile.residualRow(k, y) + x;
            const auto r = load<Amounts>(residual);
            const Amounts amount = (left < r ? left : r) & __builtin_convertvector(downhill, Amounts);
            left -= amount;
            store(residual, Amounts(r - amount));
            store(flow[i] + kLabelStart + x, amount);
        }
        moved |= before - left;
        store(tile.excessRow(y) + x, Amounts(e - before + left));
    }
    if (!any(moved)) return false;
    for (int i = 0; i < 5; ++i) {
        const int k = kOut[i];
        flow[i][kLabelStart - 1] = flow[i][kLabelStart + kSide] = 0;
        const std::int16_t* const arriving = flow[i] + kLabelStart - kDx[k];
        std::int16_t* const back = tile.residualRow(k ^ 1, y + kDy[k]);
        std::int16_t* const excess = tile.excessRow(y + kDy[k]);
        for (int x = 0; x < kSide; x += kLanes) {
            const auto amount = load<Amounts>(arriving + x);
            store(back + x, Amounts(load<Amounts>(back + x) + amount));
            store(excess + x, Amounts(load<Amounts>(excess + x) + amount));
        }
    }
    return true;
}

// Raises the active pixels of a row to one above their lowest open neighbour.
template <typename Label>
bool relabelRow(Tile<Label>& tile, int y) {
    Label* const label = tile.labelRow(y);
    Labels<Label> raised[kSide / kLanes];
    for (int x = 0; x < kSide; x += kLanes) {
        auto lowest = load<Labels<Label>>(tile.bound[y] + x);
        for (int k = 0; k < kDirections; ++k) {
            const auto closed = load<Amounts>(tile.residualRow(k, y) + x) == 0;
            const Labels<Label> there = load<Labels<Label>>(label + kDy[k] * kLabelStride + kDx[k] + x) |
                                        __builtin_convertvector(closed, Labels<Label>);
            lowest = there < lowest ? there : lowest;
        }
        // One more, where that is not unreachable (all ones).
        raised[x / kLanes] = lowest - Labels<Label>(lowest != kUnreachable<Label>);
    }
    Amounts changed{}, saturated{};
    for (int x = 0; x < kSide; x += kLanes) {
        const auto old = load<Labels<Label>>(label + x);
        const auto active = __builtin_convertvector(load<Amounts>(tile.excessRow(y) + x) > 0, Labels<Label>);
        const Labels<Label> now = (raised[x / kLanes] & active) | (old & ~active);
        changed |= __builtin_convertvector(now != old, Amounts);
        saturated |= __builtin_convertvector(now == kUnreachable<Label> - 1, Amounts);
        store(label + x, now);
    }
    if (any(saturated)) tile.saturated = true;
    return any(changed);
}

template <typename Label, int kFirst, int kSecond, int kThird>
bool sweepRow(Tile<Label>& tile, int y) {
    if (!anyActive(tile, y)) return false;
    const bool pushed = pushRow<Label, kFirst, kSecond, kThird>(tile, y);
    if (!anyActive(tile, y)) return pushed;
    return relabelRow(tile, y) || pushed;
}

template <typename Label>
std::uint8_t activeQuarters(Tile<Label>& tile, int splitX, int splitY) {
    std::int16_t rows[2][kSide] = {};  // above and below the split
    for (int y = 0; y < kSide; ++y) {
        std::int16_t* const row = rows[y < splitY ? 0 : 1];
        for (int x = 0; x < kSide; x += kLanes)
            store(row + x, Amounts(load<Amounts>(row + x) | activeLanes(tile, x, y)));
    }
    unsigned quarters = 0;
    for (int x = 0; x < kSide; ++x)
        for (int part = 0; part < 2; ++part)
            if (rows[part][x] != 0) quarters |= (x < splitX ? kTopLeft : kTopRight) << (2 * part);
    return static_cast<std::uint8_t>(quarters);
}

template <typename Label>
DischargeOutcome discharge(const TileRef<Label>& ref, const DischargeOrder& order) {
    Tile<Label> tile;
    loadFlow(ref, tile);
    loadBounds(ref, tile);
    if (order.relabelFirst) {
        loadOpenArcs(ref, tile);
        relabelExactly(tile);
    } else {
        loadLabels(ref, tile);
    }
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        bool moved = false;
        for (int y = 0; y < kSide; ++y) moved |= sweepRow<Label, kSouth, kSouthEast, kSouthWest>(tile, y);
        for (int y = kSide; y-- > 0;) moved |= sweepRow<Label, kNorth, kNorthWest, kNorthEast>(tile, y);
        if (!moved) break;
    }
    storeFlow(ref, tile);
    storeLabels(ref, tile);
    return {activeQuarters(tile, order.splitX, order.splitY), tile.saturated};
}

// Whether a neighbour outside may come nearer through this tile's border pixel is judged there; here it is
// enough that the pixel's label fell.
template <typename Label>
std::uint8_t wokenNeighbours(const TileRef<Label>& ref, Tile<Label>& tile) {
    bool side[4] = {};  // top, bottom, left, right
    const auto fell = [&](int x, int y) { return tile.labelRow(y)[x] != ref.labels[y * ref.stride + x]; };
    for (int i = 0; i < kSide; ++i) {
        side[0] |= fell(i, 0);
        side[1] |= fell(i, kSide - 1);
        side[2] |= fell(0, i);
        side[3] |= fell(kSide - 1, i);
    }
    const int last = kSide - 1;
    unsigned wake = 0;
    wake |= static_cast<unsigned>(side[0]) << kNorth | static_cast<unsigned>(side[1]) << kSouth;
    wake |= static_cast<unsigned>(side[2]) << kWest | static_cast<unsigned>(side[3]) << kEast;
    wake |= static_cast<unsigned>(fell(0, 0)) << kNorthWest | static_cast<unsigned>(fell(last, 0))
                                                                  << kNorthEast;
    wake |= static_cast<unsigned>(fell(0, last)) << kSouthWest | static_cast<unsigned>(fell(last, last))
                                                                     << kSouthEast;
    return static_cast<std::uint8_t>(wake);
}

// False where no border pixel can come nearer through its bound: then the tile's labels are exact already.
template <typename Label>
bool boundsLower(const TileRef<Label>& ref, const Tile<Label>& tile) {
    const auto lowers = [&](int x, int y) {
        return tile.bound[y][x] < static_cast<Label>(ref.labels[y * ref.stride + x] - 1);
    };
    for (int i = 0; i < kSide; ++i)
        if (lowers(i, 0) || lowers(i, kSide - 1) || lowers(0, i) || lowers(kSide - 1, i)) return true;
    return false;
}

template <typename Label>
bool loadDeficits(const TileRef<Label>& ref, Tile<Label>& tile) {
    std::int16_t sign = 0;
    for (int y = 0; y < kSide; ++y) {
        std::int16_t* const e = tile.excessRow(y);
        __builtin_memcpy(e, ref.excess + y * ref.stride, kSide * sizeof(std::int16_t));
        for (int x = 0; x < kSide; ++x) sign |= e[x];
    }
    return sign < 0;
}

template <typename Label>
RelabelOutcome relabel(const TileRef<Label>& ref, bool first) {
    Tile<Label> tile;
    loadBounds(ref, tile);
    const bool lower = boundsLower(ref, tile);
    if (!first && !lower) return {0, false, false};
    if (!loadDeficits(ref, tile) && !lower) return {0, false, false};
    loadOpenArcs(ref, tile);
    relabelExactly(tile);
    for (int y = 0; y < kSide; ++y) {
        Label* const label = tile.labelRow(y);
        for (int x = 0; x < kSide; x += kLanes) {
            const auto old = load<Labels<Label>>(ref.labels + y * ref.stride + x);
            const auto now = load<Labels<Label>>(label + x);
            store(label + x, Labels<Label>(now < old ? now : old));
        }
    }
    storeLabels(ref, tile);
    return {wokenNeighbours(ref, tile), true, tile.saturated};
}

}  // namespace

const TileKernels<std::uint16_t> kKernels16{kName, discharge<std::uint16_t>, relabel<std::uint16_t>};
const TileKernels<std::uint32_t> kKernels32{kName, discharge<std::uint32_t>, relabel<std::uint32_t>};
