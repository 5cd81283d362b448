// What the editing actions do to document and canvas, and when they can be done.
// Files, windows and dialogs are bound in MainWindow.
#pragma once

#include <QObject>

#include "app/Document.h"
#include "app/Settings.h"
#include "app/ui/Actions.h"
#include "app/ui/Canvas.h"

namespace fretsaw::ui {

/// Keeps actions, document and canvas in step in both directions: whatever changes a tool, a view or the
/// history, every place that shows it agrees. GUI thread. All arguments outlive it.
class ActionBindings : public QObject {
    Q_OBJECT

public:
    ActionBindings(Actions& actions, app::Document& document, Canvas& canvas, app::Settings& settings,
                   QObject* parent = nullptr);

private:
    void bindHistory();
    void bindTools();
    void bindBrush();
    void bindViews();
    void bindSolving();
    void refreshEnabled();

    Actions& actions_;
    app::Document& document_;
    Canvas& canvas_;
    app::Settings& settings_;
};

}  // namespace fretsaw::ui
