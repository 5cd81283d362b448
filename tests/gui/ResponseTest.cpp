// The window answers while it works: the longest time without events, and how soon Esc stops a solve.
// No other time is measured in tests; fretsaw-bench does that.
#include <QElapsedTimer>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>

#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

#if defined(NDEBUG) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasures = true;
#else
constexpr bool kMeasures = false;  // the bounds are of what people run
#endif

/// CPU time of this thread so far: what the window itself works, whatever else the machine does.
double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Whether others leave the machine to us; otherwise a wall clock says nothing about the program.
bool machineIsFree() {
    double load = 0;
    return getloadavg(&load, 1) == 1 && load < std::thread::hardware_concurrency() * 0.75;
}

class ResponseTest : public WindowTest {
protected:
    void SetUp() override {
        if (!kMeasures) GTEST_SKIP() << "only release builds without sanitizers are measured";
        open(sceneFile({2400, 1600}));
        watch.setInterval(1);
        QObject::connect(&watch, &QTimer::timeout, [this] {
            longestMs = std::max(longestMs, sinceLast.restart());
            const double now = threadMs();
            longestWorkMs = std::max(longestWorkMs, now - std::exchange(lastWorkMs, now));
        });
    }
    void startWatch() {
        QCoreApplication::processEvents();
        longestMs = 0;
        longestWorkMs = 0;
        lastWorkMs = threadMs();
        sinceLast.start();
        watch.start();
    }

    QTimer watch;
    QElapsedTimer sinceLast;
    qint64 longestMs = 0;
    double longestWorkMs = 0, lastWorkMs = 0;
};

TEST_F(ResponseTest, EventsAreAnsweredWithin50MsDuringASolve) {
    const bool wasFree = machineIsFree();
    const auto work = [&](double fromTop) {
        key(Qt::Key_R);
        key(Qt::Key_N);
        ASSERT_TRUE(waitForMask());
        key(Qt::Key_F);
        window.canvas().setBrushWidthPx(40);
        const double middle = box.x + box.width / 2.0;
        drag({middle, box.y + fromTop}, {middle, box.bottom() - 50.0});
        ASSERT_TRUE(waitForMask());
    };
    dragBox();
    ASSERT_TRUE(waitForMask());
    // OpenGL in software compiles shaders when something is first drawn; that is not what is measured.
    work(200);
    startWatch();
    work(100);
    RecordProperty("longestGapMs", static_cast<int>(longestMs));
    RecordProperty("longestWorkMs", static_cast<int>(longestWorkMs));
    std::printf("longest gap %lld ms, of it at most %.1f ms own work\n", static_cast<long long>(longestMs),
                longestWorkMs);
    // Where others want the same cores, only gross faults show: work that waits for the solve, for example.
    EXPECT_LE(longestWorkMs, wasFree ? 50 : 250);
    EXPECT_LE(longestMs, wasFree ? 50 : 3000);
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
        const qint64 tookMs = timer.elapsed();
        std::printf("stopped after %lld ms\n", static_cast<long long>(tookMs));
        EXPECT_LE(tookMs, machineIsFree() ? 250 : 2500);
        EXPECT_EQ(maskBytes(), mask);
    }
}

}  // namespace
}  // namespace fretsaw::ui
