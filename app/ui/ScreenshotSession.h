// A picture of the real window for the documentation: opens, cuts, waits for the mask, grabs, leaves.
// It drives the real window and draws nothing itself.
#pragma once

#include <QObject>
#include <QPixmap>

#include "app/Document.h"
#include "app/EditorOptions.h"
#include "app/ui/MainWindow.h"

namespace fretsaw::ui {

/// Ends the program through QCoreApplication::exit: 0 when the picture was written, else 1 with the reason on
/// stderr. Window and document outlive it. GUI thread.
class ScreenshotSession : public QObject {
    Q_OBJECT

public:
    ScreenshotSession(MainWindow& window, app::Document& document, const app::EditorOptions& options,
                      QObject* parent = nullptr);

private:
    void onOpened(const OpenedPhoto& opened);
    void paintStrokes();
    void useBackground();
    void grabOnceCurrent();
    void grab();
    void save();
    [[nodiscard]] QPixmap picture();
    void fail(const QString& reason);

    MainWindow& window_;
    app::Document& document_;
    app::ScreenshotOptions options_;
    bool grabbed_ = false;
};

}  // namespace fretsaw::ui
