// Distances along columns in stripes of columns, then along rows; both in one plane of floats, which hold
// these whole numbers exactly.
#include "core/cpu/SignedDistance.h"

#include <algorithm>
#include <cmath>

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
    for (int y = 0; y < mask.height(); ++y)
        for (int x = left; x < right; ++x) {
            const bool sameAbove = y > 0 && isInside(mask(x, y)) == isInside(mask(x, y - 1));
            distances(x, y) = y == 0 ? none : !sameAbove ? 1.0f : std::min(none, distances(x, y - 1) + 1);
        }
    for (int y = mask.height() - 2; y >= 0; --y)
        for (int x = left; x < right; ++x) {
            const bool sameBelow = isInside(mask(x, y)) == isInside(mask(x, y + 1));
            const float below = sameBelow ? distances(x, y + 1) + 1 : 1.0f;
            distances(x, y) = std::min(distances(x, y), below);
        }
}

class Rows {
public:
    explicit Rows(int width)
        : envelope_(width), toInside_(static_cast<std::size_t>(width)), toOutside_(toInside_) {}

    void apply(const std::uint8_t* mask, float none, float* row) {
        const std::size_t width = toInside_.size();
        for (std::size_t x = 0; x < width; ++x) {
            const auto distance = static_cast<std::int64_t>(row[x]);
            toInside_[x] = isInside(mask[x]) ? 0 : distance;
            toOutside_[x] = isInside(mask[x]) ? distance : 0;
        }
        envelope_.apply(toInside_.data());
        envelope_.apply(toOutside_.data());
        for (std::size_t x = 0; x < width; ++x) {
            const bool inside = isInside(mask[x]);
            const auto squared = static_cast<double>(inside ? toOutside_[x] : toInside_[x]);
            const bool found = squared < static_cast<double>(none) * static_cast<double>(none);
            const float distance = found ? static_cast<float>(std::sqrt(squared)) - 0.5f : none;
            row[x] = inside ? -distance : distance;
        }
    }

private:
    LowerEnvelope envelope_;
    std::vector<std::int64_t> toInside_, toOutside_;
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
        for (auto y = static_cast<int>(begin); y < end; ++y) rows.apply(mask.row(y), none, distances.row(y));
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
