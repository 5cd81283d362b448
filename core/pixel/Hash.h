// Integer hashes: the only source of randomness of patterns, the same on every machine and backend.
// W is an unsigned 32-bit integer, or a pack of them. No includes but this room's.
#pragma once

#include "core/pixel/Lanes.h"

namespace fretsaw::pixel {

/// Mixes 32 bits, one to one: a change of any input bit changes each output bit in half of all cases, within
/// 0.1 % (constants found by C. Wellons, "Prospecting for hash functions", 2018).
template <typename W>
FRETSAW_HD W mixed(W h) {
    h = (h ^ (h >> 16)) * 0x7FEB352Du;
    h = (h ^ (h >> 15)) * 0x846CA68Bu;
    return h ^ (h >> 16);
}

/// What all cells of a lattice row share.
template <typename W>
FRETSAW_HD W rowHash(W y, unsigned seed) {
    const W h = (y ^ seed) * 0x9E3779B1u;
    return h ^ (h >> 15);
}
/// 32 bits for a cell of a row.
template <typename W>
FRETSAW_HD W cellHash(W x, W row) {
    return mixed(row + x * 0x85EBCA77u);
}

/// A seed for another lattice of the same picture. Not with the packs' files: it works on one number.
FRETSAW_HD constexpr unsigned derivedSeed(unsigned seed, unsigned index) {
    unsigned h = seed + index * 0x9E3779B9u;
    h = (h ^ (h >> 16)) * 0x21F0AAADu;
    h = (h ^ (h >> 15)) * 0x735A2D97u;
    return h ^ (h >> 15);
}

}  // namespace fretsaw::pixel
