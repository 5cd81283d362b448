// fretsaw-cli scene and sample: a generated picture with a known object, and the whole job done on it.
// The picture comes from core/generate, the cut from core/segment.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/Backdrop.h"
#include "app/cli/Commands.h"
#include "core/cuda/ChooseBackend.h"
#include "core/generate/Scene.h"
#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "core/segment/Segmenter.h"

namespace fretsaw::cli {
namespace {

struct SceneOptions {
    std::string size = "1200x900", output, truth, folder;
    std::uint64_t seed = 1;
    bool json = false;
};

std::string textOf(Rect r) {
    return std::to_string(r.x) + "," + std::to_string(r.y) + "," + std::to_string(r.width) + "," +
           std::to_string(r.height);
}

void writeScene(const SceneOptions& options, Interrupt& interrupt) {
    const Size size = parseSize(options.size);
    checkOutput(options.output, ".png", "-o", {});
    checkOutput(options.truth, ".png", "--truth", {});
    if (sameFile(options.output, options.truth)) throw UsageError{"-o and --truth name the same file."};
    for (const std::string& output : {options.output, options.truth})
        if (!output.empty()) io::checkWritable(output);
    const Scene scene = makeScene(size, options.seed);
    const io::PngText text = pngText("scene " + options.size + ", seed " + std::to_string(options.seed));
    interrupt.stopByTokenFromNow();
    io::saveRgba(options.output, scene.picture.view(), text);
    if (!options.truth.empty()) io::saveMask(options.truth, scene.truth.view(), text);
    if (options.json) {
        printJson({{"width", size.width},
                   {"height", size.height},
                   {"seed", options.seed},
                   {"box", {scene.box.x, scene.box.y, scene.box.width, scene.box.height}}});
        return;
    }
    std::printf("Written: %s\n", options.output.c_str());
    if (!options.truth.empty()) std::printf("Written: %s\n", options.truth.c_str());
    std::printf("A box around the object: --rect %s\n", textOf(scene.box).c_str());
}

double intersectionOverUnion(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
    std::int64_t both = 0, either = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            both += a(x, y) != 0 && b(x, y) != 0;
            either += a(x, y) != 0 || b(x, y) != 0;
        }
    return either == 0 ? 1.0 : static_cast<double>(both) / static_cast<double>(either);
}

void makeSample(const SceneOptions& options, Interrupt& interrupt) {
    const Size size = parseSize(options.size);
    const BackendChoice backend = backendOf(std::nullopt);
    const std::filesystem::path folder(options.folder);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw IoError(options.folder, "The folder cannot be made: " + error.message() + ".");
    const auto file = [&](const char* name) { return (folder / name).string(); };

    std::printf("Generating a scene of %d × %d pixels, seed %llu.\n", size.width, size.height,
                static_cast<unsigned long long>(options.seed));
    Scene scene = makeScene(size, options.seed);
    const auto picture = std::make_shared<const Image<Rgba8>>(std::move(scene.picture));
    std::printf("Cutting out what is in the box %s.\n", textOf(scene.box).c_str());
    std::fflush(stdout);
    interrupt.stopByTokenFromNow();
    auto segmenter = makeSegmenter(backend);
    segmenter->setImage(picture);
    segmenter->setRect(scene.box);
    std::optional<SegmentResult> result;
    {
        ProgressBar bar;
        result = segmenter->segment({}, interrupt.token(), bar.stage("Cutting"));
    }
    if (!result || interrupt.token().stop_requested()) throw Interrupted{};
    for (const std::string& warning : result->warnings) printWarning(warning);
    std::printf("%s in %.2f s, %d iterations; %s foreground pixels; IoU against the scene's truth %.4f.\n",
                result->certified ? "Certified minimum cut" : "Cut without certificate",
                result->totalMs / 1000, result->iterations, grouped(result->foregroundPixels).c_str(),
                intersectionOverUnion(result->mask->view(), scene.truth.view()));

    io::Photo photo;
    photo.srgb = photo.source8 = picture;
    const io::PngText text = pngText("sample " + options.size + ", seed " + std::to_string(options.seed));
    io::saveRgba(file("sample.png"), picture->view(), text);
    const auto generator = makeGenerator(backend, 0, printWarning);
    const io::Backdrop backdrop =
        app::backdropOf(*generator, standardBackground(), photo, result->mask, interrupt.token());
    if (!io::saveResult({file("sample_mask.png"), file("sample_cutout.png"), file("sample_composite.png")},
                        photo, result->mask->view(), backdrop, text, interrupt.token()))
        throw Interrupted{};
    for (const char* name : {"sample.png", "sample_mask.png", "sample_cutout.png", "sample_composite.png"})
        std::printf("Written: %s\n", file(name).c_str());
}

}  // namespace

void addScene(CLI::App& app, Run& run) {
    auto options = std::make_shared<SceneOptions>();
    CLI::App* scene = app.add_subcommand("scene", "Generate a picture with a known object");
    scene->add_option("--size", options->size, "In pixels")->type_name("WxH");
    scene->add_option("--seed", options->seed, "Another number, another picture")->transform(wholeNumber());
    scene->add_option("-o,--output", options->output, "The picture")
        ->type_name("OUT.png")
        ->required()
        ->check(notEmpty());
    scene->add_option("--truth", options->truth, "The mask of its object")
        ->type_name("OUT.png")
        ->check(notEmpty());
    scene->add_flag("--json", options->json, "Print one JSON object");
    scene->callback([options, &run] { run = [options](Interrupt& i) { writeScene(*options, i); }; });
}

void addSample(CLI::App& app, Run& run) {
    auto options = std::make_shared<SceneOptions>();
    CLI::App* sample =
        app.add_subcommand("sample", "Generate a scene, cut its object out, and write all pictures");
    sample->add_option("--out", options->folder, "Folder for the pictures; made where it is missing")
        ->type_name("DIR")
        ->required()
        ->check(notEmpty());
    sample->add_option("--size", options->size, "In pixels")->type_name("WxH");
    sample->add_option("--seed", options->seed, "Another number, another picture")->transform(wholeNumber());
    sample->callback([options, &run] { run = [options](Interrupt& i) { makeSample(*options, i); }; });
}

}  // namespace fretsaw::cli
