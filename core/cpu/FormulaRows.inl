// The one source of the spans of formulas, included once per instruction set inside a namespace of its own.
// No inline function or float template that other files use may be called here: see PixelRows.inl.

namespace {

using Op = pixel::FormulaOp;

struct Span {
    int left, y, count;
};

template <Op op>
void runOne(const pixel::FormulaScene& scene, const FormulaInstruction& code, float* block, Span span) {
    if constexpr (op == Op::Column) {
        for (int i = 0; i < span.count; i += kPackSize)
            storePack(block + code.to + i, __builtin_convertvector(laneNumbers() + (span.left + i), Pack));
    } else if constexpr (op == Op::Row) {
        for (int i = 0; i < span.count; i += kPackSize)
            storePack(block + code.to + i, Pack{} + static_cast<float>(span.y));
    } else if constexpr (op >= Op::Negate) {
        const auto operand = [&](int k, int i) {
            return loadPack<Pack>(block + code.from[k].at + (i & code.from[k].mask));
        };
        constexpr int kCount = pixel::operandsOf(op);
        for (int i = 0; i < span.count; i += kPackSize) {
            const Pack a = operand(0, i);
            Pack b{}, c{}, d{}, e{};
            if constexpr (kCount > 1) b = operand(1, i);
            if constexpr (kCount > 2) c = operand(2, i);
            if constexpr (kCount > 3) d = operand(3, i), e = operand(4, i);
            storePack(block + code.to + i, pixel::formulaValue<op>(scene, a, b, c, d, e));
        }
    }
}

using RunOne = void (*)(const pixel::FormulaScene&, const FormulaInstruction&, float*, Span);

template <int... op>
struct RunOnes {
    static constexpr RunOne kOf[] = {&runOne<static_cast<Op>(op)>...};
};
template <int kCount, int... op>
struct AllRunOnes : AllRunOnes<kCount - 1, kCount - 1, op...> {};
template <int... op>
struct AllRunOnes<0, op...> : RunOnes<op...> {};

void run(const pixel::FormulaScene& scene, const FormulaInstruction* code, int instructions, float* block,
         int left, int y, int count) {
    for (int i = 0; i < instructions; ++i)
        AllRunOnes<pixel::kFormulaOps>::kOf[static_cast<int>(code[i].op)](scene, code[i], block,
                                                                         {left, y, count});
}

void finish(const pixel::FormulaScene& scene, const FormulaOperand* results, bool isColour, const float* block,
            int count, Rgb32f* pixels) {
    const auto result = [&](int k, int i) {
        return loadPack<Pack>(block + results[k].at + (i & results[k].mask));
    };
    for (int x = 0; x < count; x += kPackSize) {
        Pack rgb[3];
        if (isColour) pixel::formulaColour(scene, result(0, x), result(1, x), result(2, x), rgb);
        else pixel::formulaGrey(scene, result(0, x), rgb);
        storeColours(rgb, count - x, pixels + x);
    }
}

}  // namespace

const FormulaRows kFormulaRows{&run, &finish};
