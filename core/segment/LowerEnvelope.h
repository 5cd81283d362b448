// The second pass of exact distance transforms: along a row, from distances along columns.
// Integers all the way; the first pass is the users' own.
#pragma once

#include <cstdint>
#include <vector>

namespace fretsaw {

/// The lower envelope of the parabolas (x − i)² + heights[i], at every x.
class LowerEnvelope {
public:
    /// For rows of up to `width`.
    explicit LowerEnvelope(int width) : heights_(width), at_(width), from_(width) {}

    /// row: distances along columns; becomes squared distances.
    void apply(std::int64_t* row, int width) {
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
    [[nodiscard]] static std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
        const std::int64_t quotient = a / b;
        return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
    }
    [[nodiscard]] std::int64_t value(int i, std::int64_t x) const { return (x - i) * (x - i) + heights_[i]; }
    /// The last x at which parabola i is not above parabola j > i.
    [[nodiscard]] std::int64_t crossing(std::int64_t i, std::int64_t j) const {
        return floorDivide(j * j - i * i + heights_[j] - heights_[i], 2 * (j - i));
    }

    std::vector<std::int64_t> heights_;
    std::vector<int> at_, from_;  ///< parabolas of the envelope, and where each begins
};

}  // namespace fretsaw
