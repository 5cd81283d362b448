// Compiling while the program runs: what compiles, what is said of what does not, and what if there is no
// compiler. Needs no GPU; without NVRTC only the latter is tested.
#include "core/cuda/Nvrtc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/cuda/FormulaSource.h"
#include "core/cuda/KernelCache.h"
#include "tests/common/FormulaTexts.h"
#include "tests/common/TemporaryFolder.h"

namespace fretsaw::cuda {
namespace {

using testing::HasSubstr;

TEST(NvrtcErrors, AMissingCompilerIsNamed) {
    const std::string nowhere[] = {"libnvrtc.so.0", "/nowhere/libnvrtc.so.13"};
    try {
        const Nvrtc nvrtc(nowhere);
        ADD_FAILURE() << "no error";
    } catch (const BackendError& error) {
        EXPECT_THAT(error.what(), HasSubstr("NVRTC"));
        EXPECT_FALSE(error.sticky());
    }
    const std::string another[] = {"libm.so.6"};
    EXPECT_THROW(Nvrtc{another}, BackendError);
}

TEST(NvrtcErrors, PlacesAreThoseOfTheFirstErrorsText) {
    const CompileError known = compileErrorOf(
        "kernel(2): warning #177-D: variable \"y\" was declared but never referenced\n    int y = 0;\n       "
        " ^\n\n"
        "kernel(3): error: identifier \"foo\" is undefined\n    image[0] = foo;\n               ^\n\n"
        "kernel(9): error: another\n");
    EXPECT_EQ(known.line(), 3);
    EXPECT_EQ(known.column(), 14);
    EXPECT_EQ(known.reason(), "identifier \"foo\" is undefined");
    EXPECT_STREQ(known.what(), "Line 3, column 14: identifier \"foo\" is undefined");
    const CompileError numbered = compileErrorOf("kernel(12): error #20: something\n");
    EXPECT_EQ(numbered.line(), 12);
    EXPECT_EQ(numbered.column(), 0);
    EXPECT_EQ(numbered.reason(), "something");
    const CompileError placeless = compileErrorOf("ptxas fatal: no memory\n");
    EXPECT_EQ(placeless.line(), 0);
    EXPECT_STREQ(placeless.what(), "ptxas fatal: no memory");
    EXPECT_STRNE(compileErrorOf("").what(), "");
}

class NvrtcTest : public testing::Test {
protected:
    void SetUp() override {
        try {
            nvrtc_ = &Nvrtc::ofThisMachine();
        } catch (const BackendError& error) {
            GTEST_SKIP() << error.what();
        }
    }
    const Nvrtc* nvrtc_ = nullptr;
};

TEST_F(NvrtcTest, ErrorsHaveTheLineAndColumnOfTheText) {
    const std::string text =
        "__global__ void generate_image(float* image, int width, int height) {\n"
        "  int x = threadIdx.x;\n"
        "\timage[x] = foo;\n"
        "}\n";
    try {
        (void)nvrtc_->compile(text, 90);
        ADD_FAILURE() << "no error";
    } catch (const CompileError& error) {
        EXPECT_EQ(error.line(), 3);
        EXPECT_EQ(error.column(), 13);
        EXPECT_THAT(error.reason(), HasSubstr("foo"));
    }
}

TEST_F(NvrtcTest, DevicesNewerThanTheCompilerGetCodeForTheDriver) {
    const std::string text = "extern \"C\" __global__ void k(float* v) { v[0] = 1; }";
    EXPECT_EQ(nvrtc_->compile(text, 90).substr(1, 3), "ELF");
    EXPECT_THAT(nvrtc_->compile(text, 990), HasSubstr(".visible .entry k"));
    EXPECT_THROW((void)nvrtc_->compile(text, 10), BackendError);
}

TEST_F(NvrtcTest, NoProductIsFusedIntoASum) {
    const std::string text =
        "extern \"C\" __global__ void k(float* v) { v[0] = v[1] * v[2] + v[3]; v[4] = v[5] / v[6]; }";
    EXPECT_EQ(nvrtc_->compile(text, 990).find("fma."), std::string::npos);
    EXPECT_THAT(nvrtc_->compile(text, 990), HasSubstr("div.rn.f32"));
}

TEST_F(NvrtcTest, WhatIncludesAFileIsNotTakenFromTheCache) {
    const test::TemporaryFolder folder;
    const std::string header = folder.file("value.h");
    const std::string text =
        "#  include \"" + header + "\"\nextern \"C\" __global__ void k(float* v) { VALUE }";
    std::ofstream(header) << "#define VALUE v[0] = 1;\n";
    EXPECT_FALSE(compiledKernel(text, 90)->empty());
    std::ofstream(header) << "#define VALUE no code\n";
    EXPECT_THROW((void)compiledKernel(text, 90), CompileError);
}

TEST_F(NvrtcTest, EveryOperationCompilesForEveryGpu) {
    FormulaProgram all;
    for (int op = 0; op < pixel::kFormulaOps; ++op) {
        FormulaStep step;
        step.op = static_cast<pixel::FormulaOp>(op);
        step.from = {2, 3, 2, 3, 2};
        all.steps.push_back(step);
    }
    all.uniforms = 2;
    const int last = pixel::kFormulaOps - 1;
    all.isColour = true;
    all.result = {last, last - 1, last - 2};
    for (const int capability : {75, 80, 86, 89, 90, 100, 120})
        EXPECT_NO_THROW((void)nvrtc_->compile(formulaSource(all), capability)) << capability;
}

TEST_F(NvrtcTest, RandomFormulasCompile) {
    generate::Dice dice(77);
    for (int i = 0; i < 5; ++i) {
        const auto formula = parseFormula(test::RandomFormula(dice).text());
        EXPECT_NO_THROW((void)nvrtc_->compile(formulaSource(formula->program()), 90)) << formula->text();
    }
}

TEST(FormulaSource, ParametersDoNotGetIntoTheText) {
    const auto text = [](const std::string& formula) {
        return formulaSource(parseFormula(formula)->program());
    };
    EXPECT_EQ(text("//@slider amp 0..1 = 0.25\nx * amp"), text("//@slider amp 0..1 = 0.75\nx * amp"));
    EXPECT_NE(text("x * 0.25"), text("x * 0.75"));
    // Nor does anything that a person wrote, but for numbers.
    EXPECT_EQ(text("//@slider quit 0..1 = 0.5\nevil = x; evil * quit /* } exit(0); */").find("evil"),
              std::string::npos);
}

}  // namespace
}  // namespace fretsaw::cuda
