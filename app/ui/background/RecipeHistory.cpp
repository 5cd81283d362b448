// Visits to recipes.
// What a recipe is stands in core/generate.
#include "app/ui/background/RecipeHistory.h"

namespace fretsaw::ui {

void RecipeHistory::visit(PictureRecipe recipe) {
    if (recipe == present()) return;
    recipes_.erase(recipes_.begin() + static_cast<std::ptrdiff_t>(place_) + 1, recipes_.end());
    recipes_.push_back(std::move(recipe));
    if (recipes_.size() > kMost) recipes_.erase(recipes_.begin());
    place_ = recipes_.size() - 1;
}

}  // namespace fretsaw::ui
