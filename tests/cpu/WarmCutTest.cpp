// Whatever happened to the terminals before, a warm cut is the cold one: the same mask, flow and cut.
// Each sequence of edits is random; stops come at any time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/cpu/MinCut.h"
#include "tests/cpu/GridGraph.h"

namespace fretsaw::test {
namespace {

using cpu::CutStats;
using cpu::MaskUpdate;
using cpu::MinCut;

struct Case {
    std::string name;
    GridGraph graph;
    int threads;
};

/// All edges alike: minimum cuts are anything but unique.
GridGraph uniformGraph(Size size, Random& random) {
    GridGraph graph = randomGraph(size, 1, 12, random);
    for (Image<std::uint16_t>* plane : {&graph.right, &graph.downLeft, &graph.down, &graph.downRight})
        std::fill_n(plane->data(), size.area(), std::uint16_t{4});
    return graph;
}

std::vector<Case> cases() {
    Random random(5);
    std::vector<Case> all;
    all.push_back({"photo", photoGraph({430, 330}, 21), 2});
    all.push_back({"random", randomGraph({330, 290}, 60, 200, random), 1});
    all.push_back({"sparse", randomGraph({300, 310}, 1600, 90, random), 4});
    all.push_back({"uniform", uniformGraph({300, 300}, random), 3});
    all.push_back({"comb", combGraph({260, 250}, random), 2});
    all.push_back({"corridor", serpentineGraph({90, 90}, random), 2});
    return all;
}

/// One graph in edit, warm, beside the mask that follows it by updateMask().
class Edited {
public:
    Edited(Case from, std::uint32_t seed)
        : graph_(std::move(from.graph)),
          original_(graph_.terminals.clone()),
          random_(seed),
          cut_(graph_.size(), from.threads),
          mask_(graph_.size()) {
        cut_.setWeights(graph_.weights());
        send(Rect::of(graph_.size()));
    }

    void edit() {
        const Size size = graph_.size();
        if (below(8) == 0) {  // all of them a little, as after new models
            const int by = below(41) - 20;
            forTerminals(Rect::of(size), [&](int, int, std::int32_t t) { return t + by + below(7) - 3; });
            return;
        }
        const int radius = 1 + below(1 + std::min(size.width, size.height) / (below(3) == 0 ? 3 : 12));
        const int cx = below(size.width), cy = below(size.height), kind = below(4);
        const Rect box{cx - radius, cy - radius, 2 * radius + 1, 2 * radius + 1};
        forTerminals(box.intersected(Rect::of(size)), [&](int x, int y, std::int32_t t) {
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) > radius * radius) return t;
            return kind == 0   ? std::int32_t{1 << 30}
                   : kind == 1 ? -(std::int32_t{1} << 30)
                   : kind == 2 ? original_(x, y)
                               : below(401) - 200;
        });
    }

    /// Solves until a random moment, in any of its phases.
    void solveInPart() {
        std::stop_source stop;
        int reports = below(12);
        const std::chrono::microseconds delay(below(3) == 0 ? 0 : below(4000));
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(delay);
            stop.request_stop();
        });
        (void)cut_.solve(stop.get_token(), [&](double) {
            if (reports-- == 0) stop.request_stop();
        });
    }

    void expectCold() {
        const auto warm = cut_.solve({}, {});
        MinCut other(graph_.size(), 1);
        other.setWeights(graph_.weights());
        other.setTerminals(Rect::of(graph_.size()), graph_.terminals.view());
        const auto cold = other.solve({}, {});
        ASSERT_TRUE(warm && cold);
        ASSERT_TRUE(warm->certified) << "flow " << warm->flow << ", cut " << warm->cut;
        ASSERT_EQ(warm->flow, cold->flow);
        Image<std::uint8_t> expected(graph_.size());
        other.readMask(expected.view());
        expectUpdate(expected);
    }

private:
    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

    template <typename Change>
    void forTerminals(Rect where, const Change& change) {
        for (int y = where.y; y < where.bottom(); ++y)
            for (int x = where.x; x < where.right(); ++x)
                graph_.terminals(x, y) = change(x, y, graph_.terminals(x, y));
        send(where);
    }
    void send(Rect where) { cut_.setTerminals(where, graph_.terminals.view().sub(where)); }

    void expectUpdate(const Image<std::uint8_t>& expected) {
        const Image<std::uint8_t> before = mask_.clone();
        const MaskUpdate update = cut_.updateMask(mask_.view());
        std::int64_t pixels = 0, foreground = 0;
        Rect where;
        for (int y = 0; y < mask_.height(); ++y)
            for (int x = 0; x < mask_.width(); ++x) {
                ASSERT_EQ(mask_(x, y), expected(x, y)) << "at " << x << ", " << y;
                foreground += mask_(x, y) == 255;
                if (mask_(x, y) == before(x, y)) continue;
                ++pixels;
                where = where.united({x, y, 1, 1});
            }
        EXPECT_EQ(update.pixels, pixels);
        EXPECT_EQ(update.foreground, foreground);
        EXPECT_EQ(update.where, where);
    }

    GridGraph graph_;
    Image<std::int32_t> original_;
    Random random_;
    MinCut cut_;
    Image<std::uint8_t> mask_;
};

#ifdef __SANITIZE_ADDRESS__
constexpr int kSteps = 6;  // thirty times slower there
#else
constexpr int kSteps = 30;
#endif

TEST(WarmCut, AfterAnyEditsIsTheColdCut) {
    for (Case& one : cases()) {
        const std::string name = one.name;
        Edited edited(std::move(one), 77);
        for (int step = 0; step < kSteps; ++step) {
            edited.expectCold();
            if (testing::Test::HasFailure()) FAIL() << name << ", step " << step;
            for (int edits = 0; edits <= step % 3; ++edits) edited.edit();
        }
    }
}

TEST(WarmCut, AfterAnyStopsIsTheColdCut) {
    for (Case& one : cases()) {
        const std::string name = one.name;
        Edited edited(std::move(one), 78);
        for (int step = 0; step < kSteps; ++step) {
            for (int stops = 0; stops < step % 4; ++stops) {
                edited.solveInPart();
                if (stops % 2 == 0) edited.edit();
            }
            edited.expectCold();
            if (testing::Test::HasFailure()) FAIL() << name << ", step " << step;
            edited.edit();
        }
    }
}

/// A brush stroke in a large graph does not wake the rest of it.
TEST(WarmCut, VisitsOnlyTilesNearTheChange) {
    GridGraph graph = photoGraph({1200, 900}, 22);
    MinCut cut(graph.size(), 2);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    const auto cold = cut.solve({}, {});
    ASSERT_TRUE(cold);
    Image<std::uint8_t> mask(graph.size());
    cut.updateMask(mask.view());
    const Rect place{600, 400, 60, 60};
    for (int y = place.y; y < place.bottom(); ++y)
        for (int x = place.x; x < place.right(); ++x)
            graph.terminals(x, y) = mask(630, 430) == 255 ? -9000 : 9000;
    cut.setTerminals(place, graph.terminals.view().sub(place));
    const auto warm = cut.solve({}, {});
    ASSERT_TRUE(warm && warm->certified);
    EXPECT_EQ(warm->relabels, 0) << "all tiles were searched";
    EXPECT_LT(warm->tileVisits, cold->tileVisits / 4);
    EXPECT_GT(cut.updateMask(mask.view()).pixels, 0);
}

}  // namespace
}  // namespace fretsaw::test
