// A slider with its number field: the one widget for every value that has a range.
// It knows nothing of what the value means.
#pragma once

#include <QString>
#include <QWidget>

class QSlider;

namespace fretsaw::ui {

class NumberField;

/// One value. Dragging, arrow keys and typing change it and emit valueChanged; a double click on the slider
/// goes back to the value it was made with, or asks the owner to. GUI thread.
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
    [[nodiscard]] int positionOf(double value) const;
    [[nodiscard]] double valueAt(int position) const;
    void take(double value);

    Range range_;
    double value_;
    QSlider* slider_;
    NumberField* field_;
};

}  // namespace fretsaw::ui
