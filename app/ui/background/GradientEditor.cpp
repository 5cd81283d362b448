// Painting, mouse and keys of the gradient.
// Colours between stops are blended as the generators do: sRGB, straight lines.
#include "app/ui/background/GradientEditor.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/ui/background/PanelWidgets.h"
#include "app/ui/background/Randomise.h"

namespace fretsaw::ui {
namespace {

constexpr int kOffPx = 24;  ///< so far above or below the widget a stop is let go

QString percent(float position) {
    return QString::number(std::round(position * 1000) / 10) + " %";
}

}  // namespace

GradientEditor::GradientEditor(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Colours"));
    setToolTip(
        tr("Click the bar to add a colour, double-click one to choose it, drag it to move it and off the "
           "bar to remove it.\nKeys: arrows move, Ctrl and arrows select, Insert adds, Delete removes, "
           "Enter chooses."));
    describe();
}

void GradientEditor::showStops(const std::vector<ColourStop>& stops) {
    if (stops == stops_ || stops.empty()) return;
    if (stops.size() != stops_.size()) beforeDrag_.clear();  // what is dragged is no longer there
    stops_ = stops;
    select(std::min(selected_, stops_.size() - 1));
}

double GradientEditor::xOf(float position) const {
    return kHandlePx / 2.0 + double(position) * (width() - kHandlePx);
}

float GradientEditor::positionAt(double x) const {
    const double share = (x - kHandlePx / 2.0) / std::max(width() - kHandlePx, 1);
    return static_cast<float>(std::round(std::clamp(share, 0.0, 1.0) * 1000) / 1000);
}

int GradientEditor::stopAt(QPointF point) const {
    int nearest = -1;
    double least = kHandlePx / 2.0 + 1;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
        const double distance = std::abs(xOf(stops_[i].position) - point.x());
        // Of stops upon each other the selected one is taken, so that it can be pulled off again.
        if (distance < least || (distance == least && i == selected_)) {
            least = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

QColor GradientEditor::colourAt(float position) const {
    if (position <= stops_.front().position) return colourOf(stops_.front().rgb);
    for (std::size_t i = 1; i < stops_.size(); ++i) {
        const ColourStop &a = stops_[i - 1], &b = stops_[i];
        if (position > b.position) continue;
        const float t = b.position > a.position ? (position - a.position) / (b.position - a.position) : 1;
        const QColor from = colourOf(a.rgb), to = colourOf(b.rgb);
        const auto mix = [t](int x, int y) { return qRound(float(x) + t * float(y - x)); };
        return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
    }
    return colourOf(stops_.back().rgb);
}

void GradientEditor::select(std::size_t index) {
    selected_ = index;
    describe();
    update();
}

void GradientEditor::add(float position) {
    if (stops_.size() >= kMost) return;
    const ColourStop stop{position, rgbOf(colourAt(position))};
    const auto place = std::upper_bound(stops_.begin(), stops_.end(), position,
                                        [](float p, const ColourStop& s) { return p < s.position; });
    const auto index = static_cast<std::size_t>(place - stops_.begin());
    stops_.insert(place, stop);
    select(index);
    changed();
}

void GradientEditor::remove(std::size_t index) {
    if (stops_.size() == 1) return;
    stops_.erase(stops_.begin() + static_cast<std::ptrdiff_t>(index));
    select(std::min(index, stops_.size() - 1));
    changed();
}

/// The selected one, as far as its neighbours let it.
void GradientEditor::move(float position) {
    const float low = selected_ > 0 ? stops_[selected_ - 1].position : 0;
    const float high = selected_ + 1 < stops_.size() ? stops_[selected_ + 1].position : 1;
    const float next = std::clamp(position, low, high);
    if (next == stops_[selected_].position) return;
    stops_[selected_].position = next;
    select(selected_);
    changed();
}

void GradientEditor::chooseColour() {
    ui::chooseColour(colourOf(stops_[selected_].rgb), this, [this, index = selected_](const QColor& colour) {
        if (index >= stops_.size() || rgbOf(colour) == stops_[index].rgb) return;
        stops_[index].rgb = rgbOf(colour);
        select(index);
        changed();
    });
}

void GradientEditor::describe() {
    const ColourStop& stop = stops_[selected_];
    setAccessibleDescription(tr("Colour %1 of %2: %3 at %4")
                                 .arg(selected_ + 1)
                                 .arg(stops_.size())
                                 .arg(colourOf(stop.rgb).name(), percent(stop.position)));
}

void GradientEditor::changed() {
    update();
    emit stopsChanged(stops_);
}

bool GradientEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        // The keys that are used here must not reach the picture as shortcuts.
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Left:
            case Qt::Key_Right:
            case Qt::Key_Insert:
            case Qt::Key_Delete:
            case Qt::Key_Backspace:
            case Qt::Key_Return:
            case Qt::Key_Enter:
                event->accept();
                return true;
            default:
                break;
        }
    }
    return QWidget::event(event);
}

void GradientEditor::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0.5, 0.5, width() - 1, kBarPx - 1);
    QLinearGradient gradient(xOf(0), 0, xOf(1), 0);
    double last = -1;  // Qt keeps one colour a place
    for (const ColourStop& stop : stops_) {
        last = std::min(1.0, std::max(double(stop.position), last + 1e-5));
        gradient.setColorAt(last, colourOf(stop.rgb));
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(gradient);
    painter.drawRoundedRect(bar, 4, 4);
    for (std::size_t i = 0; i < stops_.size(); ++i) {
        if (draggedOff_ && i == selected_) continue;
        const double x = xOf(stops_[i].position), top = kBarPx - 3;
        QPainterPath pointer;
        pointer.moveTo(x, top);
        pointer.lineTo(x + kHandlePx / 2.0, top + 6);
        pointer.lineTo(x + kHandlePx / 2.0, top + kHandlePx + 3);
        pointer.lineTo(x - kHandlePx / 2.0, top + kHandlePx + 3);
        pointer.lineTo(x - kHandlePx / 2.0, top + 6);
        pointer.closeSubpath();
        const bool isFocus = i == selected_ && hasFocus();
        painter.setPen(QPen(palette().color(isFocus          ? QPalette::Highlight
                                            : i == selected_ ? QPalette::WindowText
                                                             : QPalette::Mid),
                            i == selected_ ? 2 : 1));
        painter.setBrush(colourOf(stops_[i].rgb));
        painter.drawPath(pointer);
    }
}

void GradientEditor::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const int index = stopAt(event->position());
    if (index < 0)
        add(positionAt(event->position().x()));
    else
        select(static_cast<std::size_t>(index));
    grip_ = event->position().x() - xOf(stops_[selected_].position);
    beforeDrag_ = stops_;
    draggedOff_ = false;
}

void GradientEditor::mouseMoveEvent(QMouseEvent* event) {
    if (beforeDrag_.empty()) return;
    const double y = event->position().y();
    draggedOff_ = stops_.size() > 1 && (y < -kOffPx || y > height() + kOffPx);
    if (!draggedOff_) move(positionAt(event->position().x() - grip_));
    update();
}

void GradientEditor::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(draggedOff_, false) && !beforeDrag_.empty()) remove(selected_);
    beforeDrag_.clear();
}

void GradientEditor::mouseDoubleClickEvent(QMouseEvent* event) {
    beforeDrag_.clear();
    if (event->button() == Qt::LeftButton && stopAt(event->position()) >= 0) chooseColour();
}

void GradientEditor::keyPressEvent(QKeyEvent* event) {
    const bool selects = event->modifiers() & Qt::ControlModifier;
    const float step = event->modifiers() & Qt::ShiftModifier ? 0.001F : 0.01F;
    const float position = stops_[selected_].position;
    switch (event->key()) {
        case Qt::Key_Left:
            if (!selects) return move(position - step);
            return select(selected_ > 0 ? selected_ - 1 : 0);
        case Qt::Key_Right:
            if (!selects) return move(position + step);
            return select(std::min(selected_ + 1, stops_.size() - 1));
        case Qt::Key_Insert: {
            const bool isLast = selected_ + 1 == stops_.size();
            const float other = !isLast         ? stops_[selected_ + 1].position
                                : selected_ > 0 ? stops_[selected_ - 1].position
                                                : 1 - std::round(position);
            return add((position + other) / 2);
        }
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            return remove(selected_);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return chooseColour();
        default:
            QWidget::keyPressEvent(event);
    }
}

void GradientEditor::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}

void GradientEditor::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

}  // namespace fretsaw::ui
