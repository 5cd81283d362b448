// What the maths of one pixel needs from a number type: one float, or several side by side.
// Compiled by the host compiler, nvcc and NVRTC alike: no includes, no standard library.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define FRETSAW_HD __host__ __device__
#else
#define FRETSAW_HD
#endif

namespace fretsaw::pixel {

/// The functions of this room are templates on F: float, or a backend's pack of floats with the operators of
/// a float, lane by lane, and `mask ? a : b`. A specialisation of Lanes<F> gives what operators do not. Every
/// lane computes what a single float would, to the bit: only + − × ÷ and conversions, no fused multiply-add.
template <typename F>
struct Lanes;

template <>
struct Lanes<float> {
    using Int = int;        ///< as many 32-bit integers as F has floats
    using Word = unsigned;  ///< the same without sign: sums and products wrap round
    /// How many floats F has. Where it has more than one, also: count() is 0, 1, 2, … lane by lane; same(a,
    /// b) tells whether all lanes of each are equal; spread(v, i) is lane i in every lane.
    static constexpr int kCount = 1;

    /// The IEEE bits of a float, and back.
    static FRETSAW_HD int bits(float v) {
#ifdef __CUDA_ARCH__
        return __float_as_int(v);
#else
        return __builtin_bit_cast(int, v);
#endif
    }
    static FRETSAW_HD float fromBits(int v) {
#ifdef __CUDA_ARCH__
        return __int_as_float(v);
#else
        return __builtin_bit_cast(float, v);
#endif
    }
    static FRETSAW_HD float fromInt(int v) {
        return static_cast<float>(v);
    }
    /// Of the first lane.
    static FRETSAW_HD int first(int v) {
        return v;
    }
    /// Towards zero; v must fit an int.
    static FRETSAW_HD int truncate(float v) {
        return static_cast<int>(v);
    }
    /// The largest integer at or below v; |v| < 2³⁰.
    static FRETSAW_HD int floor(float v) {
#ifdef __CUDA_ARCH__
        return __float2int_rd(v);
#else
        const int cut = static_cast<int>(v);
        return static_cast<float>(cut) > v ? cut - 1 : cut;
#endif
    }
    /// To the nearest integer, halves to the even one; |v| < 2³⁰. An IEEE operation, in one instruction.
    static FRETSAW_HD int nearest(float v) {
#ifdef __CUDA_ARCH__
        return __float2int_rn(v);
#else
        return static_cast<int>(__builtin_lrintf(v));
#endif
    }
    /// The same bits without and with sign.
    static FRETSAW_HD unsigned word(int v) {
        return static_cast<unsigned>(v);
    }
    static FRETSAW_HD int fromWord(unsigned v) {
        return static_cast<int>(v);
    }
    /// a < b ? a : b and a > b ? a : b.
    static FRETSAW_HD float least(float a, float b) {
        return a < b ? a : b;
    }
    static FRETSAW_HD float most(float a, float b) {
        return a > b ? a : b;
    }
    /// Correctly rounded, as IEEE asks; v ≥ 0.
    static FRETSAW_HD float squareRoot(float v) {
#ifdef __CUDA_ARCH__
        return __fsqrt_rn(v);
#else
        return __builtin_sqrtf(v);
#endif
    }
    /// from[index], lane by lane.
    static FRETSAW_HD float gather(const float* from, int index) {
        return from[index];
    }
    /// from[index·step], lane by lane; index ≥ 0.
    static FRETSAW_HD int gatherByte(const unsigned char* from, int index, int step) {
        return from[static_cast<unsigned long long>(index) * static_cast<unsigned>(step)];
    }
    /// Whether a comparison holds in any lane.
    static FRETSAW_HD bool any(bool comparison) {
        return comparison;
    }
};

/// The same for any F.
template <typename F>
FRETSAW_HD typename Lanes<F>::Int roundToInt(F v) {
    return Lanes<F>::nearest(v);
}

}  // namespace fretsaw::pixel
