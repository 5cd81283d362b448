// Random formulas as text, for tests that compare ways to compute them or try to break the parser.
// Every one of them is good; no expectations here.
#pragma once

#include <string>

#include "core/generate/Noise.h"

namespace fretsaw::test {

/// A formula of all functions, variables and types that the language has, with parameters, definitions and
/// numbers of many sizes. The same dice give the same text.
class RandomFormula {
public:
    explicit RandomFormula(generate::Dice& dice) : dice_(dice) {}

    std::string text(int depth = 5) {
        std::string all =
            "//@slider amp 0..1 = 0.5\n//@int count 1..12 = 3\n//@bool flag = on\n//@colour tint = #ff8040\n";
        const int definitions = dice_.below(3);
        for (int i = 0; i < definitions; ++i) {
            const std::string number = std::to_string(i);
            all.append("f").append(number).append(" = ").append(real(depth - 1)).append(";\n");
            all.append("p").append(number).append(" = ").append(vector(2, depth - 1)).append(";\n");
        }
        definitions_ = definitions;
        return all + (dice_.below(2) == 0 ? real(depth) : vector(3, depth));
    }

private:
    template <int count>
    std::string one(const char* const (&names)[count]) {
        return names[dice_.below(count)];
    }
    std::string call(const std::string& name, const std::string& a, const std::string& b = "",
                     const std::string& c = "") {
        return name + "(" + a + (b.empty() ? "" : ", " + b) + (c.empty() ? "" : ", " + c) + ")";
    }

    std::string number() {
        constexpr const char* kNumbers[] = {"0",   "1",    "2",     "0.5", "3.75",  "0.001", "17",
                                            "1e6", "1e30", "1e-30", "10",  "0.333", "255"};
        return one(kNumbers);
    }
    std::string leaf() {
        constexpr const char* kNames[] = {"x",   "y",     "u",    "v",      "px",    "py",   "w",
                                          "h",   "r",     "a",    "pi",     "t",     "t",    "seed",
                                          "amp", "count", "flag", "tint.y", "u * 4", "v * 4"};
        if (definitions_ > 0 && dice_.below(4) == 0)
            return std::string("f").append(std::to_string(dice_.below(definitions_)));
        return dice_.below(3) == 0 ? number() : one(kNames);
    }
    std::string place(int depth) {
        if (definitions_ > 0 && dice_.below(4) == 0)
            return std::string("p").append(std::to_string(dice_.below(definitions_)));
        return vector(2, depth);
    }

    std::string real(int depth) {
        if (depth <= 0) return leaf();
        constexpr const char* kOne[] = {"abs",   "atan", "ceil", "cos",  "exp", "floor", "fract", "log",
                                        "round", "sign", "sin",  "sqrt", "tan", "-",     "!"};
        constexpr const char* kTwo[] = {"atan2", "max", "min", "mod", "pow", "step"};
        constexpr const char* kThree[] = {"clamp", "if", "mix", "select", "smoothstep"};
        constexpr const char* kSigns[] = {"+",  "-", "*",  "/",  "%",  "^",  "<",
                                          "<=", ">", ">=", "==", "!=", "&&", "||"};
        constexpr const char* kFields[] = {"noise", "simplex", "voronoi", "voronoi2", "edges",
                                           "cells", "mask",    "dist",    "hash",     "length"};
        constexpr const char* kOctaves[] = {"fbm", "ridged", "turbulence"};
        const int d = depth - 1;
        switch (dice_.below(10)) {
            case 0:
                return call(one(kOne), real(d));
            case 1:
                return call(one(kTwo), real(d), real(d));
            case 2:
                return call(one(kThree), real(d), real(d), real(d));
            case 3:
                return call(one(kFields), place(d));
            case 4:
                return call(one(kOctaves), place(d), real(0), "amp, t");
            case 5:
                return "(" + real(d) + " ? " + real(d) + " : " + real(d) + ")";
            case 6:
                return dice_.below(2) == 0 ? vector(3, d) + ".y" : call("dot", vector(2, d), vector(2, d));
            default:
                return "(" + real(d) + " " + one(kSigns) + " " + real(d) + ")";
        }
    }

    std::string vector(int size, int depth) {
        const int d = depth - 1;
        if (size == 3 && depth > 0) {
            switch (dice_.below(6)) {
                case 0:
                    return call("img", place(d));
                case 1:
                    return call("hsv", real(d), real(d), real(d));
                case 2:
                    return call("palette", real(d));
                case 3:
                    return call("mix", vector(3, d), "tint", real(d));
                case 4:
                    return "(" + vector(3, d) + " * " + real(d) + ")";
                default:
                    break;
            }
        }
        if (size == 2 && depth > 0 && dice_.below(3) == 0) return call("rot", vector(2, d), real(d));
        std::string text = "vec" + std::to_string(size) + "(";
        for (int i = 0; i < size; ++i) text += (i > 0 ? ", " : "") + real(d);
        return text + ")";
    }

    generate::Dice& dice_;
    int definitions_ = 0;
};

}  // namespace fretsaw::test
