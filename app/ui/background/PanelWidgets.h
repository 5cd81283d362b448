// Small widgets that several parts of the panel have.
// No meaning of what they change here.
#pragma once

#include <QColor>
#include <QString>
#include <functional>

class QToolButton;
class QWidget;

namespace fretsaw::ui {

class BackgroundEditor;

/// A small button with an icon. name: for tests; what: for screen readers and, as its first line, the
/// tooltip.
[[nodiscard]] QToolButton* makeIconButton(const QString& icon, const QString& name, const QString& what,
                                          const QString& tip = {});
/// A button that keeps a value from being randomised. key: of BackgroundEditor::setLocked(); what: the
/// value's name for people. editor outlives the button.
[[nodiscard]] QToolButton* makeLock(BackgroundEditor& editor, const QString& key, const QString& what);
/// Opens a dialog; take is called for each colour that is tried, at last with `before` where it is given up.
/// Nothing more is called once owner is gone.
void chooseColour(const QColor& before, QWidget* owner, const std::function<void(const QColor&)>& take);
/// The wheel reaches the widget only while that has the focus, as scrolling the panel must choose nothing.
void guardFromWheel(QWidget& widget);

}  // namespace fretsaw::ui
