// A formula as a generator: its parameters in the table's form; and the formula to begin with.
// Reading text is FormulaParser.cpp's business.
#include "core/generate/Formula.h"

#include <utility>

namespace fretsaw {
namespace {

using Type = Parameter::Type;

GeneratorInfo infoOf(const Formula* formula, std::vector<Parameter> settings) {
    GeneratorInfo info;
    info.kind = pixel::Kind::Formula;
    info.key = "formula";
    info.name = "Formula";
    info.about = "What you write, for each pixel.";
    info.parameters = std::move(settings);
    info.parameters.push_back({"raw", "Unlimited numbers", "", 0, 1, 0, Type::Toggle});
    info.parameters.push_back({"evolution", "Evolution", "turns", 0, 1, 0});
    info.parameters.push_back({"loop", "Loop", "s", 0.1f, 3600, 8});
    info.colours = {{0, 0x000000}, {1, 0xffffff}};
    info.whyNotTiled = "It repeats only where the formula itself does.";
    info.formula = formula;
    return info;
}

constexpr char kDefault[] =
    "//@slider bands 1..20 = 6 \"Bands\"\n"
    "//@slider bend 0..2 = 0.8 \"Bend\"\n"
    "p = vec2(u, v) * 1.5;\n"
    "0.5 + 0.5 * sin(bands * (u + v + bend * fbm(p, 4, 0.5, t)))";

}  // namespace

Formula::Formula(std::string text, std::vector<Parameter> settings, FormulaProgram program)
    : text_(std::move(text)), info_(infoOf(this, std::move(settings))), program_(std::move(program)) {}

const std::shared_ptr<const Formula>& defaultFormula() {
    static const std::shared_ptr<const Formula> kFormula = parseFormula(kDefault);
    return kFormula;
}

}  // namespace fretsaw
