// A tile in memory of its own, close to the processor: loading and storing.
// Part of TileKernel.inl, which says what holds for its parts; no algorithm here.

namespace {

constexpr int kLabelStride = 48;  // labels have a column of unreachable pixels on both sides
constexpr int kLabelStart = 8;

// The labels beyond the sides of a tile, as far as an arc leads there: one more than the least of them is
// what the border pixel may become by leaving the tile.
enum Side : int { kTop, kBottom, kLeft, kRight };
template <typename Label>
struct Border {
    alignas(64) Label bound[4][kSide];
    alignas(64) std::uint8_t mask[4][kSide];  // of the border pixels
};

// Labels of the border pixels themselves, side by side.
template <typename Label>
struct Edges {
    alignas(64) Label label[4][kSide];
};

template <typename Label>
struct Tile {
    // One row above and below, so that pushes of nothing across the border have somewhere to go.
    alignas(64) std::int16_t residual[kDirections][kSide + 2][kSide];
    alignas(64) std::int16_t excess[kSide + 2][kSide];
    alignas(64) Label label[kSide + 2][kLabelStride];
    alignas(64) Label bound[kSide][kSide];               // least label beyond the tile that an arc leads to
    alignas(64) std::uint32_t open[kDirections][kSide];  // bit x: the arc has residual capacity
    Border<Label> border;
    std::uint32_t dirty = 0;  // rows whose residuals or excess have changed
    bool saturated = false;

    Label* labelRow(int y) { return label[y + 1] + kLabelStart; }
    std::int16_t* excessRow(int y) { return excess[y + 1]; }
    std::int16_t* residualRow(int k, int y) { return residual[k][y + 1]; }
};

template <typename Label>
void loadOpenArcs(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int y = 0; y < kSide; ++y) {
        std::uint32_t planes[kDirections];
        bitPlanes(ref.mask + y * ref.stride, planes);
        for (int k = 0; k < kDirections; ++k) tile.open[k][y] = planes[k];
    }
}

template <typename Label>
void loadExcess(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int y = 0; y < kSide; ++y) storeRow(tile.excessRow(y), loadRow(ref.excess + y * ref.stride));
}

template <typename Label>
void loadFlow(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int k = 0; k < kDirections; ++k) {
        storeRow(tile.residualRow(k, -1), Row{});
        for (int y = 0; y < kSide; ++y)
            storeRow(tile.residualRow(k, y), loadRow(ref.residual[k] + y * ref.stride));
        storeRow(tile.residualRow(k, kSide), Row{});
    }
    storeRow(tile.excessRow(-1), Row{});
    loadExcess(ref, tile);
    storeRow(tile.excessRow(kSide), Row{});
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
        for (int x = 0; x < kSide; x += kLanes)
            store(tile.labelRow(y) + x, load<Labels<Label>>(ref.labels + y * ref.stride + x));
}

template <typename Label>
void storeLabels(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; x += kLanes)
            store(ref.newLabels + y * ref.stride + x, load<Labels<Label>>(tile.labelRow(y) + x));
}

template <typename Label>
void storeFlow(const TileRef<Label>& ref, Tile<Label>& tile) {
    for (std::uint32_t rest = tile.dirty; rest != 0; rest &= rest - 1) {
        const int y = __builtin_ctz(rest);
        storeRow(ref.excess + y * ref.stride, loadRow(tile.excessRow(y)));
        Row bits{};
        for (int k = 0; k < kDirections; ++k) {
            const Row residual = loadRow(tile.residualRow(k, y));
            storeRow(ref.residual[k] + y * ref.stride, residual);
            const auto bit = static_cast<std::int16_t>(1 << k);
            for (int i = 0; i < kParts; ++i) bits.part[i] |= (residual.part[i] > 0) & bit;
        }
        for (int i = 0; i < kParts; ++i)
            store(ref.mask + y * ref.stride + i * kLanes, __builtin_convertvector(bits.part[i], MaskLanes));
    }
}

// bound[i] = least of the labels beyond[i − 1], beyond[i], beyond[i + 1] to which pixel i has an arc.
template <typename Label>
void loadSide(const std::uint8_t* mask, const Label* beyond, const int (&arcs)[3], Label* bound) {
    for (int i = 0; i < kSide; i += kLanes) {
        const auto open = load<MaskLanes>(mask + i);
        Labels<Label> lowest{};
        lowest = ~lowest;
        for (int step = -1; step <= 1; ++step) {
            const auto bit = static_cast<std::uint8_t>(1 << arcs[step + 1]);
            const auto closed = __builtin_convertvector((open & bit) == 0, SignedLabels<Label>);
            const Labels<Label> there = load<Labels<Label>>(beyond + i + step) | Labels<Label>(closed);
            lowest = there < lowest ? there : lowest;
        }
        store(bound + i, lowest);
    }
}

template <typename Label>
void loadBorder(const TileRef<Label>& ref, Border<Label>& border) {
    constexpr int kLast = kSide - 1;
    constexpr int kArcs[4][3] = {{kNorthWest, kNorth, kNorthEast},
                                 {kSouthWest, kSouth, kSouthEast},
                                 {kNorthWest, kWest, kSouthWest},
                                 {kNorthEast, kEast, kSouthEast}};
    loadSide(ref.mask, ref.labels - ref.stride, kArcs[kTop], border.bound[kTop]);
    loadSide(ref.mask + kLast * ref.stride, ref.labels + kSide * ref.stride, kArcs[kBottom],
             border.bound[kBottom]);
    // Columns are strewn over memory.
    Label beyond[2][kSide + 2];
    std::uint8_t mask[2][kSide];
    for (int y = -1; y <= kSide; ++y) {
        beyond[0][y + 1] = ref.labels[y * ref.stride - 1];
        beyond[1][y + 1] = ref.labels[y * ref.stride + kSide];
    }
    for (int y = 0; y < kSide; ++y) {
        mask[0][y] = ref.mask[y * ref.stride];
        mask[1][y] = ref.mask[y * ref.stride + kLast];
    }
    loadSide(mask[0], beyond[0] + 1, kArcs[kLeft], border.bound[kLeft]);
    loadSide(mask[1], beyond[1] + 1, kArcs[kRight], border.bound[kRight]);
}

template <typename Label>
void loadEdges(const Label* labels, std::ptrdiff_t stride, Edges<Label>& edges) {
    for (int x = 0; x < kSide; x += kLanes) {
        store(edges.label[kTop] + x, load<Labels<Label>>(labels + x));
        store(edges.label[kBottom] + x, load<Labels<Label>>(labels + (kSide - 1) * stride + x));
    }
    for (int y = 0; y < kSide; ++y) {
        edges.label[kLeft][y] = labels[y * stride];
        edges.label[kRight][y] = labels[y * stride + kSide - 1];
    }
}

// The bounds as rows, for relabelling within rows.
template <typename Label>
void spreadBorder(Tile<Label>& tile) {
    for (auto& row : tile.bound)
        for (Label& l : row) l = kUnreachable<Label>;
    const auto& side = tile.border.bound;
    for (int i = 0; i < kSide; ++i)
        tile.bound[0][i] = side[kTop][i], tile.bound[kSide - 1][i] = side[kBottom][i];
    for (int i = 0; i < kSide; ++i) {
        tile.bound[i][0] = least(tile.bound[i][0], side[kLeft][i]);
        tile.bound[i][kSide - 1] = least(tile.bound[i][kSide - 1], side[kRight][i]);
    }
}

}  // namespace
