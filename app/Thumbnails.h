// Small pictures of recently opened files, kept under XDG_CACHE_HOME, so that the start page can show them
// without opening a photo. A lost or damaged cache costs nothing but the pictures.
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>

#include "core/image/Image.h"

namespace fretsaw::app {

/// Longer edge of a thumbnail; twice what the start page shows, for screens of scale 2.
inline constexpr int kThumbnailPx = 320;

/// The thumbnail stored for this absolute path, or a null image. A few milliseconds. Any thread.
[[nodiscard]] QImage loadThumbnail(const QString& path);

/// Scales the picture and stores it for this absolute path; failures are silent. Any thread; some
/// 20 ms, whatever the size of the picture.
void storeThumbnail(const QString& path, ImageView<const Rgba8> picture);

/// Forgets thumbnails of files other than these, so that the cache stays small.
void keepOnlyThumbnailsOf(const QStringList& paths);

}  // namespace fretsaw::app
