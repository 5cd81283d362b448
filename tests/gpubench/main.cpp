// fretsaw-gpu-bench: what the GPU needs for its work, on generated scenes and on photos.
// Only the command line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "tests/gpubench/CutBench.h"
#include "tests/gpubench/FormulaBench.h"
#include "tests/gpubench/MinCutBench.h"
#include "tests/gpubench/PatternBench.h"
#include "tests/gpubench/StageBench.h"

namespace {

/// What every command measures, and how often.
template <typename Options>
void addPictures(CLI::App& command, Options& options, const char* repeats) {
    command.add_option("--scene", options.scenes, "Generated scenes, in megapixels");
    command.add_option("photos", options.photos, "PPM or PPM@left,top,right,bottom (box in fractions)");
    command.add_option("--repeats", options.repeats, repeats)
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Times Fretsaw's CUDA backend"};
    app.require_subcommand(1);

    fretsaw::bench::MinCutOptions minCut;
    CLI::App* minCutCommand = app.add_subcommand("mincut", "Cold and warm minimum cuts, and strokes");
    addPictures(*minCutCommand, minCut, "Solves of which the median is shown");
    minCutCommand->add_option("--strokes", minCut.strokes, "Strokes, one after the other")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    minCutCommand->add_flag("--cpu", minCut.withCpu, "Also the CPU backend, and compare");

    fretsaw::bench::CutOptions cut;
    CLI::App* cutCommand = app.add_subcommand("cut", "Whole cuts from a box, and their stages");
    addPictures(*cutCommand, cut, "Cuts of which the median is shown");
    cutCommand->add_flag("--cpu", cut.withCpu, "Also the CPU backend, and compare");

    fretsaw::bench::StageOptions stages;
    CLI::App* stagesCommand = app.add_subcommand("stages", "Kernels over all pixels, one by one");
    addPictures(*stagesCommand, stages, "Launches of which the median is shown");

    fretsaw::bench::PatternOptions patterns;
    CLI::App* patternsCommand = app.add_subcommand("patterns", "Generated pictures, a generator a line");
    patternsCommand->add_option("--width", patterns.width)
        ->check(CLI::Range(1, 16384))
        ->capture_default_str();
    patternsCommand->add_option("--height", patterns.height)
        ->check(CLI::Range(1, 16384))
        ->capture_default_str();
    patternsCommand->add_option("--repeats", patterns.repeats, "Launches of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();

    fretsaw::bench::FormulaOptions formulas;
    CLI::App* formulasCommand = app.add_subcommand(
        "formulas", "From an edited formula to its picture; without a GPU the compiler alone");
    formulasCommand->add_option("--repeats", formulas.repeats, "Edits of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        if (minCutCommand->parsed()) benchMinCut(minCut);
        if (cutCommand->parsed()) benchCuts(cut);
        if (stagesCommand->parsed()) benchStages(stages);
        if (patternsCommand->parsed()) benchPatterns(patterns);
        if (formulasCommand->parsed()) benchFormulas(formulas);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fretsaw-gpu-bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
