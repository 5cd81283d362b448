// Mouse, pen, wheel and keys on a real canvas: what they do to labels, rectangle and view.
// Pixels on screen are tested in CanvasPaintTest.
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QTabletEvent>

#include "tests/ui/CanvasFixture.h"

namespace fretsaw::ui {
namespace {

class CanvasInputTest : public CanvasTest {
protected:
    void openPlain(Size size = {100, 80}, double zoom = 2) {
        open(flat(size, {120, 120, 120, 255}));
        zoomTo(zoom);
        canvas->setTool(Tool::Foreground);
        canvas->setBrushWidthPx(1);
    }
};

TEST_F(CanvasInputTest, AClickPaintsThePixelUnderTheHotSpotAndItOnly) {
    for (const Size size : {Size{5, 5}, Size{6, 6}}) {
        open(flat(size, {90, 90, 90, 255}));
        canvas->setTool(Tool::Foreground);
        canvas->setBrushWidthPx(1);
        for (const double zoom : {1.0, 1.5, 8.0, 32.0}) {
            zoomTo(zoom);
            for (int y = 0; y < size.height; ++y) {
                for (int x = 0; x < size.width; ++x) {
                    for (const double inside : {0.5, 0.02, 0.98}) {
                        press(x + inside, y + inside);
                        release(x + inside, y + inside);
                        ASSERT_EQ(labelAt(x, y), Label::SureForeground);
                        ASSERT_EQ(paintedPixels(), 1) << x << ',' << y << " at " << zoom;
                        document.undoStack().undo();
                    }
                }
            }
        }
    }
}

TEST_F(CanvasInputTest, ButtonsAndCtrlChooseTheLabel) {
    openPlain();
    const auto dot = [&](int x, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
        press(x + 0.5, 10.5, button, keys);
        release(x + 0.5, 10.5, button, keys);
        return labelAt(x, 10);
    };
    EXPECT_EQ(dot(1, Qt::LeftButton, {}), Label::SureForeground);
    EXPECT_EQ(dot(3, Qt::RightButton, {}), Label::SureBackground);
    EXPECT_EQ(dot(5, Qt::LeftButton, Qt::ControlModifier), Label::ProbableForeground);
    EXPECT_EQ(dot(7, Qt::RightButton, Qt::ControlModifier), Label::ProbableBackground);
    canvas->setTool(Tool::Background);
    EXPECT_EQ(dot(9, Qt::LeftButton, {}), Label::SureBackground);
    canvas->setTool(Tool::Eraser);
    EXPECT_EQ(dot(1, Qt::LeftButton, {}), Label::None);
    EXPECT_EQ(dot(3, Qt::RightButton, {}), Label::None);
}

TEST_F(CanvasInputTest, TheSecondPressOfADoubleClickPaintsToo) {
    openPlain();
    press(10.5, 10.5);
    release(10.5, 10.5);
    mouse(QEvent::MouseButtonDblClick, widgetPoint(12.5, 10.5), Qt::LeftButton);
    move(20.5, 10.5);
    release(20.5, 10.5);
    EXPECT_EQ(labelAt(16, 10), Label::SureForeground);
}

TEST_F(CanvasInputTest, ShiftClickDrawsALine) {
    openPlain();
    press(10.5, 10.5);
    release(10.5, 10.5);
    press(40.5, 10.5, Qt::LeftButton, Qt::ShiftModifier);
    release(40.5, 10.5, Qt::LeftButton, Qt::ShiftModifier);
    for (int x = 10; x <= 40; ++x) ASSERT_EQ(labelAt(x, 10), Label::SureForeground) << x;
    EXPECT_EQ(paintedPixels(), 31);
}

TEST_F(CanvasInputTest, PanningInTheMiddleOfAStrokeMovesThePictureAndPaintsNothing) {
    for (const bool bySpace : {false, true}) {
        openPlain();
        press(50.5, 40.5);
        move(55.5, 40.5);
        const std::int64_t before = paintedPixels();
        const QPointF corner = widgetPoint(0, 0);
        if (bySpace)
            key(QEvent::KeyPress, Qt::Key_Space);
        else
            press(55.5, 40.5, Qt::MiddleButton);
        const QPointF at = widgetPoint(55.5, 40.5);
        mouse(QEvent::MouseMove, at + QPointF(30, 12), Qt::NoButton);
        // At whole zooms the picture rests on whole device pixels.
        EXPECT_NEAR(widgetPoint(0, 0).x(), corner.x() + 30, 0.5);
        EXPECT_NEAR(widgetPoint(0, 0).y(), corner.y() + 12, 0.5);
        EXPECT_EQ(paintedPixels(), before);
        if (bySpace)
            key(QEvent::KeyRelease, Qt::Key_Space);
        else
            release(55.5, 40.5, Qt::MiddleButton);
        move(60.5, 40.5);
        release(60.5, 40.5);
        EXPECT_EQ(paintedPixels(), 11);
        EXPECT_EQ(document.undoStack().count(), 1);
    }
}

TEST_F(CanvasInputTest, WheelZoomsAboutThePointerAndStopsOnceAt100Percent) {
    open(noise({2000, 1500}));
    QSignalSpy zooms(canvas.get(), &Canvas::zoomChanged);
    const QPointF pointer(300, 90);
    const QPointF before = canvas->viewport().imageFromWidget(pointer);
    bool stopped = false;
    for (int i = 0; i < 16; ++i) {
        wheel(pointer, 120);
        stopped = stopped || canvas->viewport().zoom() == 1.0;
    }
    EXPECT_TRUE(stopped);
    EXPECT_GT(canvas->viewport().zoom(), 1);
    EXPECT_EQ(zooms.count(), 16);
    const QPointF after = canvas->viewport().imageFromWidget(pointer);
    EXPECT_NEAR(after.x(), before.x(), 0.01);
    EXPECT_NEAR(after.y(), before.y(), 0.01);
}

TEST_F(CanvasInputTest, ShiftWheelChangesTheBrushAlsoInTheMiddleOfAStroke) {
    openPlain();
    QSignalSpy widths(canvas.get(), &Canvas::brushWidthChanged);
    canvas->setBrushWidthPx(3);
    press(20.5, 40.5);
    move(40.5, 40.5);
    for (int i = 0; i < 6; ++i) wheel(widgetPoint(40.5, 40.5), 120, Qt::ShiftModifier);
    EXPECT_EQ(canvas->brushWidthPx(), 10);
    EXPECT_EQ(widths.count(), 7);
    EXPECT_EQ(canvas->viewport().zoom(), 2);
    move(70.5, 40.5);
    release(70.5, 40.5);
    EXPECT_EQ(labelAt(30, 43), Label::None);
    EXPECT_EQ(labelAt(60, 43), Label::SureForeground);
    // Fine wheels send parts of a notch.
    for (int i = 0; i < 8; ++i) wheel(widgetPoint(40.5, 40.5), -30, Qt::ShiftModifier);
    EXPECT_EQ(canvas->brushWidthPx(), 7);
}

TEST_F(CanvasInputTest, AnotherToolInTheMiddleOfAStrokeKeepsWhatWasPainted) {
    openPlain();
    canvas->setBrushWidthPx(5);
    press(20.5, 40.5);
    move(40.5, 40.5);
    canvas->setTool(Tool::Eraser);
    EXPECT_EQ(document.undoStack().count(), 1);
    move(60.5, 40.5);
    release(60.5, 40.5);
    EXPECT_EQ(labelAt(30, 40), Label::SureForeground);
    EXPECT_EQ(labelAt(55, 40), Label::None) << "the button belonged to the stroke that had ended";
    EXPECT_EQ(document.undoStack().count(), 1);
}

TEST_F(CanvasInputTest, APenPaintsOnceThoughItsMouseEchoArrives) {
    openPlain();
    canvas->setBrushWidthPx(5);
    const QPointingDevice* pen = QPointingDevice::primaryPointingDevice();
    const auto tablet = [&](QEvent::Type type, double x, double y, Qt::MouseButtons buttons) {
        const QPointF at = widgetPoint(x, y);
        QTabletEvent event(type, pen, at, canvas->mapToGlobal(at), 0.5, 0, 0, 0, 0, 0, {}, Qt::LeftButton,
                           buttons);
        QApplication::sendEvent(canvas.get(), &event);
        EXPECT_TRUE(event.isAccepted());
    };
    tablet(QEvent::TabletPress, 20.5, 20.5, Qt::LeftButton);
    press(20.5, 20.5);
    tablet(QEvent::TabletMove, 60.5, 20.5, Qt::LeftButton);
    move(60.5, 70.5);  // a late echo from elsewhere must not draw
    release(60.5, 20.5);
    tablet(QEvent::TabletRelease, 60.5, 20.5, Qt::NoButton);
    EXPECT_EQ(document.undoStack().count(), 1);
    EXPECT_EQ(labelAt(40, 20), Label::SureForeground);
    EXPECT_EQ(labelAt(60, 50), Label::None);
    press(80.5, 60.5);
    release(80.5, 60.5);
    EXPECT_EQ(document.undoStack().count(), 2) << "the mouse works again";
}

TEST_F(CanvasInputTest, TheOtherEndOfAPenErasesWhateverTheToolIs) {
    openPlain();
    canvas->setBrushWidthPx(9);
    press(20.5, 20.5);
    move(60.5, 20.5);
    release(60.5, 20.5);
    const QPointingDevice eraser("eraser", 1, QInputDevice::DeviceType::Stylus,
                                 QPointingDevice::PointerType::Eraser, QInputDevice::Capability::Position, 1,
                                 1);
    const auto tablet = [&](QEvent::Type type, double x, Qt::MouseButtons buttons) {
        const QPointF at = widgetPoint(x, 20.5);
        QTabletEvent event(type, &eraser, at, canvas->mapToGlobal(at), 1, 0, 0, 0, 0, 0, {}, Qt::LeftButton,
                           buttons);
        QApplication::sendEvent(canvas.get(), &event);
    };
    tablet(QEvent::TabletPress, 40.5, Qt::LeftButton);
    tablet(QEvent::TabletMove, 70.5, Qt::LeftButton);
    tablet(QEvent::TabletRelease, 70.5, Qt::NoButton);
    EXPECT_EQ(labelAt(25, 20), Label::SureForeground);
    EXPECT_EQ(labelAt(50, 20), Label::None);
    EXPECT_EQ(document.undoStack().count(), 2);
    EXPECT_EQ(canvas->tool(), Tool::Foreground);
}

TEST_F(CanvasInputTest, APadsPinchZoomsAboutThePointer) {
    openPlain({400, 300});
    const QPointF at = widgetPoint(120.5, 90.5);
    const auto pinch = [&](double value) {
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at, at,
                                  canvas->mapToGlobal(at), value, {});
        QApplication::sendEvent(canvas.get(), &event);
    };
    pinch(0.25);
    EXPECT_NEAR(canvas->viewport().zoom(), 2.5, 1e-9);
    EXPECT_LT(QLineF(at, widgetPoint(120.5, 90.5)).length(), 1) << "the point under the pointer stays";
    pinch(-0.5);
    EXPECT_NEAR(canvas->viewport().zoom(), 1.25, 1e-9);
    pinch(-5);
    EXPECT_GT(canvas->viewport().zoom(), 0) << "a wild value is no end of the picture";
}

TEST_F(CanvasInputTest, EscTakesBackStrokeAndRectangle) {
    openPlain();
    press(20.5, 20.5);
    move(40.5, 40.5);
    key(QEvent::KeyPress, Qt::Key_Escape);
    release(40.5, 40.5);
    EXPECT_EQ(paintedPixels(), 0);
    EXPECT_EQ(document.undoStack().count(), 0);
    canvas->setTool(Tool::Rectangle);
    press(20.5, 20.5);
    move(40.5, 40.5);
    EXPECT_TRUE(document.rect().has_value());
    EXPECT_TRUE(canvas->cancelGesture());
    release(40.5, 40.5);
    EXPECT_FALSE(document.rect().has_value());
    EXPECT_FALSE(canvas->cancelGesture());
    EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(CanvasInputTest, DraggingDrawsARectangleLiveAndCommitsOneStep) {
    openPlain();
    canvas->setTool(Tool::Rectangle);
    press(20.5, 10.5);
    move(50.5, 30.5);
    EXPECT_EQ(document.rect(), (Rect{20, 10, 31, 21}));
    EXPECT_EQ(document.undoStack().count(), 0);
    move(70.5, 60.5);
    release(70.5, 60.5);
    EXPECT_EQ(document.rect(), (Rect{20, 10, 51, 51}));
    EXPECT_EQ(document.undoStack().count(), 1);
    // A mere click keeps what is there.
    press(40.5, 40.5);
    release(40.5, 40.5);
    EXPECT_EQ(document.rect(), (Rect{20, 10, 51, 51}));
    EXPECT_EQ(document.undoStack().count(), 1);
}

TEST_F(CanvasInputTest, HandlesFrameAndArrowKeysChangeTheRectangle) {
    openPlain();
    canvas->setTool(Tool::Rectangle);
    document.commitRect(Rect{20, 10, 40, 50});
    press(60, 60);
    move(75, 70);
    release(75, 70);
    EXPECT_EQ(document.rect(), (Rect{20, 10, 55, 60}));
    press(20, 40);
    move(25, 44);
    release(25, 44);
    EXPECT_EQ(document.rect(), (Rect{25, 10, 50, 60}));
    // Between the handles the frame moves as a whole.
    press(38, 10);
    move(40, 13);
    release(40, 13);
    EXPECT_EQ(document.rect(), (Rect{27, 13, 50, 60}));
    key(QEvent::KeyPress, Qt::Key_Left);
    key(QEvent::KeyPress, Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(document.rect(), (Rect{26, 3, 50, 60}));
    EXPECT_EQ(document.undoStack().count(), 6);
    for (int i = 0; i < 5; ++i) document.undoStack().undo();
    EXPECT_EQ(document.rect(), (Rect{20, 10, 40, 50}));
}

TEST_F(CanvasInputTest, CursorsTellWhatAPressWillDo) {
    openPlain();
    EXPECT_EQ(canvas->cursor().shape(), Qt::BlankCursor);
    canvas->setTool(Tool::Hand);
    EXPECT_EQ(canvas->cursor().shape(), Qt::OpenHandCursor);
    canvas->setTool(Tool::Rectangle);
    document.commitRect(Rect{20, 10, 40, 50});
    move(20, 10);
    EXPECT_EQ(canvas->cursor().shape(), Qt::SizeFDiagCursor);
    move(60, 35);
    EXPECT_EQ(canvas->cursor().shape(), Qt::SizeHorCursor);
    move(30, 10);
    EXPECT_EQ(canvas->cursor().shape(), Qt::SizeAllCursor);
    move(40, 30);
    EXPECT_EQ(canvas->cursor().shape(), Qt::CrossCursor);
    key(QEvent::KeyPress, Qt::Key_Space);
    EXPECT_EQ(canvas->cursor().shape(), Qt::OpenHandCursor);
    key(QEvent::KeyRelease, Qt::Key_Space);
}

TEST_F(CanvasInputTest, HoverReportsThePixelAndLeaving) {
    openPlain();
    QSignalSpy pixels(canvas.get(), &Canvas::hovered);
    QSignalSpy leaves(canvas.get(), &Canvas::left);
    move(7.9, 3.1);
    ASSERT_EQ(pixels.count(), 1);
    EXPECT_EQ(pixels.last().first().toPoint(), QPoint(7, 3));
    move(-3, 3);
    EXPECT_EQ(pixels.count(), 1);
    EXPECT_EQ(leaves.count(), 1);
    pointerAway();
    EXPECT_EQ(leaves.count(), 2);
}

TEST_F(CanvasInputTest, TheRingHasTheBrushsWidthAndIsNeverTooSmall) {
    openPlain({200, 140}, 2);
    const Rgba8 plain{120, 120, 120, 255};
    const auto ringRadius = [&](double x, double y) {
        const QImage shot = canvas->grabFrame().convertToFormat(QImage::Format_RGBA8888);
        const QPoint centre = devicePoint(x, y);
        int farthest = 0;
        for (int r = 0; r < 150; ++r)
            if (!(colourAt(shot, centre - QPoint(r, 0)) == plain)) farthest = r;
        return farthest;
    };
    const double ratio = canvas->devicePixelRatioF();
    canvas->setBrushWidthPx(40);
    move(100, 70);
    EXPECT_NEAR(ringRadius(100, 70), 40, 3 * ratio);
    canvas->setBrushWidthPx(1);
    EXPECT_GE(ringRadius(100, 70), 2.5 * ratio);
    pointerAway();
    EXPECT_EQ(ringRadius(100, 70), 0);
}

TEST_F(CanvasInputTest, WithoutAPictureEventsDoNothing) {
    press(10, 10);
    move(60, 60);
    release(60, 60);
    wheel({50, 50}, 240);
    key(QEvent::KeyPress, Qt::Key_Left);
    canvas->setTool(Tool::Foreground);
    press(10, 10);
    move(60, 60);
    release(60, 60);
    canvas->zoomIn();
    canvas->zoomToFit();
    EXPECT_EQ(document.undoStack().count(), 0);
    EXPECT_FALSE(document.rect().has_value());
}

TEST_F(CanvasInputTest, ANewPictureInTheMiddleOfAStrokeEndsIt) {
    openPlain();
    press(20.5, 20.5);
    move(30.5, 30.5);
    open(flat({50, 50}, {1, 2, 3, 255}));
    move(20.5, 40.5);
    release(20.5, 40.5);
    EXPECT_EQ(paintedPixels(), 0);
}

}  // namespace
}  // namespace fretsaw::ui
