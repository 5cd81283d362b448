// From the wish for a file to the finished one.
// No pixel is computed here.
#include "app/ui/background/PictureSaver.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <array>

#include "app/Aside.h"
#include "core/generate/Bands.h"
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
bool write(const QString& path, int bits, const PictureRecipe& recipe, Size size, Generator& generator,
           const std::stop_token& stop, const Progress& progress) {
    io::PictureFormat format;
    format.size = size;
    format.bits = bits;
    format.linear = isRaw(recipe);
    format.software = "Fretsaw " FRETSAW_VERSION;
    format.recipe = recipe.text();
    io::PictureWriter writer(path.toStdString(), format);
    if (!renderBands(generator, recipe, size, stop, progress,
                     [&](ImageView<const Rgb32f> rows, int) { writer.write(rows); }))
        return false;
    writer.commit();
    return true;
}

}  // namespace

PictureSaver::PictureSaver(app::Settings& settings, app::PictureRenderer::GeneratorFactory factory,
                           QWidget* dialogParent)
    : QObject(dialogParent), settings_(settings), factory_(std::move(factory)), dialogParent_(dialogParent) {
    timer_.setInterval(kProgressMs);
    connect(&timer_, &QTimer::timeout, this, [this] { emit progressed(fraction_->load()); });
}

PictureSaver::~PictureSaver() {
    stop_.request_stop();
}

void PictureSaver::saveAs(const PictureRecipe& recipe, Size size,
                          const std::shared_ptr<const DocumentPictures>& document) {
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
    dialog->selectFile(QString::fromStdString(recipe.info().key));
    connect(dialog, &QFileDialog::fileSelected, this,
            [=, this](const QString& path) { saveTo(path, chosen().bits, recipe, size, document); });
    dialog->open();
}

void PictureSaver::saveTo(const QString& path, int bits, const PictureRecipe& recipe, Size size,
                          const std::shared_ptr<const DocumentPictures>& document) {
    if (writing_) return;
    writing_ = true;
    stop_ = std::stop_source();
    fraction_ = std::make_shared<std::atomic<double>>(0.0);
    timer_.start();
    emit busyChanged();
    app::runAside(
        this,
        [=, factory = factory_, stop = stop_.get_token(), fraction = fraction_] {
            const auto generator = factory();
            generator->setDocument(document);
            return write(path, bits, recipe, size, *generator, stop,
                         [&](double done) { fraction->store(done); });
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
