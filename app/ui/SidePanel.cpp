// The frame of a tab at the right: sections, scrolling, buttons.
// The fields of sections have files of their own.
#include "app/ui/SidePanel.h"

#include <QAction>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/ui/Actions.h"
#include "app/ui/NumberField.h"

namespace fretsaw::ui {
namespace {

constexpr int kMinimumContentPx = 264;

QWidget* makeHairline() {
    auto* line = new QFrame;
    line->setObjectName("hairline");
    line->setFixedHeight(1);
    return line;
}

}  // namespace

SidePanel::SidePanel(const QString& name, QWidget* parent)
    : QFrame(parent), content_(new QWidget), sections_(new QVBoxLayout(content_)) {
    setProperty("sidePanel", true);
    setAccessibleName(name);
    content_->setObjectName("panelContent");
    sections_->setContentsMargins(16, 16, 16, 16);
    sections_->setSpacing(8);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

QVBoxLayout* SidePanel::addSection(const QString& title, QWidget* beside) {
    auto* heading = new QLabel(title);
    heading->setObjectName("sectionTitle");
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(heading, 1);
    if (beside) row->addWidget(beside);
    if (sections_->count() > 0) sections_->addSpacing(8);
    auto* section = new QVBoxLayout;
    section->setSpacing(8);
    section->addLayout(row);
    sections_->addLayout(section);
    return section;
}

QVBoxLayout* SidePanel::addSection(const QString& title, QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setIconSize({16, 16});
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(plainName(*action));
    button->setObjectName("sectionButton");
    return addSection(title, button);
}

void SidePanel::addWidget(QWidget* widget) {
    sections_->addWidget(widget);
}

void SidePanel::finish(QWidget* buttons) {
    sections_->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setObjectName("panelScroll");
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content_);
    content_->setMinimumWidth(std::max(kMinimumContentPx, content_->minimumSizeHint().width()));
    scroll->setMinimumWidth(content_->minimumWidth() + scroll->verticalScrollBar()->sizeHint().width());

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(makeHairline());
    column->addWidget(buttons);
    connectNumberFields();
}

void SidePanel::connectNumberFields() {
    for (NumberField* field : findChildren<NumberField*>())
        connect(field, &NumberField::left, this, &SidePanel::left, Qt::UniqueConnection);
}

}  // namespace fretsaw::ui
