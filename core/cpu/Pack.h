// As many floats side by side as the instruction set of the including file has, for core/pixel's templates.
// No pixel maths here. Everything is the including file's own, as each is compiled for another machine.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "core/pixel/Lanes.h"

namespace fretsaw::cpu {
namespace {

#if defined(__AVX512F__)
constexpr int kPackSize = 16;
#elif defined(__AVX2__)
constexpr int kPackSize = 8;
#else
constexpr int kPackSize = 4;
#endif
using Pack = float __attribute__((vector_size(sizeof(float) * kPackSize)));
using PackInt = int __attribute__((vector_size(sizeof(int) * kPackSize)));
using PackUnsigned = unsigned __attribute__((vector_size(sizeof(unsigned) * kPackSize)));

/// A pack from memory, of any alignment; and back.
template <typename P, typename T>
P loadPack(const T* from) {
    static_assert(sizeof(P) == sizeof(T) * kPackSize);
    P pack;
    __builtin_memcpy(&pack, from, sizeof pack);
    return pack;
}
template <typename T, typename P>
void storePack(T* to, P pack) {
    static_assert(sizeof(P) == sizeof(T) * kPackSize);
    __builtin_memcpy(to, &pack, sizeof pack);
}

/// Whether a comparison (lanes of 0 or −1) holds in any lane.
inline bool anyLane(PackInt comparison) {
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)comparison, (__m512i)comparison) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_ps((__m256)comparison) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)comparison) != 0;
#else
    bool any = false;
    for (int i = 0; i < kPackSize; ++i) any |= comparison[i] != 0;
    return any;
#endif
}

/// To the nearest integers, halves to the even one.
inline PackInt nearestInts(Pack v) {
#if defined(__AVX512F__)
    return (PackInt)_mm512_maskz_cvtps_epi32(0xFFFF, (__m512)v);  // the unmasked form makes GCC warn
#elif defined(__AVX2__)
    return (PackInt)_mm256_cvtps_epi32((__m256)v);
#elif defined(__SSE2__)
    return (PackInt)_mm_cvtps_epi32((__m128)v);
#else
    PackInt nearest;
    for (int i = 0; i < kPackSize; ++i) nearest[i] = static_cast<int>(__builtin_lrintf(v[i]));
    return nearest;
#endif
}

/// Correctly rounded square roots.
inline Pack squareRoots(Pack v) {
#if defined(__AVX512F__)
    return (Pack)_mm512_maskz_sqrt_ps(0xFFFF, (__m512)v);
#elif defined(__AVX2__)
    return (Pack)_mm256_sqrt_ps((__m256)v);
#elif defined(__SSE2__)
    return (Pack)_mm_sqrt_ps((__m128)v);
#else
    Pack roots;
    for (int i = 0; i < kPackSize; ++i) roots[i] = __builtin_sqrtf(v[i]);
    return roots;
#endif
}

/// from[index] for every lane.
inline Pack gatherFloats(const float* from, PackInt index) {
    Pack values{};
    for (int i = 0; i < kPackSize; ++i) values[i] = from[index[i]];
    return values;
}

}  // namespace
}  // namespace fretsaw::cpu

template <>
struct fretsaw::pixel::Lanes<fretsaw::cpu::Pack> {
    using F = fretsaw::cpu::Pack;
    using Int = fretsaw::cpu::PackInt;
    using Word = fretsaw::cpu::PackUnsigned;
    static Int bits(F v) { return __builtin_bit_cast(Int, v); }
    static F fromBits(Int v) { return __builtin_bit_cast(F, v); }
    static F fromInt(Int v) { return __builtin_convertvector(v, F); }
    static Int truncate(F v) { return __builtin_convertvector(v, Int); }
    static Int nearest(F v) { return fretsaw::cpu::nearestInts(v); }
    static Word word(Int v) { return __builtin_bit_cast(Word, v); }
    static Int fromWord(Word v) { return __builtin_bit_cast(Int, v); }
    static F squareRoot(F v) { return fretsaw::cpu::squareRoots(v); }
    static F gather(const float* from, Int index) { return fretsaw::cpu::gatherFloats(from, index); }
    static bool any(Int comparison) { return fretsaw::cpu::anyLane(comparison); }
};
