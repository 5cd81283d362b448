// The one source of the tile kernels, included once per instruction set inside a namespace of its own.
// No function of the standard library that the compiler might emit out of line may be called here: the linker
// would keep one copy for all, perhaps the one with instructions this machine lacks.

#include "core/cpu/TileRows.inl"
// The parts build on each other.
#include "core/cpu/TileBuffer.inl"
#include "core/cpu/TileSearch.inl"

namespace {

constexpr int kSweeps = 8;

// All ones where a pixel has excess and can send it somewhere.
template <typename Label>
Row activeLanes(const std::int16_t* excess, const Label* labels) {
    const Row e = loadRow(excess);
    Row active;
    for (int i = 0; i < kParts; ++i) {
        const auto reachable = load<Labels<Label>>(labels + i * kLanes) != kUnreachable<Label>;
        active.part[i] = (e.part[i] > 0) & __builtin_convertvector(reachable, Amounts);
    }
    return active;
}

template <typename Label>
Row activeLanes(Tile<Label>& tile, int y) {
    return activeLanes<Label>(tile.excessRow(y), tile.labelRow(y));
}

bool any(const Row& row) {
    Amounts all{};
    for (const Amounts& part : row.part) all |= part;
    return any(all);
}

// Sends along arc k of a row what `left` holds and the arc takes, where it leads downhill.
template <int k, typename Label>
Row take(Tile<Label>& tile, int y, Row& left, Row& residual) {
    Row amount;
    const Label* const label = tile.labelRow(y);
    residual = loadRow(tile.residualRow(k, y));
    for (int i = 0; i < kParts; ++i) {
        const int x = i * kLanes;
        // Labels are at least 1, so none below one is kUnreachable.
        const auto downhill = load<Labels<Label>>(label + kDy[k] * kLabelStride + kDx[k] + x) ==
                              load<Labels<Label>>(label + x) - 1;
        const Amounts most = left.part[i] < residual.part[i] ? left.part[i] : residual.part[i];
        amount.part[i] = most & __builtin_convertvector(downhill, Amounts);
        left.part[i] -= amount.part[i];
        residual.part[i] -= amount.part[i];
    }
    return amount;
}

// Pushes along five arcs of a row at once, one after the other on the same excess; what arrives counts
// afterwards. True: something moved.
template <typename Label, int kStraight, int kDiagonalEast, int kDiagonalWest>
bool pushRow(Tile<Label>& tile, int y) {
    constexpr int kStep = kDy[kStraight];
    const Row excess = loadRow(tile.excessRow(y));
    Row left, kept;
    for (int i = 0; i < kParts; ++i) {
        left.part[i] = excess.part[i] > 0 ? excess.part[i] : Amounts{};
        kept.part[i] = excess.part[i] - left.part[i];
    }
    const Row before = left;
    Row straightLeft, diagonalEastLeft, diagonalWestLeft, eastLeft, westLeft;
    const Row straight = take<kStraight>(tile, y, left, straightLeft);
    const Row diagonalEast = take<kDiagonalEast>(tile, y, left, diagonalEastLeft);
    const Row diagonalWest = take<kDiagonalWest>(tile, y, left, diagonalWestLeft);
    const Row east = take<kEast>(tile, y, left, eastLeft);
    const Row west = take<kWest>(tile, y, left, westLeft);
    Amounts moved{};
    for (int i = 0; i < kParts; ++i) moved |= before.part[i] - left.part[i];
    if (!any(moved)) return false;

    storeRow(tile.residualRow(kStraight, y), straightLeft);
    storeRow(tile.residualRow(kDiagonalEast, y), diagonalEastLeft);
    storeRow(tile.residualRow(kDiagonalWest, y), diagonalWestLeft);
    const Row fromWest = arriving<1>(east), fromEast = arriving<-1>(west);
    storeRow(tile.residualRow(kEast, y), eastLeft + fromEast);
    storeRow(tile.residualRow(kWest, y), westLeft + fromWest);
    storeRow(tile.excessRow(y), kept + left + fromWest + fromEast);
    const auto give = [&](int k, const Row& amount) {
        std::int16_t* const back = tile.residualRow(k ^ 1, y + kStep);
        storeRow(back, loadRow(back) + amount);
    };
    const Row ahead = arriving<1>(diagonalEast), behind = arriving<-1>(diagonalWest);
    give(kStraight, straight);
    give(kDiagonalEast, ahead);
    give(kDiagonalWest, behind);
    std::int16_t* const next = tile.excessRow(y + kStep);
    storeRow(next, loadRow(next) + straight + ahead + behind);
    return true;
}

// Raises the active pixels of a row to one above their lowest open neighbour. True: a label changed.
template <typename Label>
bool relabelRow(Tile<Label>& tile, int y) {
    Label* const label = tile.labelRow(y);
    Labels<Label> raised[kParts];
    for (int i = 0; i < kParts; ++i) {
        const int x = i * kLanes;
        auto lowest = load<Labels<Label>>(tile.bound[y] + x);
        for (int k = 0; k < kDirections; ++k) {
            const auto closed = load<Amounts>(tile.residualRow(k, y) + x) == 0;
            const Labels<Label> there = load<Labels<Label>>(label + kDy[k] * kLabelStride + kDx[k] + x) |
                                        __builtin_convertvector(closed, Labels<Label>);
            lowest = there < lowest ? there : lowest;
        }
        // One more, where that is not unreachable (all ones).
        raised[i] = lowest - Labels<Label>(lowest != kUnreachable<Label>);
    }
    Amounts changed{}, saturated{};
    for (int i = 0; i < kParts; ++i) {
        const int x = i * kLanes;
        const auto old = load<Labels<Label>>(label + x);
        const auto active = __builtin_convertvector(load<Amounts>(tile.excessRow(y) + x) > 0, Labels<Label>);
        const Labels<Label> now = (raised[i] & active) | (old & ~active);
        changed |= __builtin_convertvector(now != old, Amounts);
        saturated |= __builtin_convertvector(now == kUnreachable<Label> - 1, Amounts);
        store(label + x, now);
    }
    if (any(saturated)) tile.saturated = true;
    return any(changed);
}

// Pushes and relabels the active rows in one direction, and those that become active on the way. `active`:
// bit y where row y may hold active pixels; kept up to date. True: something moved or rose.
template <typename Label, int kStraight, int kDiagonalEast, int kDiagonalWest>
bool sweep(Tile<Label>& tile, std::uint32_t& active) {
    constexpr bool kDown = kDy[kStraight] > 0;
    bool moved = false;
    for (std::uint32_t rest = active; rest != 0;) {
        const int y = kDown ? __builtin_ctz(rest) : kSide - 1 - __builtin_clz(rest);
        const std::uint32_t bit = std::uint32_t{1} << y;
        rest &= ~bit;
        if (pushRow<Label, kStraight, kDiagonalEast, kDiagonalWest>(tile, y)) {
            const std::uint32_t next = kDown ? bit << 1 : bit >> 1;
            tile.dirty |= bit | next;
            active |= next;
            rest |= next;
            moved = true;
        }
        if (any(activeLanes(tile, y)))
            moved = relabelRow(tile, y) || moved;
        else
            active &= ~bit;
    }
    return moved;
}

template <typename Label>
std::uint32_t activeRows(Tile<Label>& tile) {
    std::uint32_t active = 0;
    for (int y = 0; y < kSide; ++y) active |= static_cast<std::uint32_t>(any(activeLanes(tile, y))) << y;
    return active;
}

// columns: bit x where a column holds something, above and below the split.
std::uint8_t quartersOf(const std::uint32_t (&columns)[2], int splitX) {
    const std::uint32_t left = (std::uint32_t{1} << splitX) - 1;
    unsigned quarters = 0;
    for (int part = 0; part < 2; ++part) {
        if ((columns[part] & left) != 0) quarters |= kTopLeft << (2 * part);
        if ((columns[part] & ~left) != 0) quarters |= kTopRight << (2 * part);
    }
    return static_cast<std::uint8_t>(quarters);
}

template <typename Label>
std::uint8_t activeQuarters(Tile<Label>& tile, std::uint32_t rows, int splitX, int splitY) {
    std::uint32_t columns[2] = {};
    for (; rows != 0; rows &= rows - 1) {
        const int y = __builtin_ctz(rows);
        columns[y < splitY ? 0 : 1] |= signBits(activeLanes(tile, y));
    }
    return quartersOf(columns, splitX);
}

// Whether it matters to a neighbour is judged there; here it is enough that a border pixel's label changed,
// and `change` says to what or from what.
template <typename Label>
Wakes<Label> wakesOf(const Edges<Label>& before, const Edges<Label>& after, const Edges<Label>& change) {
    const auto next = [](Label label) {
        return label == kUnreachable<Label> ? label : static_cast<Label>(label + 1);
    };
    const auto ofSide = [&](int side) {
        Labels<Label> lowest{};
        lowest = ~lowest;
        for (int i = 0; i < kSide; i += kLanes) {
            const auto same =
                load<Labels<Label>>(before.label[side] + i) == load<Labels<Label>>(after.label[side] + i);
            const auto changed = load<Labels<Label>>(change.label[side] + i) | Labels<Label>(same);
            lowest = changed < lowest ? changed : lowest;
        }
        return next(least<Label>(lowest));
    };
    const auto ofCorner = [&](int side, int i) {
        return before.label[side][i] == after.label[side][i] ? kUnreachable<Label>
                                                             : next(change.label[side][i]);
    };
    Wakes<Label> wakes;
    wakes.lowest[kNorth] = ofSide(kTop);
    wakes.lowest[kSouth] = ofSide(kBottom);
    wakes.lowest[kWest] = ofSide(kLeft);
    wakes.lowest[kEast] = ofSide(kRight);
    wakes.lowest[kNorthWest] = ofCorner(kTop, 0);
    wakes.lowest[kNorthEast] = ofCorner(kTop, kSide - 1);
    wakes.lowest[kSouthWest] = ofCorner(kBottom, 0);
    wakes.lowest[kSouthEast] = ofCorner(kBottom, kSide - 1);
    return wakes;
}

template <typename Label>
RelabelOutcome<Label> unchanged(bool saturated) {
    RelabelOutcome<Label> outcome{false, saturated, kUnreachable<Label>, {}};
    for (Label& l : outcome.wakes.lowest) l = kUnreachable<Label>;
    return outcome;
}

template <typename Label>
Label lowestLabel(const Label* labels, std::ptrdiff_t stride) {
    Labels<Label> lowest{};
    lowest = ~lowest;
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; x += kLanes) {
            const auto there = load<Labels<Label>>(labels + y * stride + x);
            lowest = there < lowest ? there : lowest;
        }
    return least<Label>(lowest);
}

template <typename Label>
DischargeOutcome<Label> discharge(const TileRef<Label>& ref, const DischargeOrder& order) {
    Tile<Label> tile;
    loadFlow(ref, tile);
    loadBorder(ref, tile.border);
    if (order.relabelFirst) {
        loadOpenArcs(ref, tile);
        relabelExactly(tile);
    } else {
        loadLabels(ref, tile);
    }
    spreadBorder(tile);
    std::uint32_t active = activeRows(tile);
    for (int i = 0; i < kSweeps && active != 0; ++i) {
        const bool down = sweep<Label, kSouth, kSouthEast, kSouthWest>(tile, active);
        const bool up = sweep<Label, kNorth, kNorthEast, kNorthWest>(tile, active);
        if (!down && !up) break;
    }
    storeFlow(ref, tile);
    storeLabels(ref, tile);
    Edges<Label> before, after;
    loadEdges(ref.labels, ref.stride, before);
    loadEdges<Label>(tile.labelRow(0), kLabelStride, after);
    return {activeQuarters(tile, active, order.splitX, order.splitY), tile.saturated,
            lowestLabel(ref.labels, ref.stride), wakesOf(before, after, before)};
}

// False where no border pixel can come nearer through its bound: then the tile's labels are exact already.
template <typename Label>
bool boundsLower(const Edges<Label>& edges, const Border<Label>& border) {
    Row lower{};
    for (int side = 0; side < 4; ++side)
        for (int i = 0; i < kParts; ++i) {
            const auto bound = load<Labels<Label>>(border.bound[side] + i * kLanes);
            const auto label = load<Labels<Label>>(edges.label[side] + i * kLanes);
            lower.part[i] |= __builtin_convertvector(bound < label - 1, Amounts);
        }
    return any(lower);
}

// Whether anything beyond the tile can be reached from it.
template <typename Label>
bool anyBound(const Border<Label>& border) {
    Labels<Label> finite{};
    for (const auto& side : border.bound)
        for (int i = 0; i < kSide; i += kLanes) finite |= ~load<Labels<Label>>(side + i);
    return any(__builtin_convertvector(finite != 0, Amounts));
}

template <typename Label>
RelabelOutcome<Label> lower(const TileRef<Label>& ref, bool fresh) {
    Tile<Label> tile;
    Edges<Label> before, after;
    loadBorder(ref, tile.border);
    loadEdges(ref.labels, ref.stride, before);
    if (!fresh && !boundsLower(before, tile.border)) return unchanged<Label>(false);
    loadExcess(ref, tile);
    if (fresh && !any(deficits(tile)) && !anyBound(tile.border)) return unchanged<Label>(false);
    loadOpenArcs(ref, tile);
    relabelExactly(tile);
    Row lowered{};
    for (int y = 0; y < kSide; ++y) {
        for (int i = 0; i < kParts; ++i) {
            Label* const label = tile.labelRow(y) + i * kLanes;
            const auto old = load<Labels<Label>>(ref.labels + y * ref.stride + i * kLanes);
            const auto now = load<Labels<Label>>(label);
            lowered.part[i] |= __builtin_convertvector(now < old, Amounts);
            store(label, Labels<Label>(now < old ? now : old));
        }
    }
    if (!any(lowered)) return unchanged<Label>(tile.saturated);
    storeLabels(ref, tile);
    loadEdges<Label>(tile.labelRow(0), kLabelStride, after);
    return {true, tile.saturated, kUnreachable<Label>, wakesOf(before, after, after)};
}

template <typename Label>
void keepDeficits(Tile<Label>& tile) {
    clearLabels(tile);
    for (int y = 0; y < kSide; ++y) {
        const Row excess = loadRow(tile.excessRow(y));
        for (int i = 0; i < kParts; ++i) {
            const auto other = __builtin_convertvector(excess.part[i] >= 0, SignedLabels<Label>);
            store(tile.labelRow(y) + i * kLanes, Labels<Label>(Labels<Label>(other) | 1));
        }
    }
}

template <typename Label>
RelabelOutcome<Label> withdraw(const TileRef<Label>& ref, bool all) {
    if (lowestLabel(ref.labels, ref.stride) == kUnreachable<Label>) return unchanged<Label>(false);
    Tile<Label> tile;
    loadBorder(ref, tile.border);
    loadExcess(ref, tile);
    if (all) {
        keepDeficits(tile);
    } else {
        loadOpenArcs(ref, tile);
        relabelExactly(tile);
    }
    Labels<Label> lowest{};
    lowest = ~lowest;
    for (int y = 0; y < kSide; ++y) {
        for (int i = 0; i < kParts; ++i) {
            Label* const label = tile.labelRow(y) + i * kLanes;
            const auto old = load<Labels<Label>>(ref.labels + y * ref.stride + i * kLanes);
            const auto above = Labels<Label>(load<Labels<Label>>(label) > old);
            const auto withdrawn = old | ~above;
            lowest = withdrawn < lowest ? withdrawn : lowest;
            store(label, Labels<Label>(old | above));
        }
    }
    const Label first = least<Label>(lowest);
    if (first == kUnreachable<Label>) return unchanged<Label>(false);
    storeLabels(ref, tile);
    Edges<Label> before, after;
    loadEdges(ref.labels, ref.stride, before);
    loadEdges<Label>(tile.labelRow(0), kLabelStride, after);
    return {true, false, first, wakesOf(before, after, before)};
}

template <typename Label>
bool reset(const TileRef<Label>& ref) {
    Tile<Label> tile;
    loadExcess(ref, tile);
    clearLabels(tile);
    storeLabels(ref, tile);
    return any(deficits(tile));
}

template <typename Label>
std::uint8_t activeQuarters(const TileRef<Label>& ref, int splitX, int splitY) {
    std::uint32_t columns[2] = {};
    for (int y = 0; y < kSide; ++y)
        columns[y < splitY ? 0 : 1] |=
            signBits(activeLanes(ref.excess + y * ref.stride, ref.labels + y * ref.stride));
    return quartersOf(columns, splitX);
}

template <typename Label>
constexpr TileKernels<Label> kernels() {
    return {discharge<Label>, lower<Label>, withdraw<Label>, reset<Label>, activeQuarters<Label>};
}

}  // namespace

const TileKernels<std::uint16_t> kKernels16 = kernels<std::uint16_t>();
const TileKernels<std::uint32_t> kKernels32 = kernels<std::uint32_t>();
