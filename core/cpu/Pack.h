// Four floats side by side, for core/pixel's templates: the baseline instruction set has exactly these.
// No pixel maths here.
#pragma once

#include <cstring>

#include "core/pixel/Lanes.h"

namespace fretsaw::cpu {

inline constexpr int kPackSize = 4;
using Pack = float __attribute__((vector_size(sizeof(float) * kPackSize)));
using PackInt = int __attribute__((vector_size(sizeof(int) * kPackSize)));

inline Pack loadPack(const float* from) {
    Pack pack;
    std::memcpy(&pack, from, sizeof pack);
    return pack;
}

inline void storePack(int* to, PackInt pack) {
    std::memcpy(to, &pack, sizeof pack);
}

}  // namespace fretsaw::cpu

template <>
struct fretsaw::pixel::Lanes<fretsaw::cpu::Pack> {
    using F = fretsaw::cpu::Pack;
    using Int = fretsaw::cpu::PackInt;
    static Int bits(F v) { return __builtin_bit_cast(Int, v); }
    static F fromBits(Int v) { return __builtin_bit_cast(F, v); }
    static F fromInt(Int v) { return __builtin_convertvector(v, F); }
    static Int truncate(F v) { return __builtin_convertvector(v, Int); }
};
