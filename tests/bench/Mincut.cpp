// Times cold solves, keeps finished rows in a file, and prints the table or the JSON object.
// A row is a graph with all its measurements, as JSON.
#include "tests/bench/Mincut.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/cpu/InstructionSet.h"
#include "core/cpu/MinCut.h"
#include "core/image/Error.h"
#include "tests/bench/PhotoGraphs.h"
#include "tests/cpu/GcGraph.h"

namespace fretsaw::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTilePixels = 1024;  // of a visit

class Stopwatch {
public:
    explicit Stopwatch(bool cpuTime) : clock_(cpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC) {}
    /// Milliseconds since construction or the last lap.
    double lapMs() {
        const double now = nowMs();
        return now - std::exchange(begin_, now);
    }

private:
    [[nodiscard]] double nowMs() const {
        timespec now{};
        clock_gettime(clock_, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }
    clockid_t clock_;
    double begin_ = nowMs();
};

struct ColdSolve {
    double buildMs, solveMs;
    cpu::CutStats stats;
};

ColdSolve solveCold(const test::GridGraph& graph, int threads, bool cpuTime) {
    Stopwatch watch(cpuTime);
    cpu::MinCut cut(graph.size(), threads);
    cut.setWeights(graph.weights());
    cut.setTerminals(Rect::of(graph.size()), graph.terminals.view());
    const double build = watch.lapMs();
    const auto stats = cut.solve({}, {});
    return {build, watch.lapMs(), *stats};
}

Json ourRun(const test::GridGraph& graph, int threads, const MincutOptions& options) {
    std::vector<ColdSolve> runs;
    for (int i = 0; i < options.repeats; ++i) runs.push_back(solveCold(graph, threads, options.cpuTime));
    const auto median = runs.begin() + (options.repeats - 1) / 2;
    std::nth_element(runs.begin(), median, runs.end(), [](const ColdSolve& a, const ColdSolve& b) {
        return a.buildMs + a.solveMs < b.buildMs + b.solveMs;
    });
    return {{"threads", threads},
            {"buildMs", median->buildMs},
            {"solveMs", median->solveMs},
            {"ms", median->buildMs + median->solveMs},
            {"rounds", median->stats.rounds},
            {"relabels", median->stats.relabels},
            {"visitsPerPixel", static_cast<double>(median->stats.tileVisits) * kTilePixels /
                                   static_cast<double>(graph.size().area())},
            {"flow", median->stats.flow},
            {"certified", median->stats.certified}};
}

Json peerRun(const test::GridGraph& graph, bool cpuTime) {
    Stopwatch watch(cpuTime);
    test::GcGraph network = test::gcGraphOf(graph);
    const double build = watch.lapMs();
    const int flow = network.maxFlow();
    const double solve = watch.lapMs();
    return {{"buildMs", build}, {"solveMs", solve}, {"ms", build + solve}, {"flow", flow}};
}

const char* instructionSet() {
    return nameOf(cpu::instructionSet());
}

/// Finished rows, also in the file to resume from; each says for what it was measured.
class Rows {
public:
    explicit Rows(const MincutOptions& options) : options_(options) {
        std::ifstream in(options.resume);
        if (in) all_ = Json::parse(in);
    }

    /// What tells one row from all others: a graph and how it is solved.
    [[nodiscard]] Json keyOf(const std::string& name, double megapixels, int iteration) const {
        return {{"name", name},
                {"megapixels", megapixels},
                {"iteration", iteration},
                {"instructionSet", instructionSet()},
                {"threads", options_.threads},
                {"peer", options_.withPeer},
                {"cpuTime", options_.cpuTime}};
    }
    [[nodiscard]] const Json* find(const Json& key) const {
        const auto found =
            std::find_if(all_.begin(), all_.end(), [&](const Json& r) { return r["key"] == key; });
        return found == all_.end() ? nullptr : &*found;
    }
    const Json& measure(const Json& key, const test::GridGraph& graph) {
        Json row{{"key", key}, {"width", graph.size().width}, {"height", graph.size().height}};
        for (const int threads : options_.threads) row["ours"].push_back(ourRun(graph, threads, options_));
        if (options_.withPeer) row["peer"] = peerRun(graph, options_.cpuTime);
        all_.push_back(std::move(row));
        if (!options_.resume.empty()) {
            std::ofstream out(options_.resume);
            if (!(out << all_.dump(1) << '\n')) throw IoError(options_.resume, "cannot be written");
        }
        return all_.back();
    }

private:
    const MincutOptions& options_;
    Json all_ = Json::array();
};

/// Logarithms added up, one mean for each number of threads.
struct Means {
    double ratio = 0, gain = 0;
    int count = 0;
};

bool flowsAgree(const Json& row) {
    return std::all_of(row["ours"].begin(), row["ours"].end(), [&](const Json& run) {
        return run["certified"] == true && (!row.contains("peer") || run["flow"] == row["peer"]["flow"]);
    });
}

void printHeading(const MincutOptions& options) {
    std::printf("%s\nTile kernels: %s. Milliseconds%s; median of %d cold solves, GCGraph<int> once.\n\n",
                machineDescription(options.threads.front()).c_str(), instructionSet(),
                options.cpuTime ? " of CPU time" : "", options.repeats);
    std::printf("%-20s %5s %4s %7s %7s %7s %8s %6s", "graph", "MP", "iter", "threads", "build", "solve",
                "both", "gain");
    if (options.withPeer) std::printf(" %8s %7s", "GCGraph", "ratio");
    std::printf("  %9s\n", "flow");
}

/// Prints a row and adds it to the means, one for each number of threads.
void printRow(const Json& row, std::vector<Means>& means) {
    const Json& key = row["key"];
    const double megapixels = row["width"].get<double>() * row["height"].get<double>() * 1e-6;
    for (std::size_t i = 0; i < row["ours"].size(); ++i) {
        const Json& run = row["ours"][i];
        const double ms = run["ms"],
                     gain = row["ours"][0]["solveMs"].get<double>() / run["solveMs"].get<double>();
        const int iteration = key["iteration"];
        std::printf("%-20s %5.2f %4s %7d %7.0f %7.0f %8.0f %5.2fx", key["name"].get<std::string>().c_str(),
                    megapixels, iteration < 0 ? "" : std::to_string(iteration).c_str(),
                    run["threads"].get<int>(), run["buildMs"].get<double>(), run["solveMs"].get<double>(), ms,
                    gain);
        const double ratio = row.contains("peer") ? row["peer"]["ms"].get<double>() / ms : 1;
        if (row.contains("peer")) std::printf(" %8.0f %6.1fx", row["peer"]["ms"].get<double>(), ratio);
        std::printf("  %9lld %s  %d rounds, %d relabels, %.1f visits a pixel\n", run["flow"].get<long long>(),
                    flowsAgree(row) ? "ok" : "WRONG", run["rounds"].get<int>(), run["relabels"].get<int>(),
                    run["visitsPerPixel"].get<double>());
        means[i].ratio += std::log(ratio);
        means[i].gain += std::log(gain);
        ++means[i].count;
    }
    std::fflush(stdout);
}

void printMeans(double megapixels, const std::vector<int>& threads, const std::vector<Means>& means,
                bool withPeer) {
    for (std::size_t i = 0; i < means.size(); ++i) {
        if (means[i].count == 0) continue;
        std::printf("geometric mean at %g MP, %d threads: gain of solving %.2fx", megapixels, threads[i],
                    std::exp(means[i].gain / means[i].count));
        if (withPeer) std::printf(", ratio to GCGraph %.1fx", std::exp(means[i].ratio / means[i].count));
        std::printf("\n");
    }
}

test::GridGraph corridor() {
    test::Random random(3);
    return test::serpentineGraph({512, 512}, random);
}

}  // namespace

int runMincut(const MincutOptions& options) {
    if (!options.json) printHeading(options);
    std::vector<PhotoWithBox> photos =
        options.photos.empty() ? installedPhotos() : std::vector<PhotoWithBox>{};
    for (const std::string& argument : options.photos) photos.push_back(photoOf(argument));
    if (photos.empty()) photos.emplace_back();

    Rows rows(options);
    Json shown = Json::array();
    bool sound = true;
    const auto show = [&](const Json& row, std::vector<Means>& means) {
        sound = sound && flowsAgree(row);
        options.json ? shown.push_back(row) : printRow(row, means);
    };
    for (const double megapixels : options.megapixels) {
        std::vector<Means> means(options.threads.size());
        for (const PhotoWithBox& photo : photos) {
            std::vector<test::GridGraph> graphs;
            for (int iteration = 0; iteration < 2; ++iteration) {
                const Json key = rows.keyOf(photo.name(), megapixels, iteration);
                if (const Json* done = rows.find(key)) {
                    show(*done, means);
                    continue;
                }
                if (graphs.empty()) graphs = grabCutGraphs(pictureAt(photo, megapixels));
                show(rows.measure(key, graphs[static_cast<std::size_t>(iteration)]), means);
            }
        }
        if (!options.json) printMeans(megapixels, options.threads, means, options.withPeer);
    }
    std::vector<Means> unused(options.threads.size());
    const Json key = rows.keyOf("corridor", 0, -1);
    const Json* done = rows.find(key);
    show(done != nullptr ? *done : rows.measure(key, corridor()), unused);
    if (options.json) std::cout << Json{{"machine", machineDescription(0)}, {"rows", shown}}.dump(1) << '\n';
    return sound ? 0 : 1;
}

}  // namespace fretsaw::bench
