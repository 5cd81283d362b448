// A bit for each of the 2²⁴ colours says which occur; counting the bits before a colour's gives its number.
// No models and no graph here.
#include "core/cpu/Palette.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <vector>

namespace fretsaw::cpu {
namespace {

constexpr int kRowsPerTask = 16;
constexpr int kColoursPerTask = 4096;
constexpr int kWordsPerTask = 1 << 12;

std::uint32_t codeOf(Rgba8 p) {
    return p.r | static_cast<std::uint32_t>(p.g) << 8 | static_cast<std::uint32_t>(p.b) << 16;
}

/// Which colours occur, 64 a word, and how many occur before a word's first.
struct Occurrence {
    static constexpr int kWords = 1 << 18;
    Buffer<std::uint64_t> bits{kWords, 0};
    Buffer<std::uint32_t> before{kWords, 0};

    void mark(std::uint32_t code) {
        std::atomic_ref<std::uint64_t> word(bits[code >> 6]);
        const std::uint64_t bit = std::uint64_t{1} << (code & 63);
        // Mostly it is there, and reading does not take the line from the other threads.
        if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint32_t numberOf(std::uint32_t code) const {
        const std::uint64_t lower = (std::uint64_t{1} << (code & 63)) - 1;
        return before[code >> 6] + static_cast<std::uint32_t>(std::popcount(bits[code >> 6] & lower));
    }
    /// Fills `before`, and lists the colours in the order of their numbers; some of them, if stopped.
    Buffer<Rgba8> number(const Parallel& parallel, const std::stop_token& stop) {
        std::uint32_t count = 0;
        for (int w = 0; w < kWords; ++w) {
            before[w] = count;
            count += static_cast<std::uint32_t>(std::popcount(bits[w]));
        }
        auto colours = Buffer<Rgba8>::uninitialized(count);
        parallel.forRanges(kWords, kWordsPerTask, [&](std::int64_t begin, std::int64_t end) {
            if (stop.stop_requested()) return;
            Rgba8* next = colours.data() + before[begin];
            for (auto w = static_cast<std::uint32_t>(begin); w < end; ++w)
                for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
                    const std::uint32_t code = w << 6 | static_cast<std::uint32_t>(std::countr_zero(left));
                    *next++ = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8),
                               static_cast<std::uint8_t>(code >> 16), 255};
                }
        });
        return colours;
    }
};

template <typename Body>
bool forRows(const Parallel& parallel, int rows, const std::stop_token& stop, const Body& body) {
    parallel.forRanges(rows, kRowsPerTask, [&](std::int64_t begin, std::int64_t end) {
        for (auto y = static_cast<int>(begin); y < end && !stop.stop_requested(); ++y) body(y);
    });
    return !stop.stop_requested();
}

}  // namespace

std::optional<Palette> Palette::of(ImageView<const Rgba8> picture, const Parallel& parallel,
                                   const std::stop_token& stop) {
    Occurrence occurrence;
    const bool marked = forRows(parallel, picture.height(), stop, [&](int y) {
        const Rgba8* row = picture.row(y);
        for (int x = 0; x < picture.width(); ++x) occurrence.mark(codeOf(row[x]));
    });
    if (!marked) return std::nullopt;
    Palette palette;
    palette.colours_ = occurrence.number(parallel, stop);
    palette.numbers_ = Image<std::uint32_t>::uninitialized(picture.size());
    const bool numbered = forRows(parallel, picture.height(), stop, [&](int y) {
        const Rgba8* row = picture.row(y);
        std::uint32_t* to = palette.numbers_.row(y);
        for (int x = 0; x < picture.width(); ++x) to[x] = occurrence.numberOf(codeOf(row[x]));
    });
    if (!numbered) return std::nullopt;
    return palette;
}

std::optional<ColourRow> Palette::colours(ColourSpace space, const PixelRows& rows, const Parallel& parallel,
                                          const std::stop_token& stop) const {
    ColourRow row(size());
    parallel.forRanges(size(), kColoursPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        rows.readColours(space, linearTable(), colours_.data() + begin, static_cast<int>(end - begin),
                         row.data() + begin, row.plane());
    });
    if (stop.stop_requested()) return std::nullopt;
    return row;
}

std::optional<Buffer<PackedColour>> Palette::packedColours(ColourSpace space, const PixelRows& rows,
                                                           const Parallel& parallel,
                                                           const std::stop_token& stop) const {
    auto packed = Buffer<PackedColour>::uninitialized(size());
    parallel.forRanges(size(), kColoursPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        const int count = static_cast<int>(end - begin);
        std::int16_t channels[3][kColoursPerTask];
        rows.readColours(space, linearTable(), colours_.data() + begin, count, channels[0], kColoursPerTask);
        for (int i = 0; i < count; ++i)
            packed[begin + i] = {{channels[0][i], channels[1][i], channels[2][i], 0}};
    });
    if (stop.stop_requested()) return std::nullopt;
    return packed;
}

std::optional<Buffer<ClassCosts>> Palette::costs(const DataCosts& costs, const PixelRows& rows,
                                                 const Parallel& parallel,
                                                 const std::stop_token& stop) const {
    const auto row = colours(costs.mixtures.space, rows, parallel, stop);
    if (!row) return std::nullopt;
    auto all = Buffer<ClassCosts>::uninitialized(size());
    parallel.forRanges(size(), kColoursPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        const int count = static_cast<int>(end - begin);
        int foreground[kColoursPerTask], background[kColoursPerTask];
        const auto read = [&](const pixel::Mixture& mixture, int* units) {
            rows.costs(mixture, costs.bestPartOnly, costs.unitsPerNat,
                       row->colours().from(static_cast<int>(begin)), count, units);
        };
        read(costs.mixtures.foreground, foreground);
        read(costs.mixtures.background, background);
        for (int i = 0; i < count; ++i) all[begin + i] = {foreground[i], background[i]};
    });
    if (stop.stop_requested()) return std::nullopt;
    return all;
}

std::optional<ColourCounts> ColourCounts::of(const Palette& palette, std::shared_ptr<const Mask> mask,
                                             Rect where, const Parallel& parallel,
                                             const std::stop_token& stop) {
    // As many counts as threads, each over its own share of the rows: no two write the same.
    const int shares = parallel.threads();
    std::vector<ColourCounts> counts(static_cast<std::size_t>(shares));
    for (ColourCounts& c : counts) {
        c.foreground_ = Buffer<std::int32_t>::zeroed(palette.size());
        c.background_ = Buffer<std::int32_t>::zeroed(palette.size());
    }
    parallel.forEach(shares, [&](std::int64_t share) {
        ColourCounts& c = counts[static_cast<std::size_t>(share)];
        const auto end = where.y + static_cast<int>((share + 1) * where.height / shares);
        for (auto y = where.y + static_cast<int>(share * where.height / shares); y < end; ++y) {
            if (stop.stop_requested()) return;
            const std::uint32_t* numbers = palette.row(y);
            const std::uint8_t* inside = mask->view().row(y);
            for (int x = where.x; x < where.right(); ++x)
                ++(inside[x] != 0 ? c.foreground_ : c.background_)[numbers[x]];
        }
    });
    ColourCounts total = std::move(counts.front());
    parallel.forRanges(palette.size(), kColoursPerTask, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        for (std::size_t share = 1; share < counts.size(); ++share)
            for (std::int64_t i = begin; i < end; ++i) {
                total.foreground_[i] += counts[share].foreground_[i];
                total.background_[i] += counts[share].background_[i];
            }
    });
    if (stop.stop_requested()) return std::nullopt;
    total.mask_ = std::move(mask);
    total.where_ = where;
    return total;
}

bool ColourCounts::update(const Palette& palette, std::shared_ptr<const Mask> mask,
                          const std::stop_token& stop) {
    for (int y = where_.y; y < where_.bottom(); ++y) {
        if (stop.stop_requested()) return false;
        const std::uint8_t *was = mask_->view().row(y), *is = mask->view().row(y);
        if (std::memcmp(was + where_.x, is + where_.x, static_cast<std::size_t>(where_.width)) == 0) continue;
        const std::uint32_t* numbers = palette.row(y);
        for (int x = where_.x; x < where_.right(); ++x) {
            if (was[x] == is[x]) continue;
            const int gain = is[x] != 0 ? 1 : -1;
            foreground_[numbers[x]] += gain;
            background_[numbers[x]] -= gain;
        }
    }
    mask_ = std::move(mask);
    return true;
}

}  // namespace fretsaw::cpu
