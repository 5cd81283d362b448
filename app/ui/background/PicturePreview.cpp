// Shows what its renderer made last.
// No pixel is computed here.
#include "app/ui/background/PicturePreview.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace fretsaw::ui {
namespace {

constexpr int kFrameMs = 33;
constexpr int kMostHeight = 200, kLeastHeight = 48;

bool sameContents(const std::shared_ptr<const DocumentPictures>& a,
                  const std::shared_ptr<const DocumentPictures>& b) {
    return a == b || (a && b && a->photo == b->photo && a->mask == b->mask);
}

}  // namespace

PicturePreview::PicturePreview(app::PictureRenderer::GeneratorFactory factory, QWidget* parent)
    : QWidget(parent), renderer_(new app::PictureRenderer(std::move(factory), this)) {
    setAccessibleName(tr("Preview"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    clock_.setInterval(kFrameMs);
    // A picture that takes longer than a frame must not be stopped by the next.
    connect(&clock_, &QTimer::timeout, this, [this] {
        if (!renderer_->busy()) request();
        emit played(static_cast<double>(playing_.elapsed()) / 1000);
    });
    connect(renderer_, &app::PictureRenderer::rendered, this, [this](const app::RenderedPicture& picture) {
        const auto pixels = picture.pixels->view();
        image_ = QImage(reinterpret_cast<const uchar*>(pixels.data()), pixels.width(), pixels.height(),
                        pixels.stride() * qsizetype(sizeof(Rgba8)), QImage::Format_RGBX8888)
                     .copy();
        update();
        emit failed({});
    });
    connect(renderer_, &app::PictureRenderer::failed, this,
            [this](quint64, const QString& message) { emit failed(message); });
}

void PicturePreview::show(const PictureRecipe& recipe, Size size,
                          std::shared_ptr<const DocumentPictures> document) {
    const bool sameShape = size == shape_;
    if (sameShape && recipe_ == recipe && sameContents(document, document_)) return;
    document_ = std::move(document);
    recipe_ = recipe;
    shape_ = size;
    if (!sameShape) updateGeometry();
    request();
}

void PicturePreview::setTiled(bool tiled) {
    tiled_ = tiled;
    request();
    update();
}

void PicturePreview::setPlaying(bool playing) {
    if (playing == isPlaying()) return;
    if (playing) {
        playing_.start();
        clock_.start();
    } else {
        clock_.stop();
        emit played(0);
    }
}

PictureRecipe PicturePreview::recipeNow() const {
    return isPlaying() ? atTime(*recipe_, static_cast<double>(playing_.elapsed()) / 1000) : *recipe_;
}

QSize PicturePreview::sizeHint() const {
    return {264, heightForWidth(264)};
}

int PicturePreview::heightForWidth(int width) const {
    return std::clamp(static_cast<int>(std::lround(double(width) * shape_.height / shape_.width)),
                      kLeastHeight, kMostHeight);
}

/// Of one picture, in device pixels: whole ones, or scaling would draw seams of its own.
QSize PicturePreview::pictureSize() const {
    const QSizeF room = QSizeF(size()) * devicePixelRatioF() / (tiled_ ? 3 : 1);
    const QSizeF fitted = QSizeF(shape_.width, shape_.height).scaled(room, Qt::KeepAspectRatio);
    return {std::max(1, int(fitted.width())), std::max(1, int(fitted.height()))};
}

void PicturePreview::request() {
    if (!recipe_ || !isVisible()) return;
    const QSize pixels = pictureSize();
    app::PictureRequest request = app::wholePicture(recipeNow(), {pixels.width(), pixels.height()});
    request.document = document_;
    renderer_->request(std::move(request));
}

void PicturePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Dark));
    if (image_.isNull()) return;
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const double ratio = devicePixelRatioF();
    const int times = tiled_ ? 3 : 1;
    const QSize one = pictureSize();
    const QPoint corner =
        QPoint(int(width() * ratio) - times * one.width(), int(height() * ratio) - times * one.height()) / 2;
    painter.scale(1 / ratio, 1 / ratio);
    for (int row = 0; row < times; ++row)
        for (int column = 0; column < times; ++column)
            painter.drawImage(QRect(corner + QPoint(column * one.width(), row * one.height()), one), image_);
}

void PicturePreview::resizeEvent(QResizeEvent*) {
    request();
}

void PicturePreview::showEvent(QShowEvent*) {
    request();
}

}  // namespace fretsaw::ui
