// Buttons of the panel, and what keeps the wheel away.
// Icons are drawings under resources/icons.
#include "app/ui/background/PanelWidgets.h"

#include <QColorDialog>
#include <QEvent>
#include <QToolButton>

#include "app/ui/Icons.h"
#include "app/ui/background/BackgroundEditor.h"

namespace fretsaw::ui {
namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
        event->ignore();
        return true;
    }
};

}  // namespace

QToolButton* makeIconButton(const QString& icon, const QString& name, const QString& what,
                            const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setProperty("small", true);
    button->setIcon(themedIcon(icon));
    button->setIconSize({18, 18});
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(what);
    button->setToolTip(tip.isEmpty() ? what : what + "\n" + tip);
    return button;
}

QToolButton* makeLock(BackgroundEditor& editor, const QString& key, const QString& what) {
    QToolButton* lock = makeIconButton("unlock", "lock." + key, QObject::tr("Lock: %1").arg(what),
                                       QObject::tr("Keeps it as it is when the others are randomised."));
    lock->setIconSize({16, 16});
    lock->setCheckable(true);
    const auto show = [lock](bool on) { lock->setIcon(themedIcon(on ? "lock" : "unlock")); };
    QObject::connect(lock, &QToolButton::toggled, &editor, [&editor, key, show](bool on) {
        editor.setLocked(key, on);
        show(on);
    });
    lock->setChecked(editor.isLocked(key));
    return lock;
}

void chooseColour(const QColor& before, QWidget* owner, const std::function<void(const QColor&)>& take) {
    auto* dialog = new QColorDialog(before, owner);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QColorDialog::DontUseNativeDialog);
    dialog->setWindowTitle(QObject::tr("Colour"));
    QObject::connect(dialog, &QColorDialog::currentColorChanged, owner, take);
    QObject::connect(dialog, &QColorDialog::rejected, owner, [take, before] { take(before); });
    dialog->open();
}

void guardFromWheel(QWidget& widget) {
    widget.installEventFilter(new WheelGuard(&widget));
}

}  // namespace fretsaw::ui
