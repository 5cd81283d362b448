// Discharges single pixels from a ring of active ones.
// Exact labels are the caller's business.
#include "core/cpu/PixelSolver.h"

#include <algorithm>

#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu {
namespace {

constexpr std::int64_t kMostQueued = 1 << 20;
constexpr int kPollInterval = 4096;  // discharges of well under a microsecond each

}  // namespace

template <typename Label>
PixelSolver<Label>::PixelSolver(std::int64_t pixels)
    : ring_(Buffer<std::int64_t>::uninitialized(std::min(pixels, kMostQueued))) {}

template <typename Label>
bool PixelSolver<Label>::enqueue(std::ptrdiff_t pixel) {
    if (queued_ == ring_.size()) return false;
    ring_[(head_ + queued_++) % ring_.size()] = pixel;
    return true;
}

// Sends the pixel's excess downhill; what is left after all arcs raises its label and waits its turn again.
template <typename Label>
typename PixelSolver<Label>::End PixelSolver<Label>::discharge(GridPlanes& planes, Label* labels,
                                                               std::ptrdiff_t pixel) {
    std::int16_t& excess = planes.excess[pixel];
    Label lowest = kUnreachable<Label>;
    for (int k = 0; k < kDirections && excess > 0; ++k) {
        std::int16_t& residual = planes.residual[k][pixel];
        if (residual == 0) continue;
        const std::ptrdiff_t to = pixel + planes.step(k);
        if (labels[to] != labels[pixel] - 1) {
            lowest = std::min(lowest, labels[to]);
            continue;
        }
        const std::int16_t amount = std::min(excess, residual);
        const bool wakes = planes.excess[to] <= 0 && planes.excess[to] + amount > 0;
        if (wakes && !enqueue(to)) return End::Exhausted;
        excess = static_cast<std::int16_t>(excess - amount);
        residual = static_cast<std::int16_t>(residual - amount);
        planes.excess[to] = static_cast<std::int16_t>(planes.excess[to] + amount);
        planes.residual[k ^ 1][to] = static_cast<std::int16_t>(planes.residual[k ^ 1][to] + amount);
        planes.mask[to] |= static_cast<std::uint8_t>(1 << (k ^ 1));
        if (residual == 0) planes.mask[pixel] &= static_cast<std::uint8_t>(~(1 << k));
    }
    if (excess == 0) return End::Done;
    if (lowest == kUnreachable<Label>) {
        labels[pixel] = lowest;
        return End::Done;
    }
    labels[pixel] = static_cast<Label>(lowest + 1);
    if (labels[pixel] == kUnreachable<Label> - 1) return End::Saturated;
    ++relabels_;
    return enqueue(pixel) ? End::Done : End::Exhausted;
}

template <typename Label>
bool PixelSolver<Label>::add(const GridPlanes& planes, const Label* labels, std::ptrdiff_t pixel) {
    return planes.excess[pixel] <= 0 || labels[pixel] == kUnreachable<Label> || enqueue(pixel);
}

template <typename Label>
typename PixelSolver<Label>::End PixelSolver<Label>::run(GridPlanes& planes, Label* labels,
                                                         const std::stop_token& stop, TileFlags& visited) {
    // A step downhill is progress. Steps up are what exact labels would spare: so many cost as much as those.
    const std::int64_t mostRelabels = planes.count / 4;
    relabels_ = 0;
    End end = End::Done;
    for (std::int64_t steps = 0; queued_ > 0 && end == End::Done; ++steps) {
        if (steps % kPollInterval == 0 && stop.stop_requested())
            end = End::Stopped;
        else if (relabels_ > mostRelabels)
            end = End::Exhausted;
        else {
            const std::ptrdiff_t pixel = ring_[head_];
            head_ = (head_ + 1) % ring_.size();
            --queued_;
            visited.raise(planes.tileAt(pixel));
            end = discharge(planes, labels, pixel);
        }
    }
    head_ = queued_ = 0;
    return end;
}

template class PixelSolver<std::uint16_t>;
template class PixelSolver<std::uint32_t>;

}  // namespace fretsaw::cpu
