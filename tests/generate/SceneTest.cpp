// What tests and benches rely on in a generated scene: repeatable bytes, a true object, a box around it.
// How it looks is judged by eye, not here.
#include "core/generate/Scene.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/image/Error.h"
#include "tests/common/FailingAllocations.h"

namespace fretsaw {
namespace {

bool sameBytes(const Scene& a, const Scene& b) {
    return a.picture.size() == b.picture.size() && a.box == b.box &&
           std::memcmp(a.picture.data(), b.picture.data(), a.picture.size().area() * sizeof(Rgba8)) == 0 &&
           std::memcmp(a.truth.data(), b.truth.data(), a.truth.size().area()) == 0;
}

std::uint64_t fingerprint(const Scene& scene) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    const auto add = [&](const void* data, std::int64_t bytes) {
        for (std::int64_t i = 0; i < bytes; ++i) {
            hash = (hash ^ static_cast<const std::uint8_t*>(data)[i]) * 1099511628211u;
        }
    };
    add(scene.picture.data(), scene.picture.size().area() * static_cast<std::int64_t>(sizeof(Rgba8)));
    add(scene.truth.data(), scene.truth.size().area());
    return hash;
}

std::int64_t objectPixels(const Scene& scene) {
    std::int64_t count = 0;
    for (int y = 0; y < scene.truth.height(); ++y) {
        for (int x = 0; x < scene.truth.width(); ++x) count += scene.truth(x, y) == 255;
    }
    return count;
}

TEST(Scene, SameSeedGivesTheSameBytes) {
    EXPECT_TRUE(sameBytes(makeScene({203, 151}, 7), makeScene({203, 151}, 7)));
}

TEST(Scene, SeedsDiffer) {
    const Scene first = makeScene({160, 120}, 1);
    for (std::uint64_t seed : {0u, 2u, 3u, 4u, 5u}) {
        const Scene other = makeScene({160, 120}, seed);
        EXPECT_FALSE(sameBytes(first, other)) << seed;
        EXPECT_NE(std::memcmp(first.truth.data(), other.truth.data(), first.truth.size().area()), 0) << seed;
    }
}

TEST(Scene, BytesAreTheSameOnEveryMachine) {
    // Recorded once; compilers, optimisation levels and instruction sets must all give them.
    EXPECT_EQ(fingerprint(makeScene({240, 160}, 1)), 11645660030014402061u);
    EXPECT_EQ(fingerprint(makeScene({61, 300}, 12345678901234567890u)), 5112648039817462461u);
}

class SceneSizes : public testing::TestWithParam<Size> {};

TEST_P(SceneSizes, ObjectLiesInsideItsBoxAndBoxInsideThePicture) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Scene scene = makeScene(GetParam(), seed);
        ASSERT_EQ(scene.picture.size(), GetParam());
        ASSERT_EQ(scene.truth.size(), GetParam());
        EXPECT_EQ(scene.box.intersected(Rect::of(GetParam())), scene.box);
        EXPECT_LT(scene.box.area(), GetParam().area());
        for (int y = 0; y < scene.truth.height(); ++y) {
            for (int x = 0; x < scene.truth.width(); ++x) {
                const std::uint8_t value = scene.truth(x, y);
                ASSERT_TRUE(value == 0 || value == 255);
                ASSERT_EQ(scene.picture(x, y).a, 255);
                const bool onRim = x == scene.box.x || x == scene.box.right() - 1 || y == scene.box.y ||
                                   y == scene.box.bottom() - 1;
                const bool mustBeGround = onRim || !scene.box.contains(x, y);
                if (mustBeGround) {
                    ASSERT_EQ(value, 0) << seed << " at " << x << ',' << y;
                }
            }
        }
        EXPECT_GT(objectPixels(scene), scene.box.area() / 4) << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(All, SceneSizes,
                         testing::Values(Size{16, 16}, Size{17, 400}, Size{400, 17}, Size{160, 120},
                                         Size{301, 299}));

TEST(Scene, GrowsWithThePicture) {
    const Scene small = makeScene({120, 80}, 3), large = makeScene({480, 320}, 3);
    const double ratio = static_cast<double>(objectPixels(large)) / static_cast<double>(objectPixels(small));
    EXPECT_NEAR(ratio, 16.0, 1.6);
}

TEST(Scene, RefusesSizesOutsideItsRange) {
    EXPECT_THROW((void)makeScene({15, 100}, 1), InvalidArgument);
    EXPECT_THROW((void)makeScene({100, 0}, 1), InvalidArgument);
    EXPECT_THROW((void)makeScene({-5, 100}, 1), InvalidArgument);
    EXPECT_THROW((void)makeScene({32769, 16}, 1), InvalidArgument);
}

TEST(Scene, EveryAllocationMayFail) {
    int seen = 0;
    for (int allowed = 0;; ++allowed) {
        const std::uint64_t before = allocatedBytes();
        bool failed = false;
        {
            const test::FailingAllocations gate(allowed);
            try {
                (void)makeScene({32, 32}, 1);
            } catch (const OutOfMemory&) {
                failed = true;
            }
            seen = gate.seen();
        }
        EXPECT_EQ(allocatedBytes(), before);
        if (!failed) break;
        ASSERT_LT(allowed, 100);
    }
    EXPECT_GE(seen, 2);
}

}  // namespace
}  // namespace fretsaw
