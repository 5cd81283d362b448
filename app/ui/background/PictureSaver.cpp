// From the wish for a file to the finished one.
// No pixel is computed here.
#include "app/ui/background/PictureSaver.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <array>

#include "app/Aside.h"
#include "core/io/PictureFile.h"

namespace fretsaw::ui {
namespace {

constexpr int kProgressMs = 50;

struct Format {
    const char* filter;
    const char* ending;
    int bits;
};
constexpr std::array<Format, 4> kFormats{{
    {QT_TRANSLATE_NOOP("fretsaw::ui::PictureSaver", "PNG, 8 bits (*.png)"), "png", 8},
    {QT_TRANSLATE_NOOP("fretsaw::ui::PictureSaver", "PNG, 16 bits (*.png)"), "png", 16},
    {QT_TRANSLATE_NOOP("fretsaw::ui::PictureSaver", "TIFF, floats proportional to light (*.tif *.tiff)"),
     "tif", 8},
    {QT_TRANSLATE_NOOP("fretsaw::ui::PictureSaver", "OpenEXR, floats proportional to light (*.exr)"), "exr",
     8},
}};

/// False: stopped.
bool write(const QString& path, int bits, const app::PictureSource& picture, const std::stop_token& stop,
           const Progress& progress) {
    io::PictureFormat format;
    format.size = picture.size;
    format.bits = bits;
    format.linear = picture.linear;
    format.software = "Fretsaw " FRETSAW_VERSION;
    format.recipe = picture.recipe;
    io::PictureWriter writer(path.toStdString(), format);
    if (!picture.render(stop, progress, [&](ImageView<const Rgb32f> rows, int) { writer.write(rows); }))
        return false;
    writer.commit();
    return true;
}

}  // namespace

PictureSaver::PictureSaver(app::Settings& settings, QWidget* dialogParent)
    : QObject(dialogParent), settings_(settings), dialogParent_(dialogParent) {
    timer_.setInterval(kProgressMs);
    connect(&timer_, &QTimer::timeout, this, [this] { emit progressed(fraction_->load()); });
}

PictureSaver::~PictureSaver() {
    stop_.request_stop();
}

void PictureSaver::saveAs(const app::PictureSource& picture) {
    if (writing_) return;
    QString folder = settings_.lastFolder();
    if (folder.isEmpty()) folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    auto* dialog = new QFileDialog(dialogParent_, tr("Save the picture"), folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    QStringList filters;
    for (const Format& format : kFormats) filters << tr(format.filter);
    dialog->setNameFilters(filters);
    const auto chosen = [dialog, filters] {
        return kFormats[static_cast<std::size_t>(
            std::max<qsizetype>(filters.indexOf(dialog->selectedNameFilter()), 0))];
    };
    const auto useEnding = [dialog, chosen] { dialog->setDefaultSuffix(chosen().ending); };
    useEnding();
    connect(dialog, &QFileDialog::filterSelected, dialog, useEnding);
    dialog->selectFile(QString::fromStdString(picture.key));
    connect(dialog, &QFileDialog::fileSelected, this,
            [=, this](const QString& path) { saveTo(path, chosen().bits, picture); });
    dialog->open();
}

void PictureSaver::saveTo(const QString& path, int bits, const app::PictureSource& picture) {
    if (writing_) return;
    writing_ = true;
    stop_ = std::stop_source();
    fraction_ = std::make_shared<std::atomic<double>>(0.0);
    timer_.start();
    emit busyChanged();
    app::runAside(
        this,
        [=, stop = stop_.get_token(), fraction = fraction_] {
            return write(path, bits, picture, stop, [&](double done) { fraction->store(done); });
        },
        [this, path](const app::Outcome<bool>& outcome) {
            end(path, outcome.error, outcome.value == false);
        });
}

void PictureSaver::end(const QString& path, const QString& failure, bool stopped) {
    writing_ = false;
    timer_.stop();
    emit busyChanged();
    if (!failure.isEmpty())
        emit reported({MessageBar::Kind::Error, tr("The picture could not be saved."), failure, {}, {}});
    else if (stopped)
        emit reported({MessageBar::Kind::Note, tr("Saving was stopped; nothing was written."), {}, {}, {}});
    else {
        settings_.setLastFolder(QFileInfo(path).absolutePath());
        emit reported({MessageBar::Kind::Done, tr("Picture saved."), QDir::toNativeSeparators(path), {}, {}});
    }
}

}  // namespace fretsaw::ui
