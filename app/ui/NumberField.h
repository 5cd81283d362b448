// A field for one number, made for a window full of one-key shortcuts.
// It knows nothing of what the number means.
#pragma once

#include <QDoubleSpinBox>

namespace fretsaw::ui {

/// A spin box that keeps its keys to itself: while it has the focus no one-key shortcut fires; Enter takes
/// the value, Esc restores the one before the typing, and both emit left() so that the focus can go back to
/// the picture. The wheel turns it only while it has the focus, so that scrolling past never changes a value.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

signals:
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    double valueAtFocus_ = 0;
};

}  // namespace fretsaw::ui
