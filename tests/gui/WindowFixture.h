// The real window on a generated scene: opens files, sends mouse and keys, reads pixels back.
// No tests here.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <memory>

#include "app/Document.h"
#include "app/Engine.h"
#include "app/Settings.h"
#include "app/ui/Canvas.h"
#include "app/ui/MainWindow.h"
#include "app/ui/MessageBar.h"
#include "app/ui/Theme.h"
#include "core/generate/Scene.h"
#include "core/io/ImageFile.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::ui {

class WindowTest : public testing::Test {
protected:
    WindowTest() {
        window.resize(900, 640);
        window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
        window.activateWindow();
    }

    /// A scene in a file of its own; `box` becomes its box.
    QString sceneFile(Size size = {240, 180}, std::uint64_t seed = 3, const QString& name = "scene.png") {
        Scene scene = makeScene(size, seed);
        box = scene.box;
        return file(name, scene.picture);
    }
    QString file(const QString& name, const Image<Rgba8>& pixels) {
        const QString path = folder.filePath(name);
        io::saveRgba(path.toStdString(), pixels.view());
        return path;
    }
    /// Opens it through the window and waits until it is shown.
    void open(const QString& path) {
        window.openPath(path);
        ASSERT_TRUE(test::waitFor([&] { return !window.opener().isLoading(); }));
        ASSERT_TRUE(document.hasPhoto());
        window.canvas().setFocus();
        ASSERT_TRUE(test::waitFor([&] { return window.canvas().isVisible() && window.canvas().hasFocus(); }));
        QCoreApplication::processEvents();
    }
    /// The document's mask is that of the present labels.
    bool waitForMask() {
        return test::waitFor([&] { return document.maskIsCurrent() && !engine.busy(); }, 60000);
    }

    // -- hands --------------------------------------------------------------------------------------
    void key(int code, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window.windowHandle(), static_cast<Qt::Key>(code), modifiers);
    }
    [[nodiscard]] QPointF widgetPoint(PointF image) {
        return window.canvas().viewport().widgetFromImage({image.x, image.y});
    }
    void mouse(QEvent::Type type, PointF image, Qt::MouseButton button = Qt::LeftButton) {
        if (type == QEvent::MouseButtonPress) held |= button;
        if (type == QEvent::MouseButtonRelease) held &= ~Qt::MouseButtons(button);
        const QPointF at = widgetPoint(image);
        QMouseEvent event(type, at, window.canvas().mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : button, held, {});
        QApplication::sendEvent(&window.canvas(), &event);
    }
    /// Press, move in eight steps, release: points of the image.
    void drag(PointF from, PointF to, Qt::MouseButton button = Qt::LeftButton) {
        mouse(QEvent::MouseButtonPress, from, button);
        for (int i = 1; i <= 8; ++i) {
            mouse(QEvent::MouseMove, {from.x + (to.x - from.x) * i / 8, from.y + (to.y - from.y) * i / 8});
            QCoreApplication::processEvents();
        }
        mouse(QEvent::MouseButtonRelease, to, button);
    }
    void wheel(PointF image, int angle) {
        const QPointF at = widgetPoint(image);
        QWheelEvent event(at, window.canvas().mapToGlobal(at), {}, {0, angle}, held, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&window.canvas(), &event);
    }
    /// Zooms by the wheel to within a tenth of a per cent.
    void zoomTo(double zoom, PointF about) {
        key(Qt::Key_1, Qt::ControlModifier);
        const double notches = std::log(zoom) / std::log(1.2);
        wheel(about, static_cast<int>(std::lround(notches * 120)));
        ASSERT_NEAR(window.canvas().viewport().zoom() / zoom, 1, 2e-3);
    }
    void dragBox() {
        key(Qt::Key_R);
        drag({box.x + 0.1, box.y + 0.1}, {box.right() - 0.1, box.bottom() - 0.1});
    }

    // -- eyes ---------------------------------------------------------------------------------------
    /// The canvas as it is on the screen, without the brush ring; device pixels.
    QImage grab() {
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&window.canvas(), &leave);
        window.canvas().finishUploads();
        return window.canvas().grabFrame().convertToFormat(QImage::Format_RGB32);
    }
    /// The colour in the middle of an image pixel.
    QColor colour(const QImage& grabbed, int x, int y) {
        const QPointF p = widgetPoint({x + 0.5, y + 0.5}) * window.canvas().devicePixelRatioF();
        return grabbed.pixelColor(static_cast<int>(p.x()), static_cast<int>(p.y()));
    }
    QColor photoColour(int x, int y) {
        const Rgba8 c = document.photo()->srgb->view()(x, y);
        return QColor(c.r, c.g, c.b);
    }
    static int difference(QColor a, QColor b) {
        return std::max(
            {std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
    }
    [[nodiscard]] std::vector<std::uint8_t> maskBytes() const {
        const auto frame = document.maskFrame();
        if (!frame) return {};
        const auto mask = frame->result.mask->view();
        return {mask.data(), mask.data() + mask.size().area()};
    }
    [[nodiscard]] std::int64_t labelled() const {
        return document.size().area() - countLabels(document.labels())[Label::None];
    }

    QTemporaryDir folder;
    Rect box;
    Qt::MouseButtons held;
    app::Settings settings{folder.filePath("settings.ini")};
    Theme theme{Scheme::Light};
    app::Engine engine{[] { return makeCpuSegmenter(); }};
    app::Document document{engine};
    MainWindow window{document, engine, settings, theme};
};

}  // namespace fretsaw::ui
