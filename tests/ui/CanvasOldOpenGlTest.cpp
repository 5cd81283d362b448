// A driver without OpenGL 3.3: a sentence instead of a picture, and no crash whatever is done then.
// Runs in a process of its own, in which Mesa pretends to be old.
#include <QLabel>
#include <QSignalSpy>

#include "tests/ui/CanvasFixture.h"

namespace fretsaw::ui {
namespace {

TEST(CanvasOnOldOpenGl, SaysWhyAndSurvivesEveryGesture) {
    if (qgetenv("MESA_GL_VERSION_OVERRIDE") != "2.1") GTEST_SKIP() << "needs MESA_GL_VERSION_OVERRIDE=2.1";
    auto control = std::make_shared<test::FakeControl>();
    app::Engine engine([&] { return std::make_unique<test::FakeSegmenter>(control); });
    app::Document document(engine);
    auto photo = std::make_shared<io::Photo>();
    photo->srgb = std::make_shared<const Image<Rgba8>>(noise({300, 200}));
    photo->source8 = photo->srgb;
    document.setPhoto(photo);

    EXPECT_EQ(Canvas::whyUnavailable(), QString()) << "there is some OpenGL";
    Canvas canvas(document);
    QSignalSpy problems(&canvas, &Canvas::unsupported);
    canvas.resize(400, 300);
    canvas.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&canvas));
    ASSERT_TRUE(test::waitFor([&] { return problems.count() > 0; }));
    EXPECT_EQ(problems.count(), 1);
    const QString reason = problems.first().first().toString();
    EXPECT_TRUE(reason.contains("3.3")) << reason.toStdString();
    EXPECT_TRUE(reason.contains("2.1")) << reason.toStdString();
    const auto* message = canvas.findChild<QLabel*>("canvasMessage");
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(message->text(), reason);
    EXPECT_TRUE(message->isVisible());

    canvas.setTool(Tool::Foreground);
    QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(50, 50));
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(90, 50));
    canvas.setViewMode(ViewMode::Checkerboard);
    canvas.finishUploads();
    canvas.resize(500, 350);
    document.commitRect(Rect{10, 10, 50, 50});
    EXPECT_TRUE(test::waitFor([&] { return document.maskIsCurrent(); })) << "the document works on";
    EXPECT_EQ(message->size(), canvas.size());
    EXPECT_EQ(problems.count(), 1);
}

}  // namespace
}  // namespace fretsaw::ui
