// Exporting: the exact mask, waiting for it, the warning before one-sided masks, failures that lose nothing.
// The file dialog is not shown here.
#include <QDir>
#include <QFile>
#include <QSignalSpy>

#include "app/ui/UnsavedGuard.h"
#include "core/io/ImageFile.h"
#include "tests/window/WindowParts.h"

namespace fretsaw::ui {
namespace {

class ExporterTest : public WindowParts {
protected:
    /// Waits until the export has ended; whether it wrote the file.
    bool exportTo(const QString& target, Exporter::Kind kind = Exporter::Kind::Mask) {
        QSignalSpy finished(&window.exporter(), &Exporter::finished);
        window.exporter().exportTo(kind, target);
        EXPECT_TRUE(test::waitFor([&] { return finished.size() > 0; }));
        return finished.size() == 1 && finished[0][0].toBool();
    }
    void expectFileIsTheMask(const QString& written) {
        const io::GreyFile file = io::loadGrey(written.toStdString());
        const Image<std::uint8_t> mask = test::FakeSegmenter::maskOf(document.labels(), document.rect());
        ASSERT_EQ(file.pixels.size(), mask.size());
        EXPECT_EQ(file.fileChannels, 1);
        EXPECT_EQ(file.fileBitsPerChannel, 8);
        EXPECT_TRUE(std::equal(mask.data(), mask.data() + mask.size().area(), file.pixels.data()));
    }

    QString path = folder.filePath("маска é.png");
};

TEST_F(ExporterTest, WritesExactlyTheMaskAndTheWorkCountsAsSaved) {
    openPhoto();
    document.commitRect(Rect{3, 4, 21, 17});
    stroke(Label::SureBackground, {8, 8}, {14, 9}, 3);
    ASSERT_TRUE(waitForMask());
    EXPECT_FALSE(document.undoStack().isClean());
    ASSERT_TRUE(exportTo(path)) << qPrintable(window.messageBar().message().detail);
    expectFileIsTheMask(path);
    EXPECT_TRUE(document.undoStack().isClean());
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Done);
    EXPECT_EQ(window.messageBar().message().detail, QDir::toNativeSeparators(path));
}

TEST_F(ExporterTest, FinishesTheSolveFirst) {
    openPhoto();
    document.setLive(false);
    document.commitRect(Rect{3, 4, 21, 17});
    EXPECT_FALSE(document.maskIsCurrent());
    ASSERT_TRUE(exportTo(path));
    expectFileIsTheMask(path);
}

TEST_F(ExporterTest, AgainWritesTheSameFileAnew) {
    openPhoto();
    document.commitRect(Rect{3, 4, 21, 17});
    ASSERT_TRUE(exportTo(path));
    document.commitRect(Rect{1, 1, 9, 9});
    QSignalSpy finished(&window.exporter(), &Exporter::finished);
    window.exporter().exportAgain();
    ASSERT_TRUE(test::waitFor([&] { return finished.size() == 1; }));
    expectFileIsTheMask(path);
}

TEST_F(ExporterTest, AnotherPhotoEndsTheWaitForTheMaskOfTheOneBefore) {
    openPhoto();
    control->hold = true;
    document.commitRect(Rect{3, 4, 21, 17});
    QSignalSpy finished(&window.exporter(), &Exporter::finished);
    window.exporter().exportTo(Exporter::Kind::Mask, path);
    ASSERT_TRUE(window.exporter().isWaiting());
    openPhoto({50, 20});
    EXPECT_FALSE(window.exporter().isWaiting());
    ASSERT_EQ(finished.size(), 1);
    EXPECT_FALSE(finished[0][0].toBool());
    control->hold = false;
    document.commitRect(Rect{5, 5, 9, 9});
    ASSERT_TRUE(waitForMask());
    EXPECT_FALSE(QFile::exists(path)) << "the new photo's mask under the old one's name";
}

TEST_F(ExporterTest, AgainNeverWritesOverTheMaskOfThePhotoBefore) {
    openPhoto();
    document.commitRect(Rect{3, 4, 21, 17});
    ASSERT_TRUE(waitForMask());
    QSignalSpy finished(&window.exporter(), &Exporter::finished);
    window.exporter().exportTo(Exporter::Kind::Mask, path);
    openPhoto({50, 20});  // while the file is being written
    ASSERT_TRUE(test::waitFor([&] { return finished.size() == 1; }));
    EXPECT_EQ(io::loadGrey(path.toStdString()).pixels.size(), (Size{40, 30}));
    document.commitRect(Rect{5, 5, 9, 9});
    ASSERT_TRUE(waitForMask());
    window.exporter().exportAgain();
    EXPECT_FALSE(test::waitFor([&] { return finished.size() > 1; }, 300)) << "it asks for a name";
    EXPECT_EQ(io::loadGrey(path.toStdString()).pixels.size(), (Size{40, 30}));
}

TEST_F(ExporterTest, AFullMaskWarnsBeforeItIsWritten) {
    openPhoto();
    document.commitRect(Rect{0, 0, 40, 30});  // the segmenter of this test keeps the whole box
    ASSERT_TRUE(waitForMask());
    EXPECT_FALSE(exportTo(path));
    EXPECT_FALSE(QFile::exists(path));
    const MessageBar::Message warning = window.messageBar().message();
    EXPECT_EQ(warning.kind, MessageBar::Kind::Warning);
    ASSERT_TRUE(warning.action);
    QSignalSpy finished(&window.exporter(), &Exporter::finished);
    warning.action();
    ASSERT_TRUE(test::waitFor([&] { return finished.size() == 1; }));
    expectFileIsTheMask(path);
}

TEST_F(ExporterTest, AFailureIsShownAndNothingIsLost) {
    openPhoto();
    document.commitRect(Rect{3, 4, 21, 17});
    ASSERT_TRUE(waitForMask());
    EXPECT_FALSE(exportTo(folder.filePath("no such folder/mask.png")));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
    EXPECT_FALSE(window.messageBar().message().detail.isEmpty());
    EXPECT_FALSE(document.undoStack().isClean());
    EXPECT_TRUE(exportTo(path)) << "the next one works";
}

TEST_F(ExporterTest, WithoutLabelsItSaysWhatIsMissing) {
    openPhoto();
    EXPECT_FALSE(exportTo(path));
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Note);
    EXPECT_EQ(window.messageBar().message().detail, document.hint());
}

TEST_F(ExporterTest, WorkIsGuardedUntilItIsExported) {
    openPhoto();
    UnsavedGuard guard(document, window.exporter(), &window);
    int proceeded = 0;
    guard.beforeLosingWork([&] { ++proceeded; });
    EXPECT_EQ(proceeded, 1) << "nothing would be lost";
    document.commitRect(Rect{3, 4, 21, 17});
    EXPECT_TRUE(guard.hasUnsavedWork());
    ASSERT_TRUE(exportTo(path));
    EXPECT_FALSE(guard.hasUnsavedWork());
}

TEST_F(ExporterTest, AFailedOpeningLeavesTheDocumentAlone) {
    openPhoto();
    const auto before = document.photo();
    QFile broken(folder.filePath("broken.png"));
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("\x89PNG\r\n\x1a\n but no more");
    broken.close();
    window.openPath(broken.fileName());
    EXPECT_TRUE(test::waitFor([&] { return !window.opener().isLoading(); }));
    EXPECT_EQ(document.photo(), before);
    EXPECT_EQ(window.messageBar().message().kind, MessageBar::Kind::Error);
    EXPECT_TRUE(window.messageBar().message().detail.contains("broken.png"));
}

}  // namespace
}  // namespace fretsaw::ui
