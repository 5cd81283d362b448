// Writes what was cut: asks for a name, waits for the mask that belongs to the labels, writes on a pool
// thread. It reports by messages and never changes labels, rectangle or mask.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "app/Document.h"
#include "app/Engine.h"
#include "app/ExportNames.h"
#include "app/Settings.h"
#include "app/ui/MessageBar.h"

class QFileDialog;
class QWidget;

namespace fretsaw::ui {

/// One export at a time. What is written is exactly the document's mask of the moment the file was named, and
/// that mask is current: where it is not, the solve is finished first. GUI thread.
class Exporter : public QObject {
    Q_OBJECT

public:
    using Kind = app::ExportKind;

    /// All outlive the exporter. dialogParent: the window for the file dialog.
    Exporter(app::Document& document, app::Engine& engine, app::Settings& settings, QWidget* dialogParent);

    /// Asks for the name, proposing the usual one beside the photo.
    void exportAs(Kind kind);
    /// To this file, without asking.
    void exportTo(Kind kind, const QString& path);
    /// The last exported file anew; asks for a name where none was exported of this photo.
    void exportAgain();
    /// Gives up waiting for a mask. Writing is never interrupted.
    void cancel();

    [[nodiscard]] bool isWaiting() const { return job_ && !job_->mask; }
    [[nodiscard]] bool isWriting() const { return writing_; }

signals:
    void reported(const fretsaw::ui::MessageBar::Message& message);
    void busyChanged();
    /// The end of each export that was begun; ok: the file is there.
    void finished(bool ok);

private:
    struct Wish {
        Kind kind = Kind::Mask;
        QString path;                 ///< empty: ask
        bool oneSidedIsFine = false;  ///< the warning about an empty or full mask was answered
    };
    struct Job {
        Wish wish;
        std::shared_ptr<const io::Photo> photo;
        std::shared_ptr<const app::MaskFrame> mask;  ///< of the photo, once it is current
        quint64 revision = 0;
    };

    void begin(const Wish& wish);
    void proceed();
    void onSolveEnded(const QString& failure);
    [[nodiscard]] bool warnIfOneSided();
    void askForName();
    void write();
    void end(bool ok);
    void fail(const QString& title, const QString& why);

    app::Document& document_;
    app::Engine& engine_;
    app::Settings& settings_;
    QWidget* dialogParent_;
    std::optional<Job> job_;
    std::optional<Wish> last_;  ///< the last one that succeeded for the present photo
    bool writing_ = false;
};

}  // namespace fretsaw::ui
