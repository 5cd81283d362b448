// Asks the processor once, and the environment.
// No kernel is chosen here.
#include "core/cpu/InstructionSet.h"

#include <cstdlib>
#include <string_view>

namespace fretsaw::cpu {
namespace {

InstructionSet choose() {
    InstructionSet best = InstructionSet::Portable;
    for (const InstructionSet set : kInstructionSets)
        if (runs(set)) best = set;
    const char* const wanted = std::getenv("FRETSAW_SIMD");
    if (wanted == nullptr) return best;
    if (std::string_view(wanted) == "sse41") return InstructionSet::Portable;
    for (const InstructionSet set : kInstructionSets)
        if (wanted == std::string_view(nameOf(set)) && runs(set)) return set;
    return best;
}

}  // namespace

bool runs(InstructionSet set) {
#ifdef FRETSAW_X86_KERNELS
    switch (set) {
        case InstructionSet::Portable:
            return true;
        case InstructionSet::Avx2:
            return __builtin_cpu_supports("avx2") != 0;
        case InstructionSet::Avx512:
            return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    }
    return false;
#else
    return set == InstructionSet::Portable;
#endif
}

InstructionSet instructionSet() {
    static const InstructionSet chosen = choose();
    return chosen;
}

const char* nameOf(InstructionSet set) {
    switch (set) {
        case InstructionSet::Avx512:
            return "avx512";
        case InstructionSet::Avx2:
            return "avx2";
        case InstructionSet::Portable:
            break;
    }
    return "portable";
}

}  // namespace fretsaw::cpu
