// Exact labels of a tile by breadth-first search with a word for each row.
// Part of TileKernel.inl, which says what holds for its parts; no flow moves here.

namespace {

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
                for (int bit = 0; 1 << bit <= count_; ++bit) {
                    const auto value = static_cast<std::int16_t>(1 << bit);
                    numbers |= lanesOf(number_[bit][y] >> x) & value;
                }
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
        const auto low = static_cast<std::int16_t>(word);
        return (bits & low) == bits;
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

}  // namespace
