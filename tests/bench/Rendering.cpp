// Whole pictures, as programs get them from Generator::renderInto().
// Writing files is not measured.
#include "tests/bench/Rendering.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/cpu/InstructionSet.h"
#include "core/generate/Generator.h"
#include "tests/bench/Peer.h"

namespace fretsaw::bench {
namespace {

std::vector<PictureRecipe> recipesOf(const RenderingOptions& options) {
    std::vector<PictureRecipe> recipes;
    for (const std::string& line : options.recipes) recipes.push_back(PictureRecipe::parse(line));
    if (!recipes.empty()) return recipes;
    for (const GeneratorInfo& info : generators()) recipes.emplace_back(info);
    return recipes;
}

double fastestSeconds(const PictureRecipe& recipe, const RenderingOptions& options,
                      ImageView<Rgb32f> pixels) {
    auto generator = makeCpuGenerator(options.threads);
    double fastest = std::numeric_limits<double>::max();
    for (int round = 0; round < options.rounds; ++round) {
        if (!recipe.info().byTiles) generator = makeCpuGenerator(options.threads);
        const auto start = std::chrono::steady_clock::now();
        (void)generator->renderInto(recipe, pixels.size(), pixels.bounds(), pixels);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        fastest = std::min(fastest, taken.count());
    }
    return fastest;
}

}  // namespace

int runRendering(const RenderingOptions& options) {
    const Size size{options.width, options.height};
    Image<Rgb32f> pixels(size);
    nlohmann::ordered_json json{{"width", size.width},
                                {"height", size.height},
                                {"threads", options.threads},
                                {"recipes", nlohmann::ordered_json::array()}};
    if (!options.json)
        std::printf("%s\n%d × %d, %s; millions of pixels a second, milliseconds a picture\n",
                    machineDescription(options.threads).c_str(), size.width, size.height,
                    cpu::nameOf(cpu::instructionSet()));
    for (const PictureRecipe& recipe : recipesOf(options)) {
        const double seconds = fastestSeconds(recipe, options, pixels.view());
        const double rate = static_cast<double>(size.area()) / seconds / 1e6;
        json["recipes"].push_back(
            {{"recipe", recipe.text()}, {"megapixelsPerSecond", rate}, {"ms", seconds * 1e3}});
        if (options.json) continue;
        std::printf("  %-32s %7.1f %8.2f\n", recipe.text().c_str(), rate, seconds * 1e3);
        std::fflush(stdout);
    }
    if (options.json) std::cout << json.dump(1) << '\n';
    return 0;
}

}  // namespace fretsaw::bench
