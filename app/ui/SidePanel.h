// What the tabs at the right of the window have in common: sections in a scroll area, and a row of buttons
// below. It knows nothing of what the sections hold.
#pragma once

#include <QFrame>

class QAction;
class QVBoxLayout;

namespace fretsaw::ui {

/// GUI thread.
class SidePanel : public QFrame {
    Q_OBJECT

public:
    /// name: for people, as the tab and screen readers say it.
    explicit SidePanel(const QString& name, QWidget* parent = nullptr);

signals:
    /// A number was taken with Enter or given up with Esc: the keys belong to the picture again.
    void left();

protected:
    /// A new section below the others. beside: a widget at the right of its title, or null.
    QVBoxLayout* addSection(const QString& title, QWidget* beside = nullptr);
    QVBoxLayout* addSection(const QString& title, QAction* action);
    /// Without a title.
    void addWidget(QWidget* widget);
    /// Once, after the last section. buttons stay in view.
    void finish(QWidget* buttons);
    /// left() is emitted for all number fields that there are now.
    void connectNumberFields();

private:
    QWidget* content_;
    QVBoxLayout* sections_;
};

}  // namespace fretsaw::ui
