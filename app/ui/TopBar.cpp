// The bar at the top of the window.
// What the actions do is decided elsewhere.
#include "app/ui/TopBar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <initializer_list>

#include "app/ui/Actions.h"

namespace fretsaw::ui {
namespace {

QToolButton* makeButton(QAction* action, Qt::ToolButtonStyle style) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(style);
    button->setIconSize({20, 20});
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(plainName(*action));
    return button;
}

QFrame* makeGroup(const char* objectName, int spacing, std::initializer_list<QWidget*> buttons) {
    auto* group = new QFrame;
    group->setObjectName(objectName);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing);
    for (QWidget* button : buttons) row->addWidget(button);
    return group;
}

}  // namespace

TopBar::TopBar(const Actions& actions, QWidget* parent) : QFrame(parent) {
    setObjectName("topBar");
    setAccessibleName(tr("Toolbar"));
    const auto icon = Qt::ToolButtonIconOnly, both = Qt::ToolButtonTextBesideIcon;
    history_ = makeGroup(
        "history", 4, {makeButton(actions[ActionId::Undo], icon), makeButton(actions[ActionId::Redo], icon)});
    views_ = makeGroup("viewSwitch", 2,
                       {makeButton(actions[ActionId::ViewOverlay], both),
                        makeButton(actions[ActionId::ViewBlackAndWhite], both),
                        makeButton(actions[ActionId::ViewCheckerboard], both),
                        makeButton(actions[ActionId::ViewNewBackground], both)});
    views_->setAccessibleName(tr("View"));

    QToolButton* exportButton = makeButton(actions[ActionId::ExportMask], both);
    exportButton->setPopupMode(QToolButton::MenuButtonPopup);
    auto* exports = new QMenu(exportButton);
    exports->addAction(actions[ActionId::ExportMask]);
    exports->addAction(actions[ActionId::ExportCutout]);
    exports->addAction(actions[ActionId::ExportComposite]);
    exports->addAction(actions[ActionId::ExportAgain]);
    exportButton->setMenu(exports);
    export_ = exportButton;

    // Three parts of equal weight keep the switch of views in the middle of the window.
    auto* left = makeGroup("topBarLeft", 12, {makeButton(actions[ActionId::Open], both), history_});
    auto* right = makeGroup("topBarRight", 4, {export_});
    static_cast<QHBoxLayout*>(left->layout())->addStretch(1);
    static_cast<QHBoxLayout*>(right->layout())->insertStretch(0, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(8);
    row->addWidget(left, 1);
    row->addWidget(views_);
    row->addWidget(right, 1);
}

void TopBar::setHasPhoto(bool hasPhoto) {
    for (QWidget* part : {history_, views_, export_}) part->setVisible(hasPhoto);
}

}  // namespace fretsaw::ui
