// Settings: what was set comes back; a damaged file costs preferences and nothing else.
// No window here.
#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>
#include <random>

#include "app/Settings.h"
#include "core/segment/Stroke.h"

namespace fretsaw::app {
namespace {

TEST(Settings, RoundTrip) {
    QTemporaryDir folder;
    const QString path = folder.filePath("fretsaw.ini");
    {
        Settings s(path);
        s.setBrushWidthPx(77);
        s.setOverlayOpacity(0.25);
        s.setLive(false);
        s.setScheme(Settings::Scheme::Dark);
        s.setWindowGeometry(QByteArray("\x01\x00\xff", 3));
        s.addRecentFile("/a/кот é.jpg");
        s.addRecentFile("/b.png");
        s.addRecentFile("/a/кот é.jpg");
        s.setLastFolder(folder.path());
    }
    const Settings s(path);
    EXPECT_EQ(s.brushWidthPx(), 77);
    EXPECT_EQ(s.overlayOpacity(), 0.25);
    EXPECT_FALSE(s.isLive());
    EXPECT_EQ(s.scheme(), Settings::Scheme::Dark);
    EXPECT_EQ(s.windowGeometry(), QByteArray("\x01\x00\xff", 3));
    EXPECT_EQ(s.recentFiles(), (QStringList{"/a/кот é.jpg", "/b.png"}));
    EXPECT_EQ(s.lastFolder(), folder.path());
}

TEST(Settings, RecentFilesAreFewAndCanBeForgotten) {
    QTemporaryDir folder;
    Settings s(folder.filePath("fretsaw.ini"));
    for (int i = 0; i < 20; ++i) s.addRecentFile(QString("/p%1.png").arg(i));
    ASSERT_EQ(s.recentFiles().size(), Settings::kMaxRecent);
    EXPECT_EQ(s.recentFiles().first(), "/p19.png");
    s.removeRecentFile("/p19.png");
    EXPECT_EQ(s.recentFiles().first(), "/p18.png");
}

void expectDefaults(const Settings& s) {
    EXPECT_EQ(s.brushWidthPx(), Settings::kDefaultBrushPx);
    EXPECT_EQ(s.overlayOpacity(), Settings::kDefaultOpacity);
    EXPECT_TRUE(s.isLive());
    EXPECT_EQ(s.scheme(), Settings::Scheme::System);
    EXPECT_TRUE(s.recentFiles().isEmpty());
}

TEST(Settings, ValuesOutOfRangeBecomeDefaults) {
    QTemporaryDir folder;
    const QString path = folder.filePath("fretsaw.ini");
    for (const char* text :
         {"[tools]\nbrushWidthPx=-5\n[view]\noverlayOpacity=7\n[window]\nscheme=pink\n",
          "[tools]\nbrushWidthPx=nan\n[view]\noverlayOpacity=inf\n[solver]\nlive=perhaps\n",
          "[tools]\nbrushWidthPx=@Invalid()\n[files]\nrecent=../relative.png\nlastFolder=nowhere\n"}) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Settings s(path);
        expectDefaults(s);
        EXPECT_TRUE(s.lastFolder().isEmpty());
    }
}

TEST(Settings, GarbageNeverCrashesAndCanBeWrittenOver) {
    QTemporaryDir folder;
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        const QString path = folder.filePath(QString("broken%1.ini").arg(round));
        QByteArray bytes(4096, '\0');
        for (char& byte : bytes) byte = static_cast<char>(random());
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        Settings s(path);
        expectDefaults(s);
        s.setBrushWidthPx(50);
        EXPECT_EQ(s.brushWidthPx(), 50);
    }
}

}  // namespace
}  // namespace fretsaw::app
