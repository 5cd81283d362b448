// The one source of the spans of formulas, included once per instruction set inside a namespace of its own.
// No inline function or float template that other files use may be called here: see PixelRows.inl.

namespace {

using Op = pixel::FormulaOp;

struct Span {
    int left, y, count;
};

/// Reads an operand pack by pack.
class Reader {
public:
    Reader(const float* block, FormulaOperand operand) : from_(block + operand.at), mask_(operand.mask) {}
    Pack operator()(int i) const { return loadPack<Pack>(from_ + (i & mask_)); }

private:
    const float* from_;
    int mask_;
};

template <Op op>
void runOne(const pixel::FormulaScene& scene, const FormulaInstruction& code, float* block,
            const Span& span) {
    float* const to = block + code.to;
    const int count = span.count;
    if constexpr (op == Op::Column) {
        for (int i = 0; i < count; i += kPackSize)
            storePack(to + i, __builtin_convertvector(laneNumbers() + (span.left + i), Pack));
    } else if constexpr (op == Op::Row) {
        for (int i = 0; i < count; i += kPackSize)
            storePack(to + i, Pack{} + static_cast<float>(span.y));
    } else if constexpr (op >= Op::Negate) {
        const Reader a(block, code.from[0]), b(block, code.from[1]), c(block, code.from[2]);
        const Reader d(block, code.from[3]), e(block, code.from[4]);
        constexpr int kCount = pixel::operandsOf(op);
        for (int i = 0; i < count; i += kPackSize) {
            if constexpr (kCount == 1) storePack(to + i, pixel::formulaValue<op>(scene, a(i)));
            if constexpr (kCount == 2) storePack(to + i, pixel::formulaValue<op>(scene, a(i), b(i)));
            if constexpr (kCount == 3) storePack(to + i, pixel::formulaValue<op>(scene, a(i), b(i), c(i)));
            if constexpr (kCount == 5)
                storePack(to + i, pixel::formulaValue<op>(scene, a(i), b(i), c(i), d(i), e(i)));
        }
    }
}

using RunOne = void (*)(const pixel::FormulaScene&, const FormulaInstruction&, float*, const Span&);

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
    const Span span{left, y, count};
    for (int i = 0; i < instructions; ++i)
        AllRunOnes<pixel::kFormulaOps>::kOf[static_cast<int>(code[i].op)](scene, code[i], block, span);
}

void finish(const pixel::FormulaScene& scene, const FormulaOperand* results, bool isColour,
            const float* block, int count, Rgb32f* pixels) {
    const Reader first(block, results[0]), second(block, results[1]), third(block, results[2]);
    const pixel::FormulaScene local = scene;  // pixels could lie in `scene` for all that the compiler knows
    for (int x = 0; x < count; x += kPackSize) {
        Pack rgb[3];
        if (isColour)
            pixel::formulaColour(local, first(x), second(x), third(x), rgb);
        else
            pixel::formulaGrey(local, first(x), rgb);
        storeColours(rgb, count - x, pixels + x);
    }
}

}  // namespace

const FormulaRows kFormulaRows{&run, &finish};
