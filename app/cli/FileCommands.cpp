// fretsaw-cli info, convert and devices.
// Reading and writing is in core/io.
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/Commands.h"
#include "core/cuda/ChooseBackend.h"
#include "core/io/ImageFile.h"

namespace fretsaw::cli {
namespace {

void printInfo(const std::string& path, bool json) {
    const io::FileInfo info = io::readInfo(path);
    if (json) {
        nlohmann::ordered_json object;
        object["path"] = info.path;
        object["format"] = info.format;
        object["width"] = info.uprightSize.width;
        object["height"] = info.uprightSize.height;
        object["storedWidth"] = info.storedSize.width;
        object["storedHeight"] = info.storedSize.height;
        object["channels"] = info.channels;
        object["bitsPerChannel"] = info.bitsPerChannel;
        object["orientation"] = info.orientation;
        object["hasAlpha"] = info.hasAlpha;
        object["hasIccProfile"] = info.hasIccProfile;
        object["colourSpace"] = info.colourSpace;
        printJson(object);
        return;
    }
    std::printf("%s\n  format        %s\n  size          %d × %d (%.3g megapixels)\n", info.path.c_str(),
                info.format.c_str(), info.uprightSize.width, info.uprightSize.height,
                static_cast<double>(info.uprightSize.area()) / 1e6);
    if (info.storedSize != info.uprightSize) {
        std::printf("  stored as     %d × %d\n", info.storedSize.width, info.storedSize.height);
    }
    std::printf("  channels      %d of %d bits%s\n  orientation   %d\n  colour space  %s\n", info.channels,
                info.bitsPerChannel, info.hasAlpha ? ", one is alpha" : "", info.orientation,
                info.colourSpace.c_str());
}

void printDevices(bool json) {
    const BackendWish wish = wishedBackend();
    auto devices = computeDevices();
    const BackendChoice choice = chooseBackend(wish, devices);
    const bool refused = wish == BackendWish::Cuda && !choice.use.gpu;
    devices[choice.device].reason =
        (refused ? "Used by the editor alone: FRETSAW_BACKEND asks fretsaw-cli for CUDA. " : "Used. ") +
        choice.use.reason;
    if (json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const ComputeDevice& d = devices[i];
            list.push_back({{"kind", d.kind == ComputeDevice::Kind::Cpu ? "cpu" : "cuda"},
                            {"name", d.name},
                            {"usable", d.usable},
                            {"used", i == choice.device && !refused},
                            {"reason", d.reason},
                            {"capability", d.capability},
                            {"cores", d.cores},
                            {"memoryBytes", d.memoryBytes}});
        }
        printJson({{"devices", list}, {"formulas", formulaPlace(choice).text}});
        return;
    }
    for (const ComputeDevice& d : devices) {
        std::printf("%-5s %s%s%s\n      %s\n", d.kind == ComputeDevice::Kind::Cpu ? "cpu" : "cuda",
                    d.name.c_str(), d.capability.empty() ? "" : ", ", d.capability.c_str(), d.reason.c_str());
    }
    std::printf("%s\n", formulaPlace(choice).text.c_str());
}

}  // namespace

void addInfo(CLI::App& app, Run& run) {
    struct Options {
        std::string image;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* info = app.add_subcommand("info", "Show what an image file holds");
    info->add_option("IMAGE", options->image, "The file")->required();
    info->add_flag("--json", options->json, "Print one JSON object");
    info->callback(
        [options, &run] { run = [options](Interrupt&) { printInfo(options->image, options->json); }; });
}

void addConvert(CLI::App& app, Run& run) {
    struct Options {
        std::string image, output;
        double maxMegapixels = io::LoadOptions{}.maxMegapixels;
    };
    auto options = std::make_shared<Options>();
    CLI::App* convert =
        app.add_subcommand("convert", "Write an image upright, 8 bits, in sRGB, as PPM or PNG");
    convert->add_option("IMAGE", options->image, "The file")->required();
    convert->add_option("-o,--output", options->output, "Ends in .ppm or .png")
        ->type_name("OUT.ppm")
        ->required()
        ->check(notEmpty());
    convert->add_option("--max-megapixels", options->maxMegapixels, "Larger pictures are refused")
        ->check(megapixels());
    convert->callback([options, &run] {
        run = [options](Interrupt& interrupt) {
            const bool png = hasEnding(options->output, ".png");
            checkOutput(options->output, png ? ".png" : ".ppm", "-o", options->image);
            io::checkWritable(options->output);
            io::Photo photo;
            {
                ProgressBar bar;
                photo = io::load(options->image, {options->maxMegapixels}, bar.stage("Reading"));
            }
            for (const std::string& warning : photo.warnings) printWarning(warning);
            interrupt.stopByTokenFromNow();  // a file half written aside is not left behind
            io::saveRgba(options->output, photo.srgb->view());
        };
    });
}

void addDevices(CLI::App& app, Run& run) {
    auto json = std::make_shared<bool>(false);
    CLI::App* devices = app.add_subcommand("devices", "List what this machine can compute with");
    devices->add_flag("--json", *json, "Print one JSON object");
    devices->callback([json, &run] { run = [json](Interrupt&) { printDevices(*json); }; });
}

}  // namespace fretsaw::cli
