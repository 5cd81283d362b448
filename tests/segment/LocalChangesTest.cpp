// Local changes beside their definition, pixel by pixel; and runs in which masks differ.
// Whole sessions with the option are in LiveTest.cpp.
#include "core/segment/LocalChanges.h"

#include <gtest/gtest.h>

#include <random>

#include "core/image/Error.h"
#include "tests/segment/SegmentTools.h"

namespace fretsaw {
namespace {

using MaskImage = Image<std::uint8_t>;
using Random = std::mt19937;

MaskImage randomMask(Size size, int percent, Random& random) {
    MaskImage mask(size);
    for (std::int64_t i = 0; i < size.area(); ++i)
        mask.data()[i] = static_cast<int>(random() % 100) < percent ? 255 : 0;
    return mask;
}

bool same(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    return std::equal(a.data(), a.data() + a.size().area(), b.data());
}

std::int64_t foregroundOf(ImageView<const std::uint8_t> mask) {
    return std::count(mask.data(), mask.data() + mask.size().area(), 255);
}

/// By the definition: what differs, holds or touches a stroke's pixel, spreads until nothing is added.
MaskImage expectedMask(const MaskImage& base, ImageView<const std::uint8_t> cut, const Image<bool>& strokes) {
    MaskImage mask = base.clone();
    const auto nearby = [&](int x, int y, const auto& holds) {
        for (int v = std::max(y - 1, 0); v <= std::min(y + 1, mask.height() - 1); ++v)
            for (int u = std::max(x - 1, 0); u <= std::min(x + 1, mask.width() - 1); ++u)
                if (holds(u, v)) return true;
        return false;
    };
    Image<bool> taken(mask.size(), false);
    for (bool added = true; added;) {
        added = false;
        for (int y = 0; y < mask.height(); ++y)
            for (int x = 0; x < mask.width(); ++x) {
                if (base(x, y) == cut(x, y) || taken(x, y)) continue;
                if (!nearby(x, y, [&](int u, int v) { return strokes(u, v) || taken(u, v); })) continue;
                taken(x, y) = added = true;
                mask(x, y) = cut(x, y);
            }
    }
    return mask;
}

TEST(LocalChanges, AreThoseJoinedToAStroke) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        const Size size{1 + static_cast<int>(random() % 40), 1 + static_cast<int>(random() % 30)};
        const MaskImage base = randomMask(size, 50, random);
        MaskImage toCut = base.clone();
        const MaskImage differs = randomMask(size, 5 + round, random);
        for (std::int64_t i = 0; i < size.area(); ++i) toCut.data()[i] ^= differs.data()[i];
        const auto cut = hostFrame(std::move(toCut));

        LocalChanges local;
        EXPECT_FALSE(local.applies());
        local.settle({hostFrame(base.clone()), foregroundOf(base.view())});
        Image<Label> labels(size, Label::None);
        Image<bool> strokes(size, false);
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(local.applies(), i > 0);
            const PointF at{static_cast<double>(random() % 40), static_cast<double>(random() % 30)};
            const Image<Label> before = labels.clone();
            const LabelPatch patch =
                paintStroke(labels.view(), {Label::SureForeground, 1 + 2.0 * i, {{0.5, 0.5}, at}});
            local.note(before.view(), patch);
            for (std::int64_t p = 0; p < size.area(); ++p)
                strokes.data()[p] |= before.data()[p] != labels.data()[p];
            if (!local.applies()) break;  // off the picture
            const CleanMask mask = local.masked(cut, {}).value();
            ASSERT_TRUE(same(mask.mask->view(), expectedMask(base, cut->view(), strokes).view()))
                << "round " << round;
            EXPECT_EQ(mask.foreground, foregroundOf(mask.mask->view()));
            Rect changed;
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    if (mask.mask->view()(x, y) != base(x, y)) changed = changed.united({x, y, 1, 1});
            EXPECT_EQ(local.changed(), changed);
            EXPECT_EQ(local.masked(cut, {})->mask, mask.mask) << "made twice";
        }
    }
}

TEST(LocalChanges, StopWhenAsked) {
    const Size size{50, 40};
    LocalChanges local;
    local.settle({hostFrame(MaskImage(size)), 0});
    const Image<Label> labels(size, Label::None);
    local.note(labels.view(), test::fill({10, 10, 5, 5}, Label::SureForeground));
    std::stop_source stop;
    stop.request_stop();
    const auto cut = hostFrame(MaskImage(size, 255));
    EXPECT_FALSE(local.masked(cut, stop.get_token()));
    EXPECT_EQ(local.masked(cut, {})->foreground, size.area());
}

TEST(MaskDelta, TakesEachMaskToTheOther) {
    Random random(4);
    for (int round = 0; round < 20; ++round) {
        const Size size{1 + static_cast<int>(random() % 70), 1 + static_cast<int>(random() % 20)};
        MaskImage a = randomMask(size, 50, random), b = randomMask(size, 20 * (round % 6), random);
        const MaskDelta delta = differenceOf(a.view(), b.view(), {}).value();
        for (std::size_t i = 1; i < delta.spans.size(); ++i) {
            const Span &one = delta.spans[i - 1], &next = delta.spans[i];
            EXPECT_TRUE(one.y < next.y || (one.y == next.y && one.end < next.begin)) << "runs are whole";
        }
        const std::int64_t gained = foregroundOf(b.view()) - foregroundOf(a.view());
        EXPECT_EQ(flip(a.view(), delta), gained);
        EXPECT_TRUE(same(a.view(), b.view()));
        EXPECT_TRUE(differenceOf(a.view(), b.view(), {})->spans.empty());
    }
}

TEST(MaskDelta, RefusesMasksOfAnotherSize) {
    MaskImage mask({10, 5});
    for (const Span& span : {Span{5, 0, 1}, Span{-1, 0, 1}, Span{0, -1, 2}, Span{0, 8, 11}})
        EXPECT_THROW(flip(mask.view(), {{span}}), InvalidArgument);
}

}  // namespace
}  // namespace fretsaw
