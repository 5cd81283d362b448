// fretsaw-cli render and generators: pictures from recipes, and what recipes there can be.
// Rendering is in core behind Generator.
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/Commands.h"
#include "app/cli/Gallery.h"
#include "app/cli/KernelPicture.h"
#include "app/cli/Recipes.h"
#include "core/generate/Bands.h"
#include "core/io/PictureFile.h"

namespace fretsaw::cli {
namespace {

struct RenderOptions {
    std::string recipe, generator, formula, size = "1920x1080", output;
    std::vector<std::string> settings;
    std::uint64_t seed = 0;
    bool hasSeed = false, tile = false, json = false;
    double time = 0;
    int bits = 0, threads = 0;  ///< bits: 0: not said
    KernelOptions kernel;
    std::optional<BackendWish> backend;  ///< nothing: what the environment says
};

void applySetting(PictureRecipe& recipe, const std::string& key, const std::string& value,
                  const std::string& option) {
    try {
        recipe.set(key, std::string_view(value));
    } catch (const RecipeError& e) {
        throw UsageError{option + ": " + e.reason()};
    } catch (const FormulaError& e) {
        throw UsageError{option + ": " + e.what()};
    }
}

/// The recipe that one of the three options names.
PictureRecipe namedRecipe(const RenderOptions& options) {
    const auto given = [](const std::string& option) { return option.empty() ? 0 : 1; };
    if (given(options.recipe) + given(options.generator) + given(options.formula) != 1)
        throw UsageError{"Say what to render: either --recipe, --generator or --formula."};
    if (!options.recipe.empty()) return readRecipe(options.recipe, "--recipe");
    if (!options.formula.empty()) return PictureRecipe(readFormula(options.formula, "--formula"));
    const GeneratorInfo* info = generatorNamed(options.generator);
    if (info == nullptr)
        throw UsageError{"--generator: there is no \"" + options.generator +
                         "\"; fretsaw-cli generators lists them."};
    return PictureRecipe(*info);
}

PictureRecipe recipeOf(const RenderOptions& options) {
    PictureRecipe recipe = namedRecipe(options);
    for (const std::string& setting : options.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) throw UsageError{"--set: \"" + setting + "\" is not KEY=VALUE."};
        applySetting(recipe, setting.substr(0, equals), setting.substr(equals + 1), "--set");
    }
    if (options.hasSeed) applySetting(recipe, "seed", std::to_string(options.seed), "--seed");
    if (options.tile) applySetting(recipe, "tile", "on", "--tile");
    return atTime(std::move(recipe), options.time);
}

io::PictureFormat formatOf(const RenderOptions& options, Size size) {
    io::PictureFormat format;
    format.size = size;
    if (options.bits != 0) format.bits = options.bits;
    format.software = "Fretsaw " FRETSAW_VERSION;
    return format;
}

bool readsDocument(const FormulaProgram& program) {
    return program.readsPhoto || program.readsMask || program.readsDistance;
}

void render(const RenderOptions& options, Interrupt& interrupt) {
    const Size size = parseSize(options.size, kLargestPicture);
    if (!io::isPictureName(options.output))
        throw UsageError{"-o: the name must end in .png, .tif, .tiff or .exr."};
    if (options.bits != 0 && !hasEnding(options.output, ".png"))
        throw UsageError{"--bits: only a PNG has levels; TIFF and OpenEXR hold floats."};
    io::PictureFormat format = formatOf(options, size);
    if (!options.kernel.file.empty()) {
        renderKernel(options.kernel, options.output, format, interrupt);
        if (options.json)
            printJson({{"width", size.width}, {"height", size.height}, {"linear", true}});
        else
            std::printf("Written: %s\n", options.output.c_str());
        return;
    }
    const PictureRecipe recipe = recipeOf(options);
    std::vector<std::string> warnings = tilingChanges(recipe, size);
    if (recipe.formula() && readsDocument(recipe.formula()->program()))
        warnings.emplace_back("The formula reads mask, dist or img, but there is no photo: it sees nothing.");
    const BackendChoice backend = backendOf(options.backend);
    const auto generator = makeGenerator(backend, options.threads,
                                         [&](const std::string& reason) { warnings.push_back(reason); });
    format.linear = isRaw(recipe);
    format.recipe = recipe.text();
    io::PictureWriter writer(options.output, format);
    interrupt.stopByTokenFromNow();
    {
        ProgressBar bar;
        if (!renderBands(*generator, recipe, size, interrupt.token(), bar.stage("Rendering"),
                         [&](ImageView<const Rgb32f> rows, int) { writer.write(rows); }))
            throw Interrupted{};
    }
    writer.commit();
    if (options.json) {
        printJson({{"recipe", format.recipe},
                   {"width", size.width},
                   {"height", size.height},
                   {"linear", format.linear},
                   {"backend", backend.use.gpu ? "cuda" : "cpu"},
                   {"backendReason", backend.use.reason},
                   {"warnings", warnings}});
        return;
    }
    for (const std::string& warning : warnings) printWarning(warning);
    std::printf("Written: %s\n%s\n", options.output.c_str(), format.recipe.c_str());
}

const char* typeName(Parameter::Type type) {
    constexpr const char* kNames[] = {"number", "whole", "toggle", "choice", "colour"};
    return kNames[static_cast<int>(type)];
}

/// As few digits as tell the number apart.
std::string digits(float number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr};
}

std::string rangeOf(const Parameter& p) {
    if (p.type == Parameter::Type::Toggle) return p.standard != 0 ? "on or off (on)" : "on or off (off)";
    if (p.type == Parameter::Type::Choice) {
        std::string names;
        for (const std::string& name : p.choices) names += (names.empty() ? "" : ", ") + name;
        return names + " (" + p.choices[static_cast<std::size_t>(p.standard)] + ")";
    }
    if (p.type == Parameter::Type::Colour) {
        char text[32];
        std::snprintf(text, sizeof text, "a colour (#%06x)", static_cast<unsigned>(p.standard));
        return text;
    }
    return digits(p.low) + " … " + digits(p.high) + (p.unit.empty() ? "" : " " + p.unit) + " (" +
           digits(p.standard) + ")";
}

nlohmann::ordered_json jsonOf(const GeneratorInfo& info) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
    for (const Parameter& p : info.parameters) {
        nlohmann::ordered_json one{{"key", p.key}, {"name", p.name}, {"type", typeName(p.type)},
                                   {"low", p.low}, {"high", p.high}, {"default", p.standard}};
        if (!p.unit.empty()) one["unit"] = p.unit;
        if (!p.choices.empty()) one["choices"] = p.choices;
        parameters.push_back(std::move(one));
    }
    return {{"generator", info.key},     {"name", info.name},
            {"about", info.about},       {"version", info.version},
            {"tiles", info.has("tile")}, {"whyNotTiled", info.whyNotTiled},
            {"byTiles", info.byTiles},   {"recipe", PictureRecipe(info).text()},
            {"parameters", parameters}};
}

void printGenerators(bool json) {
    if (json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const GeneratorInfo& info : generators()) list.push_back(jsonOf(info));
        printJson({{"generators", list}});
        return;
    }
    for (const GeneratorInfo& info : generators()) {
        std::printf("%s  %s. %s%s\n", info.key.c_str(), info.name.c_str(), info.about.c_str(),
                    info.has("tile") ? "" : (" Not seamless: " + info.whyNotTiled).c_str());
        for (const Parameter& p : info.parameters)
            std::printf("    %-12s %s: %s\n", p.key.c_str(), p.name.c_str(), rangeOf(p).c_str());
    }
}

}  // namespace

void addRender(CLI::App& app, Run& run) {
    auto options = std::make_shared<RenderOptions>();
    RenderOptions& o = *options;
    CLI::App* render = app.add_subcommand("render", "Generate a picture from a recipe");
    render->add_option("--recipe", o.recipe, "One line of text, or a file with it")
        ->type_name("LINE|FILE")
        ->check(notEmpty());
    render->add_option("--generator", o.generator, "Of the list that fretsaw-cli generators prints")
        ->type_name("NAME")
        ->check(notEmpty());
    render->add_option("--formula", o.formula, "A formula, or a file with it")
        ->type_name("TEXT|FILE")
        ->check(notEmpty());
    render->add_option("--set", o.settings, "Changes one parameter; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    render
        ->add_option("--size", o.size,
                     "In pixels, 1 … 65536 along each side; 1920x1080 unless told otherwise")
        ->type_name("WxH");
    render->add_option("--seed", o.seed, "Another number, another picture")
        ->transform(wholeNumber(0, std::numeric_limits<std::uint32_t>::max()))
        ->each([options](const std::string&) { options->hasSeed = true; });
    render->add_option("--time", o.time, "Seconds into the loop of its evolution")->check(between(-1e9, 1e9));
    render->add_flag("--tile", o.tile, "Seamless; warns where it rounds for that");
    render->add_option("--bits", o.bits, "Of a PNG: 8, unless told otherwise, or 16")
        ->check(CLI::IsMember({"8", "16"}));
    addKernelOptions(*render, o.kernel);
    for (const char* other : {"--recipe", "--generator", "--set", "--seed", "--time", "--tile"})
        render->get_option("--kernel")->excludes(render->get_option(other));
    addBackendOption(*render, o.backend);
    render->add_option("--threads", o.threads, "0: all")->transform(wholeNumber(0, 1024));
    render->add_option("-o,--output", o.output, "Ends in .png, .tif or .exr; the latter hold floats")
        ->type_name("OUT")
        ->required()
        ->check(notEmpty());
    render->add_flag("--json", o.json, "Print one JSON object");
    render->callback(
        [options, &run] { run = [options](Interrupt& interrupt) { cli::render(*options, interrupt); }; });
}

void addGenerators(CLI::App& app, Run& run) {
    struct Options {
        bool json = false;
        std::string gallery;
    };
    auto options = std::make_shared<Options>();
    CLI::App* generators = app.add_subcommand("generators", "List what can be rendered, with all parameters");
    CLI::Option* json = generators->add_flag("--json", options->json, "Print one JSON object");
    generators
        ->add_option("--gallery", options->gallery,
                     "Instead, write a page with a picture of each into a folder")
        ->type_name("FOLDER")
        ->check(notEmpty())
        ->excludes(json);
    generators->callback([options, &run] {
        run = [options](Interrupt&) {
            if (options->gallery.empty()) return printGenerators(options->json);
            writeGallery(options->gallery);
        };
    });
}

}  // namespace fretsaw::cli
