// libFuzzer on graphs and on sequences of terminals, solves and stops.
// A warm solve must be certified and give the mask of a cold one, whose cut is summed from the graph itself.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/cpu/MinCut.h"
#include "tests/cpu/GridGraph.h"

namespace fretsaw::test {
namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

void setTerminals(FuzzedDataProvider& data, GridGraph& graph, cpu::MinCut& cut) {
    const Size size = graph.size();
    Rect where;
    where.x = data.ConsumeIntegralInRange(0, size.width - 1);
    where.y = data.ConsumeIntegralInRange(0, size.height - 1);
    where.width = data.ConsumeIntegralInRange(1, size.width - where.x);
    where.height = data.ConsumeIntegralInRange(1, size.height - where.y);
    Random random(data.ConsumeIntegral<std::uint32_t>());
    const int most = data.ConsumeIntegralInRange(0, 20000), lean = data.ConsumeIntegralInRange(-most, most);
    for (int y = where.y; y < where.bottom(); ++y)
        for (int x = where.x; x < where.right(); ++x)
            graph.terminals(x, y) =
                static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most + lean;
    cut.setTerminals(where, graph.terminals.view().sub(where));
}

void solveAndStop(FuzzedDataProvider& data, cpu::MinCut& cut) {
    std::stop_source stop;
    int reports = data.ConsumeIntegralInRange(0, 30);
    (void)cut.solve(stop.get_token(), [&](double) {
        if (reports-- == 0) stop.request_stop();
    });
}

void solveAndCompare(const GridGraph& graph, cpu::MinCut& cut) {
    const auto warm = cut.solve({}, {});
    require(warm.has_value() && warm->certified, "the warm solve is certified");
    Image<std::uint8_t> mask(graph.size());
    cut.readMask(mask.view());
    const auto [coldMask, cold] = cpu::solveGrid(graph.weights(), graph.terminals.view(), 1);
    require(cold.certified && cold.flow == warm->flow, "warm and cold have the same flow");
    require(std::memcmp(mask.data(), coldMask.data(), static_cast<std::size_t>(graph.size().area())) == 0,
            "warm and cold have the same mask");
}

void run(FuzzedDataProvider& data) {
    const Size size{data.ConsumeIntegralInRange(1, 70), data.ConsumeIntegralInRange(1, 70)};
    Random random(data.ConsumeIntegral<std::uint32_t>());
    GridGraph graph(size);
    switch (data.ConsumeIntegralInRange(0, 2)) {
        case 0:
            graph = randomGraph(size, data.ConsumeIntegralInRange(1, cpu::kMaxStraightWeight), 100, random);
            break;
        case 1:
            graph = serpentineGraph(size, random);
            break;
        default:
            graph = combGraph(size, random);
    }
    cpu::MinCut cut(size, 1);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(size), graph.terminals.view());
    for (int step = 0; step < 12 && data.remaining_bytes() > 0; ++step) {
        switch (data.ConsumeIntegralInRange(0, 3)) {
            case 0:
                solveAndStop(data, cut);
                break;
            case 1:
                solveAndCompare(graph, cut);
                break;
            default:
                setTerminals(data, graph, cut);
        }
    }
    solveAndCompare(graph, cut);
}

}  // namespace
}  // namespace fretsaw::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    FuzzedDataProvider data(bytes, size);
    fretsaw::test::run(data);
    return 0;
}
