// Errors of compilers and kernels as values.
// Nothing is run here.
#include "app/KernelRun.h"

#include "core/cuda/CompileError.h"
#include "core/cuda/KernelJob.h"

namespace fretsaw::app {

KernelOutcome runKernel(const KernelTask& task, const std::stop_token& stop) {
    try {
        cuda::KernelLimits limits;
        limits.runSeconds = task.seconds;
        auto numbers = cuda::runKernel(cuda::kernelHelper(), task.text, task.size, limits, stop);
        if (!numbers) return {};
        if (task.fit) cuda::fitToOne(*numbers);
        return {std::make_shared<const Image<float>>(std::move(*numbers)), {}, 0, 0};
    } catch (const cuda::CompileError& error) {
        return {nullptr, error.what(), error.line(), error.column()};
    } catch (const BackendError& error) {
        return {nullptr, error.what(), 0, 0};
    }
}

}  // namespace fretsaw::app
