// The tabs at the right of the window: the cut, and what the object stands before.
// What is in them is theirs.
#pragma once

#include <QTabWidget>

namespace fretsaw::app {
class Document;
class Settings;
}  // namespace fretsaw::app

namespace fretsaw::ui {

class Actions;
class BackgroundPanel;
class Canvas;
class CutPanel;

/// GUI thread.
class Panels : public QTabWidget {
    Q_OBJECT

public:
    /// All outlive the tabs.
    Panels(app::Document& document, app::Settings& settings, Canvas& canvas, const Actions& actions,
           QWidget* parent = nullptr);

    [[nodiscard]] BackgroundPanel& background() { return *background_; }

signals:
    /// The keys belong to the picture again.
    void left();

private:
    BackgroundPanel* background_;
};

}  // namespace fretsaw::ui
