// Distances along columns first, then the lower envelope of parabolas along each row: integers all the way.
// Host code for grids of about a megapixel.
#include "core/segment/DistanceTransform.h"

#include "core/segment/LowerEnvelope.h"

namespace fretsaw {
namespace {

/// Distance to the nearest pixel of the set in the same column.
Image<std::int64_t> columnDistances(ImageView<const std::uint8_t> set) {
    Image<std::int64_t> distances(set.size());
    const std::int64_t none = static_cast<std::int64_t>(set.width()) + set.height();
    for (int y = 0; y < set.height(); ++y) {
        const std::int64_t* above = y > 0 ? distances.row(y - 1) : nullptr;
        for (int x = 0; x < set.width(); ++x)
            distances(x, y) = set(x, y) != 0 ? 0 : above ? std::min(none, above[x] + 1) : none;
    }
    for (int y = set.height() - 2; y >= 0; --y) {
        const std::int64_t* below = distances.row(y + 1);
        std::int64_t* row = distances.row(y);
        for (int x = 0; x < set.width(); ++x) row[x] = std::min(row[x], below[x] + 1);
    }
    return distances;
}

}  // namespace

std::optional<Image<std::int64_t>> squaredDistances(ImageView<const std::uint8_t> set,
                                                    const std::stop_token& stop) {
    Image<std::int64_t> distances = columnDistances(set);
    LowerEnvelope envelope(set.width());
    for (int y = 0; y < set.height(); ++y) {
        if (stop.stop_requested()) return std::nullopt;
        envelope.apply(distances.row(y), set.width());
    }
    return distances;
}

}  // namespace fretsaw
