// Generated pictures: the GPU's pixels are the CPU's, to the bit.
// What the pictures are is tested in tests/generate.
#include "core/cuda/CudaGenerator.h"
#include "tests/cuda/NeedsGpu.h"
#include "tests/generate/GeneratorTools.h"

namespace fretsaw {
namespace {

using namespace test;

class GeneratorParity : public GpuTest {
protected:
    static void expectSame(Generator& gpu, const PictureRecipe& recipe, Size size, Rect region) {
        const auto cpu = makeCpuGenerator()->render(recipe, size, region);
        const auto device = gpu.render(recipe, size, region);
        ASSERT_TRUE(cpu && device);
        EXPECT_TRUE(sameBits(*cpu, *device)) << recipe.text() << " " << size.width << "x" << size.height;
    }
};

TEST_F(GeneratorParity, EveryGeneratorAtOddSizes) {
    const auto gpu = cuda::makeGenerator(0);
    for (const GeneratorInfo& info : generators())
        for (const std::uint32_t seed : {0u, 1u, 0x7fffffffu, 0xffffffffu}) {
            PictureRecipe recipe = quickRecipe(info);
            recipe.setSeed(seed);
            expectSame(*gpu, recipe, {250, 97}, {0, 0, 250, 97});
            for (const char* key : {"warp", "contrast", "bias", "evolution"})
                if (info.has(key)) recipe.set(key, 0.37);
            if (info.has("rotation")) recipe.set("rotation", 33.0);
            expectSame(*gpu, recipe, {129, 65}, {-20, 7, 61, 90});
            if (!info.has("tile")) continue;
            recipe.set("tile", 1.0);
            expectSame(*gpu, recipe, {61, 47}, {-70, -50, 150, 131});
        }
}

TEST_F(GeneratorParity, EveryBasisAndChoice) {
    const auto gpu = cuda::makeGenerator(0);
    for (const GeneratorInfo& info : generators())
        for (const Parameter& p : info.parameters) {
            if (p.type != Parameter::Type::Choice && p.type != Parameter::Type::Toggle) continue;
            for (int i = 0; i <= static_cast<int>(p.high); ++i) {
                PictureRecipe recipe = quickRecipe(info);
                recipe.set(p.key, static_cast<double>(i));
                expectSame(*gpu, recipe, {131, 75}, {0, 0, 131, 75});
            }
        }
}

TEST_F(GeneratorParity, FarAwayAndInSeveralBands) {
    const auto gpu = cuda::makeGenerator(0);
    expectSame(*gpu, PictureRecipe::parse("fbm/1 offset-x=-2147483648 offset-y=1e6 octaves=3"), {64, 64},
               {0, 0, 64, 64});
    expectSame(*gpu, PictureRecipe::parse("perlin/1"), {4096, 2100}, {0, 0, 4096, 2100});
    expectSame(*gpu, PictureRecipe::parse("product/1 auto=off"), {1024, 768}, {0, 0, 1024, 768});
}

TEST_F(GeneratorParity, StopsAndGoesOnAfterwards) {
    const auto gpu = cuda::makeGenerator(0);
    std::stop_source stopped;
    stopped.request_stop();
    for (const GeneratorInfo& info : generators()) {
        const PictureRecipe recipe = quickRecipe(info);
        EXPECT_FALSE(gpu->render(recipe, {320, 240}, {0, 0, 320, 240}, stopped.get_token()));
        expectSame(*gpu, recipe, {64, 48}, {0, 0, 64, 48});
    }
}

}  // namespace
}  // namespace fretsaw
