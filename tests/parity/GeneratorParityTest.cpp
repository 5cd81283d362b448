// Generated pictures: the GPU's pixels are the CPU's, to the bit.
// What the pictures are is tested in tests/generate.
#include "core/cuda/CudaGenerator.h"
#include "core/cuda/Faults.h"
#include "core/generate/ReserveGenerator.h"
#include "core/image/Error.h"
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

TEST_F(GeneratorParity, PicturesThatStayOnTheDeviceAreTheSameLevels) {
    const std::uint64_t before = cuda::deviceBytes();
    auto gpu = cuda::makeGenerator(0);
    const auto recipe = PictureRecipe::parse("marble/1 seed=9");
    const Rect region{-30, 11, 333, 217};
    const auto frame = gpu->renderOnDevice(recipe, {400, 300}, region, {});
    ASSERT_TRUE(frame);
    gpu.reset();
    EXPECT_TRUE(frame->isOnDevice());
    ASSERT_EQ(frame->size(), region.size());
    EXPECT_EQ(cuda::deviceBytes(), before + static_cast<std::uint64_t>(region.area()) * 4);
    const Image<Rgb32f> expected = rendered(recipe, {400, 300}, region);
    EXPECT_EQ(frame->at(7, 200), rgba8From(expected(7, 200)));
    for (int y = 0; y < region.height; ++y)
        for (int x = 0; x < region.width; ++x)
            ASSERT_EQ(frame->view()(x, y), rgba8From(expected(x, y))) << x << ' ' << y;
    std::stop_source stopped;
    stopped.request_stop();
    gpu = cuda::makeGenerator(0);
    EXPECT_FALSE(gpu->renderOnDevice(recipe, {400, 300}, region, stopped.get_token()));
    EXPECT_FALSE(gpu->renderOnDevice(PictureRecipe::parse("product/1 auto=off"), {400, 300}, region, {}));
}

TEST_F(GeneratorParity, LittleMemoryMeansSmallerBandsAndNoneIsKept) {
    const std::uint64_t before = cuda::deviceBytes();
    const auto gpu = cuda::makeGenerator(0);
    static std::uint64_t largest;
    largest = 0;
    cuda::setDeviceAllocationGate(
        [](std::uint64_t bytes, void*) {
            if (bytes > 100'000) return false;
            largest = std::max(largest, bytes);
            return true;
        },
        nullptr);
    expectSame(*gpu, PictureRecipe::parse("fbm/1 seed=5"), {640, 481}, {0, 0, 640, 481});
    EXPECT_GT(largest, 0u);
    EXPECT_EQ(cuda::deviceBytes(), before);
    cuda::setDeviceAllocationGate([](std::uint64_t, void*) { return false; }, nullptr);
    EXPECT_THROW((void)gpu->render(PictureRecipe::parse("fbm/1"), {64, 64}, {0, 0, 64, 64}), OutOfMemory);
    cuda::setDeviceAllocationGate(nullptr, nullptr);
    expectSame(*gpu, PictureRecipe::parse("fbm/1 seed=6"), {64, 64}, {0, 0, 64, 64});
    EXPECT_EQ(cuda::deviceBytes(), before);
}

/// Lets calls pass; from then on all fail.
struct LastCall {
    int left;
    bool struck = false;
};

TEST_F(GeneratorParity, AnyCallMayBeTheLast) {
    PictureRecipe recipe = quickRecipe(*generatorNamed("reaction"));
    recipe.set("steps", 2.0);
    const Size size{320, 200};
    for (int at = 0;; at += 1 + at / 16) {
        SCOPED_TRACE(at);
        LastCall fault{at};
        cuda::setCallFault(
            [](const char*, void* self) {
                auto& last = *static_cast<LastCall*>(self);
                last.struck = last.struck || last.left-- == 0;
                return last.struck ? 719 : 0;
            },
            &fault);
        int said = 0;
        {
            const auto generator =
                makeReserveGenerator([] { return cuda::makeGenerator(0); }, [] { return makeCpuGenerator(); },
                                     [&](const std::string&) { ++said; });
            for (int i = 0; i < 2; ++i) expectSame(*generator, recipe, size, Rect::of(size));
        }
        cuda::setCallFault(nullptr, nullptr);
        EXPECT_EQ(said, fault.struck ? 1 : 0);
        if (!fault.struck || HasFailure()) break;
    }
}

}  // namespace
}  // namespace fretsaw
