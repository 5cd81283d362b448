// The window: puts the parts together and leads their messages from one to the other.
// What the parts do is in their own files; nothing is computed, read or written here.
#pragma once

#include <QMainWindow>
#include <QPointer>

#include "app/Document.h"
#include "app/Engine.h"
#include "app/Settings.h"
#include "app/ui/DirectMasks.h"
#include "app/ui/PhotoOpener.h"

class QMenu;
class QStackedWidget;

namespace fretsaw::ui {

class Actions;
class Canvas;
class Exporter;
class HelpDialog;
class MessageBar;
class Panels;
class ProgressLine;
class StartPage;
class StatusLine;
class Theme;
class TopBar;
class UnsavedGuard;

/// One window, one document. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// All outlive the window.
    MainWindow(app::Document& document, app::Engine& engine, app::Settings& settings, Theme& theme);
    ~MainWindow() override;

    /// Opens a photo or scene after the one question about unsaved work.
    void openPath(const QString& path);
    void openScene();
    void setBackend(const BackendUse& use);

    [[nodiscard]] const Actions& actions() const { return *actions_; }
    [[nodiscard]] Canvas& canvas() { return *canvas_; }
    [[nodiscard]] PhotoOpener& opener() { return *opener_; }
    [[nodiscard]] Exporter& exporter() { return *exporter_; }
    [[nodiscard]] Panels& panels() { return *panels_; }
    [[nodiscard]] MessageBar& messageBar() { return *messageBar_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    void connectFiles();
    void connectCanvas();
    void connectWork();
    void connectBackground();
    void connectWindow();

    void chooseFile();
    void takePhoto(const OpenedPhoto& opened);
    void showOpenFailure(const QString& path, const QString& reason);
    void refreshRecent();
    void refreshTitle();
    void refreshWork();
    void refreshSolve();
    void refreshMaskPath();
    void refreshPixel(QPoint pixel);
    void stop();

    app::Document& document_;
    app::Engine& engine_;
    app::Settings& settings_;
    Theme& theme_;
    Actions* actions_;
    PhotoOpener* opener_;
    Exporter* exporter_;
    UnsavedGuard* guard_;
    Canvas* canvas_;
    Panels* panels_ = nullptr;
    TopBar* topBar_ = nullptr;
    MessageBar* messageBar_;
    StartPage* startPage_;
    QStackedWidget* pages_ = nullptr;
    QWidget* editorPage_ = nullptr;
    ProgressLine* progress_;
    StatusLine* status_;
    QMenu* recentMenu_ = nullptr;
    QString photoName_, loadingName_;
    QPoint hoveredPixel_{-1, -1};
    MaskPath maskPath_;
    BackendUse backend_;
    QPointer<HelpDialog> help_;  ///< while it is open
    bool mayClose_ = false;
};

}  // namespace fretsaw::ui
