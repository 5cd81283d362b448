// What the editor remembers between runs, in fretsaw/fretsaw.ini under XDG_CONFIG_HOME.
// Never the work itself: photos, labels and parameters are not settings.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace fretsaw::app {

/// Every value is checked when read; what is missing, damaged or out of range becomes the default, so a
/// broken file costs preferences and nothing else. GUI thread.
class Settings {
public:
    static constexpr int kMaxRecent = 8;
    static constexpr double kDefaultBrushPx = 24, kDefaultOpacity = 0.5;

    /// The file of the person at the screen.
    Settings();
    /// Another file (tests).
    explicit Settings(const QString& iniPath);

    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);

    [[nodiscard]] double brushWidthPx() const;  ///< kMinBrushPx … kMaxBrushPx
    void setBrushWidthPx(double widthPx);
    [[nodiscard]] double overlayOpacity() const;  ///< 0…1
    void setOverlayOpacity(double opacity);
    /// How many of the hints for the first use were followed, 0 … 3.
    [[nodiscard]] int firstSteps() const;
    void setFirstSteps(int count);

    [[nodiscard]] bool isLive() const;
    void setLive(bool live);

    /// Whether kernels of one's own are offered: not at first.
    [[nodiscard]] bool ownKernels() const;
    void setOwnKernels(bool offered);
    /// The text of the last; empty: none yet.
    [[nodiscard]] QString kernelText() const;
    void setKernelText(const QString& text);

    enum class Scheme { System, Light, Dark };
    [[nodiscard]] Scheme scheme() const;
    void setScheme(Scheme scheme);

    /// Absolute paths, newest first, at most kMaxRecent.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);

    /// Where the last file was opened or exported; empty: nowhere yet.
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);

private:
    [[nodiscard]] double number(const QString& key, double fallback, double minimum, double maximum) const;

    QSettings store_;
};

}  // namespace fretsaw::app
