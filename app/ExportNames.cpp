// Names of exported files.
// Writes nothing.
#include "app/ExportNames.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace fretsaw::app {
namespace {

constexpr qsizetype kMaxNameBytes = 255;  // of the common Linux file systems

/// name + ending, with the name cut at a character so that both fit.
QString fitted(QString name, const QString& ending) {
    while (!name.isEmpty() && (name + ending).toUtf8().size() > kMaxNameBytes) {
        name.chop(name.size() > 1 && name.back().isLowSurrogate() ? 2 : 1);
    }
    return name + ending;
}

QString suffixOf(ExportKind kind) {
    switch (kind) {
        case ExportKind::Mask:
            return QStringLiteral("_mask");
        case ExportKind::Cutout:
            return QStringLiteral("_cutout");
        default:
            return QStringLiteral("_composite");
    }
}

}  // namespace

QString exportPath(const QString& source, ExportKind kind, const std::function<bool(const QString&)>& taken) {
    const QFileInfo info(source.isEmpty()
                             ? QDir(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
                                   .filePath(QStringLiteral("Untitled"))
                             : source);
    // ".jpg" has no base name but is a name.
    const QString name = info.completeBaseName().isEmpty() ? info.fileName() : info.completeBaseName();
    const QString suffix = suffixOf(kind);
    const QDir folder = info.dir();
    for (int number = 0;; ++number) {
        const QString counter = number == 0 ? QString() : QStringLiteral("_%1").arg(number);
        const QString path = folder.filePath(fitted(name, suffix + counter + QStringLiteral(".png")));
        if (taken ? !taken(path) : !QFileInfo::exists(path)) return path;
    }
}

}  // namespace fretsaw::app
