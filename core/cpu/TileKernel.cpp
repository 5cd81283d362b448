// Chooses the tile kernels once, by what the machine can do.
// No kernel is written here.
#include "core/cpu/TileKernel.h"

#include <cstdlib>
#include <string_view>

namespace fretsaw::cpu {
namespace {

#ifdef FRETSAW_AVX2_KERNELS
bool useAvx2() {
    const char* wanted = std::getenv("FRETSAW_SIMD");
    return (wanted == nullptr || std::string_view(wanted) == "avx2") && __builtin_cpu_supports("avx2") != 0;
}
#endif

}  // namespace

#ifdef FRETSAW_AVX2_KERNELS
template <>
const TileKernels<std::uint16_t>& tileKernels() {
    static const TileKernels<std::uint16_t>& kernels = useAvx2() ? avx2::kKernels16 : portable::kKernels16;
    return kernels;
}
template <>
const TileKernels<std::uint32_t>& tileKernels() {
    static const TileKernels<std::uint32_t>& kernels = useAvx2() ? avx2::kKernels32 : portable::kKernels32;
    return kernels;
}
#else
template <>
const TileKernels<std::uint16_t>& tileKernels() {
    return portable::kKernels16;
}
template <>
const TileKernels<std::uint32_t>& tileKernels() {
    return portable::kKernels32;
}
#endif

}  // namespace fretsaw::cpu
