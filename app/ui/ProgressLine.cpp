// The thin line above the status bar: delay and drawing.
// It does not know whose progress it shows.
#include "app/ui/ProgressLine.h"

#include <QPainter>
#include <QTimer>
#include <algorithm>

namespace fretsaw::ui {
namespace {
constexpr int kDelayMs = 250;
constexpr int kHeightPx = 2;
}  // namespace

ProgressLine::ProgressLine(QWidget* parent) : QWidget(parent), delay_(new QTimer(this)) {
    setFixedHeight(kHeightPx);
    setAccessibleName(tr("Progress"));
    delay_->setSingleShot(true);
    delay_->setInterval(kDelayMs);
    connect(delay_, &QTimer::timeout, this, [this] {
        showing_ = true;
        update();
        emit showingChanged(true);
    });
}

void ProgressLine::begin() {
    fraction_ = 0;
    if (!showing_ && !delay_->isActive()) delay_->start();
}

void ProgressLine::setFraction(double fraction) {
    fraction_ = std::clamp(fraction, 0.0, 1.0);
    if (showing_) update();
}

void ProgressLine::end() {
    delay_->stop();
    if (!showing_) return;
    showing_ = false;
    update();
    emit showingChanged(false);
}

void ProgressLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (!showing_) return;
    QRectF done = rect();
    done.setWidth(std::max(done.width() * fraction_, 24.0));  // always something to see
    painter.fillRect(done, palette().color(QPalette::WindowText));
}

}  // namespace fretsaw::ui
