// The half start, the start from labels alone, and cv::grabCut's start.
// All pixels stay behind the backend; only samples come here.
#include "core/segment/StartModels.h"

#include <algorithm>

#include "core/image/Error.h"
#include "core/segment/Clustering.h"
#include "core/segment/Places.h"

namespace fretsaw {
namespace {

/// Fine enough for a median of costs, and as coarse as energies are.
constexpr float kScoreUnitsPerNat = 32;

/// What labels and rectangle say, as samples.
struct Known {
    Samples foreground, background, unlabelled;
};

void requireBothClasses(const Known& known, bool hasBox) {
    const bool foreground = known.foreground.total > 0, background = known.background.total > 0;
    const bool unlabelled = known.unlabelled.total > 0;
    if (hasBox && unlabelled) return;  // inside are candidates; the border stands in for the background
    if (!foreground && !background)
        throw InvalidArgument("Drag a rectangle around the object, or mark some of it and some background.");
    if (!background)
        throw InvalidArgument(hasBox ? "Everything is marked as the object: mark some background."
                                     : "Mark some background, or drag a rectangle around the object.");
    if (!foreground)
        throw InvalidArgument(hasBox ? "Everything is marked as background: mark some of the object."
                                     : "Mark some of the object, or drag a rectangle around it.");
}

class Starter {
public:
    Starter(SegmentBackend& backend, const StartInput& input, const SegmentParams& params,
            std::stop_token stop)
        : backend_(backend),
          input_(input),
          recipe_(input.recipe),
          box_(input.box),
          params_(params),
          stop_(std::move(stop)) {}

    std::optional<StartModels> run() {
        auto foreground = sample(PixelSet::LabelledForeground),
             background = sample(PixelSet::LabelledBackground);
        auto unlabelled = sample(PixelSet::Unlabelled);
        if (!foreground || !background || !unlabelled) return std::nullopt;
        Known known{std::move(*foreground), std::move(*background), std::move(*unlabelled)};
        requireBothClasses(known, box_.has_value());

        std::optional<ColourMixture> outside;
        UnlabelledRule rule;
        if (box_ && known.unlabelled.total > 0) {
            outside = backgroundOf(known);
            if (!outside) return std::nullopt;
            if (params_.start == Start::Fretsaw) rule = upperHalf(known.unlabelled, *outside);
        } else if (recipe_.places == Places::InBand) {
            rule = byPlace();
        } else if (known.unlabelled.total > 0 && params_.start == Start::Fretsaw) {
            auto likelier = byLikelihood(known);
            if (!likelier) return std::nullopt;
            rule = *likelier;
        }
        rule.probableToo = input_.probableToo;
        if (!backend_.startMask(rule, stop_)) return std::nullopt;
        return fitToMask(outside);
    }

private:
    std::optional<Samples> sample(PixelSet set) {
        return backend_.sample(set, recipe_.colours, input_.learnt, kMaxSamples, stop_);
    }

    /// Groups are not yet the likeliest Gaussians: a few rounds of assigning and fitting, as in the loop
    /// itself. From lassos they gain nothing.
    ColourMixture settled(ColourMixture mixture) const {
        constexpr int kRounds = 2;
        for (int round = 0; round < kRounds && !stop_.stop_requested(); ++round)
            mixture =
                fitMixture(backend_.sumsByPart(evaluable(mixture), recipe_.weighted), recipe_.varianceFloor);
        return mixture;
    }

    std::optional<ColourMixture> fit(const Samples& samples, int components) {
        backend_.setSamples(samples.colours);
        const SumsByCentre sums = [this](std::span<const pixel::Centre> centres) {
            return backend_.sumsByCentre(centres);
        };
        const auto groups = params_.start == Start::Fretsaw
                                ? clusterBySplitting(samples.colours, components, sums, stop_)
                                : clusterBySeed(samples.colours, components, params_.seed, sums, stop_);
        if (!groups) return std::nullopt;
        ColourMixture mixture = fitMixture(*groups, recipe_.varianceFloor);
        const bool halfStart = box_ && params_.start == Start::Fretsaw;
        return halfStart ? settled(std::move(mixture)) : mixture;
    }
    std::optional<ColourMixture> fitForeground(const Samples& samples) {
        return fit(samples, recipe_.foregroundComponents);
    }
    std::optional<ColourMixture> fitBackground(const Samples& samples) {
        return fit(samples, recipe_.backgroundComponents);
    }

    /// The background as far as it is known; with the frame inside the rectangle where that is next to
    /// nothing.
    std::optional<ColourMixture> backgroundOf(Known& known) {
        if (known.background.total * 50 < box_->area()) {
            const auto frame = sampleFrame();
            if (!frame) return std::nullopt;
            learntFromFrame_ = frame->total > 0;
            auto& colours = known.background.colours;
            colours.insert(colours.end(), frame->colours.begin(), frame->colours.end());
        }
        // The whole frame may be marked as foreground.
        return fitBackground(known.background.colours.empty() ? known.unlabelled : known.background);
    }

    std::optional<Samples> sampleFrame() {
        const Rect box = *box_;
        const int shorter = std::min(box.width, box.height), width = std::max(2, shorter * 3 / 100);
        const Rect inner = Rect{box.x + width, box.y + width, box.width - 2 * width, box.height - 2 * width};
        const Rect hole = inner.empty() ? Rect{box.x, box.bottom(), box.width, 0} : inner;
        const Rect strips[4] = {{box.x, box.y, box.width, hole.y - box.y},
                                {box.x, hole.bottom(), box.width, box.bottom() - hole.bottom()},
                                {box.x, hole.y, hole.x - box.x, hole.height},
                                {hole.right(), hole.y, box.right() - hole.right(), hole.height}};
        Samples frame;
        for (const Rect& strip : strips) {
            if (strip.empty()) continue;
            const auto part =
                backend_.sample(PixelSet::Unlabelled, recipe_.colours, strip, kMaxSamples / 4, stop_);
            if (!part) return std::nullopt;
            frame.total += part->total;
            frame.colours.insert(frame.colours.end(), part->colours.begin(), part->colours.end());
        }
        return frame;
    }

    /// A score by the whole mixtures. A class without one costs nothing.
    [[nodiscard]] UnlabelledRule scoreBy(const ColourMixture* foreground,
                                         const ColourMixture& background) const {
        UnlabelledRule rule;
        rule.kind = UnlabelledRule::Kind::Score;
        rule.costs.mixtures.space = recipe_.colours;
        if (foreground) rule.costs.mixtures.foreground = evaluable(*foreground);
        rule.costs.mixtures.background = evaluable(background);
        rule.costs.unitsPerNat = kScoreUnitsPerNat;
        return rule;
    }

    /// The half of the unlabelled pixels that the background explains worst is foreground.
    [[nodiscard]] UnlabelledRule upperHalf(const Samples& unlabelled, const ColourMixture& background) const {
        UnlabelledRule rule = scoreBy(nullptr, background);
        std::vector<int> scores;
        scores.reserve(unlabelled.colours.size());
        for (const Colour& p : unlabelled.colours) {
            const float cost =
                pixel::mixtureCost<float>(rule.costs.mixtures.background, p.c[0], p.c[1], p.c[2]);
            scores.push_back(pixel::costUnits(cost, kScoreUnitsPerNat));
        }
        const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(scores.size() / 2);
        std::nth_element(scores.begin(), middle, scores.end());
        rule.threshold = *middle;
        return rule;
    }

    /// Foreground where the prior takes it for that.
    [[nodiscard]] UnlabelledRule byPlace() const {
        UnlabelledRule rule;
        rule.kind = UnlabelledRule::Kind::Score;
        rule.costs.prior = input_.prior;
        rule.costs.unitsPerNat = kScoreUnitsPerNat;
        return rule;
    }

    std::optional<UnlabelledRule> byLikelihood(const Known& known) {
        const auto foreground = fitForeground(known.foreground), background = fitBackground(known.background);
        if (!foreground || !background) return std::nullopt;
        return scoreBy(&*foreground, *background);
    }

    /// outside: stands in for a background of which the mask has no pixel.
    std::optional<StartModels> fitToMask(const std::optional<ColourMixture>& outside) {
        const auto foreground = sample(PixelSet::MaskForeground),
                   background = sample(PixelSet::MaskBackground);
        if (!foreground || !background) return std::nullopt;
        auto foregroundFit = fitForeground(*foreground);
        auto backgroundFit = background->total > 0 ? fitBackground(*background) : outside;
        if (!foregroundFit || !backgroundFit) return std::nullopt;
        return StartModels{{std::move(*foregroundFit), std::move(*backgroundFit), recipe_, input_.prior},
                           learntFromFrame_};
    }

    SegmentBackend& backend_;
    const StartInput& input_;
    const Recipe& recipe_;
    const std::optional<Rect>& box_;
    const SegmentParams& params_;
    std::stop_token stop_;
    bool learntFromFrame_ = false;
};

}  // namespace

std::optional<StartModels> startModels(SegmentBackend& backend, const StartInput& input,
                                       const SegmentParams& params, std::stop_token stop) {
    return Starter(backend, input, params, std::move(stop)).run();
}

}  // namespace fretsaw
