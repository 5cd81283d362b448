// Names of exported files: beside the source, never taken twice, short enough for the file system.
// No pictures are written.
#include "app/ExportNames.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QTemporaryDir>

namespace fretsaw::app {
namespace {

bool free(const QString&) {
    return false;
}

TEST(ExportNames, LieBesideTheSource) {
    EXPECT_EQ(exportPath("/photos/cat.jpg", ExportKind::Mask, free), "/photos/cat_mask.png");
    EXPECT_EQ(exportPath("/photos/cat.jpg", ExportKind::Cutout, free), "/photos/cat_cutout.png");
    EXPECT_EQ(exportPath("/photos/cat.2024.tif", ExportKind::Mask, free), "/photos/cat.2024_mask.png");
    EXPECT_EQ(exportPath("/photos/cat", ExportKind::Mask, free), "/photos/cat_mask.png");
    EXPECT_EQ(exportPath("/photos/.jpg", ExportKind::Mask, free), "/photos/.jpg_mask.png");
    EXPECT_EQ(exportPath(QString::fromUtf8("/маска é/100 %*.png"), ExportKind::Mask, free),
              QString::fromUtf8("/маска é/100 %*_mask.png"));
    EXPECT_TRUE(exportPath("", ExportKind::Mask, free).endsWith("/Untitled_mask.png"));
}

TEST(ExportNames, NeverCollideInABatch) {
    QSet<QString> names;
    const auto taken = [&](const QString& path) { return names.contains(path); };
    for (const char* source : {"/p/a.jpg", "/p/a.png", "/p/a.webp", "/p/a_mask.png"}) {
        const QString path = exportPath(source, ExportKind::Mask, taken);
        EXPECT_FALSE(names.contains(path));
        names.insert(path);
    }
    EXPECT_TRUE(names.contains("/p/a_mask_2.png"));
}

TEST(ExportNames, LookAtTheDisk) {
    const QTemporaryDir folder;
    for (const char* expected : {"a_mask.png", "a_mask_1.png", "a_mask_2.png"}) {
        const QString path = exportPath(folder.filePath("a.jpg"), ExportKind::Mask);
        EXPECT_EQ(QFileInfo(path).fileName(), expected);
        QFile file(path);
        ASSERT_TRUE(file.open(QFile::WriteOnly));
    }
}

TEST(ExportNames, FitTheFileSystem) {
    const QTemporaryDir folder;
    for (const QString& unit : {QString("x"), QString::fromUtf8("é"), QString::fromUtf8("👍")}) {
        const auto count = 250 / unit.toUtf8().size();
        const QString path = exportPath(folder.filePath(unit.repeated(count) + ".jpg"), ExportKind::Cutout);
        EXPECT_LE(QFileInfo(path).fileName().toUtf8().size(), 255);
        EXPECT_TRUE(path.endsWith("_cutout.png"));
        EXPECT_FALSE(path.contains(QChar::ReplacementCharacter));
        QFile file(path);
        EXPECT_TRUE(file.open(QFile::WriteOnly)) << file.errorString().toStdString();
    }
}

}  // namespace
}  // namespace fretsaw::app
