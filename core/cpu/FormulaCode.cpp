// Gives every step its place: cells for what is the same along a row, registers for all else.
// No value is computed here.
#include "core/cpu/FormulaCode.h"

namespace fretsaw::cpu {
namespace {

/// Pixels at a time: enough of them to hide the cost of an instruction's call; few enough for the first
/// cache, for the machine to begin the next instruction while it waits for the last, and to stop soon.
int spanOf(int instructions) {
    return instructions <= 200 ? 128 : 64;
}

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// The last step that reads each step; all results are read after the end.
std::vector<int> lastReaders(const FormulaProgram& program) {
    const int count = static_cast<int>(program.steps.size());
    std::vector<int> last(at(count), -1);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < pixel::operandsOf(program.steps[at(i)].op); ++k)
            last[at(program.steps[at(i)].from[at(k)])] = i;
    for (int k = 0; k < (program.isColour ? 3 : 1); ++k) last[at(program.result[at(k)])] = count;
    return last;
}

}  // namespace

FormulaCode::FormulaCode(const FormulaProgram& program)
    : span_(spanOf(static_cast<int>(program.steps.size()) - program.rows)) {
    const int count = static_cast<int>(program.steps.size());
    const std::vector<int> last = lastReaders(program);
    std::vector<FormulaOperand> places(at(count));
    std::vector<int> idle;  // registers
    const int cells = program.rows * kCellFloats;
    floats_ = cells;
    for (int i = 0; i < count; ++i) {
        const FormulaStep& step = program.steps[at(i)];
        FormulaInstruction instruction;
        instruction.op = step.op;
        for (int k = 0; k < pixel::operandsOf(step.op); ++k) {
            const int from = step.from[at(k)];
            instruction.from[k] = places[at(from)];
            // An operand that nobody else needs gives its register to the result.
            bool seen = false;
            for (int j = 0; j < k; ++j) seen = seen || step.from[at(j)] == from;
            if (from >= program.rows && last[at(from)] == i && !seen) idle.push_back(places[at(from)].at);
        }
        if (i < program.rows) {
            places[at(i)] = {i * kCellFloats, 0};
        } else if (idle.empty()) {
            places[at(i)] = {floats_, -1};
            floats_ += span_;
        } else {
            places[at(i)] = {idle.back(), -1};
            idle.pop_back();
        }
        instruction.to = places[at(i)].at;
        if (i >= program.rows)
            pixels_.push_back(instruction);
        else if (i >= program.uniforms)
            row_.push_back(instruction);
    }
    for (int k = 0; k < 3; ++k) results_[k] = places[at(program.result[at(program.isColour ? k : 0)])];
}

}  // namespace fretsaw::cpu
