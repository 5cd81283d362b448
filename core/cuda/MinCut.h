// Exact minimum cut on the 8-connected pixel grid, on the GPU: cpu::MinCut's promise, and to the bit its flow
// value and mask. Plain C++.
// Knows nothing of colours or labels.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/cpu/MinCut.h"
#include "core/cuda/Context.h"
#include "core/image/Image.h"
#include "core/image/Progress.h"

namespace fretsaw::cuda {

struct Grid;
struct SolveState;

/// A grid graph with its flow in device memory: shifted-tile region push-relabel as cpu::MinCut, tile by tile
/// in the registers of some warps. What differs: labels around a tile may be those of this round, so the
/// course depends on chance; flow value and mask do not, they are unique. Terminals, clamping, certificate
/// and canonical mask are described at cpu::MinCut. At most 25 bytes of device memory a pixel, where there
/// are millions. A graph on which this method is slow or runs out of labels goes to a cpu::MinCut, until
/// weights are set anew. Used by one thread at a time. Every call may throw BackendError; after a sticky one
/// only the destructor may be called.
class MinCut {
public:
    /// An edgeless graph without terminals. context must outlive it. Throws OutOfMemory, InvalidArgument
    /// (empty size, or 2³¹ pixels and more).
    MinCut(const Context& context, Size size);
    ~MinCut();
    MinCut(MinCut&&) noexcept;
    MinCut& operator=(MinCut&&) noexcept;

    /// As cpu::MinCut's calls of the same names.
    bool setWeights(const cpu::GridWeights& weights, std::stop_token stop = {});
    void setTerminals(Rect where, ImageView<const std::int32_t> terminals);
    void reset();

    /// The same with planes in device memory, in the order of the stream; sizes must fit and weights must
    /// keep to their maxima: nothing is checked.
    void setWeightsFromDevice(const cpu::GridWeights& weights);
    void setTerminalsFromDevice(Rect where, ImageView<const std::int32_t> terminals);

    /// For kernels of this room that fill the graph themselves, with GridWrite.cuh. weightsWritten() must
    /// follow where the edges of all pixels were written, terminalsWritten() where terminals were.
    [[nodiscard]] const Grid& grid() const;
    [[nodiscard]] SolveState* state() const;
    void weightsWritten();
    void terminalsWritten(Rect where);

    /// As cpu::MinCut's. The device works in slices of some milliseconds of its own time; stop is polled
    /// between them.
    std::optional<cpu::CutStats> solve(std::stop_token stop, const Progress& progress);

    /// After solve(), as cpu::MinCut's; waits for the copy.
    void readMask(ImageView<std::uint8_t> mask) const;
    /// The same into device memory, in the order of the stream.
    void writeMask(ImageView<std::uint8_t> mask) const;

    /// Length of a slice of work in nanoseconds of the device's time: what may be under way is finished after
    /// it.
    void setSlice(std::int64_t ns);

    /// Whether the graph has gone to a cpu::MinCut.
    [[nodiscard]] bool solvedOnCpu() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace fretsaw::cuda
