// The canvas with masks that a GPU cut: new windows, docks and full screen while textures are shared.
// Which pixels it shows is fretsaw --self-test's to compare.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMainWindow>
#include <QTest>

#include "app/Document.h"
#include "app/Engine.h"
#include "core/cuda/ChooseBackend.h"
#include "core/generate/Scene.h"
#include "core/io/Photo.h"
#include "tests/interop/NeedsInterop.h"

namespace fretsaw::test {
namespace {

class CanvasOnGpu : public InteropTest {
protected:
    void SetUp() override {
        InteropTest::SetUp();
        if (IsSkipped() || HasFailure()) return;
        canvas = std::make_unique<ui::Canvas>(document);
        canvas->resize(700, 500);
        canvas->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        auto photo = std::make_shared<io::Photo>();
        photo->srgb = std::make_shared<const Image<Rgba8>>(std::move(scene.picture));
        photo->source8 = photo->srgb;
        document.setPhoto(photo);
        document.commitRect(scene.box);
        ASSERT_TRUE(cutIsDone());
    }

    bool cutIsDone() {
        return QTest::qWaitFor([&] { return document.maskIsCurrent() && !engine.busy(); }, 60'000);
    }
    QImage grab() {
        canvas->finishUploads();
        return canvas->grabFrame();
    }

    Scene scene = makeScene({1500, 1000}, 3);
    app::Engine engine{[] { return makeSegmenter(chooseBackend(BackendWish::Cuda)); }};
    app::Document document{engine};
    std::unique_ptr<ui::Canvas> canvas;
};

TEST_F(CanvasOnGpu, ThePictureStaysWhenTheCanvasMoves) {
    const QImage before = grab();
    ASSERT_EQ(canvas->maskPath().kind, ui::MaskPath::Kind::Direct) << canvas->maskPath().reason;
    for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(i);
        QMainWindow window;
        window.resize(1000, 800);
        auto* dock = new QDockWidget;
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->setWidget(canvas.get());
        canvas->setFixedSize(700, 500);
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
        EXPECT_EQ(grab(), before) << "docked";
        dock->setFloating(true);
        QCoreApplication::processEvents();
        EXPECT_EQ(grab(), before) << "undocked";
        dock->setFloating(false);
        window.setWindowState(Qt::WindowFullScreen);
        QCoreApplication::processEvents();
        EXPECT_EQ(grab(), before) << "full screen";
        canvas->setParent(nullptr);
        canvas->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        EXPECT_EQ(grab(), before) << "alone";
    }
    EXPECT_EQ(canvas->maskPath().kind, ui::MaskPath::Kind::Direct) << canvas->maskPath().reason;
}

TEST_F(CanvasOnGpu, TheSamePictureThroughMemory) {
    for (int i = 0; i < 4; ++i) {
        const double y = scene.box.y + scene.box.height * (0.2 + 0.15 * i);
        document.beginStroke(i % 2 == 0 ? Label::SureForeground : Label::SureBackground, 12,
                             {scene.box.x + scene.box.width * 0.4, y});
        document.extendStroke({scene.box.x + scene.box.width * 0.6, y + 20});
        document.endStroke();
        ASSERT_TRUE(cutIsDone());
    }
    const QImage direct = grab();
    ASSERT_EQ(canvas->maskPath().kind, ui::MaskPath::Kind::Direct) << canvas->maskPath().reason;
    canvas->disableInterop("It is a test.");
    EXPECT_EQ(grab(), direct);
    EXPECT_EQ(canvas->maskPath().kind, ui::MaskPath::Kind::Copied);
}

}  // namespace
}  // namespace fretsaw::test
