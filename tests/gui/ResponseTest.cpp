// The window answers while it works: the longest time without events, and how soon Esc stops a solve.
#include <QElapsedTimer>
#include <QTimer>

#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

#if defined(NDEBUG) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasures = true;
#else
constexpr bool kMeasures = false;  // the bounds are of what people run
#endif

class ResponseTest : public WindowTest {
protected:
    void SetUp() override {
        if (!kMeasures) GTEST_SKIP() << "only release builds without sanitizers are measured";
        open(sceneFile({3000, 2000}));
        watch.setInterval(1);
        QObject::connect(&watch, &QTimer::timeout,
                         [this] { longestMs = std::max(longestMs, sinceLast.restart()); });
    }
    void startWatch() {
        QCoreApplication::processEvents();
        longestMs = 0;
        sinceLast.start();
        watch.start();
    }

    QTimer watch;
    QElapsedTimer sinceLast;
    qint64 longestMs = 0;
};

TEST_F(ResponseTest, EventsAreAnsweredWithin50MsDuringASolve) {
    dragBox();
    startWatch();
    ASSERT_TRUE(waitForMask());
    key(Qt::Key_F);
    window.canvas().setBrushWidthPx(40);
    drag({box.x + box.width / 2.0, box.y + box.height / 2.0}, {box.right() - 50.0, box.bottom() - 50.0});
    ASSERT_TRUE(waitForMask());
    RecordProperty("longestGapMs", static_cast<int>(longestMs));
    EXPECT_LE(longestMs, 50);
}

TEST_F(ResponseTest, EscStopsASolveWithin250Ms) {
    dragBox();
    ASSERT_TRUE(waitForMask());
    const auto mask = maskBytes();
    for (const int waitMs : {0, 50, 200}) {
        key(Qt::Key_N);
        QTest::qWait(waitMs);
        if (!engine.busy()) continue;
        QElapsedTimer timer;
        timer.start();
        key(Qt::Key_Escape);
        ASSERT_TRUE(test::waitFor([&] { return !engine.busy(); }));
        EXPECT_LE(timer.elapsed(), 250);
        EXPECT_EQ(maskBytes(), mask);
    }
}

}  // namespace
}  // namespace fretsaw::ui
