// How a failed call of the CUDA runtime becomes an exception, or a line in the log where none may be thrown.
// For the sources of this room: it includes CUDA's header.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace fretsaw::cuda {

/// Returns where status is cudaSuccess. Otherwise clears the runtime's last error and throws OutOfMemory or
/// BackendError; its text has the driver's reason, the call, file and line.
void checkCall(cudaError_t status, const char* call, const char* file, int line);

/// The same for destructors: one line on stderr, never throws. Quiet while the driver is shutting down.
void logCall(cudaError_t status, const char* call, const char* file, int line) noexcept;

/// The first error of this process that was sticky, as a sentence; empty: none. Any thread.
[[nodiscard]] std::string lostReason();

/// Whether every further call in this process will fail after this error.
[[nodiscard]] bool isSticky(cudaError_t status);

}  // namespace fretsaw::cuda

/// Throws what went wrong with a call of the CUDA runtime.
#define FRETSAW_CUDA(call) ::fretsaw::cuda::checkCall((call), #call, __FILE__, __LINE__)
/// For destructors: logs it.
#define FRETSAW_CUDA_LOG(call) ::fretsaw::cuda::logCall((call), #call, __FILE__, __LINE__)
