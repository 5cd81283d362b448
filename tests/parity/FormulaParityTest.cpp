// Formulas: the GPU's pixels are the CPU's, to the bit, whatever the formula is.
// What formulas mean is tested in tests/generate.
#include <gtest/gtest.h>

#include "core/cuda/CudaGenerator.h"
#include "core/cuda/Nvrtc.h"
#include "tests/common/FormulaTexts.h"
#include "tests/cuda/NeedsGpu.h"
#include "tests/generate/FormulaTools.h"

namespace fretsaw {
namespace {

using namespace test;

class FormulaParity : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        try {
            (void)cuda::Nvrtc::ofThisMachine();
        } catch (const BackendError& error) {
            skipFor("No compiler", error.what());
            return;
        }
        gpu_ = cuda::makeGenerator(0, [](const std::string& reason) { ADD_FAILURE() << reason; });
    }

    void setDocument(std::shared_ptr<const DocumentPictures> document) {
        cpu_->setDocument(document);
        gpu_->setDocument(std::move(document));
    }
    void expectSame(const PictureRecipe& recipe, Size size, Rect region) {
        const auto cpu = cpu_->render(recipe, size, region), gpu = gpu_->render(recipe, size, region);
        ASSERT_TRUE(cpu && gpu);
        EXPECT_TRUE(sameBits(*cpu, *gpu)) << recipe.formula()->text();
    }

    std::unique_ptr<Generator> gpu_, cpu_ = makeCpuGenerator();
};

TEST_F(FormulaParity, RandomFormulas) {
    generate::Dice dice(41);
    const auto document = std::make_shared<DocumentPictures>();
    Image<Rgba8> photo({50, 31});
    Image<std::uint8_t> mask({50, 31});
    for (int i = 0; i < 50 * 31; ++i) {
        photo.data()[i] = {static_cast<std::uint8_t>(dice.below(256)), 9, 200, 255};
        mask.data()[i] = i % 50 < 20 && i / 50 > 9 ? 255 : 0;
    }
    document->photo = std::make_shared<const Image<Rgba8>>(std::move(photo));
    document->mask = hostFrame(std::move(mask));
    setDocument(document);
    for (int i = 0; i < 40; ++i) {
        PictureRecipe recipe(parseFormula(RandomFormula(dice).text()));
        recipe.setSeed(static_cast<std::uint32_t>(dice.bits()));
        recipe.set("evolution", static_cast<double>(dice.between(0, 1)));
        recipe.set("raw", static_cast<double>(i % 2));
        expectSame(recipe, {131, 77}, {0, 0, 131, 77});
        expectSame(recipe, {131, 77}, {-40, 60, 90, 35});
        if (HasFailure()) return;
    }
}

TEST_F(FormulaParity, OperandsOfAllKinds) {
    for (const char* text :
         {"sqrt(px * py)", "px / (py - 3)", "pow(px - 20, py - 9)", "mod(px - 20, py - 9)", "log(px - 5)",
          "exp(px * 3 - 60)", "tan(px) * 1e30 * 1e30", "atan2(py - 5, px - 5)",
          "if(px < py, 0 / 0, 1e38 * px)", "floor(px * 1e8) + fract(px * 0.37)", "sin(px * 1e5) + cos(-py)"})
        expectSame(rawFormula(text), {45, 21}, {0, 0, 45, 21});
}

TEST_F(FormulaParity, TheDocumentMayChange) {
    const PictureRecipe recipe = rawFormula("mask(x, y) + 2 * dist(x, y) + vec3(img(x, y))");
    expectSame(recipe, {90, 70}, {0, 0, 90, 70});
    for (const int width : {40, 41, 40}) {
        const auto document = std::make_shared<DocumentPictures>();
        Image<std::uint8_t> mask({width, 30});
        for (int y = 5; y < 20; ++y)
            for (int x = 7; x < width - 9; ++x) mask(x, y) = 255;
        document->mask = hostFrame(std::move(mask));
        document->photo = std::make_shared<const Image<Rgba8>>(Size{width, 30}, Rgba8{9, 99, 200, 255});
        setDocument(document);
        expectSame(recipe, {90, 70}, {0, 0, 90, 70});
    }
    setDocument(nullptr);
    expectSame(recipe, {90, 70}, {0, 0, 90, 70});
}

TEST_F(FormulaParity, SeveralBands) {
    expectSame(rawFormula("fbm(4 * u, 4 * v, 8)"), {4096, 2100}, {0, 0, 4096, 2100});
}

}  // namespace
}  // namespace fretsaw
