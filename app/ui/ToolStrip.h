// The column of tools at the left of the picture.
// What tools do is the canvas's.
#pragma once

#include <QFrame>

namespace fretsaw::ui {

class Actions;

/// Shows the tool actions as icons, one below the other; the active one carries the accent.
class ToolStrip : public QFrame {
    Q_OBJECT

public:
    explicit ToolStrip(const Actions& actions, QWidget* parent = nullptr);
};

}  // namespace fretsaw::ui
