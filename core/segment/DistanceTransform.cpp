// Distances along columns first, then the lower envelope of parabolas along each row: integers all the way.
// Host code for grids of about a megapixel.
#include "core/segment/DistanceTransform.h"

#include <vector>

namespace fretsaw {
namespace {

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

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

/// The lower envelope of the parabolas (x − i)² + heights[i], at every x.
class Envelope {
public:
    explicit Envelope(int width) : heights_(width), at_(width), from_(width) {}

    /// row: distances along columns; becomes squared distances.
    void apply(std::int64_t* row) {
        const int width = static_cast<int>(heights_.size());
        for (int x = 0; x < width; ++x) heights_[x] = row[x] * row[x];
        int top = 0;
        at_[0] = from_[0] = 0;
        for (int x = 1; x < width; ++x) {
            while (top >= 0 && value(at_[top], from_[top]) > value(x, from_[top])) --top;
            const std::int64_t begin = top < 0 ? 0 : 1 + crossing(at_[top], x);
            if (begin < width) {
                ++top;
                at_[top] = x;
                from_[top] = static_cast<int>(begin);
            }
        }
        for (int x = width - 1; x >= 0; --x) {
            row[x] = value(at_[top], x);
            if (x == from_[top]) --top;
        }
    }

private:
    [[nodiscard]] std::int64_t value(int i, std::int64_t x) const { return (x - i) * (x - i) + heights_[i]; }
    /// The last x at which parabola i is not above parabola j > i.
    [[nodiscard]] std::int64_t crossing(std::int64_t i, std::int64_t j) const {
        return floorDivide(j * j - i * i + heights_[j] - heights_[i], 2 * (j - i));
    }

    std::vector<std::int64_t> heights_;
    std::vector<int> at_, from_;  ///< parabolas of the envelope, and where each begins
};

}  // namespace

std::optional<Image<std::int64_t>> squaredDistances(ImageView<const std::uint8_t> set,
                                                    const std::stop_token& stop) {
    Image<std::int64_t> distances = columnDistances(set);
    Envelope envelope(set.width());
    for (int y = 0; y < set.height(); ++y) {
        if (stop.stop_requested()) return std::nullopt;
        envelope.apply(distances.row(y));
    }
    return distances;
}

}  // namespace fretsaw
