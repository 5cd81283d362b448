// A field for one number: focus, keys and wheel.
// No meaning of the number here.
#include "app/ui/NumberField.h"

#include <QKeyEvent>
#include <QWheelEvent>

namespace fretsaw::ui {

NumberField::NumberField(QWidget* parent) : QDoubleSpinBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setKeyboardTracking(false);  // a half-typed number is not a value
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setAlignment(Qt::AlignRight);
    setGroupSeparatorShown(false);
}

bool NumberField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        // Everything but chords with Ctrl or Alt belongs to the field while it is being typed in.
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
            (key->key() < Qt::Key_F1 || key->key() > Qt::Key_F35)) {
            event->accept();
            return true;
        }
    }
    return QDoubleSpinBox::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            setValue(valueAtFocus_);
            emit left();
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            QDoubleSpinBox::keyPressEvent(event);
            emit left();
            return;
        default:
            QDoubleSpinBox::keyPressEvent(event);
    }
}

void NumberField::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QDoubleSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void NumberField::focusInEvent(QFocusEvent* event) {
    valueAtFocus_ = value();
    QDoubleSpinBox::focusInEvent(event);
}

}  // namespace fretsaw::ui
