// Hands changes to the thread that draws, and shows what it has drawn.
// No OpenGL here.
#include "app/ui/SoftwareView.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fretsaw::ui {
namespace {

struct LabelPart {
    Rect rect;
    std::vector<Label> labels;  ///< row by row
};

LabelPart copyOf(ImageView<const Label> labels, Rect rect) {
    LabelPart part{rect, {}};
    part.labels.reserve(static_cast<std::size_t>(rect.area()));
    for (int y = rect.y; y < rect.bottom(); ++y)
        part.labels.insert(part.labels.end(), labels.row(y) + rect.x, labels.row(y) + rect.right());
    return part;
}

void put(const LabelPart& part, Image<Label>& labels) {
    const Rect& r = part.rect;
    for (int y = 0; y < r.height; ++y)
        std::copy_n(part.labels.begin() + static_cast<std::ptrdiff_t>(y) * r.width, r.width,
                    labels.view().row(r.y + y) + r.x);
}

bool hasLabels(ImageView<const Label> labels) {
    for (int y = 0; y < labels.height(); ++y)  // counting runs on many pixels at once, unlike finding
        if (std::count(labels.row(y), labels.row(y) + labels.width(), Label::None) < labels.width())
            return true;
    return false;
}

}  // namespace

SoftwareView::SoftwareView(Canvas canvas, QWidget& parent)
    : QWidget(&parent), canvas_(std::move(canvas)), thread_([this] {
          QMetaObject::invokeMethod(
              this, [this] { takeResult(); }, Qt::QueuedConnection);
      }) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    change([](RenderThread::Drawing& drawing) { drawing.renderer.disableInterop(kWhyCopied); });
}

void SoftwareView::change(RenderThread::Change change) {
    thread_.change(std::move(change));
    if (!isVisible() || std::exchange(requestPosted_, true)) return;
    QMetaObject::invokeMethod(
        this, [this] { requestFrame(); }, Qt::QueuedConnection);
}

void SoftwareView::requestFrame() {
    requestPosted_ = false;
    if (size().isEmpty()) return;
    const CanvasFrame frame = canvas_.frame();
    surroundings_ = frame.surroundings;
    thread_.request(frame, std::exchange(complete_, false));
}

void SoftwareView::setPicture(std::shared_ptr<const Image<Rgba8>> picture, ImageView<const Label> labels) {
    labels_ = labels;
    change([picture = std::move(picture), size = labels.size()](RenderThread::Drawing& drawing) {
        drawing.frame.reset();
        drawing.labels = {};  // first, so that there is room for the new one
        drawing.labels = Image<Label>(size, Label::None);
        drawing.renderer.setPicture(picture, std::as_const(drawing.labels).view());
    });
    if (hasLabels(labels)) changeLabels(labels.bounds());
}

void SoftwareView::setMask(std::shared_ptr<const Mask> mask, Rect dirty) {
    change([mask = std::move(mask), dirty](RenderThread::Drawing& drawing) {
        drawing.renderer.setMask(mask, dirty);
    });
}

void SoftwareView::setBackground(app::RenderedPicture background) {
    change([background = std::move(background)](RenderThread::Drawing& drawing) {
        drawing.renderer.setBackground(background);
    });
}

void SoftwareView::changeLabels(Rect dirty) {
    change([part = copyOf(labels_, dirty.intersected(labels_.bounds()))](RenderThread::Drawing& drawing) {
        put(part, drawing.labels);
        drawing.renderer.markLabels(part.rect);
    });
}

void SoftwareView::repaint(const QRegion& area) {
    change([area](RenderThread::Drawing& drawing) { drawing.renderer.damage(area); });
}

void SoftwareView::repaintAll() {
    change([](RenderThread::Drawing& drawing) { drawing.renderer.damageAll(); });
}

void SoftwareView::setMaxTextureEdge(int edgePx) {
    change([edgePx](RenderThread::Drawing& drawing) { drawing.renderer.setMaxTextureEdge(edgePx); });
}

void SoftwareView::takeResult() {
    std::optional<RenderThread::Result> result = thread_.collect();
    if (!result) return;
    if (!result->failure.isEmpty()) {
        if (!std::exchange(failed_, true)) canvas_.failed(result->failure);
        return;
    }
    shown_ = *std::move(result);
    const double ratio = devicePixelRatioF();
    shown_.image.setDevicePixelRatio(ratio);
    for (const QRect& part : shown_.area)
        update(QRectF(part.x() / ratio, part.y() / ratio, part.width() / ratio, part.height() / ratio)
                   .toAlignedRect());
}

void SoftwareView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (shown_.image.size() != shown_.frame.size || shown_.image.size() != size() * devicePixelRatioF())
        painter.fillRect(rect(), surroundings_);  // until the first frame of this size is there
    if (shown_.image.isNull()) return;
    painter.drawImage(QPointF(), shown_.image);
    shown_.frame.paintOverlay(painter, QRect({0, 0}, shown_.frame.size));
}

void SoftwareView::resizeEvent(QResizeEvent*) {
    repaintAll();
}

void SoftwareView::showEvent(QShowEvent*) {
    repaintAll();
}

double SoftwareView::measureFrameMs(bool withNewMask) {
    QElapsedTimer clock;
    clock.start();
    change([withNewMask](RenderThread::Drawing& drawing) {
        if (withNewMask) drawing.renderer.renewMask();
        drawing.renderer.damageAll();
    });
    complete_ = true;
    requestFrame();
    thread_.wait();
    const double ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    takeResult();
    return ms;
}

QImage SoftwareView::grabFrame() {
    requestFrame();
    thread_.wait();
    takeResult();
    QImage image = shown_.image;
    if (image.isNull()) return image;
    QPainter painter(&image);
    shown_.frame.paintOverlay(painter, QRect({0, 0}, shown_.frame.size));
    return image;
}

}  // namespace fretsaw::ui
