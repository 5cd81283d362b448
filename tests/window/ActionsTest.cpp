// Actions: no key twice, all in the menus, states that agree with document and canvas, keys of number fields.
// What the canvas does with a tool is tested in tests/ui.
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QTest>
#include <QToolButton>

#include "app/ui/NumberField.h"
#include "app/ui/ToolStrip.h"
#include "app/ui/TopBar.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

using ActionsTest = WindowParts;

void collect(const QList<QAction*>& actions, QSet<QAction*>& found) {
    for (QAction* action : actions) {
        found << action;
        if (action->menu()) collect(action->menu()->actions(), found);
    }
}

TEST_F(ActionsTest, NoKeyIsGivenTwice) {
    QMap<QString, QString> owner;
    for (const QAction* a : window.actions().all()) {
        for (const QKeySequence& key : a->shortcuts()) {
            ASSERT_FALSE(key.isEmpty()) << qPrintable(a->text());
            ASSERT_FALSE(owner.contains(key.toString()))
                << qPrintable(key.toString()) << ": " << qPrintable(owner[key.toString()]) << ", "
                << qPrintable(a->text());
            owner[key.toString()] = a->text();
        }
    }
    EXPECT_EQ(owner.value("R"), "&Rectangle");
    EXPECT_GE(owner.size(), 30);
}

TEST_F(ActionsTest, EveryActionIsInAMenuAndExplainsItself) {
    QSet<QAction*> inMenus;
    collect(window.menuBar()->actions(), inMenus);
    for (QAction* a : window.actions().all()) {
        EXPECT_TRUE(inMenus.contains(a)) << qPrintable(a->text());
        EXPECT_FALSE(a->statusTip().isEmpty()) << qPrintable(a->text());
        EXPECT_FALSE(plainName(*a).contains('&') && plainName(*a) != "B&W") << qPrintable(plainName(*a));
    }
}

TEST_F(ActionsTest, WithoutAPhotoNothingCanBeEdited) {
    for (const ActionId id :
         {ActionId::ExportMask, ActionId::Undo, ActionId::Redo, ActionId::Foreground, ActionId::SolveNow,
          ActionId::Clear, ActionId::ZoomIn, ActionId::RemoveRectangle})
        EXPECT_FALSE(action(id)->isEnabled()) << qPrintable(action(id)->text());
    EXPECT_TRUE(action(ActionId::Open)->isEnabled());
    openPhoto();
    EXPECT_TRUE(action(ActionId::ExportMask)->isEnabled());
    EXPECT_FALSE(action(ActionId::Undo)->isEnabled());
}

TEST_F(ActionsTest, HistoryAndRectangleFollowTheDocument) {
    openPhoto();
    document.commitRect(Rect{5, 5, 20, 15});
    EXPECT_TRUE(action(ActionId::Undo)->isEnabled());
    EXPECT_TRUE(action(ActionId::RemoveRectangle)->isEnabled());
    action(ActionId::Undo)->trigger();
    EXPECT_FALSE(document.rect());
    EXPECT_FALSE(action(ActionId::RemoveRectangle)->isEnabled());
    EXPECT_TRUE(action(ActionId::Redo)->isEnabled());
    action(ActionId::Redo)->trigger();
    ASSERT_TRUE(document.rect());
    action(ActionId::RemoveRectangle)->trigger();
    EXPECT_FALSE(document.rect());
}

TEST_F(ActionsTest, ToolAndViewAgreeWhereverTheyAreSet) {
    openPhoto();
    Canvas& canvas = window.canvas();
    action(ActionId::Foreground)->trigger();
    EXPECT_EQ(canvas.tool(), Tool::Foreground);
    action(ActionId::SwapLabels)->trigger();
    EXPECT_EQ(canvas.tool(), Tool::Background);
    EXPECT_TRUE(action(ActionId::Background)->isChecked());
    canvas.setTool(Tool::Hand);
    EXPECT_TRUE(action(ActionId::Hand)->isChecked());
    EXPECT_FALSE(action(ActionId::Background)->isChecked());
    EXPECT_FALSE(action(ActionId::SwapLabels)->isEnabled());
    action(ActionId::ViewCheckerboard)->trigger();
    EXPECT_EQ(canvas.viewMode(), ViewMode::Checkerboard);
    canvas.setViewMode(ViewMode::BlackAndWhite);
    EXPECT_TRUE(action(ActionId::ViewBlackAndWhite)->isChecked());
}

TEST_F(ActionsTest, BrushStepsUndoEachOtherAndKeepTheRange) {
    openPhoto();
    Canvas& canvas = window.canvas();
    canvas.setBrushWidthPx(kMinBrushPx);
    action(ActionId::BrushSmaller)->trigger();
    EXPECT_EQ(canvas.brushWidthPx(), kMinBrushPx);
    std::vector<double> up;
    while (canvas.brushWidthPx() < kMaxBrushPx) {
        up.push_back(canvas.brushWidthPx());
        action(ActionId::BrushLarger)->trigger();
        ASSERT_GT(canvas.brushWidthPx(), up.back());
    }
    EXPECT_LT(up.size(), 60u);
    EXPECT_EQ(canvas.brushWidthPx(), kMaxBrushPx);
    for (auto width = up.rbegin(); width != up.rend(); ++width) {
        action(ActionId::BrushSmaller)->trigger();
        EXPECT_EQ(canvas.brushWidthPx(), *width);
    }
}

TEST_F(ActionsTest, NumberFieldsKeepTheirKeys) {
    openPhoto();
    auto* field = window.findChild<NumberField*>("rect.width");
    ASSERT_TRUE(field);
    for (const auto& [key, modifiers, kept] :
         {std::tuple{Qt::Key_R, Qt::NoModifier, true}, std::tuple{Qt::Key_1, Qt::NoModifier, true},
          std::tuple{Qt::Key_Comma, Qt::NoModifier, true}, std::tuple{Qt::Key_Escape, Qt::NoModifier, true},
          std::tuple{Qt::Key_E, Qt::ControlModifier, false}, std::tuple{Qt::Key_F1, Qt::NoModifier, false}}) {
        QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
        event.ignore();
        QApplication::sendEvent(field, &event);
        EXPECT_EQ(event.isAccepted(), kept) << int(key);
    }
}

}  // namespace
}  // namespace fretsaw::ui
