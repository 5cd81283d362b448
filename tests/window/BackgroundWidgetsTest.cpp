// The parts of the background's panel by themselves: sliders, history, chance, colours, presets, thumbnails.
// The panel as a whole is BackgroundPanelTest's.
#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <set>

#include "app/ui/NumberField.h"
#include "app/ui/SliderField.h"
#include "app/ui/background/GradientEditor.h"
#include "app/ui/background/Presets.h"
#include "app/ui/background/Randomise.h"
#include "app/ui/background/RecipeHistory.h"
#include "app/ui/background/RecipeThumbnails.h"
#include "core/generate/Generator.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::ui {
namespace {

void drag(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButtons held) {
        QMouseEvent event(type, at, widget.mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, modifiers);
        QApplication::sendEvent(&widget, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    for (int i = 1; i <= 10; ++i) send(QEvent::MouseMove, from + (to - from) * i / 10, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, {});
}

TEST(SliderFieldDrag, WithShiftIsTenTimesFiner) {
    SliderField field("Value", {0, 100, 50, 2, {}});
    field.resize(400, 30);
    field.show();
    auto* slider = field.findChild<QSlider*>();
    const QPoint middle = slider->rect().center();
    drag(*slider, middle, middle + QPoint(60, 0));
    const double coarse = field.value() - 50;
    field.showValue(50);
    drag(*slider, middle, middle + QPoint(60, 0), Qt::ShiftModifier);
    const double fine = field.value() - 50;
    EXPECT_GT(fine, 0);
    EXPECT_NEAR(coarse / fine, 10, 2);
}

TEST(SliderFieldDrag, TheWheelTurnsItOnlyWithTheFocus) {
    SliderField field("Value", {0, 100, 50, 0, {}});
    field.resize(400, 30);
    field.show();
    field.activateWindow();
    auto* slider = field.findChild<QSlider*>();
    const auto turn = [&] {
        const QPointF at = slider->rect().center();
        QWheelEvent event(at, slider->mapToGlobal(at), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(slider, &event);
        return event.isAccepted();
    };
    EXPECT_FALSE(turn());
    EXPECT_EQ(field.value(), 50);
    ASSERT_TRUE(QTest::qWaitForWindowActive(&field));
    slider->setFocus();
    ASSERT_TRUE(slider->hasFocus());
    turn();
    EXPECT_GT(field.value(), 50);
}

TEST(SliderFieldDrag, MayCoverLessThanCanBeTyped) {
    SliderField::Range range{-1e9, 1e9, 0, 2, {}};
    range.dragged = {-1, 1};
    SliderField field("Offset", range);
    auto* slider = field.findChild<QSlider*>();
    slider->setValue(slider->maximum());
    EXPECT_EQ(field.value(), 1);
    field.findChild<NumberField*>()->setValue(123456);
    EXPECT_EQ(field.value(), 123456);
    EXPECT_EQ(slider->value(), slider->maximum());
}

TEST(RecipeHistory, GoesBackAndForwardAndForgetsWhatLayAhead) {
    const auto named = [](const char* line) { return PictureRecipe::parse(line); };
    RecipeHistory history(named("solid/1"));
    EXPECT_FALSE(history.canGoBack() || history.canGoForward());
    history.visit(named("checker/1"));
    history.change(named("checker/1 scale=3"));
    history.visit(named("dots/1"));
    history.visit(named("dots/1"));  // where it is already
    history.back();
    EXPECT_EQ(history.present(), named("checker/1 scale=3"));
    EXPECT_TRUE(history.canGoForward());
    history.visit(named("wood/1"));
    EXPECT_FALSE(history.canGoForward());
    history.back();
    history.back();
    EXPECT_EQ(history.present(), named("solid/1"));
    history.back();
    EXPECT_EQ(history.present(), named("solid/1"));
    for (std::uint32_t seed = 0; seed < 2 * RecipeHistory::kMost; ++seed)
        history.visit(named(("fbm/1 seed=" + std::to_string(seed + 5)).c_str()));
    std::size_t steps = 0;
    for (; history.canGoBack(); ++steps) history.back();
    EXPECT_EQ(steps, RecipeHistory::kMost - 1);
}

TEST(Randomised, GivesRecipesOfEveryGeneratorThatCanBeReadBack) {
    QRandomGenerator random(1);
    for (const GeneratorInfo& info : generators()) {
        std::set<std::string> lines;
        for (int i = 0; i < 20; ++i) {
            const PictureRecipe recipe = randomised(PictureRecipe(info), {}, random);
            EXPECT_EQ(PictureRecipe::parse(recipe.text()), recipe) << recipe.text();
            for (const Parameter& p : info.parameters)
                if (!canBeRandomised(p)) {
                    EXPECT_EQ(recipe.value(p.key), p.standard) << recipe.text();
                }
            lines.insert(recipe.text());
        }
        EXPECT_EQ(lines.size(), 20u) << info.key;
    }
}

TEST(Randomised, LeavesWhatIsLocked) {
    QRandomGenerator random(2);
    const PictureRecipe before = PictureRecipe::parse("marble/1 seed=77 scale=5 contrast=0.5");
    for (int i = 0; i < 20; ++i) {
        const PictureRecipe after = randomised(before, {kSeedKey, kColoursKey, "scale", "contrast"}, random);
        EXPECT_EQ(after.seed(), 77u);
        EXPECT_EQ(after.colours(), before.colours());
        EXPECT_EQ(after.value("scale"), 5);
        EXPECT_EQ(after.value("contrast"), 0.5F);
        EXPECT_NE(after, before);
    }
    EXPECT_NE(randomised(before, {}, random).colours(), before.colours());
}

class GradientEditorTest : public testing::Test {
protected:
    GradientEditorTest() {
        editor.resize(214, editor.sizeHint().height());  // a position of 0.01 is 2 px
        editor.showStops({{0, 0x000000}, {0.5F, 0xff0000}, {1, 0xffffff}});
        editor.show();
    }
    [[nodiscard]] QPoint at(double position) const { return {7 + qRound(position * 200), 30}; }
    [[nodiscard]] std::vector<float> positions() const {
        std::vector<float> found;
        for (const ColourStop& stop : editor.stops()) found.push_back(stop.position);
        return found;
    }

    GradientEditor editor;
    QSignalSpy changes{&editor, &GradientEditor::stopsChanged};
};

TEST_F(GradientEditorTest, AClickAddsAStopOfTheColourThatIsThere) {
    QTest::mouseClick(&editor, Qt::LeftButton, {}, at(0.25));
    ASSERT_EQ(editor.stops().size(), 4u);
    EXPECT_EQ(editor.stops()[1], (ColourStop{0.25F, 0x800000}));
    EXPECT_EQ(editor.selected(), 1u);
    EXPECT_EQ(changes.count(), 1);
    for (double position : {0.1, 0.35, 0.6, 0.7, 0.8, 0.9})
        QTest::mouseClick(&editor, Qt::LeftButton, {}, at(position));
    EXPECT_EQ(editor.stops().size(), GradientEditor::kMost);
    EXPECT_TRUE(
        std::is_sorted(editor.stops().begin(), editor.stops().end(),
                       [](const ColourStop& a, const ColourStop& b) { return a.position < b.position; }));
}

TEST_F(GradientEditorTest, ADragMovesAStopBetweenItsNeighboursAndOffTheBarRemovesIt) {
    drag(editor, at(0.5), at(0.8));
    EXPECT_EQ(positions(), (std::vector<float>{0, 0.8F, 1}));
    drag(editor, at(0.8), at(-0.2));
    EXPECT_EQ(positions(), (std::vector<float>{0, 0, 1}));
    drag(editor, at(1), at(1) + QPoint(0, 90));
    EXPECT_EQ(positions(), (std::vector<float>{0, 0}));
    drag(editor, at(0), at(0) + QPoint(0, 90));
    ASSERT_EQ(editor.stops().size(), 1u);
    drag(editor, at(0), at(0) + QPoint(0, 90));
    EXPECT_EQ(editor.stops().size(), 1u) << "one always stays";
}

TEST_F(GradientEditorTest, KeysDoAllThatTheMouseDoes) {
    const auto key = [&](Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&editor, code, modifiers);
    };
    key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(editor.selected(), 1u);
    EXPECT_EQ(editor.accessibleDescription(), "Colour 2 of 3: #ff0000 at 50 %");
    key(Qt::Key_Left);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(editor.stops()[1].position, 0.491, 1e-6);
    key(Qt::Key_Insert);
    EXPECT_EQ(editor.stops().size(), 4u);
    EXPECT_EQ(editor.selected(), 2u);
    key(Qt::Key_Delete);
    EXPECT_EQ(editor.stops().size(), 3u);
    key(Qt::Key_Right, Qt::ControlModifier);
    key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(editor.selected(), 2u);
    EXPECT_EQ(changes.count(), 4);
}

TEST(Presets, AllCanBeReadAndHaveNamesOfTheirOwn) {
    QFile file(":/presets/presets.txt");
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    qsizetype lines = 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        lines += !line.trimmed().isEmpty() && line[0] != '#';
    EXPECT_GE(lines, 20);
    EXPECT_EQ(static_cast<qsizetype>(presets().size()), lines);
    std::set<QString> names;
    for (const Preset& preset : presets()) names.insert(preset.name);
    EXPECT_EQ(names.size(), presets().size());
}

TEST(Presets, AllGiveAPictureWithSomethingInIt) {
    const auto generator = makeCpuGenerator();
    for (const Preset& preset : presets()) {
        PictureRecipe recipe = preset.recipe;
        if (!recipe.info().byTiles) recipe.set("steps", 200.0);  // a simulation takes seconds
        const auto picture = generator->render(recipe, {60, 40}, {0, 0, 60, 40});
        ASSERT_TRUE(picture) << preset.name.toStdString();
        std::set<float> greens;
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 60; ++x) greens.insert((*picture)(x, y).g);
        EXPECT_GT(*greens.rbegin() - *greens.begin(), 0.02F) << preset.name.toStdString();
    }
}

TEST(RecipeThumbnails, AreMadeOnceAndKept) {
    RecipeThumbnails thumbnails({32, 20});
    QSignalSpy ready(&thumbnails, &RecipeThumbnails::ready);
    const PictureRecipe checker = PictureRecipe::parse("checker/1"),
                        red = PictureRecipe::parse("solid/1 colours=#ff0000");
    EXPECT_TRUE(thumbnails.picture(checker).isNull());
    EXPECT_TRUE(thumbnails.picture(red).isNull());
    EXPECT_TRUE(thumbnails.picture(red).isNull());
    ASSERT_TRUE(test::waitFor([&] { return thumbnails.isIdle(); }));
    ASSERT_EQ(ready.count(), 2);
    EXPECT_EQ(ready[0][0].toString().toStdString(), checker.text());
    const QImage picture = thumbnails.picture(red);
    ASSERT_EQ(picture.size(), QSize(32, 20));
    EXPECT_EQ(picture.pixelColor(5, 5), QColor(255, 0, 0));
    EXPECT_TRUE(thumbnails.isIdle());
}

}  // namespace
}  // namespace fretsaw::ui
