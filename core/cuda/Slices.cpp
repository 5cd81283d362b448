// How many pixels the next launch may have.
// No kernels here.
#include "core/cuda/Slices.h"

#include <algorithm>
#include <utility>

namespace fretsaw::cuda {

int Slices::rowsOf(Rect where, int y, std::int64_t most) const {
    const std::int64_t rows = std::max<std::int64_t>(1, std::min(allowed_, most) / where.width);
    return static_cast<int>(std::min<std::int64_t>(rows, where.bottom() - y));
}

void Slices::begin() {
    if (const std::int64_t pixels = std::exchange(launched_, 0); pixels > 0) {
        end_.wait();
        const double ms = std::max(Event::elapsedMs(begin_, end_), 1e-3);
        const auto wanted = static_cast<std::int64_t>(static_cast<double>(pixels) * kTargetMs / ms);
        // Small launches are mostly overhead and say little of larger ones.
        constexpr std::int64_t kSmallest = 1 << 12, kGrowth = 8;
        allowed_ = ms > kTargetMs ? std::max(kSmallest, wanted)
                                  : std::max(allowed_, std::min(wanted, kGrowth * pixels));
    }
    begin_.record();
}

void Slices::end(std::int64_t pixels) {
    launched_ = pixels;
    end_.record();
}

}  // namespace fretsaw::cuda
