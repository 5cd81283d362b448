// What the panel edits: a background that is only tried at first and, once in use, is the document's.
// No widgets here.
#pragma once

#include <QObject>
#include <QSet>
#include <map>
#include <string>

#include "app/Document.h"
#include "app/ui/background/RecipeHistory.h"

namespace fretsaw::ui {

/// The one way for all widgets of the panel to change the background. In use, each change goes to the
/// document as an undo step, and undo comes back here. GUI thread.
class BackgroundEditor : public QObject {
    Q_OBJECT

public:
    /// document outlives the editor.
    explicit BackgroundEditor(app::Document& document, QObject* parent = nullptr);

    [[nodiscard]] const Background& background() const { return background_; }
    [[nodiscard]] const PictureRecipe& recipe() const { return background_.recipe; }
    /// Of the picture in pixels: its own size or, where none was chosen, the photo's.
    [[nodiscard]] Size size() const;
    [[nodiscard]] bool isInUse() const { return inUse_; }
    /// What the recipe's formula reads of the open document at the moment; null: nothing.
    [[nodiscard]] std::shared_ptr<const DocumentPictures> pictures() const;
    /// From now on the document's background is this one.
    void use();

    // -- the same picture, changed --------------------------------------------------------------------
    /// change(Background&) says what; what it throws passes through and changes nothing.
    template <typename Change>
    void change(Change change) {
        Background next = background_;
        change(next);
        apply(std::move(next), false);
    }
    template <typename Change>
    void changeRecipe(Change change) {
        this->change([&](Background& b) { change(b.recipe); });
    }

    // -- another picture: a place in the history ------------------------------------------------------
    void show(PictureRecipe recipe);
    /// The picture that was last made with this generator, or its default; locked seed and colours stay.
    void chooseGenerator(const GeneratorInfo& info);
    void throwDice();  ///< another seed
    void randomise();  ///< all that is not locked
    void back();
    void forward();
    [[nodiscard]] const RecipeHistory& history() const { return history_; }

    /// key: of a parameter, kSeedKey or kColoursKey.
    [[nodiscard]] bool isLocked(const QString& key) const { return locked_.contains(key); }
    void setLocked(const QString& key, bool locked);

signals:
    void changed();  ///< the background, or what the picture depends on

private:
    void apply(Background next, bool isAnother);
    void takeFromDocument();

    app::Document& document_;
    Background background_;
    RecipeHistory history_;
    std::map<std::string, PictureRecipe> lastOf_;  ///< by generator
    QSet<QString> locked_;
    bool inUse_ = false;
};

}  // namespace fretsaw::ui
