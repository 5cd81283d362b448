// The panel at the right: rectangle, brush, overlay, the parameters of the cut, clean-up, and solving.
// Nothing is solved here.
#pragma once

#include "app/Document.h"
#include "app/ui/Canvas.h"
#include "app/ui/SidePanel.h"

namespace fretsaw::ui {

class Actions;

/// GUI thread.
class CutPanel : public SidePanel {
    Q_OBJECT

public:
    CutPanel(app::Document& document, Canvas& canvas, const Actions& actions, QWidget* parent = nullptr);

private:
    QWidget* makeSolveRow(const Actions& actions);
};

}  // namespace fretsaw::ui
