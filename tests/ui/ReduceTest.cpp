// Planes shrunk for coarser levels, against plain loops.
// No OpenGL.
#include "app/ui/Reduce.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "app/ui/TileGrid.h"

namespace fretsaw::ui {
namespace {

constexpr Size kSize{37, 21};

Image<Rgba8> randomColours(unsigned seed, bool opaque) {
    std::mt19937 random(seed);
    Image<Rgba8> image(kSize);
    const auto byte = [&] { return static_cast<std::uint8_t>(random() % 256); };
    for (int y = 0; y < kSize.height; ++y)
        for (int x = 0; x < kSize.width; ++x)
            image(x, y) = {byte(), byte(), byte(), opaque ? std::uint8_t{255} : byte()};
    return image;
}

/// Mean over a block of what value(x, y) gives, in floating point.
template <typename Value>
double blockMean(int tx, int ty, int level, Value value) {
    double sum = 0;
    int count = 0;
    for (int y = ty << level; y < std::min((ty + 1) << level, kSize.height); ++y)
        for (int x = tx << level; x < std::min((tx + 1) << level, kSize.width); ++x, ++count)
            sum += value(x, y);
    return sum / count;
}

TEST(Reduce, OpaqueColoursAreBlockMeansWithinHalfAStep) {
    const Image<Rgba8> image = randomColours(1, true);
    for (int level = 0; level <= 6; ++level) {
        const Rect all = TileGrid::texelsOf(Rect::of(kSize), level);
        for (const Rect part : {all, Rect{all.width / 2, all.height / 2, 1, 1}}) {
            std::vector<Rgba8> out(static_cast<std::size_t>(part.area()));
            reduceColours(image.view(), level, part, Quality::Average, out.data());
            for (int i = 0; i < part.area(); ++i) {
                const int x = part.x + i % part.width, y = part.y + i / part.width;
                const Rgba8 p = out[static_cast<std::size_t>(i)];
                EXPECT_NEAR(p.r, blockMean(x, y, level, [&](int u, int v) { return image(u, v).r; }), 0.5001);
                EXPECT_NEAR(p.b, blockMean(x, y, level, [&](int u, int v) { return image(u, v).b; }), 0.5001);
                EXPECT_EQ(p.a, 255);
            }
        }
    }
}

TEST(Reduce, InvisiblePixelsLendNoColour) {
    Image<Rgba8> image(kSize, Rgba8{255, 0, 0, 0});
    image(0, 0) = {0, 200, 0, 255};
    Rgba8 out;
    reduceColours(image.view(), 1, {0, 0, 1, 1}, Quality::Average, &out);
    EXPECT_EQ(out, (Rgba8{0, 50, 0, 64}));
    reduceColours(image.view(), 0, {1, 0, 1, 1}, Quality::Average, &out);
    EXPECT_EQ(out, (Rgba8{0, 0, 0, 0}));
}

TEST(Reduce, MaskIsTheBlockMean) {
    std::mt19937 random(2);
    Image<std::uint8_t> mask(kSize);
    for (int i = 0; i < kSize.area(); ++i) mask.data()[i] = random() % 2 != 0U ? 255 : 0;
    for (int level = 0; level <= 5; ++level) {
        const Rect all = TileGrid::texelsOf(Rect::of(kSize), level);
        std::vector<std::uint8_t> out(static_cast<std::size_t>(all.area()));
        reduceMask(mask.view(), level, all, Quality::Average, out.data());
        for (int i = 0; i < all.area(); ++i)
            EXPECT_NEAR(
                out[static_cast<std::size_t>(i)],
                blockMean(i % all.width, i / all.width, level, [&](int u, int v) { return mask(u, v); }),
                0.5001);
    }
}

TEST(Reduce, OneLabelledPixelShowsAtEveryLevelAndSureWinsOverProbable) {
    for (int level = 0; level <= 5; ++level) {
        Image<Label> labels(kSize, Label::None);
        labels(36, 20) = Label::ProbableForeground;
        const Rect texel{36 >> level, 20 >> level, 1, 1};
        std::uint8_t out = 9;
        reduceLabels(labels.view(), level, texel, Quality::Average, &out);
        EXPECT_EQ(static_cast<Label>(out), Label::ProbableForeground);
        if (level == 0) continue;
        labels(texel.x << level, texel.y << level) = Label::SureBackground;
        reduceLabels(labels.view(), level, texel, Quality::Average, &out);
        EXPECT_EQ(static_cast<Label>(out), Label::SureBackground);
    }
}

TEST(Reduce, SamplesAreExactOnFlatPicturesAndStayInside) {
    const Image<Rgba8> image(kSize, Rgba8{12, 34, 56, 255});
    for (int level = 0; level <= 6; ++level) {
        const Rect all = TileGrid::texelsOf(Rect::of(kSize), level);
        std::vector<Rgba8> out(static_cast<std::size_t>(all.area()));
        reduceColours(image.view(), level, all, Quality::Sample, out.data());
        for (const Rgba8 p : out) EXPECT_EQ(p, (Rgba8{12, 34, 56, 255}));
    }
}

}  // namespace
}  // namespace fretsaw::ui
