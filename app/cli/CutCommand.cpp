// fretsaw-cli cut: photo, labels and rectangle in, mask and cut-out out.
// The cutting itself is in core/segment behind Segmenter.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/Backdrop.h"
#include "app/cli/Commands.h"
#include "app/cli/Recipes.h"
#include "core/cuda/ChooseBackend.h"
#include "core/image/Error.h"
#include "core/io/ImageFile.h"
#include "core/io/StrokesFile.h"
#include "core/segment/Labels.h"
#include "core/segment/Segmenter.h"
#include "core/segment/Stroke.h"

namespace fretsaw::cli {
namespace {

struct CutOptions {
    std::string image, rect, labels, startMask, strokes, mask, cutout, composite;
    BackgroundOptions background;
    SegmentParams params;
    std::optional<BackendWish> backend;  ///< nothing: what the environment says
    int threads = 0;
    bool localChanges = false;
    double maxMegapixels = io::LoadOptions{}.maxMegapixels;
    bool json = false;
};

const std::map<std::string, Start> kStarts{{"fretsaw", Start::Fretsaw}, {"opencv", Start::OpenCv}};
const std::map<std::string, DataTerm> kModels{{"paper", DataTerm::Paper}, {"mixture", DataTerm::Mixture}};

/// An option whose values are the names, and nothing else.
template <typename Value, typename T>
CLI::Option* addNamed(CLI::App& app, const std::string& option, Value& value,
                      const std::map<std::string, T>& names, const std::string& help) {
    const auto take = [&value, &names](const std::string& name) { value = names.at(name); };
    return app.add_option_function<std::string>(option, take, help)
        ->check(CLI::IsMember(&names))
        ->type_name("NAME");
}

template <typename T>
std::string nameOf(const std::map<std::string, T>& names, T value) {
    for (const auto& [name, known] : names)
        if (known == value) return name;
    return {};
}

/// Four integers. Negative sizes are allowed; they are normalised by Rect.
Rect parseRect(const std::string& text) {
    constexpr int kFarthest = 1'000'000'000;  // sums of two stay in an int
    int numbers[4] = {};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int i = 0; i < 4; ++i) {
        const auto [after, error] = std::from_chars(at, end, numbers[i]);
        const bool separated = i == 3 ? after == end : after != end && *after == ',';
        if (error != std::errc() || !separated || numbers[i] < -kFarthest || numbers[i] > kFarthest) {
            throw UsageError{"--rect: \"" + text + "\" is not X,Y,WIDTH,HEIGHT in whole pixels."};
        }
        at = after + 1;
    }
    return Rect{numbers[0], numbers[1], numbers[2], numbers[3]}.normalized();
}

double msSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}
double rounded(double ms) {
    return std::round(ms * 1000) / 1000;
}

/// One run of the command.
class Cut {
public:
    Cut(const CutOptions& options, Interrupt& interrupt) : options_(options), interrupt_(interrupt) {}

    void run() {
        checkUsage();
        backend_ = backendOf(options_.backend);
        for (const std::string& output : {options_.mask, options_.cutout, options_.composite})
            if (!output.empty()) io::checkWritable(output);  // not only after a long solve
        ProgressBar bar;
        read(bar);
        auto segmenter = makeSegmenter(backend_, options_.threads);
        interrupt_.stopByTokenFromNow();
        const SegmentResult result = cut(*segmenter, bar);
        (void)bar.stage("Writing");
        write(result);
        print(result);
    }

private:
    void checkUsage() {
        if (!options_.rect.empty()) rect_ = parseRect(options_.rect);
        if (!rect_ && options_.labels.empty() && options_.startMask.empty() && options_.strokes.empty()) {
            throw UsageError{
                "Say what to cut: at least one of --rect, --labels, --start-mask and --strokes."};
        }
        if (options_.mask.empty() && options_.cutout.empty() && options_.composite.empty() &&
            !options_.json) {
            throw UsageError{"Say what to write: at least one of --mask, --cutout, --composite and --json."};
        }
        const bool hasFirst = rect_ || !options_.labels.empty() || !options_.startMask.empty();
        if (options_.localChanges && (options_.strokes.empty() || !hasFirst)) {
            throw UsageError{
                "--local-changes-only is about --strokes that change the mask of --rect, --labels or "
                "--start-mask: give both."};
        }
        background_ = backgroundOf(options_.background);
        if (background_.has_value() == options_.composite.empty())
            throw UsageError{"--background and --composite go together."};
        for (const std::string& input :
             {options_.image, options_.labels, options_.startMask, options_.strokes}) {
            checkOutput(options_.mask, ".png", "--mask", input);
            checkOutput(options_.cutout, ".png", "--cutout", input);
            checkOutput(options_.composite, ".png", "--composite", input);
        }
        if (!options_.mask.empty() && sameFile(options_.mask, options_.cutout)) {
            throw UsageError{"--mask and --cutout name the same file."};
        }
        for (const std::string& other : {options_.mask, options_.cutout})
            if (!other.empty() && sameFile(options_.composite, other))
                throw UsageError{"--composite names the same file as another output."};
    }

    void read(ProgressBar& bar) {
        if (!options_.strokes.empty()) strokes_ = io::readStrokes(options_.strokes);
        const auto begin = std::chrono::steady_clock::now();
        photo_ = io::load(options_.image, {options_.maxMegapixels}, bar.stage("Reading"));
        loadMs_ = msSince(begin);
        warnings_ = photo_.warnings;
        if (!options_.labels.empty()) labels_ = readLabels();
        if (!options_.startMask.empty()) labels_ = readStartMask();
    }

    io::GreyFile readGrey(const std::string& path) {
        io::GreyFile file = io::loadGrey(path, {options_.maxMegapixels});
        warnings_.insert(warnings_.end(), file.warnings.begin(), file.warnings.end());
        if (file.pixels.size() == photo_.size()) return file;
        const auto text = [](Size s) { return std::to_string(s.width) + " × " + std::to_string(s.height); };
        throw IoError(path, "It has " + text(file.pixels.size()) + " pixels, but the upright image has " +
                                text(photo_.size()) + ".");
    }

    Image<Label> readLabels() {
        const io::GreyFile file = readGrey(options_.labels);
        if (file.fileChannels != 1 || file.fileBitsPerChannel != 8) {
            throw IoError(options_.labels, "Labels must be an 8-bit grey file with one channel.");
        }
        try {
            return labelsFromCodes(file.pixels.view());
        } catch (const InvalidArgument& e) {
            throw IoError(options_.labels, e.what());
        }
    }

    Image<Label> readStartMask() {
        const io::GreyFile file = readGrey(options_.startMask);
        try {
            StartMaskLabels start = labelsFromStartMask(file.pixels.view());
            warnings_.push_back("The start mask has " + grouped(start.foreground) + " foreground, " +
                                grouped(start.background) + " background and " + grouped(start.unknown) +
                                " unknown pixels.");
            return std::move(start.labels);
        } catch (const InvalidArgument& e) {
            throw IoError(options_.startMask, e.what());
        }
    }

    SegmentResult cut(Segmenter& segmenter, ProgressBar& bar) {
        SegmentParams params = options_.params;
        prepare(segmenter);
        if (options_.localChanges) {  // as in the window: a mask first, then strokes on it
            (void)segment(segmenter, params, bar.stage("Cutting"));
            params.fresh = false;
            params.localChanges = true;
            paint(segmenter);
        }
        return segment(segmenter, params, bar.stage(options_.localChanges ? "Changing" : "Cutting"));
    }

    SegmentResult segment(Segmenter& segmenter, const SegmentParams& params, const Progress& progress) {
        auto result = segmenter.segment(params, interrupt_.token(), progress);
        if (!result || interrupt_.token().stop_requested()) throw Interrupted{};
        for (const std::string& warning : result->warnings)  // both cuts may have the same to say
            if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end())
                warnings_.push_back(warning);
        return *std::move(result);
    }

    void prepare(Segmenter& segmenter) {
        segmenter.setImage(photo_.srgb);
        if (labels_) {
            const auto count = static_cast<std::size_t>(labels_->size().area());
            segmenter.apply({labels_->bounds(), std::vector<Label>(count, Label::None),
                             std::vector<Label>(labels_->data(), labels_->data() + count)});
        } else {
            labels_ = Image<Label>(photo_.size(), Label::None);
        }
        if (rect_) segmenter.setRect(rect_);
        if (!options_.localChanges) paint(segmenter);
    }

    void paint(Segmenter& segmenter) {
        for (const Stroke& stroke : strokes_) {
            const LabelPatch patch = paintStroke(labels_->view(), stroke);
            if (!patch.empty()) segmenter.apply(patch);
        }
    }

    void write(const SegmentResult& result) {
        const auto generator = makeGenerator(
            backend_, options_.threads, [this](const std::string& reason) { warnings_.push_back(reason); });
        io::Backdrop backdrop;
        if (background_)
            backdrop = app::backdropOf(*generator, *background_, photo_, result.mask, interrupt_.token());
        if (!io::saveResult({options_.mask, options_.cutout, options_.composite}, photo_, result.mask->view(),
                            backdrop, pngText(parameters(result.models->recipe)), interrupt_.token()))
            throw Interrupted{};
    }

    [[nodiscard]] std::string parameters(const Recipe& used) const {
        const SegmentParams& p = options_.params;
        char gamma[32];
        std::snprintf(gamma, sizeof gamma, "%g", used.gamma);
        std::string text = "start " + nameOf(kStarts, p.start) + ", model " + nameOf(kModels, used.term) +
                           ", iterations " + std::to_string(p.iterations) + ", gamma " + gamma +
                           ", components " + std::to_string(used.foregroundComponents) + "/" +
                           std::to_string(used.backgroundComponents) + ", seed " + std::to_string(p.seed);
        if (rect_) text += ", rect " + options_.rect;
        const CleanUp& rules = p.cleanUp;
        if (rules.keepConnected) text += ", keep connected";
        if (rules.fillHolesPx > 0) text += ", fill holes " + std::to_string(rules.fillHolesPx);
        if (rules.dropIslandsPx > 0) text += ", drop islands " + std::to_string(rules.dropIslandsPx);
        if (options_.localChanges) text += ", local changes only";
        return text;
    }

    void print(const SegmentResult& result) const {
        if (!options_.json) {
            for (const std::string& warning : warnings_) printWarning(warning);
            std::printf("%s of %s pixels are foreground; %s after %d iteration%s in %.2f s.\n",
                        grouped(result.foregroundPixels).c_str(), grouped(photo_.size().area()).c_str(),
                        result.certified ? "a certified minimum cut" : "a cut that could not be certified",
                        result.iterations, result.iterations == 1 ? "" : "s", msSince(begin_) / 1000);
            if (options_.params.cleanUp.any())
                std::printf("Clean-up changed %s pixel%s.\n", grouped(result.cleanedPixels).c_str(),
                            result.cleanedPixels == 1 ? "" : "s");
            for (const std::string& file : {options_.mask, options_.cutout, options_.composite})
                if (!file.empty()) std::printf("Written: %s\n", file.c_str());
            return;
        }
        nlohmann::ordered_json json;
        json["width"] = photo_.size().width;
        json["height"] = photo_.size().height;
        json["backend"] = result.backend.gpu ? "cuda" : "cpu";
        json["backendReason"] = result.backend.reason;
        json["start"] = nameOf(kStarts, options_.params.start);
        const Recipe& used = result.models->recipe;
        json["model"] = nameOf(kModels, used.term);
        json["gamma"] = used.gamma;
        json["components"] = {used.foregroundComponents, used.backgroundComponents};
        json["seed"] = options_.params.seed;
        json["iterations"] = result.iterations;
        json["keepConnected"] = options_.params.cleanUp.keepConnected;
        json["fillHoles"] = options_.params.cleanUp.fillHolesPx;
        json["dropIslands"] = options_.params.cleanUp.dropIslandsPx;
        json["localChangesOnly"] = options_.localChanges;
        json["unitsPerNat"] = result.unitsPerNat;
        json["loadMs"] = rounded(loadMs_);
        json["modelMs"] = rounded(result.modelMs);
        json["solveMs"] = rounded(result.solveMs);
        json["totalMs"] = rounded(msSince(begin_));
        json["energy"] = result.energy;
        json["flow"] = result.flow;
        json["cut"] = result.cut;
        json["certified"] = result.certified;
        json["cleanedPixels"] = result.cleanedPixels;
        json["foregroundPixels"] = result.foregroundPixels;
        json["maskSha256"] = sha256(result.mask->view());
        json["warnings"] = warnings_;
        printJson(json);
    }

    const CutOptions& options_;
    Interrupt& interrupt_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<Rect> rect_;
    std::optional<Background> background_;
    std::vector<Stroke> strokes_;
    io::Photo photo_;
    std::optional<Image<Label>> labels_;  ///< of files; with the strokes once they are painted
    double loadMs_ = 0;
    BackendChoice backend_;
    std::vector<std::string> warnings_;
};

}  // namespace

void addCut(CLI::App& app, Run& run) {
    auto options = std::make_shared<CutOptions>();
    CutOptions& o = *options;
    CLI::App* cut = app.add_subcommand("cut", "Cut an object out of a photo");
    cut->add_option("IMAGE", o.image, "The photo")->required();
    cut->add_option(
           "--rect", o.rect,
           "Box around the object, in pixels of the upright image; negative sizes are turned round and "
           "the rest is clipped")
        ->type_name("X,Y,W,H");
    auto* labels =
        cut->add_option("--labels", o.labels,
                        "8-bit grey file: 0 sure background, 1 sure foreground, 2 probable background, "
                        "3 probable foreground")
            ->type_name("FILE");
    cut->add_option("--start-mask", o.startMask,
                    "Mask or trimap: 192 and more is foreground, less than 64 background, the rest unknown")
        ->type_name("FILE")
        ->excludes(labels);
    cut->add_option("--strokes", o.strokes, "Brush strokes in JSON; they go over the labels")
        ->type_name("FILE");
    addNamed(*cut, "--start", o.params.start, kStarts, "How the first models are found: fretsaw or opencv");
    addNamed(*cut, "--model", o.params.model, kModels, "Data term, where not the start's: mixture or paper");
    cut->add_option("--iterations", o.params.iterations, "At most so many, 0 … 100")
        ->transform(wholeNumber(0, 100));
    cut->add_option("--gamma", o.params.gamma, "Weight of edges, 0 … 1000, instead of the start's")
        ->check(between(0, 1000));
    cut->add_option("--components", o.params.components, "Colours a side, 1 … 16, instead of the start's")
        ->transform(wholeNumber(1, 16));
    cut->add_option("--seed", o.params.seed, "Of --start opencv")->transform(wholeNumber());
    CleanUp& rules = o.params.cleanUp;
    const CLI::Validator sizes = wholeNumber(0, CleanUp::kMostPixels);
    cut->add_flag("--keep-connected", rules.keepConnected,
                  "Drop the parts of the object without a sure foreground label, where any part has one");
    cut->add_option("--fill-holes", rules.fillHolesPx,
                    "Fill holes in the object of fewer than N pixels, but for sure background")
        ->transform(sizes)
        ->type_name("N");
    cut->add_option("--drop-islands", rules.dropIslandsPx,
                    "Drop parts of the object of fewer than N pixels, but for sure foreground and the last")
        ->transform(sizes)
        ->type_name("N");
    cut->add_flag("--local-changes-only", o.localChanges,
                  "Cut without the strokes first; they then change only what hangs together with them");
    addBackendOption(*cut, o.backend);
    cut->add_option("--threads", o.threads, "0: all")->transform(wholeNumber(0, 1024));
    cut->add_option("--max-megapixels", o.maxMegapixels, "Larger pictures are refused")->check(megapixels());
    cut->add_option("--mask", o.mask, "Where the mask goes: PNG, 0 and 255")->type_name("OUT.png");
    cut->add_option("--cutout", o.cutout, "Where the cut-out goes: PNG with alpha")->type_name("OUT.png");
    addBackgroundOptions(*cut, o.background);
    cut->add_option("--composite", o.composite, "Where the object before the background goes: PNG")
        ->type_name("OUT.png");
    for (const char* name :
         {"IMAGE", "--rect", "--labels", "--start-mask", "--strokes", "--mask", "--cutout", "--composite"})
        cut->get_option(name)->check(notEmpty());
    cut->add_flag("--json", o.json, "Print one JSON object on the standard output, and nothing else");
    cut->callback(
        [options, &run] { run = [options](Interrupt& interrupt) { Cut(*options, interrupt).run(); }; });
}

}  // namespace fretsaw::cli
