// The tile kernels of every instruction set do the same to a tile, bit for bit.
// No whole graphs here.
#include "core/cpu/TileKernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace fretsaw::cpu {
namespace {

/// The planes of one tile and its surroundings, filled at random but consistently.
template <typename Label>
struct TilePatch {
    explicit TilePatch(std::uint32_t seed)
        : planes({96, 96}), labels(planes.count, 0), newLabels(planes.count, 0) {
        std::mt19937 random(seed);
        for (std::int64_t i = 0; i < planes.count; ++i) {
            planes.excess[i] =
                static_cast<std::int16_t>(random() % 3 == 0 ? static_cast<int>(random() % 600) - 200 : 0);
            for (int k = 0; k < kDirections; ++k) {
                planes.residual[k][i] = static_cast<std::int16_t>(random() % 2 == 0 ? random() % 300 : 0);
                planes.mask[i] =
                    static_cast<std::uint8_t>(planes.mask[i] | (planes.residual[k][i] > 0 ? 1 << k : 0));
            }
            labels[i] = planes.excess[i] < 0 ? Label{1}
                        : random() % 8 == 0  ? kUnreachable<Label>
                                             : static_cast<Label>(2 + random() % 90);
        }
    }
    TileRef<Label> ref() {
        const std::ptrdiff_t first = planes.index(29, 37);
        TileRef<Label> tile{};
        for (int k = 0; k < kDirections; ++k) tile.residual[k] = planes.residual[k].data() + first;
        tile.excess = planes.excess.data() + first;
        tile.mask = planes.mask.data() + first;
        tile.labels = labels.data() + first;
        tile.newLabels = newLabels.data() + first;
        tile.stride = planes.stride;
        return tile;
    }
    bool operator==(const TilePatch& o) const {
        const auto same = [](const auto& a, const auto& b) {
            return std::equal(a.begin(), a.end(), b.begin(), b.end());
        };
        for (int k = 0; k < kDirections; ++k)
            if (!same(planes.residual[k], o.planes.residual[k])) return false;
        return same(planes.excess, o.planes.excess) && same(planes.mask, o.planes.mask) &&
               same(newLabels, o.newLabels);
    }

    GridPlanes planes;
    Buffer<Label> labels, newLabels;
};

template <typename Label>
void expectSame(const Wakes<Label>& a, const Wakes<Label>& b) {
    for (int k = 0; k < kDirections; ++k) EXPECT_EQ(a.lowest[k], b.lowest[k]);
}

template <typename Label>
void expectSame(const TileKernels<Label>& a, const TileKernels<Label>& b) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        TilePatch<Label> pa(seed), pb(seed);
        const RelabelOutcome<Label> la = a.lower(pa.ref(), seed % 2 == 0),
                                    lb = b.lower(pb.ref(), seed % 2 == 0);
        expectSame(la.wakes, lb.wakes);
        EXPECT_EQ(la.changed, lb.changed);
        EXPECT_EQ(la.saturated, lb.saturated);
        ASSERT_TRUE(pa == pb) << "lower, seed " << seed;
        const RelabelOutcome<Label> wa = a.withdraw(pa.ref(), seed % 3 == 0),
                                    wb = b.withdraw(pb.ref(), seed % 3 == 0);
        expectSame(wa.wakes, wb.wakes);
        EXPECT_EQ(wa.changed, wb.changed);
        EXPECT_EQ(wa.lowest, wb.lowest);
        ASSERT_TRUE(pa == pb) << "withdraw, seed " << seed;
        EXPECT_EQ(a.reset(pa.ref()), b.reset(pb.ref()));
        ASSERT_TRUE(pa == pb) << "reset, seed " << seed;
        const DischargeOrder order{seed % 3 != 0, static_cast<int>(seed % 32),
                                   static_cast<int>(seed * 7 % 32)};
        EXPECT_EQ(a.activeQuarters(pa.ref(), order.splitX, order.splitY),
                  b.activeQuarters(pb.ref(), order.splitX, order.splitY));
        const DischargeOutcome<Label> da = a.discharge(pa.ref(), order), db = b.discharge(pb.ref(), order);
        EXPECT_EQ(da.active, db.active);
        expectSame(da.wakes, db.wakes);
        EXPECT_EQ(da.saturated, db.saturated);
        EXPECT_EQ(da.lowest, db.lowest);
        ASSERT_TRUE(pa == pb) << "discharge, seed " << seed;
    }
}

TEST(TileKernel, InstructionSetsAgree) {
    int compared = 0;
    for (const InstructionSet set : kInstructionSets) {
        if (set == InstructionSet::Portable || !runs(set)) continue;
        SCOPED_TRACE(nameOf(set));
        expectSame(tileKernels<std::uint16_t>(set), portable::kKernels16);
        expectSame(tileKernels<std::uint32_t>(set), portable::kKernels32);
        ++compared;
    }
    if (compared == 0) GTEST_SKIP() << "this machine runs the portable kernels only";
}

/// Wide labels change nothing about the course where narrow ones suffice.
TEST(TileKernel, NarrowAndWideLabelsAgree) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        TilePatch<std::uint16_t> narrow(seed);
        TilePatch<std::uint32_t> wide(seed);
        const DischargeOrder order{seed % 3 != 0, 16, 11};
        const auto n = portable::kKernels16.discharge(narrow.ref(), order);
        const auto w = portable::kKernels32.discharge(wide.ref(), order);
        EXPECT_EQ(n.active, w.active);
        for (std::int64_t i = 0; i < narrow.planes.count; ++i) {
            ASSERT_EQ(narrow.planes.excess[i], wide.planes.excess[i]);
            const bool unreachable = narrow.newLabels[i] == kUnreachable<std::uint16_t>;
            ASSERT_EQ(unreachable ? kUnreachable<std::uint32_t> : narrow.newLabels[i], wide.newLabels[i]);
        }
    }
}

/// No excess appears or vanishes inside a tile.
TEST(TileKernel, DischargeConservesFlow) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        TilePatch<std::uint16_t> patch(seed);
        std::int64_t before = 0, after = 0, pairsBefore = 0, pairsAfter = 0;
        const auto sums = [&](std::int64_t& excess, std::int64_t& residuals) {
            for (std::int64_t i = 0; i < patch.planes.count; ++i) {
                excess += patch.planes.excess[i];
                for (const auto& plane : patch.planes.residual) residuals += plane[i];
            }
        };
        sums(before, pairsBefore);
        (void)tileKernels<std::uint16_t>().discharge(patch.ref(), {true, 0, 0});
        sums(after, pairsAfter);
        EXPECT_EQ(before, after);
        EXPECT_EQ(pairsBefore, pairsAfter);
    }
}

}  // namespace
}  // namespace fretsaw::cpu
