// fretsaw-bench: the whole cut beside cv::grabCut, the minimum cut beside GCGraph, the answer to
// strokes and to stopping, generated pictures.
// Only the command line here; each subcommand has its own file.
#include <CLI/CLI.hpp>
#include <iostream>
#include <vector>

#include "tests/bench/Cancel.h"
#include "tests/bench/Mincut.h"
#include "tests/bench/Quality.h"
#include "tests/bench/Rendering.h"
#include "tests/bench/Speed.h"
#include "tests/bench/Stages.h"
#include "tests/bench/Strokes.h"

namespace {

CLI::App* addMincut(CLI::App& app, fretsaw::bench::MincutOptions& options) {
    CLI::App* command = app.add_subcommand("mincut", "The minimum cut alone, on graphs of photos");
    command->add_option("PHOTO", options.photos,
                        "PATH or PATH@left,top,right,bottom in fractions; without: the photos of Debian's "
                        "mate-backgrounds, or a scene");
    command->add_option("--megapixels", options.megapixels, "Sizes to scale to")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--threads", options.threads, "Threads of Fretsaw, one row each; GCGraph has one")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--repeat", options.repeats, "Solves of Fretsaw, of which the median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--resume", options.resume,
                        "File of rows: those in it are not measured again, new ones are added");
    command->add_flag("!--skip-peer", options.withPeer, "Leave GCGraph out");
    command->add_flag("--cpu-time", options.cpuTime,
                      "CPU time instead of time passed: for one thread on a machine that is not idle");
    command->add_flag("--json", options.json, "One JSON object on stdout");
    return command;
}

CLI::App* addCancel(CLI::App& app, fretsaw::bench::CancelOptions& options) {
    CLI::App* command = app.add_subcommand("cancel", "How long a cut goes on after it was told to stop");
    CLI::Option* photo = command->add_option(
        "PHOTO", options.photo, "PATH or PATH@left,top,right,bottom in fractions; without: a scene");
    command->add_flag("--noise", options.noise, "Random colours instead, nearly all different")
        ->excludes(photo);
    command->add_option("--megapixels", options.megapixels, "Size of the picture")
        ->check(CLI::Range(0.01, 200.0))
        ->capture_default_str();
    command->add_option("--stops", options.stops, "For each kind of cut, spread over its time")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    command->add_option("--threads", options.threads, "0: all");
    command->add_flag("--json", options.json, "One JSON object on stdout");
    return command;
}

CLI::App* addRendering(CLI::App& app, fretsaw::bench::RenderingOptions& options) {
    CLI::App* command = app.add_subcommand("rendering", "Generated pictures: pixels a second of each recipe");
    command->add_option("RECIPE", options.recipes, "Recipes; without: every generator as it is by default");
    command->add_option("--width", options.width, "In pixels")
        ->check(CLI::Range(1, 65536))
        ->capture_default_str();
    command->add_option("--height", options.height, "In pixels")
        ->check(CLI::Range(1, 65536))
        ->capture_default_str();
    command->add_option("--rounds", options.rounds, "Pictures of each; the fastest counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--threads", options.threads, "0: all");
    command->add_flag("--json", options.json, "One JSON object on stdout");
    return command;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Measures Fretsaw against OpenCV on the same input."};
    app.require_subcommand(1);

    fretsaw::bench::QualityOptions quality;
    bool withoutPeer = false;
    CLI::App* qualityCommand =
        app.add_subcommand("quality", "IoU and error rate on photos with known objects");
    qualityCommand->add_option("DIR", quality.folder, "Folder with images/, gt/, lasso/ and rects.tsv")
        ->required();
    qualityCommand->add_option("--threads", quality.threads, "Threads of Fretsaw; 0: all");
    qualityCommand->add_flag("--no-peer", withoutPeer, "Leave OpenCV out");
    qualityCommand->add_flag("--loose", quality.loose, "Also from boxes with each side 5 % too far out");
    qualityCommand->add_flag("--strokes", quality.strokes, "Also from strokes without a box");
    qualityCommand->add_flag("--json", quality.json, "One JSON object on stdout");

    fretsaw::bench::SpeedOptions speed;
    CLI::App* speedCommand =
        app.add_subcommand("speed", "Times on generated scenes of 1, 4 and 12 MP, or on photos");
    speedCommand->add_option("PHOTO", speed.photos,
                             "Photos instead of scenes: PATH or PATH@left,top,right,bottom in fractions");
    speedCommand->add_option("--megapixels", speed.megapixels, "Size to scale photos to")
        ->check(CLI::Range(0.01, 200.0));
    speedCommand->add_option("--threads", speed.threads, "Threads of Fretsaw; 0: all");
    speedCommand
        ->add_option("--skip-peer-above", speed.skipPeerAboveMegapixels,
                     "OpenCV takes minutes above this size in MP")
        ->capture_default_str();
    speedCommand->add_flag("--json", speed.json, "One JSON object on stdout");

    fretsaw::bench::StagesOptions stages;
    CLI::App* stagesCommand =
        app.add_subcommand("stages", "The loops over all pixels, one thread, each instruction set");
    stagesCommand->add_option("PHOTO", stages.photo, "A photo instead of the 12 MP scene");
    stagesCommand->add_option("--rounds", stages.rounds, "Repetitions; the fastest counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    stagesCommand->add_flag("--json", stages.json, "One JSON object on stdout");

    fretsaw::bench::StrokesOptions strokes;
    std::vector<int> rect;
    CLI::App* strokesCommand = app.add_subcommand("strokes", "How long a stroke waits for its exact mask");
    CLI::Option* photo = strokesCommand->add_option("PHOTO", strokes.photo, "A photo; needs --rect");
    strokesCommand->add_option("--scene", strokes.sceneMp, "A generated scene of so many megapixels instead")
        ->check(CLI::Range(0.01, 200.0))
        ->capture_default_str()
        ->excludes(photo);
    strokesCommand->add_option("--width", strokes.widthPx, "Bring the photo to this width in pixels first")
        ->check(CLI::Range(16, 32768));
    strokesCommand->add_option("--rect", rect, "X,Y,W,H around the object, in pixels of the picture as cut")
        ->delimiter(',')
        ->expected(4);
    strokesCommand->add_option("--strokes", strokes.strokes, "How many")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    strokesCommand->add_option("--seed", strokes.seed, "Of the strokes")->capture_default_str();
    strokesCommand->add_option("--threads", strokes.threads, "0: all");
    strokesCommand->add_flag("--json", strokes.json, "One JSON object on stdout");

    fretsaw::bench::MincutOptions mincut;
    CLI::App* mincutCommand = addMincut(app, mincut);

    fretsaw::bench::CancelOptions cancel;
    CLI::App* cancelCommand = addCancel(app, cancel);

    fretsaw::bench::RenderingOptions rendering;
    CLI::App* renderingCommand = addRendering(app, rendering);

    CLI11_PARSE(app, argc, argv);
    quality.withPeer = !withoutPeer;
    if (!rect.empty()) strokes.rect = {rect[0], rect[1], rect[2], rect[3]};
    try {
        if (cancelCommand->parsed()) return fretsaw::bench::runCancel(cancel);
        if (mincutCommand->parsed()) return fretsaw::bench::runMincut(mincut);
        if (renderingCommand->parsed()) return fretsaw::bench::runRendering(rendering);
        if (stagesCommand->parsed()) return fretsaw::bench::runStages(stages);
        if (strokesCommand->parsed()) return fretsaw::bench::runStrokes(strokes);
        return qualityCommand->parsed() ? fretsaw::bench::runQuality(quality)
                                        : fretsaw::bench::runSpeed(speed);
    } catch (const std::exception& error) {
        std::cerr << "fretsaw-bench: " << error.what() << '\n';
        return 1;
    }
}
