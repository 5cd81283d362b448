// Push-relabel pixel by pixel, in sequence: the end of problems whose last excess has a long way to go in few
// tiles. Works on the same planes and labels as the tiles; decides nothing about when it is used.
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/cpu/GridPlanes.h"
#include "core/cpu/TileFlags.h"

namespace fretsaw::cpu {

/// First-in, first-out push-relabel of single pixels (Goldberg and Tarjan 1988).
template <typename Label>
class PixelSolver {
public:
    enum class End : std::uint8_t {
        Done,       ///< no excess with a finite label is left
        Exhausted,  ///< the labels have become poor, or more pixels are active than the queue holds
        Stopped,
        Saturated
    };

    /// Room for as many active pixels as there are, at most a million. Throws OutOfMemory.
    explicit PixelSolver(std::int64_t pixels);

    /// Queues a pixel (its index in the planes) if it is active and not queued; false: the queue is full.
    bool add(const GridPlanes& planes, const Label* labels, std::ptrdiff_t pixel);
    /// Works the queue off; in every case the flow is valid and labels not saturated are lower bounds. The
    /// queue is empty afterwards. Raises the tiles of the layout without shift whose pixels it discharged:
    /// labels changed there, flow there and in the pixels around.
    End run(GridPlanes& planes, Label* labels, const std::stop_token& stop, TileFlags& visited);

private:
    End discharge(GridPlanes& planes, Label* labels, std::ptrdiff_t pixel);
    bool enqueue(std::ptrdiff_t pixel);

    Buffer<std::int64_t> ring_;
    std::int64_t head_ = 0, queued_ = 0, relabels_ = 0;
};

}  // namespace fretsaw::cpu
