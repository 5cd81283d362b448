// The column of tools at the left of the picture.
// What tools do is the canvas's.
#include "app/ui/ToolStrip.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "app/ui/Actions.h"

namespace fretsaw::ui {

ToolStrip::ToolStrip(const Actions& actions, QWidget* parent) : QFrame(parent) {
    setObjectName("toolStrip");
    setAccessibleName(tr("Tools"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    for (const ActionId id : {ActionId::Rectangle, ActionId::Foreground, ActionId::Background,
                              ActionId::Eraser, ActionId::Hand}) {
        auto* button = new QToolButton;
        button->setDefaultAction(actions[id]);
        button->setIconSize({24, 24});
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(plainName(*actions[id]));
        column->addWidget(button);
    }
    column->addStretch(1);
}

}  // namespace fretsaw::ui
