// The panel at the right: rectangle, brush, overlay, the parameters of the cut, clean-up, and solving.
// Nothing is solved here.
#pragma once

#include <QFrame>

#include "app/Document.h"
#include "app/ui/Canvas.h"

class QVBoxLayout;

namespace fretsaw::ui {

class Actions;

/// GUI thread.
class CutPanel : public QFrame {
    Q_OBJECT

public:
    CutPanel(app::Document& document, Canvas& canvas, const Actions& actions, QWidget* parent = nullptr);

signals:
    /// A number was taken with Enter or given up with Esc: the keys belong to the picture again.
    void left();

private:
    QVBoxLayout* addSection(QVBoxLayout& column, const QString& title, QAction* action = nullptr);
    QWidget* makeSolveRow(const Actions& actions);
};

}  // namespace fretsaw::ui
