// A person's session from opening to export, at a person's pace: what comes out is right, Esc keeps the old
// mask, and how long events had to wait is printed. Times are never asserted: other programs take part in
// them.
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileDialog>
#include <cstdio>

#include "app/ui/Exporter.h"
#include "tests/common/TestData.h"
#include "tests/gui/EventGaps.h"
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

constexpr int kStepMs = 16;  // between two mouse events, as a hand moves

void pause(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

template <typename Done>
bool until(Done done, int limitMs = 60000) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < limitMs) pause(2);
    return done();
}

class SessionTest : public WindowTest {
protected:
    SessionTest() { window.resize(1280, 800); }

    bool solved() {
        return until([&] { return document.maskIsCurrent() && !engine.busy(); });
    }
    bool solving() {
        return until([&] { return engine.busy(); }, 2000);
    }
    /// Presses and moves in 30 steps without letting go.
    void begin(PointF from, PointF to) {
        mouse(QEvent::MouseMove, from);
        mouse(QEvent::MouseButtonPress, from);
        for (int i = 1; i <= 30; ++i) {
            pause(kStepMs);
            mouse(QEvent::MouseMove, {from.x + (to.x - from.x) * i / 30, from.y + (to.y - from.y) * i / 30});
        }
        pause(kStepMs);
    }
    void slowDrag(PointF from, PointF to) {
        begin(from, to);
        mouse(QEvent::MouseButtonRelease, to);
    }
    void zoomAndPan() {
        const PointF middle{box.x + box.width / 2.0, box.y + box.height / 2.0};
        for (const int angle : {120, 120, 120, 120, 120, 120, 120, 120, -120, -120, -120, -120}) {
            wheel(middle, angle);
            pause(3 * kStepMs);
        }
        key(Qt::Key_H);
        slowDrag(middle, {middle.x - box.width / 8.0, middle.y - box.height / 8.0});
        key(Qt::Key_0, Qt::ControlModifier);
        pause(300);
    }
    /// Through the dialog, with the name that it proposes.
    void exportByDialog(int code, Qt::KeyboardModifiers modifiers) {
        bool ended = false, good = false;
        const auto connection = QObject::connect(&window.exporter(), &Exporter::finished, [&](bool ok) {
            ended = true;
            good = ok;
        });
        key(code, modifiers);
        QFileDialog* dialog = nullptr;
        ASSERT_TRUE(until([&] {
            dialog = window.findChild<QFileDialog*>();
            return dialog != nullptr && dialog->isVisible();
        }));
        pause(500);
        QTest::keyClick(dialog, Qt::Key_Return);
        ASSERT_TRUE(until([&] { return ended; }));
        EXPECT_TRUE(good);
        QObject::disconnect(connection);
        window.activateWindow();  // a window manager would do it
        pause(500);               // the dialog goes, the message comes
    }
    void runSession(const QString& path);
    void cutAndCorrect();
    void stopByEsc();
    void expectMaskFile(const QString& path);
    void expectCutoutFile(const QString& path);

    test::EventGaps gaps;
};

void SessionTest::runSession(const QString& path) {
    gaps.begin("opening");
    window.openPath(path);
    ASSERT_TRUE(until([&] { return document.hasPhoto() && window.canvas().isVisible(); }));
    window.canvas().setFocus();
    pause(2500);
    cutAndCorrect();
    stopByEsc();
    gaps.begin("export of the mask");
    exportByDialog(Qt::Key_E, Qt::ControlModifier);
    gaps.begin("export of the cut-out");
    exportByDialog(Qt::Key_E, Qt::ControlModifier | Qt::AltModifier);
    gaps.end();
    if (HasFatalFailure()) return;
    const QString stem = QFileInfo(path).path() + "/" + QFileInfo(path).completeBaseName();
    expectMaskFile(stem + "_mask.png");
    expectCutoutFile(stem + "_cutout.png");
}

void SessionTest::cutAndCorrect() {
    const double middle = box.x + box.width / 2.0, centre = box.y + box.height / 2.0;
    gaps.begin("dragging a new box");
    key(Qt::Key_R);
    slowDrag({box.x + 0.1, box.y + 0.1}, {box.right() - 0.1, box.bottom() - 0.1});
    ASSERT_TRUE(solving());
    gaps.begin("dragging the box during a solve");
    slowDrag({box.right() + 0.0, centre}, {box.right() - box.width / 20.0, centre});
    slowDrag({box.right() - box.width / 20.0, centre}, {box.right() - 0.1, centre});
    gaps.begin("solving");
    ASSERT_TRUE(solved());
    EXPECT_GT(gaps.turns(), 2);
    EXPECT_TRUE(document.maskFrame()->result.certified);

    gaps.begin("painting");
    key(Qt::Key_F);
    window.canvas().setBrushWidthPx(box.width / 60.0);
    slowDrag({middle, box.y + box.height / 4.0}, {middle, box.bottom() - box.height / 4.0});
    ASSERT_TRUE(solved());
    gaps.begin("painting during a solve");
    key(Qt::Key_N);
    ASSERT_TRUE(solving());
    slowDrag({middle, box.y + box.height / 5.0}, {middle, box.bottom() - box.height / 5.0});
    ASSERT_TRUE(solved());
    gaps.begin("painting 2000 pixels wide");
    window.canvas().setBrushWidthPx(2000);
    slowDrag({middle, centre - box.height / 8.0}, {middle, centre + box.height / 8.0});
    ASSERT_TRUE(solved());
    gaps.begin("undo during a solve");
    key(Qt::Key_N);
    ASSERT_TRUE(solving());
    for (int i = 0; i < 2; ++i) {
        key(Qt::Key_Z, Qt::ControlModifier);
        pause(300);
    }
    ASSERT_TRUE(solved());
    gaps.begin("redo, zoom and pan during a solve");
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    zoomAndPan();
    ASSERT_TRUE(solved());
    gaps.begin("undo, zoom and pan after a solve");
    key(Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(solved());
    zoomAndPan();
}

void SessionTest::stopByEsc() {
    gaps.begin("Esc during a solve");
    const auto mask = maskBytes();
    ASSERT_FALSE(mask.empty());
    int stopped = 0;
    double longestMs = 0;
    for (const int waitMs : {0, 50, 200, 1000}) {
        key(Qt::Key_N);
        pause(waitMs);
        if (!engine.busy()) continue;
        QElapsedTimer clock;
        clock.start();
        key(Qt::Key_Escape);
        ASSERT_TRUE(until([&] { return !engine.busy(); }));
        longestMs = std::max(longestMs, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        ++stopped;
        EXPECT_TRUE(maskBytes() == mask) << "after " << waitMs << " ms";
    }
    EXPECT_GT(stopped, 0);
    std::printf("  Esc stopped %d solves, the slowest after %.0f ms\n", stopped, longestMs);
}

void SessionTest::expectMaskFile(const QString& path) {
    const io::Photo written = io::load(path.toStdString());
    const auto mask = document.maskFrame()->result.mask->view();
    ASSERT_EQ(written.size(), mask.size());
    std::int64_t wrong = 0;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 0; x < mask.width(); ++x) {
            const auto [r, g, b, a] = written.srgb->view()(x, y);
            const int value = mask(x, y);
            wrong += r != value || g != value || b != value || a != 255;
        }
    EXPECT_EQ(wrong, 0);
}

void SessionTest::expectCutoutFile(const QString& path) {
    const io::Photo written = io::load(path.toStdString());
    const auto mask = document.maskFrame()->result.mask->view();
    const auto photo = document.photo()->srgb->view();
    ASSERT_EQ(written.size(), mask.size());
    std::int64_t wrong = 0;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 0; x < mask.width(); ++x) {
            const Rgba8 expected = mask(x, y) != 0 ? photo(x, y) : Rgba8{0, 0, 0, 0};
            wrong += !(written.srgb->view()(x, y) == expected);
        }
    EXPECT_EQ(wrong, 0);
}

TEST_F(SessionTest, AFourMegapixelSceneIsCutAndExported) {
    const QString path = sceneFile({2400, 1600});
    runSession(path);
    gaps.print("events waited, scene of 2400×1600:");
}

TEST_F(SessionTest, ALargePhotoIsCutAndExported) {
    const auto data = test::testData();
    const auto photo = data ? *data / "photos" / "craft-beer.jpg" : std::filesystem::path();
    if (!std::filesystem::exists(photo)) GTEST_SKIP() << "photos/craft-beer.jpg is absent";
    const QString path = folder.filePath("craft-beer.jpg");
    ASSERT_TRUE(QFile::copy(QString::fromStdString(photo.string()), path));
    box = {1162, 175, 3810, 3409};
    runSession(path);
    gaps.print("events waited, photo of 24 megapixels:");
}

}  // namespace
}  // namespace fretsaw::ui
