// The containers of pixels: views, images, buffers, rectangles, and the gate that lets tests run out of
// memory. No picture content here.
#include "core/image/Image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <vector>

#include "core/image/Error.h"
#include "core/image/Progress.h"

namespace fretsaw {
namespace {

static_assert(!std::is_copy_constructible_v<Image<int>>, "copies of pixels are spelt clone()");
static_assert(std::is_nothrow_move_constructible_v<Image<int>>);
static_assert(sizeof(Rgba8) == 4 && sizeof(Rgba16) == 8, "files and textures rely on tight pixels");

class AllocationTest : public testing::Test {
protected:
    void SetUp() override { before_ = allocatedBytes(); }
    void TearDown() override {
        setAllocationGate(nullptr, nullptr);
        EXPECT_EQ(allocatedBytes(), before_) << "memory was lost";
    }
    std::uint64_t before_ = 0;
};

TEST(Rect, NormalizedKeepsThePixels) {
    EXPECT_EQ((Rect{10, 10, -4, 2}.normalized()), (Rect{6, 10, 4, 2}));
    EXPECT_EQ((Rect{3, 9, 2, -5}.normalized()), (Rect{3, 4, 2, 5}));
    EXPECT_EQ((Rect{1, 2, 3, 4}.normalized()), (Rect{1, 2, 3, 4}));
}

TEST(Rect, IntersectionAndUnionAgreeWithPixelByPixelMembership) {
    std::vector<Rect> all;
    for (int x : {-1, 0, 2}) {
        for (int y : {0, 1}) {
            for (int w : {0, 1, 3}) all.push_back({x, y, w, 2});
        }
    }
    for (const Rect& a : all) {
        for (const Rect& b : all) {
            const Rect both = a.intersected(b), either = a.united(b);
            std::int64_t common = 0;
            for (int y = -2; y < 5; ++y) {
                for (int x = -3; x < 8; ++x) {
                    const bool inA = a.contains(x, y), inB = b.contains(x, y);
                    EXPECT_EQ(both.contains(x, y), inA && inB);
                    EXPECT_TRUE(either.contains(x, y) || !(inA || inB));
                    common += inA && inB;
                }
            }
            EXPECT_EQ(both.area(), common);
        }
    }
}

TEST(Size, AreaDoesNotOverflowAndIsNeverNegative) {
    constexpr int kMost = std::numeric_limits<int>::max();
    EXPECT_EQ((Size{kMost, kMost}.area()), static_cast<std::int64_t>(kMost) * kMost);
    EXPECT_EQ((Size{-3, 5}.area()), 0);
    EXPECT_TRUE((Size{0, 5}.empty()));
}

TEST(ImageView, SubAddressesTheSamePixels) {
    Image<int> image({7, 5});
    for (int y = 0; y < 5; ++y) {
        for (int x = 0; x < 7; ++x) image(x, y) = 10 * y + x;
    }
    const ImageView<int> part = image.view().sub({2, 1, 4, 3});
    EXPECT_EQ(part(0, 0), 12);
    EXPECT_EQ(part(3, 2), 35);
    part(1, 1) = -1;
    EXPECT_EQ(image(3, 2), -1);
    EXPECT_EQ(part.sub({1, 1, 1, 1})(0, 0), -1);
    const ImageView<const int> constant = part;
    EXPECT_EQ(&constant(1, 1), &image(3, 2));
}

TEST(ImageView, StrideMayExceedTheWidth) {
    std::vector<std::uint8_t> memory(40, 9);
    const ImageView<std::uint8_t> view(memory.data(), {3, 4}, 10);
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 3; ++x) view(x, y) = 1;
    }
    for (int i = 0; i < 40; ++i) EXPECT_EQ(memory[i], i % 10 < 3 ? 1 : 9);
}

TEST_F(AllocationTest, ImageFillsMovesAndClones) {
    Image<Rgba8> image({3, 2}, {1, 2, 3, 4});
    EXPECT_EQ(image(2, 1), (Rgba8{1, 2, 3, 4}));
    const Rgba8* pixels = image.data();

    Image<Rgba8> copy = image.clone();
    copy(0, 0) = {};
    EXPECT_EQ(image(0, 0), (Rgba8{1, 2, 3, 4}));

    Image<Rgba8> moved = std::move(image);
    EXPECT_EQ(moved.data(), pixels);
    EXPECT_EQ(moved.size(), (Size{3, 2}));
}

TEST_F(AllocationTest, EmptyImagesTakeNoMemory) {
    const Image<int> none, flat({0, 100}), negative({-1, 100});
    EXPECT_TRUE(none.empty() && flat.empty() && negative.empty());
    EXPECT_EQ(allocatedBytes(), before_);
    EXPECT_TRUE(none.clone().empty());
}

TEST_F(AllocationTest, MemoryIsAlignedForVectors) {
    for (std::int64_t count : {1, 3, 64, 1001}) {
        const Buffer<std::uint8_t> buffer(count, std::uint8_t{7});
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
        EXPECT_EQ(buffer[count - 1], 7);
    }
}

TEST_F(AllocationTest, BytesAndPeakAreCounted) {
    resetPeak();
    {
        const Buffer<std::uint32_t> first(1000, 0u);
        EXPECT_EQ(allocatedBytes(), before_ + 4000);
        { const Buffer<std::uint8_t> second(500, std::uint8_t{}); }
    }
    EXPECT_EQ(allocatedBytes(), before_);
    EXPECT_EQ(peakAllocatedBytes(), before_ + 4500);
}

TEST_F(AllocationTest, GateFailsWithTheSizeAndLosesNothing) {
    setAllocationGate([](std::uint64_t bytes, void*) { return bytes < 1000; }, nullptr);
    Image<std::uint8_t> kept({10, 10}, 5);
    try {
        kept = Image<std::uint8_t>({100, 100});
        FAIL() << "the gate was not asked";
    } catch (const OutOfMemory& error) {
        EXPECT_EQ(error.bytes(), 10000u);
        EXPECT_NE(std::string(error.what()).find("memory"), std::string::npos);
    }
    EXPECT_EQ(kept.size(), (Size{10, 10}));
    EXPECT_EQ(kept(9, 9), 5);
}

TEST_F(AllocationTest, ZeroedBuffersHoldZeros) {
    // Small ones are cleared, large ones come so from the system, also after others were given back.
    for (const std::int64_t count : {std::int64_t{100}, std::int64_t{5} << 20}) {
        { Buffer<std::uint32_t> used(count, 7); }
        const auto buffer = Buffer<std::uint32_t>::zeroed(count);
        EXPECT_EQ(allocatedBytes(), before_ + 4 * static_cast<std::uint64_t>(count));
        EXPECT_EQ(std::count(buffer.begin(), buffer.end(), 0u), count);
    }
}

TEST_F(AllocationTest, MoreThanTheMachineHasIsOutOfMemoryNotACrash) {
    EXPECT_THROW((void)allocateBytes(std::uint64_t{1} << 60), OutOfMemory);
}

TEST_F(AllocationTest, MoreThanIsAvailableIsRefusedBeforeItIsWritten) {
    const std::uint64_t available = availableMemoryBytes(), before = allocatedBytes();
    ASSERT_GT(available, 0u);
    if (available == std::numeric_limits<std::uint64_t>::max())
        GTEST_SKIP() << "This system does not tell how much memory is available.";
    EXPECT_THROW((void)allocateBytes(available + (std::uint64_t{1} << 30)), OutOfMemory);
    EXPECT_EQ(allocatedBytes(), before);
}

TEST_F(AllocationTest, CountsFromManyThreads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([] {
            for (int i = 0; i < 500; ++i) Image<int> image({8, 8}, i);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST(Errors, AreSentencesOfOneFamily) {
    const IoError error("photo.jpg", "no such file");
    EXPECT_EQ(error.path(), "photo.jpg");
    EXPECT_STREQ(error.what(), "photo.jpg: no such file");
    EXPECT_THROW(throw BackendError("The GPU is gone.", true), Error);
    EXPECT_THROW(throw InvalidArgument("Too large."), Error);
}

TEST(ProgressReport, EmptyFunctionIsAllowed) {
    report({}, 0.5);
    double seen = 0;
    report([&](double fraction) { seen = fraction; }, 0.5);
    EXPECT_EQ(seen, 0.5);
}

}  // namespace
}  // namespace fretsaw
