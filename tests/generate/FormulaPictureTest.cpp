// Pictures of formulas: against plain loops, against every step computed for one pixel alone, on every
// instruction set; what they see of the document; stops and failing allocations.
#include <gtest/gtest.h>

#include <cmath>

#include "core/cpu/FormulaRows.h"
#include "core/cpu/SignedDistance.h"
#include "core/generate/FormulaBuilder.h"
#include "core/generate/PrepareFormula.h"
#include "core/pixel/FormulaMaths.h"
#include "tests/common/FailingAllocations.h"
#include "tests/common/FormulaTexts.h"
#include "tests/generate/FormulaTools.h"

namespace fretsaw {
namespace {

using namespace test;

TEST(FormulaPicture, OfTheProductIsThePlainLoops) {
    const Size size{1024, 768};
    const Image<Rgb32f> picture = rendered(rawFormula("sqrt(px * py)"), size);
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const float value = std::sqrt(static_cast<float>(x) * static_cast<float>(y));
            ASSERT_EQ(picture(x, y), (Rgb32f{value, value, value})) << x << ',' << y;
        }
    }
    EXPECT_TRUE(sameBits(picture, rendered("product/1 auto=off", size)));
}

/// All steps of a formula for one pixel, one after the other, as single floats.
Rgb32f stepByStep(const PictureRecipe& recipe, const pixel::FormulaScene& scene,
                  const std::vector<float>& uniforms, int column, int row) {
    using Op = pixel::FormulaOp;
    const FormulaProgram& program = recipe.formula()->program();
    std::vector<float> values = uniforms;
    for (std::size_t i = values.size(); i < program.steps.size(); ++i) {
        const FormulaStep& step = program.steps[i];
        std::array<float, pixel::kMaxOperands> in{};
        for (int k = 0; k < pixel::operandsOf(step.op); ++k)
            in[static_cast<std::size_t>(k)] =
                values[static_cast<std::size_t>(step.from[static_cast<std::size_t>(k)])];
        values.push_back(step.op == Op::Column ? static_cast<float>(column)
                         : step.op == Op::Row  ? static_cast<float>(row)
                                               : formulaValueOf(step.op, scene, in));
    }
    const auto result = [&](std::size_t k) { return values[static_cast<std::size_t>(program.result[k])]; };
    float rgb[3];
    if (program.isColour)
        pixel::formulaColour(scene, result(0), result(1), result(2), rgb);
    else
        pixel::formulaGrey(scene, result(0), rgb);
    return {rgb[0], rgb[1], rgb[2]};
}

Image<Rgb32f> renderedBy(cpu::InstructionSet set, const PictureRecipe& recipe,
                         const pixel::FormulaScene& scene, const std::vector<float>& uniforms, Size size) {
    const cpu::FormulaCode code(recipe.formula()->program());
    std::vector<float> block(static_cast<std::size_t>(code.floats()));
    for (std::size_t i = 0; i < uniforms.size(); ++i)
        std::fill_n(block.begin() + static_cast<std::ptrdiff_t>(i * cpu::kCellFloats), cpu::kCellFloats,
                    uniforms[i]);
    const cpu::FormulaRows& rows = cpu::formulaRows(set);
    const auto run = [&](std::span<const cpu::FormulaInstruction> part, int x, int y, int count) {
        rows.run(scene, part.data(), static_cast<int>(part.size()), block.data(), x, y, count);
    };
    Image<Rgb32f> picture(size);
    for (int y = 0; y < size.height; ++y) {
        run(code.row(), 0, y, cpu::kCellFloats);
        for (int x = 0; x < size.width; x += code.span()) {
            const int count = std::min(code.span(), size.width - x);
            run(code.pixels(), x, y, count);
            rows.finish(scene, code.results(), recipe.formula()->program().isColour, block.data(), count,
                        picture.row(y) + x);
        }
    }
    return picture;
}

TEST(FormulaPicture, RandomFormulasHaveTheSameBitsInEveryWay) {
    generate::Dice dice(30);
    const Size size{77, 5};
    Image<Rgba8> photo({9, 7});
    Image<std::uint8_t> mask({11, 6});
    Image<float> distance({5, 8});
    for (int i = 0; i < 63; ++i) photo.data()[i] = {static_cast<std::uint8_t>(dice.below(256)), 9, 200, 255};
    for (int i = 0; i < 66; ++i) mask.data()[i] = static_cast<std::uint8_t>(dice.below(256));
    for (int i = 0; i < 40; ++i) distance.data()[i] = dice.between(-2, 2);
    int raw = 0;
    for (int i = 0; i < 200; ++i) {
        PictureRecipe recipe(parseFormula(RandomFormula(dice).text()));
        recipe.setSeed(static_cast<std::uint32_t>(dice.bits()));
        recipe.set("evolution", static_cast<double>(dice.between(0, 1)));
        recipe.set("raw", static_cast<double>(raw ^= 1));
        pixel::FormulaScene scene = prepareFormula(recipe, size, Rect::of(size));
        scene.photo = {reinterpret_cast<const unsigned char*>(photo.data()), nullptr, 9, 7};
        scene.mask = {mask.data(), nullptr, 11, 6};
        scene.distance = {nullptr, distance.data(), 5, 8};
        const std::vector<float> uniforms = formulaUniforms(recipe, size, scene);
        Image<Rgb32f> expected(size);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) expected(x, y) = stepByStep(recipe, scene, uniforms, x, y);
        for (const cpu::InstructionSet set : cpu::kInstructionSets) {
            if (!cpu::runs(set)) continue;
            ASSERT_TRUE(sameBits(renderedBy(set, recipe, scene, uniforms, size), expected))
                << cpu::nameOf(set) << "\n"
                << recipe.formula()->text();
        }
        for (const Rgb32f p : std::span(expected.data(), static_cast<std::size_t>(size.area())))
            ASSERT_TRUE(std::isfinite(p.r) && std::isfinite(p.g) && std::isfinite(p.b));
    }
}

TEST(FormulaPicture, PiecesAndThreadsGiveTheSameBits) {
    const Size size{700, 33};
    generate::Dice dice(31);
    for (int i = 0; i < 10; ++i) {
        const PictureRecipe recipe(parseFormula(RandomFormula(dice).text()));
        const Image<Rgb32f> whole = rendered(recipe, size);
        EXPECT_TRUE(sameBits(*makeCpuGenerator(3)->render(recipe, size, Rect::of(size)), whole));
        const Rect piece{301, 7, 290, 21};
        const Image<Rgb32f> part = rendered(recipe, size, piece);
        for (int y = 0; y < piece.height; ++y)
            for (int x = 0; x < piece.width; ++x)
                ASSERT_EQ(part(x, y), whole(piece.x + x, piece.y + y)) << recipe.formula()->text();
    }
    EXPECT_NO_THROW((void)rendered(rawFormula("px"), {1, 1}, {-4000000, 4000000, 5, 5}));
}

/// Recorded after they were looked at; see Fingerprints.h.
TEST(FormulaPicture, BitsAreTheSameOnEveryMachine) {
    struct Known {
        const char* text;
        std::uint64_t square, wide;
    };
    const Known all[] = {
        {"p = rot(vec2(u, v) * 4, 0.4);\n"
         "vec3(fbm(p, 6, 0.55, 0.3), ridged(p, 4), turbulence(p, 5)) * 0.5 + noise(p, 0.7) * simplex(p * 2)",
         0xba1ee690af39521au, 0x38cc55c370131c38u},
        {"p = vec2(x, y) * 7;\n"
         "hsv(cells(p, t), voronoi2(p) - voronoi(p), smoothstep(0, 0.2, edges(p))) + hash(floor(p)) * 0.1",
         0xae1580ac8eb59165u, 0xf834c79d09b9d9acu},
        {"tan(px * 0.1) * pow(abs(sin(py)), 1.7) + exp(-r) * log(1 + r) + atan2(v, u) / tau + cos(a * 5) ^ 3 "
         "% 0.3 + (x > y ? sqrt(x) : round(y * 9))",
         0x864cfd89b9cdd82bu, 0xccf7f40825cffe16u},
    };
    for (const Known& known : all) {
        const PictureRecipe recipe(parseFormula(known.text));
        EXPECT_EQ(fingerprint(rendered(recipe, {64, 64})), known.square) << known.text;
        EXPECT_EQ(fingerprint(rendered(recipe, {250, 97})), known.wide) << known.text;
    }
}

/// A disc and a ring, with soft borders.
Image<std::uint8_t> someMask(Size size) {
    Image<std::uint8_t> mask(size);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const int d = (x - 12) * (x - 12) + (y - 9) * (y - 9);
            mask(x, y) = d < 20 ? 255 : d < 30 ? 130 : d < 120 ? 40 : d < 160 ? 200 : 0;
        }
    return mask;
}

TEST(SignedDistance, IsTheNearestOfAllPixels) {
    const cpu::Parallel parallel;
    for (const Size size : {Size{37, 23}, Size{1, 40}, Size{300, 1}, Size{1, 1}, Size{600, 9}}) {
        const Image<std::uint8_t> mask = someMask(size);
        const Image<float> distances = *cpu::signedDistances(mask.view(), parallel, {});
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const bool inside = mask(x, y) >= 128;
                int best = (size.width + size.height) * (size.width + size.height);
                for (int j = 0; j < size.height; ++j)
                    for (int i = 0; i < size.width; ++i)
                        if ((mask(i, j) >= 128) != inside)
                            best = std::min(best, (i - x) * (i - x) + (j - y) * (j - y));
                const bool found = best < (size.width + size.height) * (size.width + size.height);
                const float nearest = found ? std::sqrt(static_cast<float>(best)) - 0.5f
                                            : static_cast<float>(size.width + size.height);
                ASSERT_EQ(distances(x, y), inside ? -nearest : nearest) << x << ',' << y;
            }
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(cpu::signedDistances(someMask({9, 9}).view(), parallel, stop.get_token()));
}

TEST(FormulaPicture, SeesTheDocument) {
    const Size size{30, 20};
    auto pictures = std::make_shared<DocumentPictures>();
    Image<Rgba8> photo(size);
    for (int i = 0; i < 600; ++i)
        photo.data()[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 3), 7, 9};
    const Image<Rgba8> pixels = photo.clone();
    pictures->photo = std::make_shared<const Image<Rgba8>>(std::move(photo));
    pictures->mask = hostFrame(someMask(size));
    const auto generator = makeCpuGenerator();
    generator->setDocument(pictures);
    const auto seen = [&](const char* text) {
        return *generator->render(rawFormula(text), size, Rect::of(size));
    };
    // At the size of the document, pixel for pixel.
    const Image<Rgb32f> img = seen("img(x, y)"), mask = seen("mask(x, y)"), dist = seen("dist(x, y)");
    const Image<float> distances = *cpu::signedDistances(pictures->mask->view(), cpu::Parallel(), {});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            EXPECT_NEAR(img(x, y).r, static_cast<float>(pixels(x, y).r) / 255, 2e-4f);
            EXPECT_NEAR(img(x, y).b, 7.0f / 255, 1e-6f);
            EXPECT_NEAR(mask(x, y).r, static_cast<float>(pictures->mask->at(x, y)) / 255, 2e-4f);
            EXPECT_NEAR(dist(x, y).r, distances(x, y) / 10, 1e-4f) << "half the shorter side is 1";
        }
    // Half-way between middles: the mean; outside: the border.
    const float between = seen("mask((px + 1) / w, 0.5 / h)")(5, 3).r;
    EXPECT_NEAR(between, static_cast<float>(pictures->mask->at(5, 0) + pictures->mask->at(6, 0)) / 510,
                1e-4f);
    EXPECT_NEAR(seen("img(-5, 0.5 / h).g")(0, 0).r, static_cast<float>(pixels(0, 0).g) / 255, 1e-6f);
    EXPECT_NEAR(seen("img(9, 9).g")(0, 0).r, static_cast<float>(pixels(29, 19).g) / 255, 1e-6f);
    generator->setDocument(nullptr);
    EXPECT_EQ(seen("vec3(mask(x, y), dist(x, y), img(x, y).g)")(3, 3), (Rgb32f{0, 1, 0.5f}));
}

TEST(FormulaPicture, MeasuresAMaskOnce) {
    auto pictures = std::make_shared<DocumentPictures>();
    const Size size{64, 48};
    pictures->mask = hostFrame(someMask(size));
    const auto generator = makeCpuGenerator();
    generator->setDocument(pictures);
    const auto allocations = [&] {
        const FailingAllocations gate(1000);
        (void)generator->render(rawFormula("dist(x, y)"), size, Rect::of(size));
        return gate.seen();
    };
    const int first = allocations();
    EXPECT_EQ(allocations(), first - 1);
    generator->setDocument(std::make_shared<DocumentPictures>(*pictures));
    EXPECT_EQ(allocations(), first - 1) << "the same mask in another document";
    pictures = std::make_shared<DocumentPictures>();
    pictures->mask = hostFrame(someMask(size));
    generator->setDocument(pictures);
    EXPECT_EQ(allocations(), first);
}

TEST(FormulaPicture, OutlivesFailedAllocationsAndStops) {
    auto pictures = std::make_shared<DocumentPictures>();
    const Size size{64, 48};
    pictures->mask = hostFrame(someMask(size));
    const PictureRecipe recipe = rawFormula("dist(x, y) + mask(x, y)");
    const auto generator = makeCpuGenerator(), other = makeCpuGenerator();
    generator->setDocument(pictures);
    other->setDocument(pictures);
    const Image<Rgb32f> expected = *other->render(recipe, size, Rect::of(size));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(generator->render(recipe, size, Rect::of(size), stop.get_token()));
    for (int allowed = 0;; ++allowed) {
        ASSERT_LT(allowed, 10);
        const FailingAllocations gate(allowed);
        try {
            EXPECT_TRUE(sameBits(*generator->render(recipe, size, Rect::of(size)), expected));
            EXPECT_GE(allowed, 1);
            break;
        } catch (const OutOfMemory&) {
        }
    }
}

}  // namespace
}  // namespace fretsaw
