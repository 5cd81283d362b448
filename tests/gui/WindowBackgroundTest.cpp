// The background's panel in the real window: by mouse, by keys alone, and that nothing in it is cut off.
// What its parts change is tested in tests/window.
#include <QAbstractButton>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <set>

#include "app/ui/Panels.h"
#include "app/ui/SliderField.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/BackgroundPanel.h"
#include "app/ui/background/CodeEdit.h"
#include "app/ui/background/PicturePreview.h"
#include "app/ui/background/Presets.h"
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

class WindowBackground : public WindowTest {
protected:
    void openPanel() {
        open(sceneFile());
        QTabBar* tabs = window.panels().tabBar();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        ASSERT_TRUE(test::waitFor([&] { return panel.isVisible(); }));
    }
    template <typename Widget = QWidget>
    Widget& find(const char* name) {
        auto* found = panel.findChild<Widget*>(name);
        if (!found) throw std::runtime_error(std::string("The panel has no ") + name);
        panel.findChild<QScrollArea*>("panelScroll")->ensureWidgetVisible(found);
        QCoreApplication::processEvents();
        return *found;
    }
    /// What has less room than it needs.
    QStringList cutOff() {
        QStringList found;
        if (panel.findChild<QScrollArea*>("panelScroll")->horizontalScrollBar()->maximum() > 0)
            found << "the panel itself";
        for (QLabel* label : panel.findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty()) continue;
            const QSize needed =
                label->wordWrap() ? QSize(0, label->heightForWidth(label->width())) : label->sizeHint();
            if (label->width() < needed.width() || label->height() < needed.height()) found << label->text();
        }
        for (QAbstractButton* button : panel.findChildren<QAbstractButton*>())
            if (button->isVisible() && button->width() < button->sizeHint().width())
                found << button->accessibleName();
        return found;
    }
    int steps() { return document.undoStack().count(); }

    BackgroundPanel& panel = window.panels().background();
};

TEST_F(WindowBackground, APresetIsUsedAndChangedByMouseAndTakenBackByKey) {
    openPanel();
    auto& list = find<QListWidget>("presets");
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(4)).center());
    EXPECT_EQ(panel.editor().recipe(), presets()[4].recipe);
    ASSERT_TRUE(test::waitFor([&] { return !panel.preview().image().isNull(); }));
    QTest::mouseClick(&find("useAsBackground"), Qt::LeftButton);
    EXPECT_EQ(document.background().recipe, presets()[4].recipe);
    const int before = steps();
    QSlider& slider = *find<SliderField>("parameter.radius").findChild<QSlider*>();
    const double left = 8 + (slider.width() - 16.0) * slider.value() / slider.maximum();
    const QPoint grip(static_cast<int>(left), slider.height() / 2);
    QTest::mousePress(&slider, Qt::LeftButton, {}, grip);
    for (int i = 1; i <= 5; ++i) QTest::mouseMove(&slider, grip + QPoint(6 * i, 0));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, grip + QPoint(30, 0));
    EXPECT_NE(document.background().recipe, presets()[4].recipe);
    EXPECT_EQ(steps(), before + 1);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(panel.editor().recipe(), presets()[4].recipe);
}

TEST_F(WindowBackground, KeysReachEverythingAndLettersAreNoTools) {
    openPanel();
    panel.editor().show(PictureRecipe::parse("formula/1"));
    window.panels().tabBar()->setFocus();
    std::set<QString> reached;
    for (int i = 0; i < 80; ++i) {
        key(Qt::Key_Tab);
        QWidget* focus = QApplication::focusWidget();
        ASSERT_TRUE(focus);
        if (!panel.isAncestorOf(focus)) break;
        EXPECT_FALSE(focus->accessibleName().isEmpty()) << focus->objectName().toStdString();
        reached.insert(focus->objectName());
        reached.insert(focus->parentWidget()->objectName());
    }
    for (const char* name : {"play", "tiles", "randomise", "presets", "generator", "formula", "seed", "dice",
                             "gradient", "lock.colours", "parameter.bands", "pictureWidth", "fit",
                             "copyRecipe", "pasteRecipe", "useAsBackground", "openAsImage", "savePicture"})
        EXPECT_TRUE(reached.count(name)) << name;

    auto& text = find<CodeEdit>("formula");
    text.setFocus();
    text.selectAll();
    QTest::keyClicks(&text, "fbm(vec2(u,v)*3)");
    const Tool tool = window.canvas().tool();
    EXPECT_EQ(text.toPlainText(), "fbm(vec2(u,v)*3)");
    EXPECT_EQ(window.canvas().tool(), tool);
    ASSERT_TRUE(
        test::waitFor([&] { return panel.editor().recipe().formula()->text() == "fbm(vec2(u,v)*3)"; }));
    QTest::keyClick(&text, Qt::Key_Escape);
    EXPECT_TRUE(window.canvas().hasFocus());
}

TEST_F(WindowBackground, NothingIsCutOff) {
    openPanel();
    for (const GeneratorInfo& info : generators()) {
        panel.editor().show(PictureRecipe(info));
        EXPECT_TRUE(test::waitFor([&] { return cutOff().isEmpty(); }))  // layouts come one after the other
            << info.key << ": " << cutOff().join(", ").toStdString();
    }
}

}  // namespace
}  // namespace fretsaw::ui
