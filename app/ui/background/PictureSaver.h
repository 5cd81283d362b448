// Writes a generated picture of any size into a file, band by band, on a pool thread.
// It asks for the name and reports; the picture is its source's, the file core/io's.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/PictureSource.h"
#include "app/Settings.h"
#include "app/ui/MessageBar.h"

namespace fretsaw::ui {

/// One picture at a time. GUI thread.
class PictureSaver : public QObject {
    Q_OBJECT

public:
    /// settings and dialogParent outlive the saver.
    PictureSaver(app::Settings& settings, QWidget* dialogParent);
    ~PictureSaver() override;

    /// Asks for name and format. Nothing happens while one is being written.
    void saveAs(const app::PictureSource& picture);
    /// bits: of a PNG, 8 or 16.
    void saveTo(const QString& path, int bits, const app::PictureSource& picture);
    /// Nothing is left of the file.
    void cancel() { stop_.request_stop(); }
    [[nodiscard]] bool isWriting() const { return writing_; }

signals:
    void reported(const fretsaw::ui::MessageBar::Message& message);
    void busyChanged();
    void progressed(double fraction);

private:
    void end(const QString& path, const QString& failure, bool stopped);

    app::Settings& settings_;
    QWidget* dialogParent_;
    std::stop_source stop_;
    std::shared_ptr<std::atomic<double>> fraction_;  ///< written by the worker, read by timer_
    QTimer timer_;
    bool writing_ = false;
};

}  // namespace fretsaw::ui
