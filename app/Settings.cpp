// What the editor remembers between runs: keys, defaults and checks.
// No use of them here.
#include "app/Settings.h"

#include <QDir>
#include <QFileInfo>
#include <cmath>

#include "core/segment/Stroke.h"

namespace fretsaw::app {
namespace {

constexpr auto kGeometry = "window/geometry";
constexpr auto kScheme = "window/scheme";
constexpr auto kBrush = "tools/brushWidthPx";
constexpr auto kOpacity = "view/overlayOpacity";
constexpr auto kLive = "solver/live";
constexpr auto kOwnKernels = "kernel/offered";
constexpr auto kKernelText = "kernel/text";
constexpr auto kFirstSteps = "help/firstSteps";
constexpr auto kRecent = "files/recent";
constexpr auto kLastFolder = "files/lastFolder";

QString schemeName(Settings::Scheme scheme) {
    switch (scheme) {
        case Settings::Scheme::Light:
            return "light";
        case Settings::Scheme::Dark:
            return "dark";
        case Settings::Scheme::System:
            break;
    }
    return "system";
}

}  // namespace

Settings::Settings() : store_(QSettings::IniFormat, QSettings::UserScope, "fretsaw", "fretsaw") {
    store_.setFallbacksEnabled(false);
}

Settings::Settings(const QString& iniPath) : store_(iniPath, QSettings::IniFormat) {}

double Settings::number(const QString& key, double fallback, double minimum, double maximum) const {
    bool isNumber = false;
    const double value = store_.value(key).toDouble(&isNumber);
    return isNumber && std::isfinite(value) && value >= minimum && value <= maximum ? value : fallback;
}

QByteArray Settings::windowGeometry() const {
    return store_.value(kGeometry).toByteArray();
}
void Settings::setWindowGeometry(const QByteArray& geometry) {
    store_.setValue(kGeometry, geometry);
}

double Settings::brushWidthPx() const {
    return number(kBrush, kDefaultBrushPx, kMinBrushPx, kMaxBrushPx);
}
void Settings::setBrushWidthPx(double widthPx) {
    store_.setValue(kBrush, widthPx);
}

double Settings::overlayOpacity() const {
    return number(kOpacity, kDefaultOpacity, 0, 1);
}
void Settings::setOverlayOpacity(double opacity) {
    store_.setValue(kOpacity, opacity);
}

bool Settings::isLive() const {
    return store_.value(kLive).toString() != "false";
}
void Settings::setLive(bool live) {
    store_.setValue(kLive, live);
}

bool Settings::ownKernels() const {
    return store_.value(kOwnKernels).toString() == "true";
}
void Settings::setOwnKernels(bool offered) {
    store_.setValue(kOwnKernels, offered);
}

QString Settings::kernelText() const {
    return store_.value(kKernelText).toString();
}
void Settings::setKernelText(const QString& text) {
    store_.setValue(kKernelText, text);
}

int Settings::firstSteps() const {
    return static_cast<int>(number(kFirstSteps, 0, 0, 3));
}
void Settings::setFirstSteps(int count) {
    store_.setValue(kFirstSteps, count);
}

Settings::Scheme Settings::scheme() const {
    const QString name = store_.value(kScheme).toString();
    for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
        if (name == schemeName(scheme)) return scheme;
    return Scheme::System;
}
void Settings::setScheme(Scheme scheme) {
    store_.setValue(kScheme, schemeName(scheme));
}

QStringList Settings::recentFiles() const {
    QStringList recent;
    for (const QString& path : store_.value(kRecent).toStringList())
        if (QDir::isAbsolutePath(path) && !recent.contains(path) && recent.size() < kMaxRecent)
            recent << path;
    return recent;
}

void Settings::addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList recent = recentFiles();
    recent.removeAll(absolute);
    recent.prepend(absolute);
    store_.setValue(kRecent, QStringList(recent.mid(0, kMaxRecent)));
}

void Settings::removeRecentFile(const QString& path) {
    QStringList recent = recentFiles();
    recent.removeAll(QFileInfo(path).absoluteFilePath());
    store_.setValue(kRecent, recent);
}

QString Settings::lastFolder() const {
    const QString folder = store_.value(kLastFolder).toString();
    return QDir::isAbsolutePath(folder) && QDir(folder).exists() ? folder : QString();
}
void Settings::setLastFolder(const QString& folder) {
    store_.setValue(kLastFolder, folder);
}

}  // namespace fretsaw::app
