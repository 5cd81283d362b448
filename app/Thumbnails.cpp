// Small pictures of recently opened files: names, scaling, storing.
// No widgets here.
#include "app/Thumbnails.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

namespace fretsaw::app {
namespace {

QString folder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/fretsaw/thumbnails";
}

QString fileNameOf(const QString& path) {
    return QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex() + ".png";
}

}  // namespace

QImage loadThumbnail(const QString& path) {
    QImage image(folder() + "/" + fileNameOf(path), "PNG");
    return std::max(image.width(), image.height()) <= kThumbnailPx ? image : QImage();
}

void storeThumbnail(const QString& path, ImageView<const Rgba8> picture) {
    if (picture.empty() || !QDir().mkpath(folder())) return;
    // Every step-th pixel of a big picture is enough for a good thumbnail, and quick.
    const int step = std::max(1, std::max(picture.width(), picture.height()) / (4 * kThumbnailPx));
    QImage sampled(std::max(1, picture.width() / step), std::max(1, picture.height() / step),
                   QImage::Format_RGBA8888);
    for (int y = 0; y < sampled.height(); ++y) {
        auto* out = reinterpret_cast<Rgba8*>(sampled.scanLine(y));
        const Rgba8* in = picture.row(y * step);
        for (int x = 0; x < sampled.width(); ++x) out[x] = in[x * step];
    }
    const QImage small =
        std::max(sampled.width(), sampled.height()) <= kThumbnailPx
            ? sampled
            : sampled.scaled(kThumbnailPx, kThumbnailPx, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QSaveFile file(folder() + "/" + fileNameOf(path));
    if (file.open(QIODevice::WriteOnly) && small.save(&file, "PNG")) file.commit();
}

void keepOnlyThumbnailsOf(const QStringList& paths) {
    QStringList wanted;
    for (const QString& path : paths) wanted << fileNameOf(path);
    QDir dir(folder());
    for (const QString& name : dir.entryList({"*.png"}, QDir::Files))
        if (!wanted.contains(name)) dir.remove(name);
}

}  // namespace fretsaw::app
