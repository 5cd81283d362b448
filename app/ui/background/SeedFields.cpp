// The row of the seed.
// The dice are the editor's.
#include "app/ui/background/SeedFields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <limits>

#include "app/ui/NumberField.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/PanelWidgets.h"
#include "app/ui/background/Randomise.h"

namespace fretsaw::ui {

SeedFields::SeedFields(BackgroundEditor& editor, QWidget* parent) : QWidget(parent) {
    auto* field = new NumberField;
    field->setObjectName("seed");
    field->setAccessibleName(tr("Seed"));
    field->setToolTip(tr("Another number, another picture of the same kind."));
    field->setDecimals(0);
    field->setRange(0, std::numeric_limits<std::uint32_t>::max());
    auto* label = new QLabel(tr("Seed"));
    label->setBuddy(field);
    auto* dice = makeIconButton("dice", "dice", tr("Throw the dice"), tr("Another seed, by chance."));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(label);
    row->addWidget(field, 1);
    row->addWidget(dice);
    row->addWidget(makeLock(editor, kSeedKey, tr("Seed")));

    connect(field, &NumberField::valueChanged, &editor, [&editor](double seed) {
        editor.changeRecipe([&](PictureRecipe& r) { r.setSeed(static_cast<std::uint32_t>(seed)); });
    });
    connect(dice, &QToolButton::clicked, &editor, &BackgroundEditor::throwDice);
    const auto show = [field, &editor] {
        const QSignalBlocker quiet(field);
        field->setValue(editor.recipe().seed());
    };
    connect(&editor, &BackgroundEditor::changed, this, show);
    show();
}

}  // namespace fretsaw::ui
