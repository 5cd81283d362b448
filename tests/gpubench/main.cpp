// fretsaw-gpu-bench: what the GPU needs for its work, on generated scenes and on photos.
// Only the command line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "tests/gpubench/CutBench.h"
#include "tests/gpubench/MinCutBench.h"
#include "tests/gpubench/StageBench.h"

int main(int argc, char** argv) {
    CLI::App app{"Times Fretsaw's CUDA backend"};
    app.require_subcommand(1);

    fretsaw::bench::MinCutOptions minCut;
    CLI::App* minCutCommand = app.add_subcommand("mincut", "Cold and warm minimum cuts, and strokes");
    minCutCommand->add_option("--scene", minCut.scenes, "Generated scenes, in megapixels");
    minCutCommand->add_option("photos", minCut.photos, "PPM or PPM@left,top,right,bottom (box in fractions)");
    minCutCommand->add_option("--repeats", minCut.repeats, "Solves of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    minCutCommand->add_option("--strokes", minCut.strokes, "Strokes, one after the other")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    minCutCommand->add_flag("--cpu", minCut.withCpu, "Also the CPU backend, and compare");

    fretsaw::bench::CutOptions cut;
    CLI::App* cutCommand = app.add_subcommand("cut", "Whole cuts from a box, and their stages");
    cutCommand->add_option("--scene", cut.scenes, "Generated scenes, in megapixels");
    cutCommand->add_option("photos", cut.photos, "PPM or PPM@left,top,right,bottom (box in fractions)");
    cutCommand->add_option("--repeats", cut.repeats, "Cuts of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    cutCommand->add_flag("--cpu", cut.withCpu, "Also the CPU backend, and compare");

    fretsaw::bench::StageOptions stages;
    CLI::App* stagesCommand = app.add_subcommand("stages", "Kernels over all pixels, one by one");
    stagesCommand->add_option("--scene", stages.scenes, "Generated scenes, in megapixels");
    stagesCommand->add_option("photos", stages.photos, "PPM or PPM@left,top,right,bottom (box in fractions)");
    stagesCommand->add_option("--repeats", stages.repeats, "Launches of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        if (minCutCommand->parsed()) benchMinCut(minCut);
        if (cutCommand->parsed()) benchCuts(cut);
        if (stagesCommand->parsed()) benchStages(stages);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fretsaw-gpu-bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
