// A picture of the real window for the documentation.
// It drives the real window and draws nothing itself.
#include "app/ui/ScreenshotSession.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTimer>
#include <cstdio>

#include "app/ui/Canvas.h"
#include "app/ui/Panels.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/BackgroundPanel.h"
#include "core/io/StrokesFile.h"

namespace fretsaw::ui {
namespace {

constexpr int kPatienceMs = 120'000;
constexpr int kSettleMs = 400;  // layout, uploads and the fade of the new mask

ViewMode viewOf(const QString& name) {
    if (name == "bw") return ViewMode::BlackAndWhite;
    if (name == "checker") return ViewMode::Checkerboard;
    if (name == "background") return ViewMode::NewBackground;
    return ViewMode::Overlay;
}

}  // namespace

ScreenshotSession::ScreenshotSession(MainWindow& window, app::Document& document,
                                     const app::EditorOptions& options, QObject* parent)
    : QObject(parent), window_(window), document_(document), options_(*options.screenshot) {
    window_.resize(options_.windowSize);
    connect(&window_.opener(), &PhotoOpener::opened, this, &ScreenshotSession::onOpened);
    connect(&window_.opener(), &PhotoOpener::failed, this,
            [this](const QString&, const QString& why) { fail(why); });
    connect(&document_, &app::Document::solveFailed, this, &ScreenshotSession::fail);
    connect(&document_, &app::Document::maskChanged, this, &ScreenshotSession::grabOnceCurrent);
    QTimer::singleShot(kPatienceMs, this, [this] { fail("The mask was not ready in time."); });
    if (!options.sample && options.photoPath.isEmpty()) grab();  // the start page
}

void ScreenshotSession::onOpened(const OpenedPhoto& opened) {
    window_.canvas().setViewMode(viewOf(options_.view));
    const auto rect = options_.rect ? options_.rect : opened.sceneBox;
    if (rect) document_.commitRect(rect);
    try {
        if (!options_.background.isEmpty()) useBackground();
        if (!options_.strokesPath.isEmpty()) paintStrokes();
    } catch (const std::exception& e) {
        return fail(QString::fromUtf8(e.what()));
    }
    if (!document_.hint().isEmpty()) grab();  // no mask will come
}

/// As a person would: each with the brush that paints its label in hand.
void ScreenshotSession::paintStrokes() {
    for (const Stroke& stroke : io::readStrokes(options_.strokesPath.toStdString())) {
        window_.canvas().setTool(app::isForeground(stroke.label)   ? Tool::Foreground
                                 : app::isBackground(stroke.label) ? Tool::Background
                                                                   : Tool::Eraser);
        window_.canvas().setBrushWidthPx(stroke.widthPx);
        document_.beginStroke(stroke.label, stroke.widthPx, stroke.points.front());
        for (std::size_t i = 1; i < stroke.points.size(); ++i) document_.extendStroke(stroke.points[i]);
        document_.endStroke();
    }
}

void ScreenshotSession::useBackground() {
    BackgroundPanel& panel = window_.panels().background();
    window_.panels().setCurrentWidget(&panel);
    panel.editor().show(PictureRecipe::parse(options_.background.toStdString()));
    panel.editor().use();
}

void ScreenshotSession::grabOnceCurrent() {
    if (document_.maskIsCurrent()) grab();
}

void ScreenshotSession::grab() {
    if (std::exchange(grabbed_, true)) return;
    QTimer::singleShot(kSettleMs, this, &ScreenshotSession::save);
}

void ScreenshotSession::save() {
    if (window_.canvas().background().busy() || window_.panels().background().isBusy()) {
        QTimer::singleShot(kSettleMs, this, &ScreenshotSession::save);
        return;
    }
    if (document_.hasPhoto()) window_.canvas().finishUploads();
    if (!picture().save(options_.outputPath, "PNG"))
        return fail(options_.outputPath + ": the picture could not be written.");
    QCoreApplication::exit(0);
}

QPixmap ScreenshotSession::picture() {
    if (!document_.hasPhoto()) return window_.grab();
    // Grabbing the window leads the canvas's own painter astray, so the canvas gives its frame itself, first.
    Canvas& canvas = window_.canvas();
    const QImage frame = canvas.grabFrame();
    QPixmap picture = window_.grab();
    QPainter(&picture).drawImage(canvas.mapTo(&window_, QPoint()), frame);
    return picture;
}

void ScreenshotSession::fail(const QString& reason) {
    std::fprintf(stderr, "fretsaw: %s\n", qUtf8Printable(reason));
    QCoreApplication::exit(1);
}

}  // namespace fretsaw::ui
