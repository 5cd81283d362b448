// Changes of the background on their way between panel, history and document.
// What a background means is core's, what undo means the document's.
#include "app/ui/background/BackgroundEditor.h"

#include <QRandomGenerator>

#include "app/ui/background/Randomise.h"

namespace fretsaw::ui {
namespace {

constexpr Size kSizeWithoutPhoto{1920, 1080};

}  // namespace

BackgroundEditor::BackgroundEditor(app::Document& document, QObject* parent)
    : QObject(parent), document_(document), background_(document.background()), history_(background_.recipe) {
    connect(&document_, &app::Document::backgroundChanged, this, &BackgroundEditor::takeFromDocument);
    connect(&document_, &app::Document::photoChanged, this, &BackgroundEditor::changed);  // its size
    connect(&document_, &app::Document::maskChanged, this, [this] {
        if (readsDocument(recipe())) emit changed();
    });
}

Size BackgroundEditor::size() const {
    if (!background_.size.empty()) return background_.size;
    return document_.hasPhoto() ? document_.size() : kSizeWithoutPhoto;
}

std::shared_ptr<const DocumentPictures> BackgroundEditor::pictures() const {
    if (!document_.hasPhoto() || !readsDocument(recipe())) return nullptr;
    const auto shown = document_.shownFrame();
    return std::make_shared<const DocumentPictures>(
        DocumentPictures{document_.photo()->srgb, shown ? shown->result.mask : nullptr});
}

void BackgroundEditor::use() {
    inUse_ = true;
    document_.setBackground(background_);
    emit changed();
}

void BackgroundEditor::show(PictureRecipe recipe) {
    Background next = background_;
    next.recipe = std::move(recipe);
    apply(std::move(next), true);
}

void BackgroundEditor::chooseGenerator(const GeneratorInfo& info) {
    lastOf_.insert_or_assign(recipe().info().key, recipe());
    const auto last = lastOf_.find(info.key);
    PictureRecipe next = last != lastOf_.end() ? last->second : PictureRecipe(info);
    if (isLocked(kSeedKey)) next.setSeed(recipe().seed());
    if (isLocked(kColoursKey)) next.setColours(recipe().colours());
    show(std::move(next));
}

void BackgroundEditor::throwDice() {
    PictureRecipe next = recipe();
    next.setSeed(QRandomGenerator::global()->generate());
    show(std::move(next));
}

void BackgroundEditor::randomise() {
    show(randomised(recipe(), locked_, *QRandomGenerator::global()));
}

void BackgroundEditor::back() {
    history_.back();
    show(history_.present());
}

void BackgroundEditor::forward() {
    history_.forward();
    show(history_.present());
}

void BackgroundEditor::setLocked(const QString& key, bool locked) {
    if (locked)
        locked_.insert(key);
    else
        locked_.remove(key);
}

void BackgroundEditor::apply(Background next, bool isAnother) {
    if (next == background_) return;
    background_ = std::move(next);
    if (isAnother)
        history_.visit(background_.recipe);
    else
        history_.change(background_.recipe);
    if (inUse_) document_.setBackground(background_);
    emit changed();
}

void BackgroundEditor::takeFromDocument() {
    if (document_.background() == background_) return;
    background_ = document_.background();
    inUse_ = true;
    history_.visit(background_.recipe);
    emit changed();
}

}  // namespace fretsaw::ui
