// Exact labels of a tile by breadth-first search with a word for each row.
// Part of TileKernel.inl, which says what holds for its parts; no flow moves here.

namespace {

// Lowest level above `level` at which a label beyond the tile reaches a border pixel; kUnreachable: none.
template <typename Label>
Label nextLevel(const Border<Label>& border, Label level) {
    // Bounds below the level wrap around and come last.
    Labels<Label> nearest{};
    nearest = ~nearest;
    for (const auto& side : border.bound)
        for (int i = 0; i < kSide; i += kLanes) {
            const Labels<Label> away = load<Labels<Label>>(side + i) - level;
            nearest = away < nearest ? away : nearest;
        }
    const Label distance = least<Label>(nearest);
    return distance < kUnreachable<Label> - level ? static_cast<Label>(level + distance + 1)
                                                  : kUnreachable<Label>;
}

// Adds the border pixels that labels beyond the tile reach at this level.
template <typename Label>
void enter(const Border<Label>& border, Label level, Words& front) {
    std::uint32_t reached[4];
    for (int side = 0; side < 4; ++side) {
        Row equal;
        for (int i = 0; i < kParts; ++i)
            equal.part[i] = __builtin_convertvector(
                load<Labels<Label>>(border.bound[side] + i * kLanes) == static_cast<Label>(level - 1),
                Amounts);
        reached[side] = signBits(equal);
    }
    front.part[0][0] |= reached[kTop];
    front.part[kWordParts - 1][kWordLanes - 1] |= reached[kBottom];
    if ((reached[kLeft] | reached[kRight]) == 0) return;
    WordLanes row{};
    for (int y = 0; y < kWordLanes; ++y) row[y] = static_cast<std::uint32_t>(y);
    for (int i = 0; i < kWordParts; ++i, row += kWordLanes)
        front.part[i] |= ((reached[kLeft] >> row) & 1u) | (reached[kRight] >> row) << 31;
}

// Every pixel with an open arc into the front.
template <typename Label>
Words steppedInto(const Tile<Label>& tile, const Words& front) {
    const Words above = ofNeighbours<1>(front), below = ofNeighbours<-1>(front);
    const auto open = [&](int k, int i) { return load<WordLanes>(tile.open[k] + i * kWordLanes); };
    Words next;
    for (int i = 0; i < kWordParts; ++i) {
        const WordLanes a = above.part[i], row = front.part[i], b = below.part[i];
        next.part[i] = (open(kEast, i) & row >> 1) | (open(kWest, i) & row << 1) | (open(kSouth, i) & b) |
                       (open(kNorth, i) & a) | (open(kSouthEast, i) & b >> 1) |
                       (open(kNorthWest, i) & a << 1) | (open(kSouthWest, i) & b << 1) |
                       (open(kNorthEast, i) & a >> 1);
    }
    return next;
}

// Which pixels the levels of a search reached. A level's number is kept bit-sliced, one word a row and bit:
// noting a level costs the same few operations however its pixels lie.
class ReachedLevels {
public:
    static constexpr int kMost = 256;  // different numbers

    [[nodiscard]] bool empty() const { return empty_; }

    void note(int number, const Words& pixels) {
        empty_ = false;
        bits_ |= number;
        for (int bit = 0; bit < kBits; ++bit)
            if ((number >> bit & 1) != 0)
                for (int i = 0; i < kWordParts; ++i) number_[bit].part[i] |= pixels.part[i];
        for (int i = 0; i < kWordParts; ++i) noted_.part[i] |= pixels.part[i];
    }

    /// Gives the pixels noted their labels, base + number.
    template <typename Label>
    void write(Label base, Tile<Label>& tile) const {
        std::uint32_t number[kBits][kSide], noted[kSide];
        for (int bit = 0; bit < kBits; ++bit) __builtin_memcpy(number[bit], &number_[bit], sizeof noted);
        __builtin_memcpy(noted, &noted_, sizeof noted);
        for (int y = 0; y < kSide; ++y) {
            for (int x = 0; x < kSide; x += kLanes) {
                Amounts numbers{};
                for (int bit = 0; 1 << bit <= bits_; ++bit) {
                    const auto value = static_cast<std::int16_t>(1 << bit);
                    numbers |= lanesOf(number[bit][y], x) & value;
                }
                const auto other = __builtin_convertvector(lanesOf(~noted[y], x), SignedLabels<Label>);
                const auto now =
                    (__builtin_convertvector(numbers, Labels<Label>) + base) | Labels<Label>(other);
                const auto old = load<Labels<Label>>(tile.labelRow(y) + x);
                store(tile.labelRow(y) + x, Labels<Label>(now < old ? now : old));
            }
        }
    }

private:
    static constexpr int kBits = 8;
    Words number_[kBits] = {};
    Words noted_ = {};
    int bits_ = 0;  // that any number has
    bool empty_ = true;
};

template <typename Label>
Words deficits(Tile<Label>& tile) {
    std::uint32_t rows[kSide];
    for (int y = 0; y < kSide; ++y) rows[y] = signBits(loadRow(tile.excessRow(y)));
    Words words;
    __builtin_memcpy(&words, rows, sizeof words);
    return words;
}

// Exact labels of the tile for the given bounds: breadth-first from deficits and bounds, a whole row of the
// tile in one word. Pixels that nothing reaches become unreachable.
template <typename Label>
void relabelExactly(Tile<Label>& tile) {
    clearLabels(tile);
    ReachedLevels levels;
    Words front = deficits(tile), unreached;
    for (WordLanes& w : unreached.part) w = ~WordLanes{};
    Label level = 1, base = 0;
    while (true) {
        enter(tile.border, level, front);
        for (int i = 0; i < kWordParts; ++i) {
            front.part[i] &= unreached.part[i];
            unreached.part[i] ^= front.part[i];
        }
        if (!any(front)) {
            level = nextLevel(tile.border, level);
            if (level == kUnreachable<Label>) break;
            continue;
        }
        if (level == kUnreachable<Label> - 1) {
            tile.saturated = true;
            break;
        }
        if (levels.empty()) base = level;
        if (level - base >= ReachedLevels::kMost) {
            levels.write(base, tile);
            levels = {};
            base = level;
        }
        levels.note(static_cast<int>(level - base), front);
        if (!any(unreached)) break;
        front = steppedInto(tile, front);
        ++level;
    }
    if (!levels.empty()) levels.write(base, tile);
}

}  // namespace
