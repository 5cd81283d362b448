// The canvas and masks that lie on a device: new windows, docks and full screen with textures that are
// shared, and what happens when sharing fails. A fake stands in for the device.
#include <QDockWidget>
#include <QMainWindow>

#include "tests/ui/CanvasFixture.h"

namespace fretsaw::ui {
namespace {

/// A canvas that draws on the GUI thread, as with a GPU.
class CanvasInterop : public CanvasTest {
protected:
    CanvasInterop() {
        useDeviceMasks();
        canvas = std::make_unique<Canvas>(document, nullptr, Drawing::Gpu, [this](const Mask&) {
            return std::make_unique<test::FakeInterop>(interop);
        });
        canvas->resize(420, 300);
        canvas->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        pointerAway();
        QObject::connect(canvas.get(), &Canvas::maskPathChanged, [this] { ++pathChanges; });
        open(noise({100, 80}));
    }
    ~CanvasInterop() override {
        canvas.reset();
        EXPECT_EQ(interop->alive, 0);
    }

    void cut(Rect rect) {
        document.commitRect(rect);
        ASSERT_TRUE(waitForMask());
    }
    /// In black and white at 100 %, inside the rectangle's frame and outside it.
    void expectMaskOnScreen() {
        canvas->setTool(Tool::Hand);
        canvas->setViewMode(ViewMode::BlackAndWhite);
        canvas->zoomTo100();
        const QImage grabbed = grab();
        const Image<std::uint8_t> mask = ruleMask();
        const Rect r = *document.rect();
        for (const auto& [x, y] : {std::pair{r.x + r.width / 2, r.y + r.height / 2}, {r.x - 6, r.y - 6}})
            EXPECT_EQ(colourAt(grabbed, devicePoint(x + 0.5, y + 0.5)).r, mask(x, y));
        canvas->setViewMode(ViewMode::Overlay);
    }

    int pathChanges = 0;
};

TEST_F(CanvasInterop, MasksNeverComeThroughTheHost) {
    cut({20, 20, 50, 40});
    expectMaskOnScreen();
    cut({40, 10, 30, 60});
    expectMaskOnScreen();
    EXPECT_EQ(canvas->maskPath().kind, MaskPath::Kind::Direct);
    EXPECT_EQ(interop->fetches, 0);
    QCoreApplication::processEvents();
    EXPECT_EQ(pathChanges, 1);
}

TEST_F(CanvasInterop, ThePictureStaysWhenTheCanvasMoves) {
    cut({20, 20, 50, 40});
    const QImage before = grab();
    for (int i = 0; i < 10; ++i) {
        QMainWindow window;
        window.resize(700, 500);
        auto* dock = new QDockWidget;
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->setWidget(canvas.get());
        canvas->setFixedSize(420, 300);
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
        EXPECT_EQ(grab(), before) << "docked " << i;
        dock->setFloating(true);
        QCoreApplication::processEvents();
        EXPECT_EQ(grab(), before) << "undocked " << i;
        dock->setFloating(false);
        window.setWindowState(Qt::WindowFullScreen);
        QCoreApplication::processEvents();
        EXPECT_EQ(grab(), before) << "full screen " << i;
        canvas->setParent(nullptr);
        canvas->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        EXPECT_EQ(grab(), before) << "alone " << i;
        EXPECT_LE(interop->alive, 1);
    }
    EXPECT_GE(interop->made, 10) << "contexts ended, and interops with them";
    EXPECT_EQ(interop->fetches, 0);
    cut({40, 10, 30, 60});
    expectMaskOnScreen();
}

TEST_F(CanvasInterop, FailuresAreToldOnceAndNothingIsLost) {
    cut({20, 20, 50, 40});
    expectMaskOnScreen();
    interop->failAt = interop->calls;
    cut({40, 10, 30, 60});
    expectMaskOnScreen();
    EXPECT_EQ(canvas->maskPath(), (MaskPath{MaskPath::Kind::Copied, "It is only a test.", true}));
    cut({10, 10, 30, 60});
    expectMaskOnScreen();
    QCoreApplication::processEvents();
    EXPECT_EQ(pathChanges, 2);
    EXPECT_GT(interop->fetches, 0);
}

TEST_F(CanvasInterop, AMeasuredFrameIsDrawnAtOnceWithANewMask) {
    cut({20, 20, 50, 40});
    grab();
    for (int i = 0; i < 3; ++i) {
        const std::int64_t before = interop->filled;
        EXPECT_GT(canvas->measureFrameMs(true), 0);
        EXPECT_GE(interop->filled - before, image->size().area());
    }
}

TEST_F(CanvasInterop, CanBeSwitchedOff) {
    canvas->disableInterop("It is off.");
    cut({20, 20, 50, 40});
    expectMaskOnScreen();
    EXPECT_EQ(canvas->maskPath(), (MaskPath{MaskPath::Kind::Copied, "It is off."}));
    EXPECT_EQ(interop->calls, 0);
}

}  // namespace
}  // namespace fretsaw::ui
