// Two runs for a rectangle, one for labels.
// The recipes' values are in Recipe.h.
#include "core/segment/Choice.h"

#include "core/segment/Plausibility.h"

namespace fretsaw {
namespace {

constexpr std::int64_t kPlausible = kImplausibilityOne * 3 / 100;

/// Sure labels outline the object from both sides: they cover most of the picture. Strokes do not.
bool isTrimap(const LabelCounts& counts) {
    const std::int64_t foreground = counts[Label::SureForeground], background = counts[Label::SureBackground];
    return foreground > 0 && background > 0 && 2 * (foreground + background) >= counts.all();
}

std::optional<GrabCutResult> learnInBox(GrabCut& grid, Rect box, const SegmentParams& params,
                                        const std::stop_token& stop, const Progress& progress) {
    constexpr double kFirstShare = 0.5;
    auto near = grid.learn(chosen(kNearRecipe, params), params, stop,
                           [&](double part) { report(progress, kFirstShare * part); });
    if (!near) return std::nullopt;
    const std::int64_t nearDoubt = implausibility(near->mask->view(), box);
    if (nearDoubt <= kPlausible) return near;
    auto wide = grid.learn(chosen(kWideRecipe, params), params, stop,
                           [&](double part) { report(progress, kFirstShare + (1 - kFirstShare) * part); });
    if (!wide) return std::nullopt;
    GrabCutResult& kept = implausibility(wide->mask->view(), box) < nearDoubt ? *wide : *near;
    kept.modelMs = near->modelMs + wide->modelMs;
    kept.solveMs = near->solveMs + wide->solveMs;
    return std::move(kept);
}

}  // namespace

Recipe chosen(Recipe recipe, const SegmentParams& params) {
    if (params.model) recipe.term = *params.model;
    if (recipe.term == DataTerm::Paper) recipe.weighted = true;  // or its energy would not fall
    if (params.gamma) recipe.gamma = *params.gamma;
    if (params.components) recipe.foregroundComponents = recipe.backgroundComponents = *params.components;
    return recipe;
}

std::shared_ptr<const ColourModels> asChosen(std::shared_ptr<const ColourModels> models,
                                             const SegmentParams& params) {
    const Recipe recipe = chosen(models->recipe, params);
    if (models->recipe.term == recipe.term && models->recipe.gamma == recipe.gamma) return models;
    ColourModels changed = *models;
    changed.recipe.term = recipe.term;
    changed.recipe.gamma = recipe.gamma;
    return std::make_shared<const ColourModels>(std::move(changed));
}

std::optional<GrabCutResult> learnAnew(GrabCut& grid, const SegmentParams& params,
                                       const std::stop_token& stop, const Progress& progress) {
    if (params.start == Start::OpenCv) return grid.learn(chosen(Recipe{}, params), params, stop, progress);
    const LabelCounts counts = grid.countLabels();
    if (grid.box() && counts[Label::None] > 0) return learnInBox(grid, *grid.box(), params, stop, progress);
    Recipe recipe = kLabelRecipe;
    if (isTrimap(counts)) recipe.places = Places::InBand;
    return grid.learn(chosen(recipe, params), params, stop, progress);
}

}  // namespace fretsaw
