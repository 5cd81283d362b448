// The tile kernels for the baseline of the project (x86-64-v2).
// The algorithm is in TileKernel.inl alone.
#include "core/cpu/TileKernel.h"

namespace fretsaw::cpu::portable {
namespace {
constexpr const char* kName = "portable";
}
#include "core/cpu/TileKernel.inl"
}  // namespace fretsaw::cpu::portable
