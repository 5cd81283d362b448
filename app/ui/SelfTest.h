// Does this machine cut and show masks rightly? Drives the real window on a generated scene, with the CPU's
// cut beside it, reads the window back, and prints what it found. It decides nothing about what cuts and how
// masks come to the window.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

#include "app/Document.h"
#include "app/EditorOptions.h"
#include "app/Engine.h"
#include "app/ui/MainWindow.h"

namespace fretsaw::ui {

/// Ends the program through QCoreApplication::exit: 0 where mask and window equal the CPU's mask, else 1. The
/// report goes to stdout. Window, document and engine outlive it. GUI thread.
class SelfTest : public QObject {
    Q_OBJECT

public:
    SelfTest(MainWindow& window, app::Document& document, app::Engine& engine,
             const app::SelfTestOptions& options, QObject* parent = nullptr);

private:
    using Edit = std::function<void(app::Document&)>;

    void onOpened(const OpenedPhoto& opened);
    void goOn();
    void check();
    void checkMask();
    void checkWindow();
    void measure();
    void compareWithoutInterop();

    void say(const QString& what, const QString& text);
    void expect(bool isRight);
    void end();

    MainWindow& window_;
    app::Document& document_;
    app::Engine& engine_;
    app::SelfTestOptions options_;
    app::Engine cpuEngine_;
    app::Document cpu_;                      ///< the same work, done by the CPU
    QList<std::pair<QString, Edit>> edits_;  ///< still to do, and what they are called
    QString running_;                        ///< the edit whose mask is awaited; empty: none
    bool right_ = true, ended_ = false;
};

}  // namespace fretsaw::ui
