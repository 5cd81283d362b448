// How soon a change of the background is on the screen, as while a slider moves: what is shown in the end is
// right, and the times are printed. Times are never asserted: other programs take part in them.
#include <QElapsedTimer>
#include <cstdio>

#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

/// Counts paints of a widget or of one inside it.
class Paints : public QObject {
public:
    explicit Paints(QWidget& widget) {
        widget.installEventFilter(this);
        for (QWidget* child : widget.findChildren<QWidget*>()) child->installEventFilter(this);
    }
    int count = 0;

private:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

class SliderTest : public WindowTest {
protected:
    void prepare(QSize windowSize) {
        window.resize(windowSize);
        open(sceneFile({1920, 1080}));
        dragBox();
        ASSERT_TRUE(waitForMask());
        key(Qt::Key_H);
        key(Qt::Key_7);
        ASSERT_TRUE(quiet());
        QTest::qWait(2500);  // until the programs are compiled that later frames may need
    }
    bool quiet() {
        if (!test::waitFor([this] { return !window.canvas().background().busy(); }, 20000)) return false;
        QTest::qWait(120);  // uploads of the full picture, and the programs that come up for the first time
        return true;
    }
    /// Milliseconds from a change to the first picture that shows it, painted by the window.
    double change(double scale) {
        Background b = document.background();
        b.recipe.set("scale", scale);
        bool arrived = false;
        const auto connection =
            QObject::connect(&window.canvas().background(), &app::LiveBackground::pictureChanged,
                             [&arrived] { arrived = true; });
        Paints paints(window.canvas());
        QElapsedTimer clock;
        clock.start();
        document.setBackground(b);
        while (!arrived && clock.elapsed() < 5000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        computed.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        const int before = paints.count;
        while (paints.count == before && clock.elapsed() < 5000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        QObject::disconnect(connection);
        return ms;
    }
    void measure(const char* what) {
        Background b{PictureRecipe::parse("fbm/1 octaves=5")};
        document.setBackground(b);
        ASSERT_TRUE(quiet());
        std::vector<double> first;
        for (int i = 0; i < 30; ++i) {
            first.push_back(change(3 + 0.1 * i));
            if (i % 3 == 2) {  // so some come in the middle of the full picture and some after it
                ASSERT_TRUE(quiet());
            }
        }
        ASSERT_TRUE(quiet());
        EXPECT_FALSE(window.canvas().background().picture().isCoarse);
        std::sort(first.begin(), first.end());
        std::sort(computed.begin(), computed.end());
        std::printf(
            "%s: first picture after %.1f ms (median), %.1f (nine of ten), %.1f (all); computed after %.1f\n",
            what, first[first.size() / 2], first[first.size() * 9 / 10], first.back(),
            computed[computed.size() / 2]);
        const auto expected =
            makeCpuGenerator()->render(document.background().recipe, document.size(), {7, 5, 1, 1});
        EXPECT_EQ(window.canvas().background().picture().pixels->at(7, 5), rgba8From((*expected)(0, 0)));
    }

    std::vector<double> computed;  ///< milliseconds from a change until its pixels are with the canvas
};

TEST_F(SliderTest, InAWindowOfUsualSize) {
    prepare({1280, 800});
    measure("1920×1080, fBm of 5 octaves, window of 1280×800");
}

TEST_F(SliderTest, WithEveryPixelOfThePhotoOnTheScreen) {
    prepare({2340, 1340});
    key(Qt::Key_1, Qt::ControlModifier);
    measure("1920×1080, fBm of 5 octaves, all of it at 100 %");
}

}  // namespace
}  // namespace fretsaw::ui
