// Starts kernels on a context's stream, so that no launch goes unchecked.
// For CUDA sources of this room.
#pragma once

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

/// Blocks of `threads` that cover `count` things.
constexpr unsigned blocksFor(long long count, int threads) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

}  // namespace fretsaw::cuda
