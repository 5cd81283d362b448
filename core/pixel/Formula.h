// What a formula is made of when it reaches kernels: the list of operations, and the plain values that they
// read besides their operands. The maths is in FormulaMaths.h. No includes but this room's.
#pragma once

#include "core/pixel/Pattern.h"

namespace fretsaw::pixel {

/// One operation gives one float from up to five. Truth is 1 and 0; what is not 0 counts as true. Vectors are
/// taken apart before. Every operation has a defined result for all operands, also NaN and infinite ones.
enum class FormulaOp : int {
    // Leaves: no operands.
    Number,  ///< a constant
    Input,   ///< the same for the whole picture: its size, the time, a parameter
    Column,
    Row,
    // One operand.
    Negate,
    Not,
    Magnitude,
    Floor,
    Root,  ///< 0 for negative numbers
    Sine,  ///< of radians
    Cosine,
    Exponential,
    Logarithm,    ///< natural; of numbers below 1e-37 that of 1e-37
    GradientRed,  ///< the recipe's colours
    GradientGreen,
    GradientBlue,
    // Two.
    Add,
    Subtract,
    Multiply,
    Divide,      ///< 0 where the divisor is 0
    Modulo,      ///< a − b·floor(a/b)
    Power,       ///< a negative base to a whole power has a sign, to any other one gives 0
    Arctangent,  ///< of y, x, in radians, −π … π
    Least,
    Most,
    Less,
    NotMore,
    Same,
    Both,
    Either,
    Mask,      ///< the document, at x, y of 0 … 1
    Distance,  ///< to the outline; half the shorter side is 1, negative inside
    PhotoRed,
    PhotoGreen,
    PhotoBlue,
    // Three.
    Choose,  ///< the second where the first is true, else the third
    Hash,    ///< 0 … 1 from the bits of three numbers
    Noise,   ///< x, y, turn: Perlin's. Turns must be the same for the whole picture.
    Simplex,
    Nearest,  ///< x, y, turn: Worley's distances
    Second,
    Border,
    Cell,  ///< 0 … 1, a random number of the cell round the nearest point
    // Five: x, y, octaves, gain, turn.
    Fbm,
    Ridged,
    Turbulence,
};
inline constexpr int kFormulaOps = static_cast<int>(FormulaOp::Turbulence) + 1;
inline constexpr int kMaxOperands = 5;

/// How many operands it reads.
FRETSAW_HD constexpr int operandsOf(FormulaOp op) {
    if (op < FormulaOp::Negate) return 0;
    if (op < FormulaOp::Add) return 1;
    if (op < FormulaOp::Choose) return 2;
    if (op < FormulaOp::Fbm) return 3;
    return 5;
}

/// A picture of the document, of bytes or of floats; host or device memory, as the kernel's. At most 2³¹ − 1
/// pixels, close together.
struct Sheet {
    const unsigned char* bytes = nullptr;
    const float* floats = nullptr;
    int width = 0, height = 0;  ///< 0: there is no such picture
};

/// All that operations read besides their operands.
struct FormulaScene {
    Lattice lattice;  ///< of noise, one cell a unit
    Gradient gradient;
    bool raw = false;  ///< the numbers themselves instead of colours
    Sheet photo;       ///< bytes: red, green, blue, alpha
    Sheet mask;        ///< bytes: 0 … 255
    Sheet distance;    ///< floats
};

}  // namespace fretsaw::pixel
