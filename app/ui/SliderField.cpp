// A slider with its number field: the scales and the two-way connection.
// No meaning of the value here.
#include "app/ui/SliderField.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "app/ui/NumberField.h"

namespace fretsaw::ui {
namespace {
constexpr int kPositions = 1000;
constexpr double kFine = 0.1;  ///< of a drag with Shift, to one without
}  // namespace

SliderField::SliderField(const QString& name, const Range& range, QWidget* parent)
    : QWidget(parent),
      range_(range),
      low_(range.dragged ? range.dragged->first : range.minimum),
      high_(range.dragged ? range.dragged->second : range.maximum),
      value_(range.initial),
      slider_(new QSlider(Qt::Horizontal)),
      field_(new NumberField) {
    setAccessibleName(name);
    slider_->setAccessibleName(name);
    slider_->setRange(0, kPositions);
    // One key press must reach the next whole number also where the range has only a few.
    const bool coarse = range.scale == Scale::Linear && range.decimals == 0;
    const int step = coarse ? static_cast<int>(std::ceil(kPositions / (high_ - low_))) : 10;
    slider_->setSingleStep(std::max(step, 1));
    slider_->setPageStep(std::max(step, 100));
    slider_->setFocusPolicy(Qt::TabFocus);  // a click must not take the keys away from the picture
    slider_->installEventFilter(this);
    field_->setAccessibleName(name);
    field_->setDecimals(range.decimals);
    field_->setRange(range.minimum, range.maximum);
    field_->setSuffix(range.unit);
    field_->setSingleStep(range.decimals == 0 ? 1 : std::pow(10.0, -range.decimals));
    field_->setFixedWidth(field_->fontMetrics().horizontalAdvance("00000 px") + 24);
    setFocusProxy(field_);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(slider_, 1);
    row->addWidget(field_);
    showValue(range.initial);
    connect(slider_, &QSlider::valueChanged, this,
            [this](int position) { take(valueAt(static_cast<double>(position) / kPositions)); });
    connect(field_, &NumberField::valueChanged, this, &SliderField::take);
}

void SliderField::showValue(double value) {
    value_ = std::clamp(value, range_.minimum, range_.maximum);
    const QSignalBlocker quietSlider(slider_), quietField(field_);
    slider_->setValue(static_cast<int>(std::lround(shareOf(value_) * kPositions)));
    field_->setValue(value_);
}

void SliderField::take(double value) {
    if (value == value_) return;
    showValue(value);
    emit valueChanged(value_);
}

double SliderField::shareOf(double value) const {
    const double inside = std::clamp(value, low_, high_);
    switch (range_.scale) {
        case Scale::Linear:
            return (inside - low_) / (high_ - low_);
        case Scale::Logarithmic:
            return std::log(inside / low_) / std::log(high_ / low_);
        case Scale::Quadratic:
            return std::sqrt((inside - low_) / (high_ - low_));
    }
    return 0;
}

double SliderField::valueAt(double share) const {
    double value = 0;
    switch (range_.scale) {
        case Scale::Linear:
            value = low_ + share * (high_ - low_);
            break;
        case Scale::Logarithmic:
            value = low_ * std::pow(high_ / low_, share);
            break;
        case Scale::Quadratic:
            value = low_ + share * share * (high_ - low_);
            break;
    }
    const double unit = std::pow(10.0, range_.decimals);
    return std::clamp(std::round(value * unit) / unit, range_.minimum, range_.maximum);
}

/// True: the event was a step of such a drag, and the slider must not see it.
bool SliderField::dragFinely(const QMouseEvent& event) {
    const int x = event.position().toPoint().x(), step = x - std::exchange(lastX_, x);
    if (!(event.buttons() & Qt::LeftButton)) return false;
    if (event.type() == QEvent::MouseButtonPress || !(event.modifiers() & Qt::ShiftModifier)) {
        fineShare_ = shareOf(value_);
        return false;
    }
    fineShare_ = std::clamp(fineShare_ + kFine * step / std::max(slider_->width(), 1), 0.0, 1.0);
    take(valueAt(fineShare_));
    return true;
}

bool SliderField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) {
        if (range_.ownerResets)
            emit reset();
        else
            take(range_.initial);
        return true;
    }
    if (event->type() == QEvent::Wheel && !slider_->hasFocus()) {
        event->ignore();  // scrolling the panel must not turn values
        return true;
    }
    if ((event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove) &&
        dragFinely(*static_cast<QMouseEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

}  // namespace fretsaw::ui
