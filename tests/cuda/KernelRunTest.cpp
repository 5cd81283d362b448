// Kernels that run on a GPU, and some that go wrong there.
// None of them is endless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "core/cuda/KernelJob.h"
#include "core/image/Error.h"
#include "tests/cuda/NeedsGpu.h"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;

struct KernelRun : GpuTest {
    static std::string kernel(const std::string& body) {
        return "__global__ void generate_image(float* image, int width, int height) {\n"
               "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
               "  if (x >= width || y >= height) return;\n  " +
               body + "\n}\n";
    }
    static std::optional<Image<float>> run(const std::string& text, Size size, double seconds = 10) {
        return cuda::runKernel(cuda::kernelHelper(), text, size, {60, 60, seconds});
    }
    static std::string errorOf(const std::string& text, double seconds = 10) {
        try {
            (void)run(text, {64, 48}, seconds);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }
};

TEST_F(KernelRun, TheProductWithItsSquareRootAtAnySize) {
    for (const Size size : {Size{1024, 768}, Size{250, 97}, Size{1, 1}, Size{17, 16}}) {
        const auto picture = run(kernel("image[y * width + x] = sqrtf((float)x * (float)y);"), size);
        ASSERT_TRUE(picture);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                ASSERT_EQ((*picture)(x, y), std::sqrt(static_cast<float>(x) * static_cast<float>(y)));
    }
}

TEST_F(KernelRun, PlainNamesAndUntouchedPixels) {
    const auto picture = run("extern \"C\" " + kernel("if (x == 3) image[y * width + x] = y;"), {33, 20});
    ASSERT_TRUE(picture);
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 33; ++x) ASSERT_EQ((*picture)(x, y), x == 3 ? static_cast<float>(y) : 0.0f);
}

TEST_F(KernelRun, ABadPointerIsAMessage) {
    EXPECT_THAT(errorOf(kernel("*(float*)(16 + 4 * x) = 1;")), HasSubstr("The GPU failed"));
    EXPECT_THAT(errorOf(kernel("if (x == 0) __trap();")), HasSubstr("The GPU failed"));
    // And that GPU still computes.
    EXPECT_TRUE(run(kernel("image[y * width + x] = 1;"), {40, 30}));
}

TEST_F(KernelRun, ALongKernelIsEnded) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string fiveSeconds =
        "__device__ long long now() { long long t; asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(t)); "
        "return t; }\n" +
        kernel(
            "long long end = now() + 5000000000ll; for (int i = 0; i < 1000000000 && now() < end; ++i) "
            "__nanosleep(1000);\n"
            "  image[y * width + x] = 1;");
    EXPECT_THAT(errorOf(fiveSeconds, 1), HasSubstr("The kernel took longer than 1 s"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    EXPECT_TRUE(run(kernel("image[y * width + x] = 1;"), {40, 30}));
}

}  // namespace
}  // namespace fretsaw::test
