// Opens photos and generated scenes on a pool thread.
// It changes no document.
#include "app/ui/PhotoOpener.h"

#include <QFileInfo>
#include <QTimer>

#include "app/Aside.h"
#include "core/generate/Scene.h"
#include "core/io/ImageFile.h"

namespace fretsaw::ui {
namespace {

constexpr int kProgressMs = 50;

OpenedPhoto readPhoto(const QString& path, const Progress& progress) {
    auto photo = std::make_shared<const io::Photo>(io::load(path.toStdString(), {}, progress));
    return {photo, QFileInfo(path).fileName(), path, std::nullopt};
}

OpenedPhoto makeScenePhoto(Size size, quint64 seed, const QString& name) {
    Scene scene = makeScene(size, seed);
    auto photo = std::make_shared<io::Photo>();
    photo->srgb = std::make_shared<const Image<Rgba8>>(std::move(scene.picture));
    photo->source8 = photo->srgb;
    photo->format = "scene";
    photo->fileChannels = 3;
    photo->fileBitsPerChannel = 8;
    photo->colourSpace = "sRGB";
    return {photo, name, {}, scene.box};
}

}  // namespace

PhotoOpener::PhotoOpener(QObject* parent) : QObject(parent), timer_(new QTimer(this)) {
    timer_->setInterval(kProgressMs);
    connect(timer_, &QTimer::timeout, this, [this] { emit progressed(fraction_->load()); });
}

void PhotoOpener::open(const QString& path) {
    const QFileInfo file(path);
    begin(file.fileName(), file.absoluteFilePath(),
          [path = file.absoluteFilePath()](const Progress& progress) { return readPhoto(path, progress); });
}

void PhotoOpener::openScene(Size size) {
    const QString name = tr("Generated scene");
    begin(name, {},
          [size, seed = sceneSeed_++, name](const Progress&) { return makeScenePhoto(size, seed, name); });
}

template <typename Work>
void PhotoOpener::begin(const QString& name, const QString& path, Work work) {
    current_ = ++last_;
    auto fraction = std::make_shared<std::atomic<double>>(0.0);
    fraction_ = fraction;
    timer_->start();
    emit started(name);
    app::runAside(
        this, [work, fraction] { return work([fraction](double done) { fraction->store(done); }); },
        [this, path, number = current_](const app::Outcome<OpenedPhoto>& outcome) {
            if (number != current_) return;  // cancelled, or a newer request took over
            current_ = 0;
            timer_->stop();
            if (outcome.value)
                emit opened(*outcome.value);
            else
                emit failed(path, outcome.error);
            emit finished();
        });
}

void PhotoOpener::cancel() {
    if (!isLoading()) return;
    current_ = 0;
    timer_->stop();
    emit finished();
}

}  // namespace fretsaw::ui
