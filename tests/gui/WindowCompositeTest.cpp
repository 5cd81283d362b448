// The new background in the real window: its key, undo, and that the exported composite is what is seen.
// The panel that changes it is tested elsewhere.
#include <QSignalSpy>

#include "app/ui/Actions.h"
#include "app/ui/Exporter.h"
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

class WindowCompositeTest : public WindowTest {
protected:
    void cut() {
        open(sceneFile());
        dragBox();
        ASSERT_TRUE(waitForMask());
    }
    void setRecipe(const char* line) {
        Background b = document.background();
        b.recipe = PictureRecipe::parse(line);
        document.setBackground(b);
    }
    bool waitForBackground() {
        return test::waitFor([this] { return !window.canvas().background().busy(); }, 20000);
    }
    /// The photo's pixels on the screen; messages that come later move the canvas.
    QImage photoAsSeen() {
        const QImage grabbed = grab();
        QImage seen(document.size().width, document.size().height, QImage::Format_RGB32);
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x) seen.setPixelColor(x, y, colour(grabbed, x, y));
        return seen;
    }
    bool exportComposite(const QString& path) {
        QSignalSpy finished(&window.exporter(), &Exporter::finished);
        window.exporter().exportTo(Exporter::Kind::Composite, path);
        EXPECT_TRUE(test::waitFor([&] { return finished.size() > 0; }, 20000));
        return finished.size() == 1 && finished[0][0].toBool();
    }
};

TEST_F(WindowCompositeTest, WhatIsExportedIsWhatIsSeen) {
    cut();
    key(Qt::Key_7);
    EXPECT_EQ(window.canvas().viewMode(), ViewMode::NewBackground);
    EXPECT_TRUE(window.actions()[ActionId::ViewNewBackground]->isChecked());
    key(Qt::Key_H);
    key(Qt::Key_1, Qt::ControlModifier);
    for (const char* line : {"", "clouds/1 seed=3", "checker/1 scale=12"}) {
        if (*line != 0) setRecipe(line);
        ASSERT_TRUE(waitForBackground());
        const QImage seen = photoAsSeen();
        const QString path = folder.filePath("composite.png");
        ASSERT_TRUE(exportComposite(path)) << qPrintable(window.messageBar().message().detail);
        const QImage file(path);
        ASSERT_EQ(file.size(), QSize(document.size().width, document.size().height));
        EXPECT_FALSE(file.hasAlphaChannel());
        EXPECT_TRUE(document.undoStack().isClean());
        int worst = 0, compared = 0;
        for (int y = 0; y < file.height(); ++y)
            for (int x = 0; x < file.width(); ++x) {
                // The rectangle's frame lies over its pixels.
                const auto isNear = [](int at, int edge) { return std::abs(at - edge) < 5; };
                if (isNear(x, box.x) || isNear(x, box.right()) || isNear(y, box.y) || isNear(y, box.bottom()))
                    continue;
                worst = std::max(worst, difference(seen.pixelColor(x, y), file.pixelColor(x, y)));
                ++compared;
            }
        EXPECT_LE(worst, 1) << line;
        EXPECT_GT(compared, file.width() * file.height() / 2);
    }
}

TEST_F(WindowCompositeTest, UndoAndRedoChangeTheBackgroundAndItsName) {
    cut();
    key(Qt::Key_7);
    setRecipe("solid/1 colours=#102030");
    ASSERT_TRUE(waitForBackground());
    EXPECT_EQ(colour(grab(), 2, 2), QColor(0x10, 0x20, 0x30));
    EXPECT_TRUE(window.actions()[ActionId::Undo]->text().contains("Background"));
    EXPECT_TRUE(window.isWindowModified());
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document.background(), standardBackground());
    EXPECT_EQ(window.canvas().viewMode(), ViewMode::NewBackground);
    ASSERT_TRUE(waitForBackground());
    EXPECT_NE(colour(grab(), 2, 2), QColor(0x10, 0x20, 0x30));
    key(Qt::Key_Y, Qt::ControlModifier);
    ASSERT_TRUE(waitForBackground());
    EXPECT_EQ(colour(grab(), 2, 2), QColor(0x10, 0x20, 0x30));
    EXPECT_TRUE(document.maskIsCurrent());
}

TEST_F(WindowCompositeTest, AnImpossibleBackgroundIsAMessageAndNoFile) {
    cut();
    key(Qt::Key_7);
    ASSERT_TRUE(waitForBackground());
    window.messageBar().dismiss();
    setRecipe("fbm/1 scale=1000 tile=on octaves=12 lacunarity=4");
    ASSERT_TRUE(waitForBackground());
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
    const QString path = folder.filePath("none.png");
    EXPECT_FALSE(exportComposite(path));
    EXPECT_FALSE(QFile::exists(path));
    EXPECT_FALSE(document.undoStack().isClean());
    document.undo();
    ASSERT_TRUE(exportComposite(path));
}

TEST_F(WindowCompositeTest, ClosesInTheMiddleOfRendering) {
    cut();
    key(Qt::Key_7);
    setRecipe("reaction/1 cells=2000 seed=4");
    QCoreApplication::processEvents();
    document.undoStack().setClean();
    EXPECT_TRUE(window.close());
}

}  // namespace
}  // namespace fretsaw::ui
