// Opens photos, generated scenes and pictures on a pool thread and hands them over finished.
// It changes no document.
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/PictureSource.h"
#include "core/image/Geometry.h"
#include "core/io/Photo.h"

class QTimer;

namespace fretsaw::ui {

/// A photo that is ready to be shown.
struct OpenedPhoto {
    std::shared_ptr<const io::Photo> photo;
    QString name;                  ///< for the title bar
    QString path;                  ///< absolute; empty for what was generated
    std::optional<Rect> sceneBox;  ///< the known box of a generated scene
};

/// One at a time: a newer request makes the older one's answer unwanted. GUI thread.
class PhotoOpener : public QObject {
    Q_OBJECT

public:
    explicit PhotoOpener(QObject* parent = nullptr);
    ~PhotoOpener() override;

    void open(const QString& path);
    /// Another scene each time; the first of every run is the same.
    void openScene(Size size = {1800, 1200});
    /// A generated picture as a photo.
    void openPicture(const app::PictureSource& picture);
    /// Forgets the running request. Reading a file ends in the background.
    void cancel();
    [[nodiscard]] bool isLoading() const { return current_ != 0; }

signals:
    void started(const QString& name);
    void progressed(double fraction);
    void opened(const fretsaw::ui::OpenedPhoto& photo);
    void failed(const QString& path, const QString& reason);
    void finished();  ///< after opened, failed or cancel

private:
    template <typename Work>
    void begin(const QString& name, const QString& path, Work work);

    quint64 current_ = 0, last_ = 0;                 ///< numbers of requests; current_ 0: none runs
    quint64 sceneSeed_ = 6;                          ///< a pear that is cut well at once, as first impression
    std::stop_source stop_;                          ///< of the running request
    std::shared_ptr<std::atomic<double>> fraction_;  ///< written by the worker, read by timer_
    QTimer* timer_;
};

}  // namespace fretsaw::ui
