// Distances along columns in stripes of columns, then along rows; both in one plane of floats, which hold
// these whole numbers exactly.
#include "core/cpu/SignedDistance.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/segment/LowerEnvelope.h"

namespace fretsaw::cpu {
namespace {

constexpr int kStripe = 256;  // columns

bool isInside(std::uint8_t value) {
    return value >= 128;
}

/// For columns left … right − 1: the distance to the nearest pixel of the other kind in the column, at most
/// `none`.
void alongColumns(ImageView<const std::uint8_t> mask, int left, int right, float none,
                  ImageView<float> distances) {
    std::fill(distances.row(0) + left, distances.row(0) + right, none);
    for (int y = 1; y < mask.height(); ++y) {
        const std::uint8_t *const here = mask.row(y), *const above = mask.row(y - 1);
        float *const to = distances.row(y), *const from = distances.row(y - 1);
        for (int x = left; x < right; ++x)
            to[x] = isInside(here[x] ^ above[x]) ? 1.0f : std::min(none, from[x] + 1);
    }
    for (int y = mask.height() - 2; y >= 0; --y) {
        const std::uint8_t *const here = mask.row(y), *const below = mask.row(y + 1);
        float *const to = distances.row(y), *const from = distances.row(y + 1);
        for (int x = left; x < right; ++x)
            to[x] = std::min(to[x], isInside(here[x] ^ below[x]) ? 1.0f : from[x] + 1);
    }
}

/// The second pass, a row at a time.
class Rows {
public:
    explicit Rows(int width) : envelope_(width + 2), run_(static_cast<std::size_t>(width) + 2) {}

    void apply(const std::uint8_t* mask, int width, float none, float* row) {
        for (int begin = 0; begin < width;) {
            int end = begin + 1;
            while (end < width && !isInside(mask[begin] ^ mask[end])) ++end;
            applyToRun(begin > 0, end < width, end - begin, none, row + begin);
            if (isInside(mask[begin])) std::transform(row + begin, row + end, row + begin, std::negate<>());
            begin = end;
        }
    }

private:
    /// Pixels of one kind; the nearest columns of the other kind, if any, are those beside them.
    void applyToRun(bool before, bool after, int count, float none, float* row) {
        const int first = before ? 1 : 0;
        run_[0] = 0;
        for (int i = 0; i < count; ++i) run_[at(first + i)] = static_cast<std::int64_t>(row[i]);
        run_[at(first + count)] = 0;
        envelope_.apply(run_.data(), first + count + (after ? 1 : 0));
        for (int i = 0; i < count; ++i) {
            const auto squared = static_cast<double>(run_[at(first + i)]);
            const bool found = squared < static_cast<double>(none) * static_cast<double>(none);
            row[i] = found ? static_cast<float>(std::sqrt(squared)) - 0.5f : none;
        }
    }
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    LowerEnvelope envelope_;
    std::vector<std::int64_t> run_;
};

}  // namespace

std::optional<Image<float>> signedDistances(ImageView<const std::uint8_t> mask, const Parallel& parallel,
                                            const std::stop_token& stop) {
    auto distances = Image<float>::uninitialized(mask.size());
    const auto none = static_cast<float>(mask.width() + mask.height());
    parallel.forRanges(mask.width(), kStripe, [&](std::int64_t left, std::int64_t right) {
        if (stop.stop_requested()) return;
        alongColumns(mask, static_cast<int>(left), static_cast<int>(right), none, distances.view());
    });
    if (stop.stop_requested()) return std::nullopt;
    parallel.forRanges(mask.height(), 16, [&](std::int64_t begin, std::int64_t end) {
        if (stop.stop_requested()) return;
        Rows rows(mask.width());
        for (auto y = static_cast<int>(begin); y < end; ++y)
            rows.apply(mask.row(y), mask.width(), none, distances.row(y));
    });
    if (stop.stop_requested()) return std::nullopt;
    return distances;
}

std::optional<Image<float>> outlineDistances(ImageView<const std::uint8_t> mask, const Parallel& parallel,
                                             const std::stop_token& stop) {
    auto distances = signedDistances(mask, parallel, stop);
    if (!distances) return std::nullopt;
    const float unit = 2.0f / static_cast<float>(std::min(mask.width(), mask.height()));
    parallel.forRows(mask.height(), [&](int y) {
        for (int x = 0; x < mask.width(); ++x) (*distances)(x, y) *= unit;
    });
    return distances;
}

}  // namespace fretsaw::cpu
