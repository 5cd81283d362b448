// The instruction sets that hot loops are compiled for, and the one that this process uses.
// No loops here: each group of kernels keeps one source and is compiled once for each set.
#pragma once

#include <cstdint>

namespace fretsaw::cpu {

/// In rising order. Portable: the baseline of the project, x86-64-v2 (SSE4.1 included) or any other machine.
/// Avx512: AVX-512F with BW, DQ and VL, as in x86-64-v4.
enum class InstructionSet : std::uint8_t { Portable, Avx2, Avx512 };
inline constexpr InstructionSet kInstructionSets[] = {InstructionSet::Portable, InstructionSet::Avx2,
                                                      InstructionSet::Avx512};

/// Whether this build has kernels for the higher sets. Where not, `if constexpr` leaves them out.
#ifdef FRETSAW_X86_KERNELS
inline constexpr bool kHasX86Kernels = true;
#else
inline constexpr bool kHasX86Kernels = false;
#endif

/// Whether this build has kernels for the set and this machine runs them.
[[nodiscard]] bool runs(InstructionSet set);

/// The highest set that runs here; FRETSAW_SIMD=portable|sse41|avx2|avx512 in the environment may choose a
/// lower one (sse41 is portable). Other values, and sets that do not run here, count for nothing. Decided at
/// the first call. Results do not depend on it.
[[nodiscard]] InstructionSet instructionSet();

/// As FRETSAW_SIMD writes it.
[[nodiscard]] const char* nameOf(InstructionSet set);

}  // namespace fretsaw::cpu
