// Back and forward through the pictures that a person tried, as in a browser.
// This is not undo: it belongs to the panel and changes no document.
#pragma once

#include <cstddef>
#include <vector>

#include "core/generate/PictureRecipe.h"

namespace fretsaw::ui {

/// A list with a place in it; there always is a present recipe.
class RecipeHistory {
public:
    static constexpr std::size_t kMost = 100;  ///< the oldest go first

    explicit RecipeHistory(PictureRecipe first) : recipes_{std::move(first)} {}

    [[nodiscard]] const PictureRecipe& present() const { return recipes_[place_]; }
    /// Another picture: what lay ahead is forgotten. Nothing happens where it is the present one.
    void visit(PictureRecipe recipe);
    /// The present picture, changed by a value: no place of its own.
    void change(PictureRecipe recipe) { recipes_[place_] = std::move(recipe); }

    [[nodiscard]] bool canGoBack() const { return place_ > 0; }
    [[nodiscard]] bool canGoForward() const { return place_ + 1 < recipes_.size(); }
    void back() { place_ -= canGoBack() ? 1 : 0; }
    void forward() { place_ += canGoForward() ? 1 : 0; }

private:
    std::vector<PictureRecipe> recipes_;
    std::size_t place_ = 0;
};

}  // namespace fretsaw::ui
