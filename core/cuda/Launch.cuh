// Starts kernels on a context's stream, so that no launch goes unchecked.
// For CUDA sources of this room.
#pragma once

#include <algorithm>

#include "core/cuda/Context.h"
#include "core/cuda/CudaCall.h"

namespace fretsaw::cuda {

/// Starts `kernel` in the order of the context's stream. Throws BackendError where it cannot start; what goes
/// wrong while it runs shows at the next call that waits. A grid without blocks is no work.
template <typename... Parameters, typename... Arguments>
void launch(const Context& context, void (*kernel)(Parameters...), dim3 blocks, dim3 threads,
            Arguments&&... arguments) {
    if (blocks.x == 0 || blocks.y == 0 || blocks.z == 0) return;
    kernel<<<blocks, threads, 0, context.stream()>>>(static_cast<Arguments&&>(arguments)...);
    FRETSAW_CUDA(cudaGetLastError());
}

/// Blocks of a kernel that the device runs at a time, at most `most`.
template <typename Argument>
int blocksTogether(const Context& context, void (*kernel)(Argument), int threads, int most) {
    int resident = 0;
    FRETSAW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, 0));
    return std::max(1, std::min(most, resident * context.multiprocessors()));
}

/// As launch(), for a kernel whose blocks wait for each other: all of them run at a time.
template <typename Argument>
void launchTogether(const Context& context, void (*kernel)(Argument), int blocks, int threads,
                    const Argument& argument) {
    void* parameters[] = {const_cast<void*>(static_cast<const void*>(&argument))};
    FRETSAW_CUDA(cudaLaunchCooperativeKernel(
        reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
        dim3(static_cast<unsigned>(threads)), parameters, 0, context.stream()));
}

/// Blocks of `threads` that cover `count` things.
constexpr unsigned blocksFor(long long count, int threads) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

}  // namespace fretsaw::cuda
