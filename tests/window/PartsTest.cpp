// Parts of the window: slider with number field, messages, names for screen readers, contrast of the colours.
// The window as a whole is tested in tests/gui.
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <cmath>

#include "app/ui/HelpDialog.h"
#include "app/ui/NumberField.h"
#include "app/ui/SliderField.h"
#include "app/ui/StatusLine.h"
#include "core/generate/Generators.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

using PartsTest = WindowParts;

TEST_F(PartsTest, EveryControlHasANameForScreenReaders) {
    openPhoto();
    int controls = 0;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (qobject_cast<QScrollBar*>(widget) || qobject_cast<QLineEdit*>(widget)) continue;  // inside others
        if (widget->objectName().startsWith("qt_")) continue;  // Qt's own parts of menus
        if (!qobject_cast<QAbstractButton*>(widget) && !qobject_cast<QAbstractSpinBox*>(widget) &&
            !qobject_cast<QComboBox*>(widget) && !qobject_cast<QAbstractSlider*>(widget))
            continue;
        if (widget->objectName() == "messageAction") continue;  // named with each message
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
        ASSERT_TRUE(accessible);
        EXPECT_FALSE(accessible->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " " << qPrintable(widget->objectName());
        ++controls;
    }
    EXPECT_GT(controls, 25);
    EXPECT_FALSE(window.canvas().accessibleName().isEmpty());
}

TEST_F(PartsTest, RectangleFieldsShowAndSetTheRectangle) {
    openPhoto();
    auto* x = window.findChild<NumberField*>("rect.x");
    auto* width = window.findChild<NumberField*>("rect.width");
    auto* height = window.findChild<NumberField*>("rect.height");
    ASSERT_TRUE(x && width && height);
    EXPECT_EQ(x->text(), "–") << "there is none";
    document.commitRect(Rect{0, 6, 20, 10});
    EXPECT_EQ(x->text(), "0");
    document.commitRect(Rect{4, 6, 20, 10});
    EXPECT_EQ(x->value(), 4);
    EXPECT_EQ(width->value(), 20);
    const int steps = document.undoStack().count();
    width->setValue(12);
    EXPECT_EQ(document.rect(), (Rect{4, 6, 12, 10}));
    EXPECT_EQ(document.undoStack().count(), steps + 1);
    height->setValue(0);
    EXPECT_EQ(document.rect(), (Rect{4, 6, 12, 10})) << "a zero is no rectangle and removes none";
    EXPECT_EQ(height->value(), 10);
}

TEST_F(PartsTest, ARectangleCanBeTypedWhereThereIsNone) {
    openPhoto();
    for (const auto& [name, value] : {std::pair{"width", 12}, {"height", 9}})
        window.findChild<NumberField*>(QString("rect.") + name)->setValue(value);
    EXPECT_EQ(document.rect(), (Rect{0, 0, 12, 9}));
}

TEST_F(PartsTest, HintsOfTheFirstUseFollowTheWorkAndNeverComeBack) {
    auto* hint = window.canvas().findChild<QLabel*>("firstSteps");
    ASSERT_TRUE(hint);
    EXPECT_TRUE(hint->isHidden()) << "nothing is open";
    openPhoto();
    EXPECT_FALSE(hint->isHidden());
    const QString box = hint->text();
    document.commitRect(Rect{4, 6, 20, 10});
    ASSERT_TRUE(waitForMask());
    const QString paint = hint->text();
    EXPECT_NE(paint, box);
    stroke(Label::SureBackground, {8, 8}, {14, 9}, 3);
    EXPECT_NE(hint->text(), paint);
    EXPECT_FALSE(hint->isHidden());
    QSignalSpy finished(&window.exporter(), &Exporter::finished);
    window.exporter().exportTo(Exporter::Kind::Mask, folder.filePath("mask.png"));
    ASSERT_TRUE(test::waitFor([&] { return finished.size() == 1; }));
    EXPECT_TRUE(hint->isHidden());
    openPhoto();
    EXPECT_TRUE(hint->isHidden());
    EXPECT_EQ(settings.firstSteps(), 3);
}

TEST_F(PartsTest, ThereIsOneHelpWindowHoweverLongTheKeyIsHeld) {
    for (int i = 0; i < 3; ++i) action(ActionId::Help)->trigger();
    EXPECT_EQ(window.findChildren<HelpDialog*>().size(), 1);
}

TEST_F(PartsTest, HelpShowsTheGalleryWithAPictureOfEveryGenerator) {
    action(ActionId::Help)->trigger();
    const auto* tabs = window.findChild<HelpDialog*>()->findChild<QTabWidget*>();
    ASSERT_NE(tabs, nullptr);
    QTextBrowser* gallery = nullptr;
    for (int i = 0; i < tabs->count(); ++i)
        if (tabs->tabText(i) == "Gallery") gallery = qobject_cast<QTextBrowser*>(tabs->widget(i));
    ASSERT_NE(gallery, nullptr);
    int pictures = 0;
    for (QTextBlock block = gallery->document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextImageFormat format = part.fragment().charFormat().toImageFormat();
            if (!format.isValid()) continue;
            const QVariant data = gallery->document()->resource(QTextDocument::ImageResource, format.name());
            QImage image = data.value<QImage>();
            if (image.isNull()) image.loadFromData(data.toByteArray());
            EXPECT_FALSE(image.isNull()) << format.name().toStdString();
            ++pictures;
        }
    EXPECT_EQ(pictures, static_cast<int>(generators().size()));
}

TEST(StatusLineTest, PassingMessagesNeverLieOverTheLabels) {
    StatusLine line;
    line.resize(900, 30);
    line.setZoom(1);
    line.setHint("Drag a rectangle.");
    line.show();
    auto* hint = line.findChild<QLabel*>("hint");
    ASSERT_TRUE(hint && hint->isVisible());
    line.showMessage("Removes all strokes.");
    line.setHint("Another hint.");
    line.setPixel("1, 2");
    EXPECT_FALSE(hint->isVisible());
    line.clearMessage();
    EXPECT_TRUE(hint->isVisible());
    EXPECT_EQ(hint->text(), "Another hint.");
}

TEST(SliderFieldTest, EveryWayOfChangingGivesOneValue) {
    SliderField field("Size", {1, 2000, 24, 0, " px", SliderField::Scale::Logarithmic});
    QSignalSpy changes(&field, &SliderField::valueChanged);
    auto* slider = field.findChild<QSlider*>();
    auto* number = field.findChild<NumberField*>();
    EXPECT_EQ(field.value(), 24);
    number->setValue(300);
    EXPECT_EQ(field.value(), 300);
    EXPECT_EQ(changes.size(), 1);
    slider->setValue(slider->maximum());
    EXPECT_EQ(field.value(), 2000);
    EXPECT_EQ(number->value(), 2000);
    slider->setValue(slider->minimum());
    EXPECT_EQ(field.value(), 1);
    EXPECT_EQ(changes.size(), 3);
    field.showValue(77);
    EXPECT_EQ(number->value(), 77);
    EXPECT_EQ(changes.size(), 3) << "a value from elsewhere is no change by the person";
    field.resize(240, 32);
    QTest::mouseDClick(slider, Qt::LeftButton);
    EXPECT_EQ(field.value(), 24);
}

TEST(SliderFieldTest, OneKeyReachesTheNextWholeNumber) {
    SliderField field("Components", {1, 16, 5, 0, {}, SliderField::Scale::Linear});
    auto* slider = field.findChild<QSlider*>();
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_EQ(field.value(), 6);
    QTest::keyClick(slider, Qt::Key_Left);
    EXPECT_EQ(field.value(), 5);
}

TEST(NumberFieldTest, EscRestoresAndEnterTakes) {
    NumberField field;
    field.setRange(0, 100);
    field.setValue(10);
    QSignalSpy left(&field, &NumberField::left);
    field.setFocus();
    QFocusEvent in(QEvent::FocusIn);
    QApplication::sendEvent(&field, &in);
    field.selectAll();
    QTest::keyClicks(&field, "55");
    QTest::keyClick(&field, Qt::Key_Escape);
    EXPECT_EQ(field.value(), 10);
    field.selectAll();
    QTest::keyClicks(&field, "56");
    EXPECT_EQ(field.value(), 10) << "half-typed numbers are no values";
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(field.value(), 56);
    EXPECT_EQ(left.size(), 2);
}

TEST(MessageBarTest, OneMessageAtATimeAndItsActionOnce) {
    MessageBar bar;
    EXPECT_FALSE(bar.dismiss());
    int done = 0;
    bar.post({MessageBar::Kind::Error, "First", "why", {}, {}});
    bar.post({MessageBar::Kind::Warning, "Second", "<b>not bold</b>", "Do it", [&done] { ++done; }});
    EXPECT_EQ(bar.message().title, "Second");
    EXPECT_FALSE(bar.isHidden());
    auto* action = bar.findChild<QPushButton*>("messageAction");
    ASSERT_TRUE(action);
    action->click();
    EXPECT_EQ(done, 1);
    EXPECT_TRUE(bar.isHidden());
    EXPECT_TRUE(bar.message().title.isEmpty());
}

double luminance(QColor colour) {
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}
double contrast(QColor a, QColor b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(ThemeTest, TextMeetsWcagAaAndGreysHaveNoHue) {
    for (const bool dark : {false, true}) {
        const Tones& t = tonesOf(dark);
        for (const QColor& ground : {t.window, t.field, t.raised}) {
            EXPECT_GE(contrast(t.text, ground), 7) << dark;
            EXPECT_GE(contrast(t.muted, ground), 4.5) << dark << qPrintable(ground.name());
            EXPECT_EQ(ground.saturation(), 0);
        }
        EXPECT_GE(contrast(t.onAccent, t.accent), 4.5) << dark;
        EXPECT_GE(contrast(t.text, t.pressed), 4.5) << dark;
        for (const QColor& mark : {t.good, t.warning, t.bad}) EXPECT_GE(contrast(mark, t.raised), 3) << dark;
        EXPECT_EQ(t.surround.saturation(), 0);
    }
}

}  // namespace
}  // namespace fretsaw::ui
