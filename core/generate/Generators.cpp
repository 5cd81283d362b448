// The entries of the table.
// How a parameter acts is in core/pixel, beside the generator's function.
#include "core/generate/Generators.h"

#include <algorithm>
#include <initializer_list>

#include "core/generate/Formula.h"

namespace fretsaw {
namespace {

using pixel::Kind;
using Type = Parameter::Type;

/// Parts of the common block.
enum Common : unsigned {
    kScale = 1,
    kRotation = 2,
    kOffset = 4,
    kOctaves = 8,
    kWarp = 16,
    kTone = 32,
    kEvolution = 64,
    kTile = 128,
    kLattice = kScale | kRotation | kOffset | kWarp | kTone | kTile,
    kFractal = kLattice | kOctaves | kEvolution,
    kFreeFractal = kFractal & ~kTile,
};

/// Defaults of the common block that differ between generators.
struct Defaults {
    float scale = 6, octaves = 5, contrast = 0, bias = 0, gain = 0.5f, warp = 0, rotation = 0;
};

Parameter real(const char* key, const char* name, const char* unit, float low, float high, float standard) {
    return {key, name, unit, low, high, standard};
}
Parameter whole(const char* key, const char* name, float low, float high, float standard) {
    return {key, name, "", low, high, standard, Type::Whole};
}
Parameter toggle(const char* key, const char* name, bool standard = false) {
    return {key, name, "", 0, 1, standard ? 1.0f : 0.0f, Type::Toggle};
}
Parameter choice(const char* key, const char* name, std::vector<std::string> names, float standard = 0) {
    const auto last = static_cast<float>(names.size() - 1);
    return {key, name, "", 0, last, standard, Type::Choice, std::move(names)};
}
Parameter basis() {
    return choice("basis", "Basis", {"value", "perlin", "opensimplex2"}, 1);
}

void addCommon(GeneratorInfo& info, unsigned parts, const Defaults& d) {
    const auto add = [&](unsigned part, Parameter parameter) {
        if ((parts & part) != 0) info.parameters.push_back(std::move(parameter));
    };
    add(kScale, real("scale", "Scale", "cells", 0.05f, 1000, d.scale));
    add(kRotation, real("rotation", "Rotation", "°", -360, 360, d.rotation));
    add(kOffset, real("offset-x", "Offset across", "pictures", -2147483648.0f, 2147483648.0f, 0));
    add(kOffset, real("offset-y", "Offset down", "pictures", -2147483648.0f, 2147483648.0f, 0));
    add(kOctaves, whole("octaves", "Octaves", 1, pixel::kMaxOctaves, d.octaves));
    add(kOctaves, real("lacunarity", "Lacunarity", "", 1, 4, 2));
    add(kOctaves, real("gain", "Gain", "", 0, 1, d.gain));
    add(kWarp, real("warp", "Warp", "cells", 0, 4, d.warp));
    add(kTone, real("contrast", "Contrast", "", -1, 1, d.contrast));
    add(kTone, real("bias", "Bias", "", -1, 1, d.bias));
    add(kEvolution, real("evolution", "Evolution", "turns", 0, 1, 0));
    add(kEvolution, real("loop", "Loop", "s", 0.1f, 3600, 8));
    add(kTile, toggle("tile", "Seamless tile"));
}

GeneratorInfo entry(Kind kind, const char* key, const char* name, const char* about, unsigned parts,
                    std::vector<Parameter> own, std::vector<std::uint32_t> colours, const Defaults& d = {},
                    const char* whyNotTiled = "") {
    GeneratorInfo info;
    info.kind = kind;
    info.key = key;
    info.name = name;
    info.about = about;
    info.parameters = std::move(own);
    info.whyNotTiled = whyNotTiled;
    const auto last = static_cast<float>(std::max<std::size_t>(colours.size(), 2) - 1);
    for (std::size_t i = 0; i < colours.size(); ++i)
        info.colours.push_back({static_cast<float>(i) / last, colours[i]});
    addCommon(info, parts, d);
    return info;
}

constexpr char kEndsDiffer[] = "Its two ends have different colours.";
constexpr char kHasAMiddle[] = "It is drawn around one point, which does not repeat.";
constexpr char kTriangular[] = "Its triangular lattice has no period that fits a rectangle.";

const std::vector<std::uint32_t> kGreys{0x000000, 0xffffff};

void addGeometric(std::vector<GeneratorInfo>& all) {
    all.push_back(entry(Kind::Product, "product", "Product", "The square root of column times row.", 0,
                        {toggle("auto", "Over the largest value", true)}, kGreys, {}, kEndsDiffer));
    all.push_back(entry(Kind::Solid, "solid", "Solid", "One colour.", kTile, {}, {0xe9e6e1}));
    all.push_back(entry(Kind::Linear, "linear", "Linear gradient", "Colours from one side to the other.",
                        kRotation | kOffset | kTone,
                        {whole("repeats", "Repeats", 1, 64, 1), toggle("mirror", "There and back")},
                        {0xf7f4ef, 0xd9d5d0, 0x9aa3ad}, {}, kEndsDiffer));
    all.push_back(entry(Kind::Radial, "radial", "Radial gradient", "Colours from the middle outwards.",
                        kRotation | kOffset | kTone,
                        {real("radius", "Radius", "half diagonals", 0.01f, 10, 1),
                         real("roundness", "Roundness", "", 0, 1, 1), whole("repeats", "Repeats", 1, 64, 1),
                         toggle("mirror", "There and back")},
                        {0xfaf8f5, 0xd5dbe0, 0x7c8a97}, {}, kHasAMiddle));
    all.push_back(entry(Kind::Conic, "conic", "Conic gradient", "Colours round the middle.",
                        kRotation | kOffset | kTone | kEvolution,
                        {whole("repeats", "Repeats", 1, 64, 1), toggle("mirror", "There and back")},
                        {0xf2efe9, 0x8fb3c4, 0x2f4858, 0xc9a27e, 0xf2efe9}, {}, kHasAMiddle));
    all.push_back(entry(Kind::Checker, "checker", "Checker", "Squares of two colours.", kLattice, {},
                        {0xb9bec4, 0xeceef0}, {.scale = 8}));
    all.push_back(entry(Kind::Stripes, "stripes", "Stripes and waves", "Parallel bands, straight or bent.",
                        kLattice | kEvolution,
                        {choice("shape", "Shape", {"sine", "triangle", "saw", "square"}, 3),
                         real("width", "Width of the light part", "", 0, 1, 0.5f),
                         real("waviness", "Waviness", "stripes", 0, 4, 0)},
                        {0xd7c9b8, 0xf6f1e9}, {.scale = 10, .rotation = 45}));
    all.back().version = 2;  // since 2 seamless ones keep their slope
    all.push_back(entry(
        Kind::Bricks, "bricks", "Bricks", "Rows of bricks with joints.", kLattice,
        {real("length", "Length over height", "", 0.25f, 16, 3),
         real("joint", "Joint", "heights", 0, 0.5f, 0.1f), real("bevel", "Bevel", "heights", 0, 0.5f, 0.06f),
         real("shift", "Shift of every second row", "bricks", 0, 1, 0.5f),
         real("variation", "Variation", "", 0, 1, 0.35f)},
        {0xd9d2c7, 0x8a4b38, 0xb8674c}, {.scale = 12}));
    all.push_back(entry(
        Kind::Hexagons, "hexagons", "Hexagons", "A honeycomb.", kLattice,
        {real("joint", "Joint", "cells", 0, 0.5f, 0.06f), real("bevel", "Bevel", "cells", 0, 0.5f, 0.04f),
         real("variation", "Variation", "", 0, 1, 0.25f)},
        {0x2b3a42, 0x9fb4bd, 0xe8eff1}, {.scale = 9}));
    all.push_back(
        entry(Kind::Dots, "dots", "Dots", "Discs on a grid.", kLattice,
              {real("size", "Diameter", "cells", 0, 1, 0.5f), real("softness", "Softness", "", 0, 1, 0),
               toggle("staggered", "Every second row shifted", true),
               real("variation", "Variation of the size", "", 0, 1, 0)},
              {0xf3e9df, 0xd9826b}, {.scale = 12}));
    all.push_back(entry(Kind::Halftone, "halftone", "Halftone", "Dots that grow across the picture.",
                        kScale | kRotation | kOffset | kTone,
                        {real("direction", "Direction", "turns", 0, 1, 0.25f),
                         real("smallest", "Smallest diameter", "cells", 0, 1.5f, 0.05f),
                         real("largest", "Largest diameter", "cells", 0, 1.5f, 1.25f),
                         real("steepness", "Steepness", "", 0.1f, 10, 1)},
                        {0xf6f2ea, 0x2e4a5f}, {.scale = 36, .rotation = 45}, kEndsDiffer));
    all.push_back(entry(Kind::Truchet, "truchet", "Truchet", "Quarter circles, turned at random.", kLattice,
                        {real("width", "Width of the line", "cells", 0, 1, 0.18f)}, {0xf1ece2, 0x2f6f73},
                        {.scale = 10}));
}

void addNoise(std::vector<GeneratorInfo>& all) {
    const std::vector<std::uint32_t> soft{0x2a3a4a, 0x8aa0ae, 0xf0ede6};
    constexpr unsigned kNoise = kLattice | kEvolution;
    all.push_back(entry(Kind::Value, "value", "Value noise", "Random values on a grid, interpolated.", kNoise,
                        {}, soft, {.scale = 10}));
    all.push_back(entry(Kind::Perlin, "perlin", "Perlin noise", "Random slopes on a grid, interpolated.",
                        kNoise, {}, soft, {.scale = 8, .contrast = 0.35f}));
    all.push_back(entry(Kind::OpenSimplex2, "opensimplex2", "OpenSimplex2 noise",
                        "Random slopes on a triangular lattice: no directions stand out.", kNoise & ~kTile,
                        {}, soft, {.scale = 6, .contrast = 0.25f}, kTriangular));
    all.push_back(entry(Kind::Worley, "worley", "Worley noise", "Distances to random points.", kNoise,
                        {choice("distance", "Distance", {"f1", "f2", "f2-f1"}),
                         choice("metric", "Metric", {"euclidean", "manhattan", "chebyshev"}),
                         real("jitter", "Jitter", "", 0, 1, 1)},
                        {0xf3efe6, 0x6f9aa8, 0x16303d}, {.scale = 8}));
    all.push_back(entry(Kind::Fbm, "fbm", "Fractal noise (fBm)", "Octaves of noise, added.", kFractal,
                        {basis()}, soft, {.scale = 4, .octaves = 6, .contrast = 0.45f}));
    all.push_back(entry(Kind::Ridged, "ridged", "Ridged noise", "Octaves of noise with sharp ridges.",
                        kFractal, {basis()}, {0x0d1b24, 0x35606e, 0xe6e0cf}, {.scale = 3, .octaves = 6}));
    all.push_back(entry(Kind::Turbulence, "turbulence", "Turbulence", "Octaves of noise with sharp valleys.",
                        kFractal, {basis()}, {0x1b1512, 0x8c4f2b, 0xf6d79a},
                        {.scale = 4, .octaves = 6, .bias = 0.3f}));
    all.push_back(entry(Kind::Warp, "warp", "Domain warp", "Noise at places that noise has moved.",
                        kFractal & ~kWarp, {real("amount", "Amount", "cells", 0, 8, 2)},
                        {0x12232e, 0x2f6b73, 0xd8b88a, 0xf7efe2}, {.scale = 2.5f, .contrast = 0.45f}));
    all.push_back(
        entry(Kind::Voronoi, "voronoi", "Voronoi edges", "Borders between random cells.", kNoise,
              {real("width", "Width of the line", "cells", 0, 0.5f, 0.05f),
               real("softness", "Softness", "cells", 0, 0.5f, 0.04f), real("jitter", "Jitter", "", 0, 1, 1),
               real("variation", "Variation", "", 0, 1, 0.4f)},
              {0x20262b, 0x8c7b6b, 0xe9dfd0}, {.scale = 8}));
}

void addMaterials(std::vector<GeneratorInfo>& all) {
    all.push_back(entry(Kind::Marble, "marble", "Marble", "Veins in polished stone.", kFractal,
                        {real("turbulence", "Turbulence", "veins", 0, 8, 0.9f),
                         real("sharpness", "Sharpness of the veins", "", 1, 40, 8)},
                        {0x4a4d52, 0xb9b8b6, 0xf4f2ee},
                        {.scale = 3, .octaves = 6, .gain = 0.45f, .rotation = 35}));
    all.push_back(
        entry(Kind::Wood, "wood", "Wood", "Rings, fibres and pores of a board.", kFreeFractal,
              {real("distortion", "Distortion", "rings", 0, 4, 0.9f), real("grain", "Grain", "", 0, 1, 0.6f),
               real("stretch", "Stretch along the wood", "", 1, 40, 9),
               real("distance", "Distance of the heart", "rings", 0, 40, 3)},
              {0x5a3418, 0xa9713f, 0xdcb27c}, {.scale = 9, .octaves = 4}, kHasAMiddle));
    all.push_back(
        entry(Kind::Clouds, "clouds", "Clouds", "A sky.", kFractal,
              {real("cover", "Cover", "", 0, 1, 0.5f), real("softness", "Softness", "", 0.05f, 2, 0.7f)},
              {0x3f78b5, 0x8db7dc, 0xf8fafc}, {.scale = 2.2f, .octaves = 7}));
    all.push_back(entry(
        Kind::Bokeh, "bokeh", "Bokeh", "Lights out of focus.", kFractal & ~kWarp,
        {real("size", "Size", "cells", 0.1f, 1, 0.8f), real("rim", "Rim", "", 0, 1, 0.35f),
         real("softness", "Softness", "cells", 0, 0.5f, 0.03f), real("density", "Density", "", 0, 1, 0.45f)},
        {0x120d14, 0x5c3324, 0xd98a3d, 0xffe9bd}, {.scale = 3.5f, .octaves = 3}));
    all.push_back(entry(Kind::Paper, "paper", "Paper", "Tooth and fibres of paper.", kFractal & ~kEvolution,
                        {real("roughness", "Cloudiness", "", 0, 1, 0.3f),
                         real("fibres", "Fibres", "", 0, 1, 0.3f), real("tooth", "Tooth", "", 0, 1, 0.5f)},
                        {0xb8ae9c, 0xe9e2d3, 0xfdfaf2}, {.scale = 5, .octaves = 7, .gain = 0.6f}));
    all.push_back(
        entry(Kind::Film, "film", "Film grain", "Grain of photographic film on even grey.",
              kScale | kRotation | kOffset | kTone | kTile | kEvolution,
              {real("strength", "Strength", "", 0, 1, 0.25f), real("level", "Level", "", 0, 1, 0.5f)},
              {0x151515, 0xefefef}, {.scale = 240}));
    all.push_back(
        entry(Kind::Backdrop, "backdrop", "Studio backdrop",
              "A light on a wall, a floor, and darker corners.", kScale | kOffset | kOctaves | kTone | kWarp,
              {real("radius", "Radius of the light", "pictures", 0.05f, 4, 0.55f),
               real("hardness", "Hardness", "", 0, 1, 0.3f),
               real("horizon", "Height of the floor", "pictures", 0, 1, 0.22f),
               real("floor", "Floor", "", 0, 1, 0.35f), real("vignette", "Vignette", "", 0, 1, 0.6f),
               real("mottling", "Mottling", "", 0, 1, 0.3f)},
              {0x14171b, 0x4a525b, 0xaab2ba, 0xf3f4f4}, {.scale = 3, .octaves = 4}, kHasAMiddle));
}

void addMathematical(std::vector<GeneratorInfo>& all) {
    const std::vector<std::uint32_t> deep{0x05060c, 0x1b2f66, 0x3d8fb0, 0xf2e6b8, 0xc76b32, 0x3a1420};
    const auto zoom = real("zoom", "Zoom", "", 0.1f, 2000, 1);
    all.push_back(entry(Kind::Mandelbrot, "mandelbrot", "Mandelbrot set", "How fast z² + c escapes from 0.",
                        kRotation | kOffset | kTone | kEvolution,
                        {real("real", "Middle, real", "", -4, 4, -0.65f),
                         real("imaginary", "Middle, imaginary", "", -4, 4, 0), zoom,
                         whole("steps", "Steps at most", 8, 4000, 300),
                         real("cycles", "Cycles of colour", "", 0.05f, 8, 0.45f)},
                        deep, {}, "It is one picture of the plane, which does not repeat."));
    all.push_back(entry(
        Kind::Julia, "julia", "Julia set", "How fast z² + c escapes from each z.",
        kRotation | kOffset | kTone | kEvolution,
        {real("real", "c, real", "", -4, 4, -0.79f), real("imaginary", "c, imaginary", "", -4, 4, 0.15f),
         zoom, whole("steps", "Steps at most", 8, 4000, 300),
         real("cycles", "Cycles of colour", "", 0.05f, 8, 0.45f)},
        deep, {}, "It is one picture of the plane, which does not repeat."));
    GeneratorInfo reaction =
        entry(Kind::Reaction, "reaction", "Reaction and diffusion",
              "Two substances that feed on each other (Gray and Scott).", kOffset | kTone | kTile,
              {whole("cells", "Cells along the shorter side", 32, 2048, 192),
               whole("steps", "Steps", 1, 100000, 4000), real("feed", "Feed", "", 0.005f, 0.1f, 0.037f),
               real("kill", "Kill", "", 0.03f, 0.075f, 0.06f)},
              {0xf2efe8, 0xb8c9c4, 0x2d5f5d, 0x123235});
    reaction.byTiles = false;
    all.push_back(std::move(reaction));
}

std::vector<GeneratorInfo> makeTable() {
    std::vector<GeneratorInfo> all;
    addGeometric(all);
    addNoise(all);
    addMaterials(all);
    addMathematical(all);
    all.push_back(defaultFormula()->info());
    return all;
}

}  // namespace

int GeneratorInfo::indexOf(std::string_view parameterKey) const {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& p) { return p.key == parameterKey; });
    return found == parameters.end() ? -1 : static_cast<int>(found - parameters.begin());
}

std::span<const GeneratorInfo> generators() {
    static const std::vector<GeneratorInfo> kTable = makeTable();
    return kTable;
}

const GeneratorInfo* generatorNamed(std::string_view key) {
    const auto all = generators();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& info) { return info.key == key; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace fretsaw
