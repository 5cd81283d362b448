// A slider with its number field: the one widget for every value that has a range.
// It knows nothing of what the value means.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <utility>

class QMouseEvent;
class QSlider;

namespace fretsaw::ui {

class NumberField;

/// One value. Dragging, arrow keys, typing and, with the focus on the slider, the wheel change it and emit
/// valueChanged; with Shift a drag is ten times finer. A double click on the slider goes back to the value it
/// was made with, or asks the owner to. GUI thread.
class SliderField : public QWidget {
    Q_OBJECT

public:
    /// Linear: equal steps. Logarithmic: equal ratios, for sizes (minimum > 0). Quadratic: finer at the low
    /// end, for weights that start at 0.
    enum class Scale { Linear, Logarithmic, Quadratic };
    struct Range {
        double minimum = 0, maximum = 1, initial = 0;
        int decimals = 0;
        QString unit;
        Scale scale = Scale::Linear;
        bool ownerResets = false;  ///< a double click emits reset() and changes nothing
        /// What the slider covers where that is less than what can be typed.
        std::optional<std::pair<double, double>> dragged = {};
    };

    /// name: for screen readers and tests (accessible name of both parts).
    SliderField(const QString& name, const Range& range, QWidget* parent = nullptr);

    [[nodiscard]] double value() const { return value_; }
    /// Shows a value that came from elsewhere, clamped to the range; emits nothing.
    void showValue(double value);

signals:
    void valueChanged(double value);
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] double shareOf(double value) const;
    [[nodiscard]] double valueAt(double share) const;
    void take(double value);
    bool dragFinely(const QMouseEvent& event);

    Range range_;
    double low_, high_;  ///< of the slider
    double value_;
    double fineShare_ = 0;  ///< of a drag with Shift
    int lastX_ = 0;         ///< of the pointer in a drag
    QSlider* slider_;
    NumberField* field_;
};

}  // namespace fretsaw::ui
