// A slider with its number field: the scales and the two-way connection.
// No meaning of the value here.
#include "app/ui/SliderField.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "app/ui/NumberField.h"

namespace fretsaw::ui {
namespace {
constexpr int kPositions = 1000;
}

SliderField::SliderField(const QString& name, const Range& range, QWidget* parent)
    : QWidget(parent),
      range_(range),
      value_(range.initial),
      slider_(new QSlider(Qt::Horizontal)),
      field_(new NumberField) {
    setAccessibleName(name);
    slider_->setAccessibleName(name);
    slider_->setRange(0, kPositions);
    // One key press must reach the next whole number also where the range has only a few.
    const bool coarse = range.scale == Scale::Linear && range.decimals == 0;
    const int step = coarse ? static_cast<int>(std::ceil(kPositions / (range.maximum - range.minimum))) : 10;
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
    connect(slider_, &QSlider::valueChanged, this, [this](int position) { take(valueAt(position)); });
    connect(field_, &NumberField::valueChanged, this, &SliderField::take);
}

void SliderField::showValue(double value) {
    value_ = std::clamp(value, range_.minimum, range_.maximum);
    const QSignalBlocker quietSlider(slider_), quietField(field_);
    slider_->setValue(positionOf(value_));
    field_->setValue(value_);
}

void SliderField::take(double value) {
    if (value == value_) return;
    showValue(value);
    emit valueChanged(value_);
}

int SliderField::positionOf(double value) const {
    const double low = range_.minimum, high = range_.maximum;
    double share = 0;
    switch (range_.scale) {
        case Scale::Linear:
            share = (value - low) / (high - low);
            break;
        case Scale::Logarithmic:
            share = std::log(value / low) / std::log(high / low);
            break;
        case Scale::Quadratic:
            share = std::sqrt((value - low) / (high - low));
            break;
    }
    return static_cast<int>(std::lround(share * kPositions));
}

double SliderField::valueAt(int position) const {
    const double low = range_.minimum, high = range_.maximum;
    const double share = static_cast<double>(position) / kPositions;
    double value = 0;
    switch (range_.scale) {
        case Scale::Linear:
            value = low + share * (high - low);
            break;
        case Scale::Logarithmic:
            value = low * std::pow(high / low, share);
            break;
        case Scale::Quadratic:
            value = low + share * share * (high - low);
            break;
    }
    const double unit = std::pow(10.0, range_.decimals);
    return std::round(value * unit) / unit;
}

bool SliderField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) {
        if (range_.ownerResets)
            emit reset();
        else
            take(range_.initial);
        return true;
    }
    if (event->type() == QEvent::Wheel) {
        event->ignore();  // scrolling the panel must not turn values
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace fretsaw::ui
