// The engine: order, latest wins, stopping, errors and destruction, with a segmenter that obeys the test.
// No document and no real solving.
#include "app/Engine.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <new>
#include <string>

#include "core/image/Error.h"
#include "tests/app/FakeSegmenter.h"

namespace fretsaw::app {
namespace {

using test::FakeControl;
using test::FakeSegmenter;
using test::waitFor;

class EngineTest : public testing::Test {
protected:
    void start() {
        engine = std::make_unique<Engine>(
            [control = control] { return std::make_unique<FakeSegmenter>(control); });
        QThread* const gui = QThread::currentThread();
        QObject::connect(engine.get(), &Engine::finished,
                         [this, gui](std::shared_ptr<const MaskFrame> frame) {
                             EXPECT_EQ(QThread::currentThread(), gui);
                             finished.push_back(std::move(frame));
                         });
        QObject::connect(engine.get(), &Engine::failed,
                         [this, gui](quint64 revision, const QString& message) {
                             EXPECT_EQ(QThread::currentThread(), gui);
                             failed.emplace_back(revision, message.toStdString());
                         });
        QObject::connect(engine.get(), &Engine::cancelled,
                         [this](quint64 revision) { cancelled.push_back(revision); });
        QObject::connect(engine.get(), &Engine::stateLost, [this] { ++lost; });
        QObject::connect(engine.get(), &Engine::busyChanged,
                         [this](bool busy) { busyStates.push_back(busy); });
        QObject::connect(engine.get(), &Engine::progressed, [this](double p) { progress.push_back(p); });
    }
    /// A first request runs and is held until control->hold ends.
    bool startHeld(Size size = {8, 8}) {
        start();
        control->hold = true;
        setImage(size);
        request(1);
        return waitEntered(1);
    }
    void setImage(Size size = {8, 8}) { engine->setImage(std::make_shared<const Image<Rgba8>>(size)); }
    void request(quint64 revision, bool stopRunning = false) { engine->request({revision, {}, stopRunning}); }
    static LabelPatch dot(int x, int y, Label label) { return {{x, y, 1, 1}, {Label::None}, {label}}; }
    bool waitIdle() {
        return waitFor([this] { return !engine->busy(); });
    }
    bool waitEntered(int calls) {
        return waitFor([this, calls] { return control->entered >= calls; });
    }

    std::shared_ptr<FakeControl> control = std::make_shared<FakeControl>();
    std::unique_ptr<Engine> engine;
    std::vector<std::shared_ptr<const MaskFrame>> finished;
    std::vector<std::pair<quint64, std::string>> failed;
    std::vector<quint64> cancelled;
    std::vector<bool> busyStates;
    std::vector<double> progress;
    int lost = 0;
};

TEST_F(EngineTest, AnswersARequestWithItsRevision) {
    start();
    setImage();
    engine->apply(dot(3, 4, Label::SureForeground));
    request(7);
    EXPECT_TRUE(engine->busy());
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->revision, 7u);
    EXPECT_EQ(finished[0]->result.mask->view()(3, 4), 255);
    EXPECT_EQ(finished[0]->result.mask->view()(4, 4), 0);
    EXPECT_EQ(busyStates, (std::vector<bool>{true, false}));
    ASSERT_FALSE(progress.empty());
    EXPECT_LE(progress.back(), 1);
}

TEST_F(EngineTest, PatchesAreNeverDroppedAndKeepTheirOrder) {
    ASSERT_TRUE(startHeld({64, 64}));
    for (int i = 0; i < 1000; ++i) {
        engine->apply(dot(i % 64, i / 64, Label::SureForeground));
        if (i % 7 == 0) request(2 + static_cast<quint64>(i));
    }
    control->hold = false;
    request(5000);
    ASSERT_TRUE(waitIdle());
    const auto patches = control->copy(&FakeControl::patches);
    ASSERT_EQ(patches.size(), 1000u);
    for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(patches[static_cast<std::size_t>(i)].rect, (Rect{i % 64, i / 64, 1, 1}));
    EXPECT_EQ(finished.back()->revision, 5000u);
}

TEST_F(EngineTest, OfWaitingRequestsTheLatestWinsAndTheRunningOneFinishes) {
    ASSERT_TRUE(startHeld());
    for (quint64 r = 2; r <= 50; ++r) request(r);
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 2u);
    EXPECT_EQ(finished[0]->revision, 1u);
    EXPECT_EQ(finished[1]->revision, 50u);
    EXPECT_TRUE(cancelled.empty());
}

TEST_F(EngineTest, StopRunningStopsTheRunningOne) {
    ASSERT_TRUE(startHeld());
    request(2, true);
    ASSERT_TRUE(waitEntered(2));
    EXPECT_EQ(control->stopped, 1);
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->revision, 2u);
    EXPECT_EQ(cancelled, (std::vector<quint64>{1}));
}

TEST_F(EngineTest, ARequestForWhatIsRunningIsNotBegunAgain) {
    ASSERT_TRUE(startHeld());
    request(1, true);
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(control->entered, 1);
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->revision, 1u);

    request(2);
    while (control->answered < 2) QThread::usleep(100);
    QThread::msleep(20);  // the answer is on its way, and no event has been handled
    request(2, true);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(control->entered, 2);
    EXPECT_EQ(finished.size(), 2u);
}

TEST_F(EngineTest, APatchPostedAfterARequestIsNotInItsAnswer) {
    ASSERT_TRUE(startHeld());
    request(2);
    engine->apply(dot(5, 5, Label::SureForeground));
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    request(3);
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 3u);
    EXPECT_EQ(finished[1]->revision, 2u);
    EXPECT_EQ(finished[1]->result.mask->view()(5, 5), 0);
    EXPECT_EQ(finished[2]->result.mask->view()(5, 5), 255);
}

TEST_F(EngineTest, CancelStopsTheRunningOneAndForgetsTheWaitingOne) {
    ASSERT_TRUE(startHeld());
    request(2);
    engine->apply(dot(1, 1, Label::SureForeground));
    engine->cancel();
    ASSERT_TRUE(waitIdle());
    EXPECT_TRUE(finished.empty());
    EXPECT_EQ(control->entered, 1);
    EXPECT_EQ(cancelled.size(), 2u);
    control->hold = false;
    request(3);
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->result.mask->view()(1, 1), 255) << "a cancel must not drop patches";
}

TEST_F(EngineTest, AnotherImageStopsTheSolveAndSilencesIt) {
    ASSERT_TRUE(startHeld());
    engine->apply(dot(7, 7, Label::SureForeground));  // of the old image: would not fit the new one
    request(2);
    setImage({4, 4});
    request(3);
    control->hold = false;
    ASSERT_TRUE(waitIdle());
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->revision, 3u);
    EXPECT_EQ(finished[0]->result.mask->size(), (Size{4, 4}));
    EXPECT_TRUE(failed.empty());
    EXPECT_TRUE(cancelled.empty());
}

TEST_F(EngineTest, NoImageGivesTheSegmenterBack) {
    start();
    setImage();
    request(1);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(control->segmenters, 1);
    engine->setImage(nullptr);
    ASSERT_TRUE(waitFor([this] { return control->segmenters == 0; }));
    engine->apply(dot(0, 0, Label::SureForeground));
    request(2);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(cancelled, (std::vector<quint64>{2}));
}

TEST_F(EngineTest, ErrorsBecomeMessagesAndTheEngineGoesOn) {
    int call = 0;
    control->onSegment = [&call] {
        switch (call++) {
            case 0:
                throw InvalidArgument("Nothing to separate.");
            case 1:
                throw std::bad_alloc();
            case 2:
                throw 42;
            case 3:
                throw OutOfMemory(1 << 20);
            default:
                break;
        }
    };
    start();
    setImage();
    for (quint64 r = 1; r <= 5; ++r) {
        request(r);
        ASSERT_TRUE(waitIdle());
    }
    ASSERT_EQ(failed.size(), 4u);
    EXPECT_EQ(failed[0], (std::pair<quint64, std::string>{1, "Nothing to separate."}));
    EXPECT_EQ(failed[1].second, "Not enough memory.");
    EXPECT_EQ(failed[2].first, 3u);
    EXPECT_FALSE(failed[2].second.empty());
    EXPECT_EQ(failed[3].second, "Not enough memory: 1 MiB were asked for.");
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0]->revision, 5u);
    EXPECT_EQ(lost, 0);
}

TEST_F(EngineTest, AnImageThatIsNotTakenLosesTheState) {
    bool fail = true;
    control->onSetImage = [&fail] {
        if (std::exchange(fail, false)) throw OutOfMemory(1 << 30);
    };
    start();
    setImage();
    engine->apply(dot(0, 0, Label::SureForeground));
    request(1);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(lost, 1);
    ASSERT_EQ(failed.size(), 1u);
    EXPECT_LE(failed[0].first, 1u);  // 0: the worker was faster than the request
    setImage();
    request(2);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(finished.size(), 1u);
}

TEST_F(EngineTest, AFactoryThatFailsIsAMessage) {
    engine = std::make_unique<Engine>(
        []() -> std::unique_ptr<Segmenter> { throw BackendError("No device.", true); });
    std::string message;
    QObject::connect(engine.get(), &Engine::failed,
                     [&](quint64, const QString& text) { message = text.toStdString(); });
    setImage();
    request(1);
    ASSERT_TRUE(waitIdle());
    EXPECT_EQ(message, "No device.");
}

TEST_F(EngineTest, DestructionStopsAndJoinsAtAnyMoment) {
    for (int round = 0; round < 50; ++round) {
        start();
        control->hold = true;
        const int before = control->entered;
        setImage();
        for (int i = 0; i < 5; ++i) {
            engine->apply(dot(i, i, Label::SureForeground));
            request(static_cast<quint64>(i), i % 2 == 0);
        }
        if (round % 3 == 0) {
            ASSERT_TRUE(waitEntered(before + 1));
        }
        QElapsedTimer timer;
        timer.start();
        engine.reset();
        EXPECT_LT(timer.elapsed(), 5000);
        EXPECT_EQ(control->segmenters, 0);
    }
}

TEST_F(EngineTest, ASlotMayAskAgainAndChangeTheImage) {
    start();
    setImage();
    int rounds = 0;
    QObject::connect(engine.get(), &Engine::finished, [&] {
        if (++rounds == 3) setImage({3, 3});
        if (rounds < 6) request(static_cast<quint64>(10 + rounds));
    });
    request(1);
    ASSERT_TRUE(waitFor([&] { return rounds == 6 && !engine->busy(); }));
    EXPECT_EQ(finished.back()->result.mask->size(), (Size{3, 3}));
}

}  // namespace
}  // namespace fretsaw::app
