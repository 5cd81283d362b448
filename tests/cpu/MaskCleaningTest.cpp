// Clean-up of masks beside its definition: all tiny masks, random ones with labels, threads, stops, memory.
// What the segmenter makes of it is tested in tests/segment.
#include "core/cpu/MaskCleaning.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <thread>

#include "core/image/Allocate.h"
#include "core/image/Error.h"
#include "tests/common/FailingAllocations.h"
#include "tests/segment/CleanUpOracle.h"

namespace fretsaw::cpu {
namespace {

using test::cleanedByDefinition;
using test::labelsBeside;
using test::MaskImage;
using test::randomMask;
using test::samePixels;
using Random = std::mt19937;

std::shared_ptr<const Mask> frameOf(const MaskImage& mask) {
    return hostFrame(mask.clone());
}

/// Cleans and holds the result against the definition, and itself.
void expectByDefinition(const MaskImage& mask, const Image<Label>& labels, const CleanUp& rules,
                        const Parallel& parallel) {
    const auto frame = frameOf(mask);
    const CleanMask clean = cleanMask(frame, labels.view(), rules, parallel, {}).value();
    const MaskImage expected = cleanedByDefinition(mask.view(), labels.view(), rules);
    ASSERT_TRUE(samePixels(clean.mask->view(), expected.view()))
        << mask.width() << "x" << mask.height() << ", connected " << rules.keepConnected << ", holes "
        << rules.fillHolesPx << ", islands " << rules.dropIslandsPx;
    std::int64_t foreground = 0, cleaned = 0;
    Rect where;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 0; x < mask.width(); ++x) {
            foreground += expected(x, y) != 0;
            if (expected(x, y) == mask(x, y)) continue;
            ++cleaned;
            where = where.united({x, y, 1, 1});
        }
    ASSERT_EQ(clean.foreground, foreground);
    ASSERT_EQ(clean.where, where);
    ASSERT_EQ(clean.cleaned, cleaned);
    ASSERT_EQ(clean.mask == frame, cleaned == 0) << "the same object where nothing changes";
    const CleanMask again = cleanMask(clean.mask, labels.view(), rules, parallel, {}).value();
    ASSERT_EQ(again.mask, clean.mask) << "twice is once";
}

CleanUp randomRules(Random& random, int most) {
    const auto size = [&] { return random() % 3 == 0 ? 0 : static_cast<int>(random() % (most + 1)); };
    return {random() % 3 == 0, size(), size()};
}

TEST(MaskCleaning, EveryTinyMask) {
    const Parallel one(1);
    Random random(1);
    for (const Size size : {Size{1, 1}, {5, 1}, {1, 5}, {3, 3}, {4, 3}, {3, 4}, {2, 6}}) {
        const auto count = static_cast<unsigned>(size.area());
        for (unsigned bits = 0; bits < 1u << count; ++bits) {
            MaskImage mask(size);
            for (unsigned i = 0; i < count; ++i) mask.data()[i] = (bits >> i & 1u) != 0 ? 255 : 0;
            const Image<Label> labels = labelsBeside(mask, 150, random);
            for (const CleanUp& rules : {CleanUp{true, 0, 0}, {false, 0, 3}, {false, 3, 0}, {true, 2, 4}})
                ASSERT_NO_FATAL_FAILURE(expectByDefinition(mask, labels, rules, one));
        }
    }
}

TEST(MaskCleaning, RandomMasksOfAllSmallSizes) {
    const Parallel parallel;
    Random random(2);
    for (int height = 1; height <= 12; ++height)
        for (int width = 1; width <= 12; ++width)
            for (int round = 0; round < 25; ++round) {
                const MaskImage mask = randomMask({width, height}, 10 + 8 * (round % 11), random);
                const Image<Label> labels = labelsBeside(mask, round % 2 == 0 ? 0 : 60, random);
                const CleanUp rules = randomRules(random, 20);
                ASSERT_NO_FATAL_FAILURE(expectByDefinition(mask, labels, rules, parallel));
            }
}

TEST(MaskCleaning, LargerMasksOnAnyNumberOfThreads) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        const Size size{1 + static_cast<int>(random() % 200), 20 + static_cast<int>(random() % 150)};
        const MaskImage mask = randomMask(size, 35 + round % 30, random, 1 + round % 5);
        const Image<Label> labels = labelsBeside(mask, round % 3, random);
        const CleanUp rules = randomRules(random, 300);
        for (const int threads : {1, 2, 0})
            ASSERT_NO_FATAL_FAILURE(expectByDefinition(mask, labels, rules, Parallel(threads)));
    }
}

/// A mask drawn with characters: '#' foreground, 'F' sure foreground, 'B' sure background.
struct Drawing {
    explicit Drawing(const std::vector<std::string>& rows)
        : mask({static_cast<int>(rows[0].size()), static_cast<int>(rows.size())}),
          labels(mask.size(), Label::None) {
        for (int y = 0; y < mask.height(); ++y)
            for (int x = 0; x < mask.width(); ++x) {
                const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
                mask(x, y) = c == '#' || c == 'F' ? 255 : 0;
                if (c == 'F') labels(x, y) = Label::SureForeground;
                if (c == 'B') labels(x, y) = Label::SureBackground;
            }
    }
    std::vector<std::string> cleaned(const CleanUp& rules) const {
        const CleanMask clean = cleanMask(frameOf(mask), labels.view(), rules, Parallel(1), {}).value();
        std::vector<std::string> rows;
        for (int y = 0; y < mask.height(); ++y) {
            rows.emplace_back();
            for (int x = 0; x < mask.width(); ++x) rows.back() += clean.mask->at(x, y) != 0 ? '#' : '.';
        }
        return rows;
    }
    MaskImage mask;
    Image<Label> labels;
};

using Rows = std::vector<std::string>;

TEST(MaskCleaning, ADiagonalLineJoinsTheObjectAndPartsTheGround) {
    const Drawing ring(Rows{"......",  //
                            "..#...",  //
                            ".#.#..",  //
                            "..#...",  //
                            "....#.",  //
                            "......"});
    EXPECT_EQ(ring.cleaned({false, 2, 3}),
              (Rows{"......", "..#...", ".###..", "..#...", "......", "......"}));
}

TEST(MaskCleaning, SureLabelsAreKept) {
    const Drawing both(Rows{"#########",  //
                            "#.##B##.#",  //
                            "#########",  //
                            ".........",  //
                            ".F.....#.",  //
                            "........."});
    EXPECT_EQ(both.cleaned({false, 2, 2}),
              (Rows{"#########", "####.####", "#########", ".........", ".#.......", "........."}));
}

TEST(MaskCleaning, OnlyWhatHoldsAStrokeStaysAndWithoutStrokesAll) {
    EXPECT_EQ(Drawing(Rows{"F#.##.#F"}).cleaned({true, 0, 0}), Rows{"##....##"});
    EXPECT_EQ(Drawing(Rows{"##.##.##"}).cleaned({true, 0, 0}), Rows{"##.##.##"});
}

TEST(MaskCleaning, TheLargestPartStaysWhereAllAreSmall) {
    EXPECT_EQ(Drawing(Rows{"#.##.##.#"}).cleaned({false, 0, CleanUp::kMostPixels}), Rows{"..##....."});
    EXPECT_EQ(Drawing(Rows{"#.#F.###.#"}).cleaned({false, 0, CleanUp::kMostPixels}), Rows{"..##......"});
    EXPECT_EQ(Drawing(Rows{"....."}).cleaned({true, 9, 9}), Rows{"....."});
}

TEST(MaskCleaning, WhatReachesTheBorderIsNoHole) {
    const Drawing bay(Rows{"#####",  //
                           "..###",  //
                           "#####",  //
                           "##.##",  //
                           "#####"});
    EXPECT_EQ(bay.cleaned({false, 100, 0}), (Rows{"#####", "..###", "#####", "#####", "#####"}));
}

TEST(MaskCleaning, AnIslandInAHoleCountsForTheHole) {
    const Drawing nested(Rows{"#####",  //
                              "#...#",  //
                              "#.#.#",  //
                              "#...#",  //
                              "#####"});
    EXPECT_EQ(nested.cleaned({false, 9, 2})[2], "#...#") << "the hole of 8 has become one of 9";
    EXPECT_EQ(nested.cleaned({false, 9, 0})[1], "#####");
    EXPECT_EQ(nested.cleaned({false, 10, 2})[2], "#####");
}

TEST(MaskCleaning, StopsWheneverItIsAsked) {
    Random random(5);
    const MaskImage mask = randomMask({900, 700}, 50, random);
    const Image<Label> labels = labelsBeside(mask, 5, random);
    const CleanUp rules{false, 12, 7};
    const auto frame = frameOf(mask);
    const Parallel parallel(2);
    const CleanMask right = cleanMask(frame, labels.view(), rules, parallel, {}).value();
    int stops = 0;
    for (int round = 0; round < 30; ++round) {
        std::stop_source source;
        if (round == 0) source.request_stop();
        const std::jthread stopper([&source, delay = std::chrono::microseconds(round * 700)] {
            std::this_thread::sleep_for(delay);
            source.request_stop();
        });
        const auto clean = cleanMask(frame, labels.view(), rules, parallel, source.get_token());
        if (clean) {
            EXPECT_TRUE(samePixels(clean->mask->view(), right.mask->view()));
        } else {
            ++stops;
        }
    }
    EXPECT_GE(stops, 1);
}

TEST(MaskCleaning, OutOfMemoryAnywhereLosesNothing) {
    Random random(6);
    const MaskImage mask = randomMask({90, 70}, 50, random);
    const Image<Label> labels(mask.size(), Label::None);
    const auto frame = frameOf(mask);
    const Parallel parallel(1);
    const std::uint64_t before = allocatedBytes();
    int failures = 0;
    for (;; ++failures) {
        bool failed = false;
        try {
            const test::FailingAllocations gate(failures, 1);
            (void)cleanMask(frame, labels.view(), {false, 9, 9}, parallel, {});
        } catch (const OutOfMemory&) {
            failed = true;
        }
        EXPECT_EQ(allocatedBytes(), before);
        if (!failed) break;
    }
    EXPECT_GE(failures, 4);
    ASSERT_NO_FATAL_FAILURE(expectByDefinition(mask, labels, {false, 9, 9}, parallel));
}

}  // namespace
}  // namespace fretsaw::cpu
