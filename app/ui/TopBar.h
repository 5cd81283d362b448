// The bar at the top: open, undo and redo, the switch of views, export.
// What the actions do is decided elsewhere.
#pragma once

#include <QFrame>

namespace fretsaw::ui {

class Actions;

class TopBar : public QFrame {
    Q_OBJECT

public:
    explicit TopBar(const Actions& actions, QWidget* parent = nullptr);

    /// Without a photo only Open is shown: the rest would do nothing.
    void setHasPhoto(bool hasPhoto);

private:
    QWidget* history_;
    QWidget* views_;
    QWidget* export_;
};

}  // namespace fretsaw::ui
