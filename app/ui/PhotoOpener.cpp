// Opens photos, generated scenes and pictures on a pool thread.
// It changes no document.
#include "app/ui/PhotoOpener.h"

#include <QFileInfo>
#include <QTimer>
#include <algorithm>

#include "app/Aside.h"
#include "core/generate/Background.h"
#include "core/generate/Scene.h"
#include "core/io/ImageFile.h"

namespace fretsaw::ui {
namespace {

constexpr int kProgressMs = 50;

OpenedPhoto readPhoto(const QString& path, const Progress& progress) {
    auto photo = std::make_shared<const io::Photo>(io::load(path.toStdString(), {}, progress));
    return {photo, QFileInfo(path).fileName(), path, std::nullopt};
}

std::shared_ptr<const io::Photo> photoOf(Image<Rgba8> pixels, const char* format) {
    auto photo = std::make_shared<io::Photo>();
    photo->srgb = std::make_shared<const Image<Rgba8>>(std::move(pixels));
    photo->source8 = photo->srgb;
    photo->format = format;
    photo->fileChannels = 3;
    photo->fileBitsPerChannel = 8;
    photo->colourSpace = "sRGB";
    return photo;
}

OpenedPhoto makeScenePhoto(Size size, quint64 seed, const QString& name) {
    Scene scene = makeScene(size, seed);
    return {photoOf(std::move(scene.picture), "scene"), name, {}, scene.box};
}

/// No photo: stopped. What is proportional to light is brought to sRGB.
OpenedPhoto makePicturePhoto(const app::PictureSource& picture, const std::stop_token& stop,
                             const Progress& progress) {
    auto pixels = Image<Rgba8>::uninitialized(picture.size);
    const auto ofLight = [](Rgb32f p) {
        return Rgba8{app::levelOfLight(p.r), app::levelOfLight(p.g), app::levelOfLight(p.b)};
    };
    const auto take = [&](ImageView<const Rgb32f> rows, int top) {
        for (int y = 0; y < rows.height(); ++y)
            std::transform(rows.row(y), rows.row(y) + rows.width(), pixels.row(top + y),
                           [&](Rgb32f p) { return picture.linear ? ofLight(p) : rgba8From(p); });
    };
    if (!picture.render(stop, progress, take)) return {};
    return {photoOf(std::move(pixels), "picture"), QString::fromStdString(picture.name), {}, std::nullopt};
}

}  // namespace

PhotoOpener::PhotoOpener(QObject* parent) : QObject(parent), timer_(new QTimer(this)) {
    timer_->setInterval(kProgressMs);
    connect(timer_, &QTimer::timeout, this, [this] { emit progressed(fraction_->load()); });
}

PhotoOpener::~PhotoOpener() {
    stop_.request_stop();
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

void PhotoOpener::openPicture(const app::PictureSource& picture) {
    stop_.request_stop();
    stop_ = std::stop_source();
    begin(QString::fromStdString(picture.name), {},
          [picture, stop = stop_.get_token()](const Progress& progress) {
              return makePicturePhoto(picture, stop, progress);
          });
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
    stop_.request_stop();
    current_ = 0;
    timer_->stop();
    emit finished();
}

}  // namespace fretsaw::ui
