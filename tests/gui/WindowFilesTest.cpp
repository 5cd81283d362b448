// Files through the real window: dropping, opening what is broken, exporting exactly the document's mask.
// No file formats here: tests/io has them.
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "app/ui/Exporter.h"
#include "tests/gui/WindowFixture.h"

namespace fretsaw::ui {
namespace {

class WindowFilesTest : public WindowTest {
protected:
    void drop(const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPoint middle = window.rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        ASSERT_TRUE(enter.isAccepted());
        QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &event);
        ASSERT_TRUE(test::waitFor([&] { return !window.opener().isLoading(); }));
    }
    /// Every byte of the file as Qt's own decoder reads it, against the mask.
    void expectMaskFile(const QString& path) {
        const QImage image(path);
        ASSERT_EQ(image.format(), QImage::Format_Grayscale8) << path.toStdString();
        const auto mask = document.maskFrame()->result.mask->view();
        ASSERT_EQ(image.size(), QSize(mask.width(), mask.height()));
        for (int y = 0; y < mask.height(); ++y) {
            ASSERT_TRUE(std::equal(mask.row(y), mask.row(y) + mask.width(), image.constScanLine(y))) << y;
        }
    }
};

TEST_F(WindowFilesTest, AFileIsOpenedByDroppingIt) {
    const QString path = sceneFile({64, 48}, 5, QString::fromUtf8("маска é 100%.png"));
    drop(path);
    ASSERT_TRUE(document.hasPhoto());
    EXPECT_EQ(document.size(), (Size{64, 48}));
    EXPECT_TRUE(window.windowTitle().contains(QString::fromUtf8("маска")));
}

TEST_F(WindowFilesTest, ABrokenFileIsAMessageAndTheDocumentStays) {
    open(sceneFile());
    dragBox();
    ASSERT_TRUE(waitForMask());
    const auto mask = maskBytes();
    document.undoStack().setClean();  // as after an export, so that nothing is asked
    for (const QByteArray& content :
         {QByteArray("no picture at all"), QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), QByteArray()}) {
        window.messageBar().dismiss();
        const QString path = folder.filePath("broken.png");
        QFile broken(path);
        ASSERT_TRUE(broken.open(QFile::WriteOnly));
        broken.write(content);
        broken.close();
        drop(path);
        EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
        EXPECT_FALSE(window.messageBar().message().detail.isEmpty());
        EXPECT_TRUE(window.messageBar().isVisible());
        EXPECT_EQ(maskBytes(), mask);
        EXPECT_EQ(document.rect(), box);
    }
    window.openPath(folder.filePath("missing.png"));
    ASSERT_TRUE(test::waitFor([&] { return !window.opener().isLoading(); }));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
    EXPECT_EQ(maskBytes(), mask);
}

TEST_F(WindowFilesTest, CtrlEWritesExactlyTheMaskBesideThePhoto) {
    open(sceneFile());
    dragBox();
    // At once: the mask may not be there yet, and what is written must be the one of these labels.
    key(Qt::Key_E, Qt::ControlModifier);
    QFileDialog* dialog = nullptr;
    ASSERT_TRUE(test::waitFor([&] { return (dialog = window.findChild<QFileDialog*>()) != nullptr; }, 60000));
    bool done = false;
    QObject::connect(&window.exporter(), &Exporter::finished, [&](bool ok) { done = ok; });
    ASSERT_TRUE(test::waitFor([&] { return dialog->isVisible(); }));
    QTest::keyClick(dialog, Qt::Key_Return);
    ASSERT_TRUE(test::waitFor([&] { return done; }));
    EXPECT_TRUE(document.maskIsCurrent());
    EXPECT_TRUE(document.undoStack().isClean());
    expectMaskFile(folder.filePath("scene_mask.png"));
}

TEST_F(WindowFilesTest, ExportIsIndependentOfZoomAndViewAndFailsAloud) {
    open(sceneFile({241, 183}));
    dragBox();
    ASSERT_TRUE(waitForMask());
    zoomTo(3, {100, 100});
    key(Qt::Key_6);
    int good = 0, bad = 0;
    QObject::connect(&window.exporter(), &Exporter::finished, [&](bool ok) { ++(ok ? good : bad); });
    const QString path = folder.filePath(QString::fromUtf8("é/out.png"));
    window.exporter().exportTo(app::ExportKind::Mask, path);
    ASSERT_TRUE(test::waitFor([&] { return bad == 1; }));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
    EXPECT_FALSE(QFileInfo::exists(path));
    ASSERT_TRUE(QDir(folder.path()).mkdir(QString::fromUtf8("é")));
    window.exporter().exportTo(app::ExportKind::Mask, path);
    ASSERT_TRUE(test::waitFor([&] { return good == 1; }));
    expectMaskFile(path);
}

}  // namespace
}  // namespace fretsaw::ui
