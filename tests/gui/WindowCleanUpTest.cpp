// Clean-up in the real window: typed into the panel, seen on the canvas at once, undone by key.
// Fields by themselves are tested in tests/window, rules in core's tests.
#include <QCheckBox>

#include "app/ui/NumberField.h"
#include "app/ui/SliderField.h"
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

class WindowCleanUp : public WindowTest {
protected:
    /// A scene with a speck of the object in a corner of its box, and one of the ground in its middle.
    void openSpecks() {
        Scene scene = makeScene({240, 180}, 3);
        box = scene.box;
        hole = {box.x + box.width / 2, box.y + box.height / 2};
        island = {box.x + 9, box.y + 9};
        const Rgba8 object = scene.picture(hole.x(), hole.y() + 8), ground = scene.picture(2, 2);
        const auto disc = [&](QPoint at, Rgba8 colour) {
            for (int y = -5; y <= 5; ++y)
                for (int x = -5; x <= 5; ++x)
                    if (x * x + y * y <= 25) scene.picture(at.x() + x, at.y() + y) = colour;
        };
        disc(hole, ground);
        disc(island, object);
        open(file("specks.png", scene.picture));
        key(Qt::Key_5);  // black and white
        dragBox();
        key(Qt::Key_H);
        ASSERT_TRUE(waitForMask());
    }
    void type(const char* field, const QString& number) {
        auto* slider = window.findChild<SliderField*>(field);
        ASSERT_TRUE(slider);
        auto* entry = slider->findChild<NumberField*>();
        entry->setFocus();
        entry->selectAll();
        QTest::keyClicks(entry, number);
        QTest::keyClick(entry, Qt::Key_Return);
        ASSERT_TRUE(waitForMask());
    }
    /// Of the middle of a speck, on the screen.
    bool isWhite(QPoint at) { return difference(colour(grab(), at.x(), at.y()), Qt::white) <= 1; }
    bool isBlack(QPoint at) { return difference(colour(grab(), at.x(), at.y()), Qt::black) <= 1; }

    QPoint hole, island;
};

TEST_F(WindowCleanUp, IsSeenAtOnceAndTakenBackByUndo) {
    openSpecks();
    ASSERT_TRUE(isBlack(hole) && isWhite(island)) << "there is nothing to clean";
    const auto before = maskBytes();
    type("dropIslands", "500");
    EXPECT_TRUE(isBlack(island));
    EXPECT_TRUE(isBlack(hole));
    type("fillHoles", "500");
    EXPECT_TRUE(isBlack(island));
    EXPECT_TRUE(isWhite(hole));
    const auto clean = maskBytes();
    EXPECT_TRUE(document.maskFrame()->result.certified);
    EXPECT_GT(document.maskFrame()->result.cleanedPixels, 100);

    window.canvas().setFocus();
    key(Qt::Key_Z, Qt::ControlModifier);
    key(Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(waitForMask());
    EXPECT_EQ(maskBytes(), before);
    EXPECT_TRUE(isBlack(hole) && isWhite(island));
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitForMask());
    EXPECT_EQ(maskBytes(), clean);
}

TEST_F(WindowCleanUp, OnlyWhatIsPaintedStays) {
    openSpecks();
    key(Qt::Key_F);
    window.canvas().setBrushWidthPx(4);
    const double x = hole.x(), y = hole.y() + 12.0;
    drag({x, y}, {x + 6, y});
    key(Qt::Key_H);
    ASSERT_TRUE(waitForMask());
    ASSERT_TRUE(isWhite(island));
    auto* connected = window.findChild<QCheckBox*>("keepConnected");
    ASSERT_TRUE(connected);
    QTest::mouseClick(connected, Qt::LeftButton, {}, {8, connected->height() / 2});
    ASSERT_TRUE(connected->isChecked());
    ASSERT_TRUE(waitForMask());
    EXPECT_TRUE(isBlack(island));
    EXPECT_EQ(document.maskFrame()->result.mask->at(hole.x(), hole.y() + 12), 255);
}

}  // namespace
}  // namespace fretsaw::ui
