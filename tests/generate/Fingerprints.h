// Fingerprints of every generator's default picture (simulations: quickRecipe), recorded after they were
// looked at. A change of pixels needs a new version of the generator, and new fingerprints here.
#pragma once

#include <cstdint>

namespace fretsaw::test {

struct Fingerprint {
    const char* key;
    std::uint64_t square, wide;  ///< of 64×64 and of 250×97 pixels
};

inline constexpr Fingerprint kFingerprints[] = {
    {"product", 0xb9e091385345e7a5u, 0x07aa7b9fb8df3d63u},
    {"solid", 0x3593130a2a0c0325u, 0x5f9e11aa3f9e6b11u},
    {"linear", 0xa25800e578fdeba5u, 0x0eb100df1ff770ddu},
    {"radial", 0x2bd0d44f78269e45u, 0xee7170d71d96ae01u},
    {"conic", 0xb1072d3a8488eb25u, 0xdac5824edb89258fu},
    {"checker", 0xc8a3ba9e8dc35671u, 0x6746c18d79372e40u},
    {"stripes", 0x76ad40a1d036a8ddu, 0x2b65d5845975702eu},
    {"bricks", 0x6c614f2b0848f568u, 0x6fd09d0c70a82b73u},
    {"hexagons", 0x6943b676a59eb447u, 0x0134f6ebd2f6f744u},
    {"dots", 0xa3d675f135fd5975u, 0x9c737ba5b300818cu},
    {"halftone", 0x5858ed0048222854u, 0x8eff72628a703befu},
    {"truchet", 0x9afd5e9dd3172e15u, 0x2b9ca96bc964af53u},
    {"value", 0xc3b4dc496c460eadu, 0xc18e726e996e3e6du},
    {"perlin", 0xda1b084d341acc6cu, 0x90a4e0f22bb563eeu},
    {"opensimplex2", 0xfa115c382023af11u, 0x6c02c1f1f013959eu},
    {"worley", 0xfa5eb71d5a5206c4u, 0x244e7f4d620ef567u},
    {"fbm", 0xca8a1503d1e06a43u, 0x00f409e44deb36d5u},
    {"ridged", 0xa9c9b5f05d7f8ad1u, 0x2d0335033e3b4fb7u},
    {"turbulence", 0x432719fb7fb00d87u, 0xd8bdc81dd53e2e10u},
    {"warp", 0xe8798b80c783a216u, 0x2d573d56b9fe2334u},
    {"voronoi", 0x9d3c504dbef4d0bbu, 0xb1f034f814e4ebabu},
    {"marble", 0x30c62c9ec52fd27cu, 0xd8dbee1fa4401201u},
    {"wood", 0x23ad7b813a96d809u, 0xe66e67aeea886c6cu},
    {"clouds", 0x1799aed09bcb4246u, 0xd070cff0a818f6e9u},
    {"bokeh", 0xe4900fd6448c95dbu, 0x1bd5dd4924c50d8bu},
    {"paper", 0x0fa2faa3d899340du, 0x2168663ca9d31404u},
    {"film", 0x91bc99d9737e2f87u, 0x8a6e3613c489c70au},
    {"backdrop", 0xdcda8f72222675a3u, 0x280fb5f63e5c988du},
    {"mandelbrot", 0x1cf337f44bad1621u, 0x35d07d2ed0184d7bu},
    {"julia", 0xeb2db0b0fad79ec5u, 0xb6c1eeb7cb16e465u},
    {"reaction", 0xb50ece8fc5d5acf0u, 0xfbb927de684cd69eu},
    {"formula", 0x7de2b016957b1108u, 0x91b2be6bd8b42b1fu},
};

}  // namespace fretsaw::test
