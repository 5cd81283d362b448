// A shown canvas with a real document and a segmenter that cuts by a rule: events go in, pixels are read
// back. No tests here.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>
#include <memory>
#include <optional>
#include <random>

#include "app/ui/Canvas.h"
#include "tests/app/FakeSegmenter.h"
#include "tests/ui/FakeInterop.h"

namespace fretsaw::ui {

/// Opaque noise: every pixel differs from its neighbours, so a shift or a shear by one shows.
inline Image<Rgba8> noise(Size size, unsigned seed = 5) {
    std::mt19937 random(seed);
    Image<Rgba8> image(size);
    for (std::int64_t i = 0; i < size.area(); ++i) {
        const unsigned v = static_cast<unsigned>(random());
        image.data()[i] = {static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(v >> 8),
                           static_cast<std::uint8_t>(v >> 16), 255};
    }
    return image;
}

inline Image<Rgba8> flat(Size size, Rgba8 colour) {
    return Image<Rgba8>(size, colour);
}

class CanvasTest : public testing::Test {
protected:
    CanvasTest() {
        // As with a GPU that cuts and draws.
        if (qgetenv("FRETSAW_TEST_MASKS") == "device") useDeviceMasks();
        makeCanvas(0);
    }

    /// Before the first picture: masks are said to lie on a device.
    void useDeviceMasks() {
        control->publish = [i = interop](Image<std::uint8_t> mask) {
            return std::make_shared<test::FakeDeviceMask>(i, std::move(mask));
        };
    }

    /// The canvas anew, in its own window; tileEdge 0: the default.
    void makeCanvas(int tileEdge) {
        // The display of tests has no GPU: what is drawn with one needs to be asked for.
        std::optional<Drawing> drawing;
        if (qgetenv("FRETSAW_TEST_DRAWING") == "gpu") drawing = Drawing::Gpu;
        const auto makeInterop = [this](const Mask&) { return std::make_unique<test::FakeInterop>(interop); };
        canvas = std::make_unique<Canvas>(document, nullptr, drawing, makeInterop, generators);
        if (tileEdge > 0) canvas->setMaxTextureSize(tileEdge);
        canvas->resize(420, 300);
        canvas->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(canvas.get()));
        pointerAway();
    }

    void open(Image<Rgba8> pixels) {
        auto photo = std::make_shared<io::Photo>();
        photo->srgb = std::make_shared<const Image<Rgba8>>(std::move(pixels));
        photo->source8 = photo->srgb;
        image = photo->srgb;
        document.setPhoto(photo);
    }

    /// Everything as it is on the screen once uploads are done; device pixels.
    QImage grab() {
        canvas->finishUploads();
        return canvas->grabFrame().convertToFormat(QImage::Format_RGBA8888);
    }
    [[nodiscard]] QPointF widgetPoint(double x, double y) const {
        return canvas->viewport().widgetFromImage({x, y});
    }
    /// The device pixel in which an image point lies.
    [[nodiscard]] QPoint devicePoint(double x, double y) const {
        const QPointF p = widgetPoint(x, y) * canvas->devicePixelRatioF();
        return {static_cast<int>(std::floor(p.x() + 1e-6)), static_cast<int>(std::floor(p.y() + 1e-6))};
    }
    static Rgba8 colourAt(const QImage& grabbed, QPoint p) {
        const QColor c = grabbed.pixelColor(p);
        return {static_cast<std::uint8_t>(c.red()), static_cast<std::uint8_t>(c.green()),
                static_cast<std::uint8_t>(c.blue()), 255};
    }
    /// Compares every image pixel on screen with a rule, at the middle of the pixel.
    template <typename Expected>
    void expectPixels(const QImage& grabbed, Expected expected, int tolerance = 0) const {
        int wrong = 0;
        for (int y = 0; y < document.size().height; ++y) {
            for (int x = 0; x < document.size().width; ++x) {
                const QPoint p = devicePoint(x + 0.5, y + 0.5);
                if (!grabbed.rect().contains(p)) continue;
                const Rgba8 is = colourAt(grabbed, p), should = expected(x, y);
                const int off = std::max(
                    {std::abs(is.r - should.r), std::abs(is.g - should.g), std::abs(is.b - should.b)});
                if (off > tolerance && ++wrong <= 3)
                    ADD_FAILURE() << "pixel " << x << ',' << y << ": " << int{is.r} << ' ' << int{is.g} << ' '
                                  << int{is.b} << " instead of " << int{should.r} << ' ' << int{should.g}
                                  << ' ' << int{should.b};
            }
        }
        EXPECT_EQ(wrong, 0);
    }

    void zoomTo(double zoom) {
        canvas->zoomTo100();
        while (canvas->viewport().zoom() < zoom) canvas->zoomIn();
        ASSERT_EQ(canvas->viewport().zoom(), zoom);
    }

    // Events at exact image points, as the window system would send them.
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys = {}) {
        if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick) held |= button;
        if (type == QEvent::MouseButtonRelease) held &= ~Qt::MouseButtons(button);
        QMouseEvent event(type, at, canvas->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : button, held, keys);
        QApplication::sendEvent(canvas.get(), &event);
    }
    void press(double x, double y, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {}) {
        mouse(QEvent::MouseButtonPress, widgetPoint(x, y), button, keys);
    }
    void move(double x, double y, Qt::KeyboardModifiers keys = {}) {
        mouse(QEvent::MouseMove, widgetPoint(x, y), Qt::NoButton, keys);
    }
    void release(double x, double y, Qt::MouseButton button = Qt::LeftButton,
                 Qt::KeyboardModifiers keys = {}) {
        mouse(QEvent::MouseButtonRelease, widgetPoint(x, y), button, keys);
    }
    void wheel(QPointF at, int angle, Qt::KeyboardModifiers keys = {}) {
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, angle}, held, keys, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas.get(), &event);
    }
    void key(QEvent::Type type, int code, Qt::KeyboardModifiers keys = {}) {
        QKeyEvent event(type, code, keys);
        QApplication::sendEvent(canvas.get(), &event);
    }
    void pointerAway() {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(canvas.get(), &event);
    }

    [[nodiscard]] Label labelAt(int x, int y) const { return document.labels()(x, y); }
    [[nodiscard]] std::int64_t paintedPixels() const {
        return document.labels().size().area() - countLabels(document.labels())[Label::None];
    }
    /// The mask that the segmenter's rule gives for the present labels and rectangle.
    [[nodiscard]] Image<std::uint8_t> ruleMask() const {
        return test::FakeSegmenter::maskOf(document.labels(), document.rect());
    }
    bool waitForMask() {
        return test::waitFor([&] { return document.maskIsCurrent() && !engine.busy(); });
    }

    std::shared_ptr<test::FakeControl> control = std::make_shared<test::FakeControl>();
    std::shared_ptr<test::InteropControl> interop = std::make_shared<test::InteropControl>();
    app::Engine engine{[this] { return std::make_unique<test::FakeSegmenter>(control); }};
    app::Document document{engine};
    app::PictureRenderer::GeneratorFactory generators = [] { return makeCpuGenerator(); };
    std::unique_ptr<Canvas> canvas;
    std::shared_ptr<const Image<Rgba8>> image;
    Qt::MouseButtons held;
};

}  // namespace fretsaw::ui
