// The one source of the tile kernels, included once per instruction set inside a namespace of its own.
// No function of the standard library that the compiler might emit out of line may be called here: the linker
// would keep one copy for all, perhaps the one with instructions this machine lacks.

#include "core/cpu/TileBuffer.inl"
#include "core/cpu/TileSearch.inl"

namespace {

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

// Whether it matters to a neighbour is judged there; here it is enough that a border pixel's label changed.
template <typename Label>
std::uint8_t wokenNeighbours(const TileRef<Label>& ref, Tile<Label>& tile) {
    bool side[4] = {};  // top, bottom, left, right
    const auto changed = [&](int x, int y) { return tile.labelRow(y)[x] != ref.labels[y * ref.stride + x]; };
    for (int i = 0; i < kSide; ++i) {
        side[0] |= changed(i, 0);
        side[1] |= changed(i, kSide - 1);
        side[2] |= changed(0, i);
        side[3] |= changed(kSide - 1, i);
    }
    const int last = kSide - 1;
    unsigned wake = 0;
    wake |= static_cast<unsigned>(side[0]) << kNorth | static_cast<unsigned>(side[1]) << kSouth;
    wake |= static_cast<unsigned>(side[2]) << kWest | static_cast<unsigned>(side[3]) << kEast;
    wake |= static_cast<unsigned>(changed(0, 0)) << kNorthWest | static_cast<unsigned>(changed(last, 0))
                                                                     << kNorthEast;
    wake |= static_cast<unsigned>(changed(0, last)) << kSouthWest | static_cast<unsigned>(changed(last, last))
                                                                        << kSouthEast;
    return static_cast<std::uint8_t>(wake);
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
    return {activeQuarters(tile, order.splitX, order.splitY), wokenNeighbours(ref, tile), tile.saturated};
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

// Whether anything beyond the tile can be reached from it.
template <typename Label>
bool anyBound(const Tile<Label>& tile) {
    Labels<Label> finite{};
    for (const auto& row : tile.bound)
        for (int x = 0; x < kSide; x += kLanes) finite |= ~load<Labels<Label>>(row + x);
    return any(__builtin_convertvector(finite != 0, Amounts));
}

template <typename Label>
RelabelOutcome relabel(const TileRef<Label>& ref, bool first) {
    Tile<Label> tile;
    loadBounds(ref, tile);
    if (first ? !loadDeficits(ref, tile) && !anyBound(tile) : !boundsLower(ref, tile))
        return {0, false, false};
    if (!first) loadDeficits(ref, tile);
    loadOpenArcs(ref, tile);
    relabelExactly(tile);
    Amounts lowered{};
    for (int y = 0; y < kSide; ++y) {
        Label* const label = tile.labelRow(y);
        for (int x = 0; x < kSide; x += kLanes) {
            const auto old = load<Labels<Label>>(ref.labels + y * ref.stride + x);
            const auto now = load<Labels<Label>>(label + x);
            lowered |= __builtin_convertvector(now < old, Amounts);
            store(label + x, Labels<Label>(now < old ? now : old));
        }
    }
    if (!any(lowered)) return {0, false, tile.saturated};
    storeLabels(ref, tile);
    return {wokenNeighbours(ref, tile), true, tile.saturated};
}

template <typename Label>
bool anyReachable(const TileRef<Label>& ref) {
    Labels<Label> finite{};
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; x += kLanes)
            finite |= ~load<Labels<Label>>(ref.labels + y * ref.stride + x);
    return any(__builtin_convertvector(finite != 0, Amounts));
}

template <typename Label>
RelabelOutcome withdraw(const TileRef<Label>& ref) {
    if (!anyReachable(ref)) return {0, false, false};
    Tile<Label> tile;
    loadBounds(ref, tile);
    loadDeficits(ref, tile);
    loadOpenArcs(ref, tile);
    relabelExactly(tile);
    Amounts withdrawn{};
    for (int y = 0; y < kSide; ++y) {
        Label* const label = tile.labelRow(y);
        for (int x = 0; x < kSide; x += kLanes) {
            const auto old = load<Labels<Label>>(ref.labels + y * ref.stride + x);
            const auto kept = old | Labels<Label>(load<Labels<Label>>(label + x) > old);
            withdrawn |= __builtin_convertvector(kept != old, Amounts);
            store(label + x, kept);
        }
    }
    if (!any(withdrawn)) return {0, false, false};
    storeLabels(ref, tile);
    return {wokenNeighbours(ref, tile), true, false};
}

}  // namespace

const TileKernels<std::uint16_t> kKernels16{kName, discharge<std::uint16_t>, relabel<std::uint16_t>,
                                            withdraw<std::uint16_t>};
const TileKernels<std::uint32_t> kKernels32{kName, discharge<std::uint32_t>, relabel<std::uint32_t>,
                                            withdraw<std::uint32_t>};
