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

/// 0, 1, 2, …
inline PackInt laneNumbers() {
    PackInt numbers;
    for (int i = 0; i < kPackSize; ++i) numbers[i] = i;
    return numbers;
}

/// Whether any lane is not 0.
inline bool anyLane(PackInt v) {
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0;
#elif defined(__SSE4_1__)
    return _mm_testz_si128((__m128i)v, (__m128i)v) == 0;
#else
    bool any = false;
    for (int i = 0; i < kPackSize; ++i) any |= v[i] != 0;
    return any;
#endif
}

/// The largest integers at or below.
inline PackInt floorInts(Pack v) {
#if defined(__AVX512F__)
    v = (Pack)_mm512_maskz_roundscale_ps(0xFFFF, (__m512)v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    return __builtin_convertvector(v, PackInt);
#elif defined(__AVX2__)
    return __builtin_convertvector((Pack)_mm256_floor_ps((__m256)v), PackInt);
#elif defined(__SSE4_1__)
    return __builtin_convertvector((Pack)_mm_floor_ps((__m128)v), PackInt);
#else
    const PackInt cut = __builtin_convertvector(v, PackInt);
    return cut + (__builtin_convertvector(cut, Pack) > v);
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

/// a < b ? a : b and a > b ? a : b: what x86 calls minimum and maximum.
inline Pack lesser(Pack a, Pack b) {
#if defined(__AVX512F__)
    return (Pack)_mm512_maskz_min_ps(0xFFFF, (__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (Pack)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (Pack)_mm_min_ps((__m128)a, (__m128)b);
#else
    return a < b ? a : b;
#endif
}
inline Pack greater(Pack a, Pack b) {
#if defined(__AVX512F__)
    return (Pack)_mm512_maskz_max_ps(0xFFFF, (__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (Pack)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (Pack)_mm_max_ps((__m128)a, (__m128)b);
#else
    return a > b ? a : b;
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

inline PackInt gatherBytes(const unsigned char* from, PackInt index, int step) {
    PackInt values{};
    for (int i = 0; i < kPackSize; ++i)
        values[i] = from[static_cast<unsigned long long>(index[i]) * static_cast<unsigned>(step)];
    return values;
}

}  // namespace
}  // namespace fretsaw::cpu

template <>
struct fretsaw::pixel::Lanes<fretsaw::cpu::Pack> {
    using F = fretsaw::cpu::Pack;
    using Int = fretsaw::cpu::PackInt;
    using Word = fretsaw::cpu::PackUnsigned;
    static constexpr int kCount = fretsaw::cpu::kPackSize;
    static Int count() { return fretsaw::cpu::laneNumbers(); }
    static bool same(Int a, Int b) { return !fretsaw::cpu::anyLane((a ^ a[0]) | (b ^ b[0])); }
    static F spread(F v, int lane) { return v[lane] - F{}; }  // + would lose the sign of −0
    static Int bits(F v) { return __builtin_bit_cast(Int, v); }
    static F fromBits(Int v) { return __builtin_bit_cast(F, v); }
    static F fromInt(Int v) { return __builtin_convertvector(v, F); }
    static int first(Int v) { return v[0]; }
    static Int truncate(F v) { return __builtin_convertvector(v, Int); }
    static Int floor(F v) { return fretsaw::cpu::floorInts(v); }
    static Int nearest(F v) { return fretsaw::cpu::nearestInts(v); }
    static Word word(Int v) { return __builtin_bit_cast(Word, v); }
    static Int fromWord(Word v) { return __builtin_bit_cast(Int, v); }
    static F least(F a, F b) { return fretsaw::cpu::lesser(a, b); }
    static F most(F a, F b) { return fretsaw::cpu::greater(a, b); }
    static F squareRoot(F v) { return fretsaw::cpu::squareRoots(v); }
    static F gather(const float* from, Int index) { return fretsaw::cpu::gatherFloats(from, index); }
    static Int gatherByte(const unsigned char* from, Int index, int step) {
        return fretsaw::cpu::gatherBytes(from, index, step);
    }
    static bool any(Int comparison) { return fretsaw::cpu::anyLane(comparison); }
};
