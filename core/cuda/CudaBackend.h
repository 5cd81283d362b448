// SegmentBackend on an NVIDIA GPU: picture, labels, mask and graph stay in its memory.
// No algorithm of its own: see core/segment/GrabCut.h. Plain C++.
#pragma once

#include "core/segment/SegmentBackend.h"

namespace fretsaw::cuda {

/// Device memory a pixel, where there are millions of them.
inline constexpr std::int64_t kBytesPerPixel = 32;

/// Makes backends on the device of this index in CUDA's order; those that are alive together share a stream
/// and a pool of memory, which goes back to the driver with the last of them. Making one throws BackendError,
/// or OutOfMemory where the device has less than kBytesPerPixel free; so may every call, and a backend that
/// has thrown a sticky error is good for nothing more. Without CUDA in this build making one throws
/// BackendError.
[[nodiscard]] SegmentBackendFactory backendFactory(int device);

}  // namespace fretsaw::cuda
