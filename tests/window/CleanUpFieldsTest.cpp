// The fields of clean-up in the panel: they show and set the document's parameters.
// What the rules do to masks is core's.
#include <QCheckBox>
#include <QSignalSpy>

#include "app/ui/NumberField.h"
#include "app/ui/SliderField.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

using CleanUpFieldsTest = WindowParts;

TEST_F(CleanUpFieldsTest, ShowAndSetTheParameters) {
    openPhoto();
    document.commitRect(Rect{4, 4, 20, 15});
    ASSERT_TRUE(waitForMask());
    auto* holes = window.findChild<SliderField*>("fillHoles");
    auto* islands = window.findChild<SliderField*>("dropIslands");
    auto* connected = window.findChild<QCheckBox*>("keepConnected");
    auto* local = window.findChild<QCheckBox*>("localChanges");
    ASSERT_TRUE(holes && islands && connected && local);
    for (const QWidget* field : std::initializer_list<QWidget*>{holes, islands, connected, local})
        EXPECT_FALSE(field->toolTip().isEmpty());
    EXPECT_EQ(holes->value(), 0);
    EXPECT_EQ(islands->value(), 0);
    EXPECT_FALSE(connected->isChecked() || local->isChecked());
    const int steps = document.undoStack().count();

    holes->findChild<NumberField*>()->setValue(120);
    islands->findChild<NumberField*>()->setValue(40);
    connected->click();
    local->click();
    EXPECT_EQ(document.params().cleanUp, (CleanUp{true, 120, 40}));
    EXPECT_TRUE(document.params().localChanges);
    EXPECT_EQ(holes->findChild<NumberField*>()->text(), "120 px");
    EXPECT_EQ(document.undoStack().count(), steps + 4);
    ASSERT_TRUE(waitForMask());
    EXPECT_EQ(control->copy(&test::FakeControl::params).back().cleanUp, (CleanUp{true, 120, 40}));

    for (int i = 0; i < 4; ++i) document.undo();
    EXPECT_EQ(document.params().cleanUp, CleanUp{});
    EXPECT_EQ(holes->value(), 0);
    EXPECT_EQ(islands->value(), 0);
    EXPECT_FALSE(connected->isChecked() || local->isChecked());
    document.redo();
    EXPECT_EQ(holes->value(), 120);
}

}  // namespace
}  // namespace fretsaw::ui
