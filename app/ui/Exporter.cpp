// Writes what was cut: from the wish to the finished file.
// No pixels are made here: core/io writes what the document holds, before what core/generate renders.
#include "app/ui/Exporter.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "app/Aside.h"
#include "app/Backdrop.h"
#include "app/PictureRenderer.h"
#include "core/io/ImageFile.h"

namespace fretsaw::ui {
namespace {

io::PngText describe(const app::MaskFrame& frame) {
    const SegmentParams& p = frame.params;
    const Recipe& used = frame.result.models->recipe;
    const QString text = QString("start=%1 model=%2 iterations=%3 gamma=%4 components=%5 seed=%6 exact=%7")
                             .arg(p.start == Start::Fretsaw ? "fretsaw" : "opencv",
                                  used.term == DataTerm::Paper ? "paper" : "mixture")
                             .arg(p.iterations)
                             .arg(used.gamma)
                             .arg(used.foregroundComponents)
                             .arg(p.seed)
                             .arg(frame.result.certified ? "yes" : "no");
    return {{"Software", "Fretsaw " FRETSAW_VERSION}, {"Fretsaw parameters", text.toStdString()}};
}

void writeFile(app::ExportKind kind, const QString& path, const io::Photo& photo, const app::MaskFrame& frame,
               const Background& background) {
    const auto mask = frame.result.mask->view();
    const std::string file = path.toStdString();
    if (kind == app::ExportKind::Mask) return io::saveMask(file, mask, describe(frame));
    if (kind == app::ExportKind::Cutout) return io::saveCutout(file, photo, mask, describe(frame));
    const auto generator = app::makeUsualGenerator();
    io::saveResult({{}, {}, file}, photo, mask,
                   app::backdropOf(*generator, background, photo, frame.result.mask, {}), describe(frame),
                   {});
}

/// What is said of each kind.
struct Texts {
    QString title, written;
};
Texts textsOf(app::ExportKind kind) {
    switch (kind) {
        case app::ExportKind::Mask:
            return {Exporter::tr("Export mask"), Exporter::tr("Mask written.")};
        case app::ExportKind::Cutout:
            return {Exporter::tr("Export cut-out"), Exporter::tr("Cut-out written.")};
        default:
            return {Exporter::tr("Export composite"), Exporter::tr("Composite written.")};
    }
}

}  // namespace

Exporter::Exporter(app::Document& document, app::Engine& engine, app::Settings& settings,
                   QWidget* dialogParent)
    : QObject(dialogParent),
      document_(document),
      engine_(engine),
      settings_(settings),
      dialogParent_(dialogParent) {
    connect(&document_, &app::Document::photoChanged, this, [this] {
        last_.reset();
        cancel();  // no mask will come for the photo before
    });
    connect(&document_, &app::Document::maskChanged, this, [this] { onSolveEnded({}); });
    connect(&document_, &app::Document::solveFailed, this, &Exporter::onSolveEnded);
    connect(&engine_, &app::Engine::cancelled, this, [this] {
        if (isWaiting() && !engine_.busy()) cancel();
    });
}

void Exporter::exportAs(Kind kind) {
    begin({kind, {}, false});
}

void Exporter::exportTo(Kind kind, const QString& path) {
    begin({kind, path, false});
}

void Exporter::exportAgain() {
    if (last_)
        exportTo(last_->kind, last_->path);
    else
        exportAs(Kind::Mask);
}

void Exporter::cancel() {
    if (isWaiting()) end(false);
}

void Exporter::begin(const Wish& wish) {
    if (job_ || writing_ || !document_.hasPhoto()) return;
    if (const QString missing = document_.hint(); !missing.isEmpty()) {
        emit reported({MessageBar::Kind::Note, tr("There is no mask to export yet."), missing, {}, {}});
        emit finished(false);
        return;
    }
    job_ = Job{wish, document_.photo(), nullptr, 0};
    emit busyChanged();
    proceed();
}

void Exporter::proceed() {
    if (!document_.maskFrame() || !document_.maskIsCurrent()) {
        if (!engine_.busy()) document_.solveNow();
        return;  // onSolveEnded() comes back here
    }
    job_->mask = document_.maskFrame();
    job_->revision = document_.revision();
    emit busyChanged();
    if (!job_->wish.oneSidedIsFine && warnIfOneSided()) return;
    if (job_->wish.path.isEmpty())
        askForName();
    else
        write();
}

void Exporter::onSolveEnded(const QString& failure) {
    if (!isWaiting()) return;
    if (failure.isEmpty())
        proceed();
    else
        fail(tr("The mask could not be computed, so nothing was exported."), failure);
}

bool Exporter::warnIfOneSided() {
    const auto kept = job_->mask->result.foregroundPixels;
    const bool empty = kept == 0;
    if (!empty && kept < document_.size().area()) return false;
    const Wish anyway{job_->wish.kind, job_->wish.path, true};
    end(false);
    emit reported({MessageBar::Kind::Warning,
                   empty ? tr("The mask is empty: nothing would be kept.")
                         : tr("The mask is full: nothing would be cut away."),
                   empty ? tr("Paint some foreground over the object.")
                         : tr("Paint some background beside the object."),
                   tr("Export anyway"), [this, anyway] { begin(anyway); }});
    return true;
}

void Exporter::askForName() {
    QString proposed = app::exportPath(QString::fromStdString(job_->photo->path), job_->wish.kind);
    if (!QFileInfo(QFileInfo(proposed).path()).isWritable() && !settings_.lastFolder().isEmpty())
        proposed = settings_.lastFolder() + "/" + QFileInfo(proposed).fileName();

    auto* dialog = new QFileDialog(dialogParent_, textsOf(job_->wish.kind).title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setNameFilter(tr("PNG pictures (*.png)"));
    dialog->setDefaultSuffix("png");
    dialog->setDirectory(QFileInfo(proposed).path());
    dialog->selectFile(QFileInfo(proposed).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        job_->wish.path = path;
        write();
    });
    connect(dialog, &QFileDialog::rejected, this, [this] { end(false); });
    dialog->open();  // modal to the window: the document cannot change meanwhile
}

void Exporter::write() {
    writing_ = true;
    emit busyChanged();
    const Background background = document_.background();
    app::runAside(
        this,
        [job = *job_, background] {
            writeFile(job.wish.kind, job.wish.path, *job.photo, *job.mask, background);
            return true;
        },
        [this, background](const app::Outcome<bool>& outcome) {
            writing_ = false;
            if (!outcome.value) {
                const Kind kind = job_->wish.kind;
                const QString why = outcome.error;
                end(false);
                emit reported({MessageBar::Kind::Error, tr("The file could not be written."), why,
                               tr("Choose another place"), [this, kind] {
                                   begin({kind, {}, true});
                               }});
                return;
            }
            const Job done = *job_;
            // Another photo may have come meanwhile: "again" must never write its mask over this one's.
            if (done.photo == document_.photo()) last_ = Wish{done.wish.kind, done.wish.path, false};
            settings_.setLastFolder(QFileInfo(done.wish.path).absolutePath());
            if (done.revision == document_.revision() && background == document_.background())
                document_.undoStack().setClean();
            emit reported({MessageBar::Kind::Done,
                           textsOf(done.wish.kind).written,
                           QDir::toNativeSeparators(done.wish.path),
                           {},
                           {}});
            end(true);
        });
}

void Exporter::end(bool ok) {
    job_.reset();
    emit busyChanged();
    emit finished(ok);
}

void Exporter::fail(const QString& title, const QString& why) {
    end(false);
    emit reported({MessageBar::Kind::Error, title, why, {}, {}});
}

}  // namespace fretsaw::ui
