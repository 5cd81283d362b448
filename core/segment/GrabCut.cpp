// The loop of Rother, Kolmogorov and Blake 2004 over the backend seam, with warm starts.
// No pixels and no start models here.
#include "core/segment/GrabCut.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/image/Error.h"
#include "core/segment/Places.h"

namespace fretsaw {
namespace {

constexpr int kBandPixels = 1 << 18;  ///< labels travel to the backend in bands of about so many

class Stopwatch {
public:
    /// Milliseconds since construction or the last lap.
    double lapMs() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - begin_).count();
        begin_ = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The part low … high of a whole job's progress.
Progress within(const Progress& whole, double low, double high) {
    if (!whole) return {};
    return [&whole, low, high](double fraction) { whole(low + (high - low) * fraction); };
}

ClassMixtures evaluable(const ColourModels& models) {
    return {models.recipe.colours, evaluable(models.foreground), evaluable(models.background)};
}

}  // namespace

GrabCut::GrabCut(const SegmentBackendFactory& factory, std::shared_ptr<const Image<Rgba8>> image)
    : backend_(factory(image)), labels_(image->size(), Label::None) {}

void GrabCut::moveTo(const SegmentBackendFactory& factory, std::shared_ptr<const Image<Rgba8>> image) {
    backend_ = factory(std::move(image));
    maskChanged_ = Rect::of(size());
    changed_.assign(1, labels_.bounds());
    edges_.reset();
    graphModels_ = nullptr;
}

void GrabCut::apply(const LabelPatch& patch) {
    applyPatch(labels_.view(), patch);
    if (!patch.empty()) changed_.push_back(patch.rect);
}

void GrabCut::setBox(std::optional<Rect> box) {
    if (box == box_) return;
    // Without a rectangle the outside is unlabelled, with one it is background.
    changed_.push_back(box && box_ ? box->united(*box_) : labels_.bounds());
    box_ = box;
}

Image<Label> GrabCut::effectiveLabels(Rect where) const {
    Image<Label> effective(where.size(), Label::None);
    for (int y = 0; y < where.height; ++y) {
        const Label* from = labels_.row(where.y + y) + where.x;
        Label* to = effective.row(y);
        std::copy_n(from, where.width, to);
        if (!box_) continue;
        const auto outside = [from, to](int begin, int end) {
            for (int x = begin; x < end; ++x)
                to[x] = from[x] == Label::None ? Label::SureBackground : from[x];
        };
        const Rect inside = box_->intersected({where.x, where.y + y, where.width, 1});
        outside(0, inside.empty() ? where.width : inside.x - where.x);
        if (!inside.empty()) outside(inside.right() - where.x, where.width);
    }
    return effective;
}

/// use(Rect, labels) for all changed places, a band of rows at a time; false ends it.
template <typename Use>
bool GrabCut::forChangedBands(const Use& use) {
    for (const Rect& r : changed_) {
        const int rows = std::max(1, kBandPixels / r.width);
        for (int y = r.y; y < r.bottom(); y += rows) {
            const Rect band{r.x, y, r.width, std::min(rows, r.bottom() - y)};
            if (!use(band, effectiveLabels(band))) return false;
        }
    }
    changed_.clear();
    return true;
}

bool GrabCut::sendLabels() {
    if (!changed_.empty()) graphModels_ = nullptr;
    return forChangedBands([&](Rect band, const Image<Label>& labels) {
        backend_->setLabels(band, labels.view());
        return true;
    });
}

bool GrabCut::prepareEdges(const Recipe& recipe, const std::stop_token& stop) {
    const EdgeKey key{recipe.edges, recipe.gamma};
    std::optional<Contrast>& contrast = contrast_[static_cast<int>(key.space)];
    if (!contrast) contrast = backend_->contrast(key.space, stop);
    if (!contrast) return false;
    if (contrast->oneColour)
        throw InvalidArgument(
            "There is nothing to separate: all pixels of the picture have the same colour.");
    if (edges_ == key) return true;
    edges_.reset();
    graphModels_ = nullptr;
    const auto scale = pixel::edgeScale(recipe.gamma, contrast->squares, contrast->pairs);
    if (!backend_->setEdges(key.space, scale, stop)) return false;
    edges_ = key;
    return true;
}

bool GrabCut::updateGraph(const DataCosts& costs, const std::stop_token& stop) {
    // Until all bands are in, the graph is no graph of these models.
    const auto models = std::exchange(graphModels_, nullptr);
    std::int64_t constant = graphConstant_;
    const bool done = forChangedBands([&](Rect band, const Image<Label>& labels) {
        const auto change = backend_->updateTerminals(band, labels.view(), costs, stop);
        constant += change.value_or(0);
        return change.has_value();
    });
    if (!done) return false;
    graphConstant_ = constant;
    graphModels_ = models;
    return true;
}

bool GrabCut::fillGraph(const ColourModels& models, const std::stop_token& stop) {
    DataCosts costs;
    costs.mixtures = evaluable(models);
    costs.bestPartOnly = models.recipe.term == DataTerm::Paper;
    costs.unitsPerNat = static_cast<float>(pixel::unitsPerNat(models.recipe.gamma));
    costs.prior = models.prior;
    if (graphModels_ && *graphModels_ == models) return updateGraph(costs, stop);

    if (!sendLabels()) return false;
    graphModels_ = nullptr;
    const auto constant = backend_->setTerminals(costs, stop);
    if (!constant) return false;
    graphConstant_ = *constant;
    return true;
}

std::optional<MaskChange> GrabCut::cut(std::shared_ptr<const ColourModels> models,
                                       const std::stop_token& stop, const Progress& progress,
                                       GrabCutResult& result) {
    Stopwatch watch;
    if (!fillGraph(*models, stop)) return std::nullopt;
    graphModels_ = models;
    result.modelMs += watch.lapMs();
    const auto solved = backend_->solve(stop, progress);
    if (!solved) return std::nullopt;
    const MaskChange change = backend_->takeMask();
    maskChanged_ = maskChanged_.united(change.where);
    result.solveMs += watch.lapMs();
    result.cut = *solved;
    result.energy = graphConstant_ + solved->capacity;
    result.foregroundPixels = change.foreground;
    result.models = std::move(models);
    return change;
}

void GrabCut::takeMask(GrabCutResult& result) {
    result.mask = backend_->mask();
    result.changed = std::exchange(maskChanged_, {});
}

std::optional<ColourModels> GrabCut::refit(const ColourModels& models, const std::stop_token& stop) {
    const auto sums =
        backend_->sums(evaluable(models), models.recipe.weighted, learntRect(models.recipe), stop);
    if (!sums) return std::nullopt;
    const double floor = models.recipe.varianceFloor;
    ColourModels refitted{fitMixture(sums->foreground, floor), fitMixture(sums->background, floor),
                          models.recipe, models.prior};
    // A class that has lost all its pixels keeps what was known of it.
    if (refitted.foreground.parts.empty()) refitted.foreground = models.foreground;
    if (refitted.background.parts.empty()) refitted.background = models.background;
    return refitted;
}

LabelCounts GrabCut::countLabels() const {
    LabelCounts counts = fretsaw::countLabels(labels_.view());
    if (!box_) return counts;
    const std::int64_t inside = fretsaw::countLabels(labels_.view().sub(*box_))[Label::None];
    counts.of[static_cast<int>(Label::SureBackground)] += counts[Label::None] - inside;
    counts.of[static_cast<int>(Label::None)] = inside;
    return counts;
}

/// OpenCV's users mark all that they do not know as probable foreground; where every free pixel has one and
/// the same label, it tells none from another.
bool GrabCut::probableLabelsSayNothing() const {
    const LabelCounts counts = countLabels();
    const std::int64_t foreground = counts[Label::ProbableForeground],
                       background = counts[Label::ProbableBackground];
    return counts[Label::None] == 0 && (foreground == 0 || background == 0);
}

Rect GrabCut::learntRect(const Recipe& recipe) const {
    const Rect all = Rect::of(size());
    if (!recipe.nearby || !box_) return all;
    const double ring = 0.15 * std::sqrt(static_cast<double>(box_->area()));
    const int width = std::max(3, static_cast<int>(ring + 0.5));
    return Rect{box_->x - width, box_->y - width, box_->width + 2 * width, box_->height + 2 * width}
        .intersected(all);
}

StartInput GrabCut::startInput(const Recipe& recipe, const std::stop_token& stop) const {
    StartInput input{recipe, nullptr, box_, learntRect(recipe), size()};
    if (recipe.places == Places::InBox) input.prior = boxPrior(size(), *box_);
    if (recipe.places == Places::InBand) {
        input.prior = bandPrior(effectiveLabels(Rect::of(size())).view(), stop);
        input.probableToo = probableLabelsSayNothing();
    }
    return input;
}

std::optional<GrabCutResult> GrabCut::learn(const Recipe& recipe, const SegmentParams& params,
                                            const std::stop_token& stop, const Progress& progress) {
    Stopwatch watch;
    GrabCutResult result;
    if (!prepareEdges(recipe, stop) || !sendLabels()) return std::nullopt;
    maskChanged_ = Rect::of(size());
    const StartInput input = startInput(recipe, stop);
    if (stop.stop_requested()) return std::nullopt;
    auto start = startModels(*backend_, input, params, stop);
    if (!start) return std::nullopt;
    result.learntFromFrame = start->learntFromFrame;
    result.modelMs += watch.lapMs();
    return iterate(std::move(start->models), params, stop, progress, std::move(result));
}

std::optional<GrabCutResult> GrabCut::learnOn(const Previous& previous, const SegmentParams& params,
                                              const std::stop_token& stop, const Progress& progress) {
    Stopwatch watch;
    GrabCutResult result;
    const Recipe& recipe = previous.models->recipe;
    if (!prepareEdges(recipe, stop) || !sendLabels()) return std::nullopt;
    maskChanged_ = Rect::of(size());
    backend_->setMask(previous.mask);
    UnlabelledRule keep;
    keep.kind = UnlabelledRule::Kind::Keep;
    keep.probableToo = recipe.places == Places::InBand && probableLabelsSayNothing();
    if (!backend_->startMask(keep, stop)) return std::nullopt;
    result.modelMs += watch.lapMs();
    return iterate(*previous.models, params, stop, progress, std::move(result));
}

std::optional<GrabCutResult> GrabCut::iterate(ColourModels models, const SegmentParams& params,
                                              const std::stop_token& stop, const Progress& progress,
                                              GrabCutResult result) {
    Stopwatch watch;
    result.unitsPerNat = pixel::unitsPerNat(models.recipe.gamma);
    constexpr double kStartShare = 0.1;
    report(progress, kStartShare);
    auto kept = std::make_shared<const ColourModels>(models);  // the last that cut both classes, or the start
    const int cuts = std::max(1, params.iterations);
    for (int i = 0; i < cuts; ++i) {
        if (params.iterations > 0) {
            watch.lapMs();
            auto refitted = refit(models, stop);
            if (!refitted) return std::nullopt;
            models = std::move(*refitted);
            ++result.iterations;
            result.modelMs += watch.lapMs();
        }
        const double low = kStartShare + (1 - kStartShare) * i / cuts;
        const double high = kStartShare + (1 - kStartShare) * (i + 1) / cuts;
        const auto learnt = std::make_shared<const ColourModels>(models);
        auto change = cut(learnt, stop, within(progress, low, high), result);
        if (!change) return std::nullopt;
        if (change->foreground == 0 || change->foreground == size().area()) {
            // A class is lost, and nothing more can be learnt of it: the models before are worth more.
            if (params.iterations > 0) change = cut(kept, stop, {}, result);
            if (!change) return std::nullopt;
            break;
        }
        if (change->pixels == 0) break;
        kept = learnt;
    }
    takeMask(result);
    report(progress, 1);
    return result;
}

std::optional<GrabCutResult> GrabCut::cutWith(std::shared_ptr<const ColourModels> models,
                                              const std::stop_token& stop, const Progress& progress) {
    Stopwatch watch;
    GrabCutResult result;
    result.unitsPerNat = pixel::unitsPerNat(models->recipe.gamma);
    if (!prepareEdges(models->recipe, stop)) return std::nullopt;
    result.modelMs += watch.lapMs();
    if (!cut(std::move(models), stop, within(progress, 0, 1), result)) return std::nullopt;
    takeMask(result);
    report(progress, 1);
    return result;
}

std::optional<CleanMask> GrabCut::cleaned(const std::shared_ptr<const Mask>& mask, const CleanUp& rules,
                                          const std::stop_token& stop) {
    if (!sendLabels()) return std::nullopt;
    return backend_->cleaned(mask, rules, stop);
}

}  // namespace fretsaw
