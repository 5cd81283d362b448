// The background's panel in its window: what it changes, when, and what undo makes of it.
// Pixels of pictures are core's to test, the canvas has tests of its own.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include "app/ui/NumberField.h"
#include "app/ui/Panels.h"
#include "app/ui/SliderField.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/BackgroundPanel.h"
#include "app/ui/background/CodeEdit.h"
#include "app/ui/background/GradientEditor.h"
#include "app/ui/background/PicturePreview.h"
#include "app/ui/background/Presets.h"
#include "core/io/ImageFile.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

class BackgroundPanelTest : public WindowParts {
protected:
    BackgroundPanel& panel = window.panels().background();
    BackgroundEditor& editor = panel.editor();

    template <typename Widget = QWidget>
    Widget& find(const char* name) {
        auto* found = panel.findChild<Widget*>(name);
        if (!found) throw std::runtime_error(std::string("The panel has no ") + name);
        return *found;
    }
    void click(const char* name) { find<QAbstractButton>(name).click(); }
    void show(const char* line) { editor.show(PictureRecipe::parse(line)); }
    QSlider& slider(const char* key) { return *find<SliderField>(key).findChild<QSlider*>(); }
    [[nodiscard]] std::string recipe() const { return panel.findChild<BackgroundEditor*>()->recipe().text(); }
    int steps() { return document.undoStack().count(); }
    void type(const QString& formula) {
        auto& text = find<CodeEdit>("formula");
        text.setPlainText(formula);
        QTest::keyClick(&text, Qt::Key_Return, Qt::ControlModifier);
    }
};

TEST_F(BackgroundPanelTest, TriesPicturesWithoutTheDocumentUntilOneIsUsed) {
    openPhoto();
    const Background before = document.background();
    show("checker/1");
    slider("parameter.scale").setValue(500);
    EXPECT_EQ(document.background(), before);
    EXPECT_EQ(steps(), 0);
    QSignalSpy viewWanted(&panel, &BackgroundPanel::viewWanted);
    click("useAsBackground");
    EXPECT_EQ(viewWanted.count(), 1);
    EXPECT_EQ(document.background().recipe.text(), recipe());
    EXPECT_EQ(steps(), 1);
    show("dots/1");
    EXPECT_EQ(document.background().recipe, PictureRecipe::parse("dots/1"));
    EXPECT_EQ(steps(), 2);
}

TEST_F(BackgroundPanelTest, ADragIsOneUndoStepAndUndoComesBackToThePanel) {
    openPhoto();
    show("perlin/1");
    click("useAsBackground");
    const int before = steps();
    for (int i = 0; i < 10; ++i) slider("parameter.contrast").setValue(300 + 20 * i);
    EXPECT_EQ(steps(), before + 1);
    const auto contrast = static_cast<double>(document.background().recipe.value("contrast"));
    EXPECT_NEAR(find<SliderField>("parameter.contrast").value(), contrast, 1e-6);
    for (int i = 1; i < 5; ++i) QTest::keyClick(&find<GradientEditor>("gradient"), Qt::Key_Right);
    EXPECT_EQ(steps(), before + 2);
    document.undo();
    document.undo();
    EXPECT_EQ(editor.recipe(), PictureRecipe::parse("perlin/1"));
    EXPECT_NEAR(find<SliderField>("parameter.contrast").value(), 0.35, 1e-6);
    EXPECT_EQ(find<GradientEditor>("gradient").stops(), generatorNamed("perlin")->colours);
    document.redo();
    EXPECT_NEAR(find<SliderField>("parameter.contrast").value(), contrast, 1e-6);
    document.undo();
    document.undo();
    EXPECT_EQ(recipe(), document.background().recipe.text());
}

TEST_F(BackgroundPanelTest, MakesAFieldForEveryParameterOfEveryGenerator) {
    for (const GeneratorInfo& info : generators()) {
        editor.show(PictureRecipe(info));
        for (const Parameter& p : info.parameters) {
            auto* field = panel.findChild<QWidget*>("parameter." + QString::fromStdString(p.key));
            ASSERT_TRUE(field) << info.key << ": " << p.key;
            EXPECT_EQ(field->accessibleName().toStdString(), p.name);
            EXPECT_TRUE(field->isEnabled());
            if (const auto* number = qobject_cast<SliderField*>(field)) {
                EXPECT_NEAR(number->value(), p.standard, 1e-6) << info.key << ": " << p.key;
            }
        }
        if (!info.has("tile")) {
            EXPECT_FALSE(find("parameter.tile").isEnabled());
            EXPECT_EQ(find("parameter.tile").toolTip().toStdString(), info.whyNotTiled);
        }
    }
}

TEST_F(BackgroundPanelTest, EveryWidgetThatTakesKeysHasAName) {
    panel.show();
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&panel) ||
            qobject_cast<QScrollArea*>(widget))
            continue;
        const QWidget* proxy = widget->focusProxy() ? widget->focusProxy() : widget;
        EXPECT_FALSE(widget->accessibleName().isEmpty() && proxy->accessibleName().isEmpty())
            << widget->metaObject()->className() << " " << widget->objectName().toStdString() << " in "
            << widget->parentWidget()->objectName().toStdString();
    }
}

TEST_F(BackgroundPanelTest, DiceLocksBackAndForward) {
    show("marble/1 seed=5");
    click("dice");
    EXPECT_NE(editor.recipe().seed(), 5u);
    click("historyBack");
    EXPECT_EQ(recipe(), "marble/1 seed=5");
    click("lock.seed");
    click("lock.scale");
    click("randomise");
    EXPECT_EQ(editor.recipe().seed(), 5u);
    EXPECT_EQ(editor.recipe().value("scale"), 3);
    EXPECT_NE(recipe(), "marble/1 seed=5");
    const std::string random = recipe();
    click("historyBack");
    EXPECT_TRUE(find("historyForward").isEnabled());
    click("historyForward");
    EXPECT_EQ(recipe(), random);
    EXPECT_FALSE(find("historyForward").isEnabled());
}

TEST_F(BackgroundPanelTest, AnotherGeneratorComesBackAsItWasLeft) {
    auto& list = find<QComboBox>("generator");
    EXPECT_EQ(list.count(), static_cast<int>(generators().size()));
    show("wood/1 scale=4");
    EXPECT_EQ(list.currentText(), "Wood");
    const auto choose = [&](const char* name) { emit list.activated(list.findText(name)); };
    choose("Clouds");
    EXPECT_EQ(editor.recipe(), PictureRecipe::parse("clouds/1"));
    choose("Wood");
    EXPECT_EQ(editor.recipe(), PictureRecipe::parse("wood/1 scale=4"));
}

TEST_F(BackgroundPanelTest, RecipesAreCopiedAndPastedAndErrorsNameTheColumn) {
    show("bokeh/1 seed=9 size=0.5 colours=#000000@0,#ff8800@0.7,#ffffff@1");
    const PictureRecipe copied = editor.recipe();
    click("copyRecipe");
    show("solid/1");
    click("pasteRecipe");
    EXPECT_EQ(editor.recipe(), copied);
    auto& problem = find<QLabel>("problem");
    EXPECT_TRUE(problem.isHidden());
    QGuiApplication::clipboard()->setText("bokeh/1 size=much");
    click("pasteRecipe");
    EXPECT_FALSE(problem.isHidden());
    EXPECT_TRUE(problem.text().startsWith("Column 14: ")) << problem.text().toStdString();
    EXPECT_EQ(editor.recipe(), copied);
    show("solid/1");
    EXPECT_TRUE(problem.isHidden());
}

TEST_F(BackgroundPanelTest, TheSizeIsThePhotosUntilItIsChosen) {
    auto &width = find<NumberField>("pictureWidth"), &height = find<NumberField>("pictureHeight");
    openPhoto({400, 300});
    EXPECT_EQ(width.value(), 400);
    EXPECT_EQ(height.value(), 300);
    width.setValue(200);
    EXPECT_EQ(editor.background().size, (Size{200, 150}));
    click("keepsShape");
    height.setValue(90);
    EXPECT_EQ(editor.background().size, (Size{200, 90}));
    click("sizeOfPhoto");
    EXPECT_EQ(editor.size(), (Size{400, 300}));
    EXPECT_FALSE(find("sizeOfPhoto").isEnabled());
    emit find<QComboBox>("fit").activated(static_cast<int>(Fit::Tile));
    EXPECT_EQ(editor.background().fit, Fit::Tile);
    find<SliderField>("offsetX").findChild<NumberField*>()->setValue(-25);
    EXPECT_EQ(editor.background().offsetX, -0.25);
}

TEST_F(BackgroundPanelTest, AFormulaIsTakenWhileItIsTypedAndAWrongOneChangesNothing) {
    openPhoto();
    show("formula/1");
    click("useAsBackground");
    const int before = steps();
    type("//@slider amp 0..1 = 0.5 \"Amplitude\"\namp * x");
    EXPECT_EQ(editor.recipe().formula()->text(), "//@slider amp 0..1 = 0.5 \"Amplitude\"\namp * x");
    ASSERT_TRUE(panel.findChild<SliderField*>("parameter.amp"));
    EXPECT_EQ(find<SliderField>("parameter.amp").accessibleName(), "Amplitude");
    EXPECT_EQ(steps(), before + 1);
    slider("parameter.amp").setValue(250);
    const PictureRecipe good = document.background().recipe;

    auto& text = find<CodeEdit>("formula");
    type("//@slider amp 0..1 = 0.5 \"Amplitude\"\namp * nosuch");
    EXPECT_EQ(document.background().recipe, good);
    ASSERT_EQ(text.extraSelections().size(), 1);
    EXPECT_EQ(text.extraSelections()[0].cursor.selectedText(), "nosuch");
    auto* error = text.parentWidget()->findChild<QLabel*>("problem");
    EXPECT_FALSE(error->isHidden());
    EXPECT_TRUE(error->text().startsWith("Line 2, column 7: ")) << error->text().toStdString();

    text.setPlainText("//@slider amp 0..1 = 0.5 \"Amplitude\"\namp * y");  // and then a pause
    ASSERT_TRUE(test::waitFor([&] { return text.extraSelections().isEmpty(); }));
    EXPECT_TRUE(error->isHidden());
    EXPECT_EQ(editor.recipe().value("amp"), 0.25F) << "sliders keep their values";
    for (int i = 0; i < 2; ++i) document.undo();
    EXPECT_EQ(text.toPlainText().toStdString(), document.background().recipe.formula()->text());
    show("solid/1");
    EXPECT_TRUE(text.parentWidget()->isHidden());
}

TEST_F(BackgroundPanelTest, APreviewThatReadsThePhotoIsMadeOnceAPhoto) {
    openPhoto();
    panel.preview().resize(120, 90);
    panel.preview().setParent(nullptr);  // shown without the window
    panel.preview().setVisible(true);
    show("formula/1 text=\"img(x, y)\"");
    int pictures = 0;
    QObject::connect(&panel.preview(), &PicturePreview::failed, [&] { ++pictures; });
    ASSERT_TRUE(test::waitFor([&] { return pictures > 0 && !panel.preview().isBusy(); }));
    EXPECT_EQ(panel.preview().image().pixelColor(9, 9), QColor(90, 90, 90));
    QTest::qWait(50);
    EXPECT_LE(pictures, 2) << "it asks again and again";
    delete &panel.preview();
}

TEST_F(BackgroundPanelTest, PlayingStopsAtThePictureThatIsSeen) {
    show("fbm/1");
    click("play");
    EXPECT_TRUE(panel.preview().isPlaying());
    ASSERT_TRUE(test::waitFor([&] { return panel.preview().recipeNow().value("evolution") > 0.002F; }));
    click("play");
    EXPECT_FALSE(panel.preview().isPlaying());
    EXPECT_GT(editor.recipe().value("evolution"), 0.002F);
    click("play");
    show("checker/1");
    EXPECT_FALSE(find("play").isEnabled());
    EXPECT_FALSE(panel.preview().isPlaying());
    EXPECT_EQ(editor.recipe(), PictureRecipe::parse("checker/1"));
}

TEST_F(BackgroundPanelTest, SavesThePictureWithItsRecipe) {
    show("checker/1 scale=2 colours=#ff0000,#0000ff");
    QSignalSpy reported(&panel.saver(), &PictureSaver::reported);
    const QString path = folder.filePath("checker.png");
    panel.saver().saveTo(path, 8, app::sourceOf(editor.recipe(), {50, 30}, nullptr, app::makeUsualGenerator));
    EXPECT_TRUE(panel.saver().isWriting());
    ASSERT_TRUE(test::waitFor([&] { return !panel.saver().isWriting(); }));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Done);
    EXPECT_EQ(io::load(path.toStdString()).size(), (Size{50, 30}));
    const QImage image(path);
    EXPECT_EQ(image.text("Fretsaw recipe").toStdString(), recipe());

    panel.saver().saveTo(folder.filePath("none/x.png"), 8,
                         app::sourceOf(editor.recipe(), {50, 30}, nullptr, app::makeUsualGenerator));
    ASSERT_TRUE(test::waitFor([&] { return !panel.saver().isWriting(); }));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);

    const QString stopped = folder.filePath("stopped.png");
    panel.saver().saveTo(stopped, 8,
                         app::sourceOf(PictureRecipe::parse("fbm/1 octaves=12"), {20000, 20000}, nullptr,
                                       app::makeUsualGenerator));
    window.actions()[ActionId::Cancel]->trigger();
    ASSERT_TRUE(test::waitFor([&] { return !panel.saver().isWriting(); }));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Note);
    EXPECT_FALSE(QFile::exists(stopped));
}

TEST_F(BackgroundPanelTest, OpensThePictureAsAPhoto) {
    openPhoto({60, 40});
    show("solid/1 colours=#204060");
    click("openAsImage");
    ASSERT_TRUE(
        test::waitFor([&] { return !window.opener().isLoading() && document.photo()->format == "picture"; }));
    EXPECT_EQ(document.size(), (Size{60, 40}));
    const Rgba8 pixel = (*document.photo()->srgb)(20, 20);
    EXPECT_EQ(QColor(pixel.r, pixel.g, pixel.b).name(), "#204060");
}

TEST_F(BackgroundPanelTest, APresetIsShownByAClick) {
    auto& list = find<QListWidget>("presets");
    ASSERT_EQ(list.count(), static_cast<int>(presets().size()));
    emit list.itemClicked(list.item(3));
    EXPECT_EQ(editor.recipe(), presets()[3].recipe);
    emit list.itemActivated(list.item(5));
    EXPECT_EQ(editor.recipe(), presets()[5].recipe);
    EXPECT_TRUE(editor.history().canGoBack());
    EXPECT_EQ(list.selectedItems(), QList<QListWidgetItem*>{list.item(5)});
    PictureRecipe other = editor.recipe();
    other.setSeed(other.seed() + 1);
    editor.show(other);
    EXPECT_TRUE(list.selectedItems().isEmpty()) << "what is seen is no preset any more";
}

}  // namespace
}  // namespace fretsaw::ui
