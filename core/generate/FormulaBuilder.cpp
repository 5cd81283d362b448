// Numbers values, folds constants, leaves out what no result needs.
// Folding uses the kernels' own functions: the same bits as without it.
#include "core/generate/FormulaBuilder.h"

#include <algorithm>
#include <utility>

#include "core/pixel/FormulaMaths.h"

namespace fretsaw {
namespace {

using pixel::FormulaOp;

using Operands = std::array<float, pixel::kMaxOperands>;
using Evaluate = float (*)(const pixel::FormulaScene&, const Operands&);

template <FormulaOp op>
float evaluate(const pixel::FormulaScene& scene, const Operands& in) {
    if constexpr (op < FormulaOp::Negate) {
        return 0;
    } else {
        return pixel::formulaValue<op>(scene, in[0], in[1], in[2], in[3], in[4]);
    }
}
template <int... op>
constexpr std::array<Evaluate, pixel::kFormulaOps> evaluators(std::integer_sequence<int, op...>) {
    return {&evaluate<static_cast<FormulaOp>(op)>...};
}

bool readsDocument(FormulaOp op) {
    return op >= FormulaOp::Mask && op <= FormulaOp::PhotoBlue;
}
bool readsGradient(FormulaOp op) {
    return op >= FormulaOp::GradientRed && op <= FormulaOp::GradientBlue;
}
/// Whether the value depends on nothing but the operands.
bool isPure(FormulaOp op) {
    return op < FormulaOp::Hash && !readsDocument(op) && !readsGradient(op);
}

}  // namespace

float formulaValueOf(FormulaOp op, const pixel::FormulaScene& scene, const Operands& operands) {
    static constexpr auto kAll = evaluators(std::make_integer_sequence<int, pixel::kFormulaOps>{});
    return kAll[static_cast<std::size_t>(op)](scene, operands);
}

FormulaBuilder::Rank FormulaBuilder::lowestRank(FormulaOp op) {
    if (op == FormulaOp::Column) return Rank::Pixel;
    // The document may lie on a device, so that the host has no value.
    return op == FormulaOp::Row || readsDocument(op) ? Rank::Row : Rank::Uniform;
}

int FormulaBuilder::add(const FormulaStep& step) {
    Key key{static_cast<std::uint32_t>(step.op), __builtin_bit_cast(std::uint32_t, step.number),
            static_cast<std::uint32_t>(step.input)};
    for (std::size_t i = 0; i < step.from.size(); ++i) key[i + 3] = static_cast<std::uint32_t>(step.from[i]);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    if (steps_.size() >= kMostFormulaSteps) throw TooManySteps();
    const int index = static_cast<int>(steps_.size());
    Rank rank = lowestRank(step.op);
    for (int k = 0; k < pixel::operandsOf(step.op); ++k)
        rank = std::max(rank, ranks_[static_cast<std::size_t>(step.from[static_cast<std::size_t>(k)])]);
    ranks_.push_back(rank);
    steps_.push_back(step);
    known_.emplace(key, index);
    return index;
}

int FormulaBuilder::number(float value) {
    return add({Op::Number, {}, value == value ? value : 0.0f, 0});
}

int FormulaBuilder::input(int index) {
    return add({Op::Input, {}, 0, index});
}

int FormulaBuilder::apply(Op op, int a, int b, int c, int d, int e) {
    FormulaStep step{op, {a, b, c, d, e}, 0, 0};
    const int count = pixel::operandsOf(op);
    for (int i = count; i < pixel::kMaxOperands; ++i) step.from[static_cast<std::size_t>(i)] = 0;
    bool constant = isPure(op);
    Operands operands{};
    for (int i = 0; i < count && constant; ++i) {
        const int from = step.from[static_cast<std::size_t>(i)];
        constant = isNumber(from);
        operands[static_cast<std::size_t>(i)] = valueOf(from);
    }
    if (!constant) return add(step);
    const float value = formulaValueOf(op, {}, operands);
    return value == value ? number(value) : add(step);  // the kernels' NaN stays one
}

FormulaProgram FormulaBuilder::finish(const std::vector<int>& results) const {
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    std::vector<bool> needed(steps_.size());
    for (const int result : results) needed[at(result)] = true;
    for (std::size_t i = steps_.size(); i-- > 0;) {
        if (!needed[i]) continue;
        for (int k = 0; k < pixel::operandsOf(steps_[i].op); ++k) needed[at(steps_[i].from[at(k)])] = true;
    }
    FormulaProgram program;
    std::vector<int> places(steps_.size());
    for (const Rank rank : {Rank::Uniform, Rank::Row, Rank::Pixel}) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            if (!needed[i] || ranks_[i] != rank) continue;
            FormulaStep step = steps_[i];
            for (int k = 0; k < pixel::operandsOf(step.op); ++k)
                step.from[at(k)] = places[at(step.from[at(k)])];
            places[i] = static_cast<int>(program.steps.size());
            program.readsMask |= step.op == Op::Mask;
            program.readsDistance |= step.op == Op::Distance;
            program.readsPhoto |= step.op >= Op::PhotoRed && step.op <= Op::PhotoBlue;
            program.steps.push_back(step);
        }
        if (rank == Rank::Uniform) program.uniforms = static_cast<int>(program.steps.size());
        if (rank == Rank::Row) program.rows = static_cast<int>(program.steps.size());
    }
    program.isColour = results.size() == 3;
    for (std::size_t i = 0; i < results.size(); ++i) program.result[i] = places[at(results[i])];
    return program;
}

}  // namespace fretsaw
