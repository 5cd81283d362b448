// The window: puts the parts together and leads their messages from one to the other.
// Nothing is computed, read or written here.
#include "app/ui/MainWindow.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStandardPaths>

#include "app/Aside.h"
#include "app/Thumbnails.h"
#include "app/ui/ActionBindings.h"
#include "app/ui/Actions.h"
#include "app/ui/Canvas.h"
#include "app/ui/CanvasView.h"
#include "app/ui/Exporter.h"
#include "app/ui/FirstSteps.h"
#include "app/ui/HelpDialog.h"
#include "app/ui/Menus.h"
#include "app/ui/MessageBar.h"
#include "app/ui/Panels.h"
#include "app/ui/ProgressLine.h"
#include "app/ui/StartPage.h"
#include "app/ui/StatusLine.h"
#include "app/ui/StatusText.h"
#include "app/ui/Theme.h"
#include "app/ui/ToolStrip.h"
#include "app/ui/TopBar.h"
#include "app/ui/UnsavedGuard.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/BackgroundPanel.h"
#include "core/io/ImageFile.h"

namespace fretsaw::ui {
namespace {

constexpr QSize kFirstSize{1280, 800};

/// The first local file of a drag, or empty.
QString droppedFile(const QMimeData& data) {
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

constexpr std::pair<ActionId, Scheme> kSchemes[] = {{ActionId::SchemeSystem, Scheme::System},
                                                    {ActionId::SchemeLight, Scheme::Light},
                                                    {ActionId::SchemeDark, Scheme::Dark}};

/// The canvas, or a text where this display has no OpenGL at all: a canvas in a window would crash Qt then.
QWidget* canvasOrReason(Canvas& canvas) {
    const QString reason = Canvas::whyUnavailable();
    if (reason.isEmpty()) return &canvas;
    auto* text = new QLabel(reason);
    text->setAlignment(Qt::AlignCenter);
    text->setWordWrap(true);
    QObject::connect(text, &QObject::destroyed, &canvas, &QObject::deleteLater);  // nothing else owns it
    return text;
}

}  // namespace

MainWindow::MainWindow(app::Document& document, app::Engine& engine, app::Settings& settings, Theme& theme)
    : document_(document),
      engine_(engine),
      settings_(settings),
      theme_(theme),
      actions_(new Actions(this)),
      opener_(new PhotoOpener(this)),
      exporter_(new Exporter(document, engine, settings, this)),
      guard_(new UnsavedGuard(document, *exporter_, this)),
      canvas_(new Canvas(document)),
      messageBar_(new MessageBar),
      startPage_(new StartPage),
      progress_(new ProgressLine),
      status_(new StatusLine) {
    setAcceptDrops(true);
    setWindowIcon(QIcon(":/icons/fretsaw.svg"));
    new ActionBindings(*actions_, document_, *canvas_, settings_, this);
    layOut();
    connectFiles();
    connectCanvas();
    connectWork();
    connectBackground();
    connectWindow();
    refreshRecent();
    refreshTitle();
    refreshSolve();
    resize(kFirstSize);
    restoreGeometry(settings_.windowGeometry());
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut() {
    recentMenu_ = buildMenus(*menuBar(), *actions_);
    topBar_ = new TopBar(*actions_);
    panels_ = new Panels(document_, settings_, *canvas_, *actions_);

    editorPage_ = new QWidget;
    auto* editor = new QHBoxLayout(editorPage_);
    editor->setContentsMargins(0, 0, 0, 0);
    editor->setSpacing(0);
    editor->addWidget(new ToolStrip(*actions_));
    editor->addWidget(canvasOrReason(*canvas_), 1);
    editor->addWidget(panels_);
    canvas_->setMinimumSize(160, 120);
    new FirstSteps(*canvas_, document_, *exporter_, settings_);

    pages_ = new QStackedWidget;
    auto* startScroll = new QScrollArea;  // its contents must not keep the window from being small
    startScroll->setObjectName("startScroll");
    startScroll->setWidgetResizable(true);
    startScroll->setWidget(startPage_);
    pages_->addWidget(startScroll);
    pages_->addWidget(editorPage_);

    auto* central = new QWidget;
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(topBar_);
    column->addWidget(messageBar_);
    column->addWidget(pages_, 1);
    column->addWidget(progress_);
    setCentralWidget(central);
    setStatusBar(status_);
    topBar_->setHasPhoto(false);
}

void MainWindow::connectFiles() {
    const Actions& a = *actions_;
    connect(a[ActionId::Open], &QAction::triggered, this, &MainWindow::chooseFile);
    connect(a[ActionId::Scene], &QAction::triggered, this, &MainWindow::openScene);
    connect(a[ActionId::ExportMask], &QAction::triggered, this,
            [this] { exporter_->exportAs(Exporter::Kind::Mask); });
    connect(a[ActionId::ExportCutout], &QAction::triggered, this,
            [this] { exporter_->exportAs(Exporter::Kind::Cutout); });
    connect(a[ActionId::ExportComposite], &QAction::triggered, this,
            [this] { exporter_->exportAs(Exporter::Kind::Composite); });
    connect(a[ActionId::ExportAgain], &QAction::triggered, exporter_, &Exporter::exportAgain);
    connect(startPage_, &StartPage::openClicked, this, &MainWindow::chooseFile);
    connect(startPage_, &StartPage::sceneClicked, this, &MainWindow::openScene);
    connect(startPage_, &StartPage::recentClicked, this, &MainWindow::openPath);

    connect(opener_, &PhotoOpener::opened, this, &MainWindow::takePhoto);
    connect(opener_, &PhotoOpener::failed, this, &MainWindow::showOpenFailure);
    connect(opener_, &PhotoOpener::started, this, [this](const QString& name) {
        loadingName_ = name;
        refreshWork();
    });
    connect(opener_, &PhotoOpener::finished, this, &MainWindow::refreshWork);
    connect(exporter_, &Exporter::reported, messageBar_, &MessageBar::post);
    connect(exporter_, &Exporter::busyChanged, this, &MainWindow::refreshWork);
    connect(&document_.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::refreshTitle);
}

void MainWindow::connectCanvas() {
    connect(panels_, &Panels::left, canvas_, qOverload<>(&QWidget::setFocus));
    connect(canvas_, &Canvas::zoomChanged, status_, &StatusLine::setZoom);
    connect(canvas_, &Canvas::hovered, this, &MainWindow::refreshPixel);
    connect(canvas_, &Canvas::left, this, [this] { refreshPixel({-1, -1}); });
    connect(canvas_, &Canvas::unsupported, this, [this](const QString& reason) {
        messageBar_->post({MessageBar::Kind::Error, tr("The picture cannot be drawn."), reason, {}, {}});
    });
    connect(&canvas_->background(), &app::LiveBackground::errorChanged, this, [this] {
        const QString why = canvas_->background().error();
        if (!why.isEmpty())
            messageBar_->post(
                {MessageBar::Kind::Error, tr("The background cannot be computed so."), why, {}, {}});
    });
    connect(canvas_, &Canvas::maskPathChanged, this, &MainWindow::refreshMaskPath);
    refreshMaskPath();
    connect(&document_, &app::Document::labelsChanged, this, [this] { refreshPixel(hoveredPixel_); });
    connect(&document_, &app::Document::maskChanged, this, [this] { refreshPixel(hoveredPixel_); });
}

void MainWindow::connectWork() {
    connect(&engine_, &app::Engine::busyChanged, this, &MainWindow::refreshWork);
    connect(&engine_, &app::Engine::progressed, progress_, [this](double fraction) {
        if (!opener_->isLoading()) progress_->setFraction(fraction);
    });
    connect(opener_, &PhotoOpener::progressed, progress_, &ProgressLine::setFraction);
    connect(progress_, &ProgressLine::showingChanged, this, &MainWindow::refreshWork);
    connect(status_, &StatusLine::cancelClicked, this, &MainWindow::stop);
    connect((*actions_)[ActionId::Cancel], &QAction::triggered, this, &MainWindow::stop);
    connect(&document_, &app::Document::maskChanged, this, &MainWindow::refreshSolve);
    connect(&document_, &app::Document::photoChanged, this, &MainWindow::refreshSolve);
    connect(&document_, &app::Document::hintChanged, this, [this] { refreshSolve(); });
    connect(&document_, &app::Document::solveFailed, this, [this](const QString& message) {
        messageBar_->post({MessageBar::Kind::Error, tr("No new mask."), message, {}, {}});
    });
    connect((*actions_)[ActionId::SolveNow], &QAction::triggered, this, [this] {
        if (!document_.hint().isEmpty())
            messageBar_->post(
                {MessageBar::Kind::Note, tr("There is nothing to cut yet."), document_.hint(), {}, {}});
    });
}

void MainWindow::connectBackground() {
    BackgroundPanel& panel = panels_->background();
    connect(&panel, &BackgroundPanel::openWanted, this, [this](const app::PictureSource& picture) {
        guard_->beforeLosingWork([=, this] { opener_->openPicture(picture); });
    });
    QAction* kernels = (*actions_)[ActionId::OwnKernels];
    kernels->setChecked(settings_.ownKernels());
    connect(kernels, &QAction::toggled, this, [this](bool offered) {
        settings_.setOwnKernels(offered);
        panels_->background().setOwnKernels(offered);
    });
    connect(&panel, &BackgroundPanel::viewWanted, (*actions_)[ActionId::ViewNewBackground],
            &QAction::trigger);
    connect(&panel.saver(), &PictureSaver::reported, messageBar_, &MessageBar::post);
    connect(&panel.saver(), &PictureSaver::busyChanged, this, &MainWindow::refreshWork);
    connect(&panel.saver(), &PictureSaver::progressed, progress_, &ProgressLine::setFraction);
}

void MainWindow::connectWindow() {
    const Actions& a = *actions_;
    connect(a[ActionId::Quit], &QAction::triggered, this, &QWidget::close);
    connect(a[ActionId::FullScreen], &QAction::toggled, this,
            [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    connect(a[ActionId::Help], &QAction::triggered, this, [this] {
        if (!help_) {
            const auto frame = document_.maskFrame();
            const QStringList machine{driverText(openGlDriver()),
                                      frame ? cutText(frame.get()) : backendText(backend_),
                                      maskPathText(canvas_->maskPath())};
            help_ = new HelpDialog(*actions_, machine.join(' '), this);
            help_->setAttribute(Qt::WA_DeleteOnClose);
        }
        help_->show();
        help_->raise();
        help_->activateWindow();
    });
    for (const auto& [id, scheme] : kSchemes) {
        a[id]->setChecked(theme_.scheme() == scheme);
        connect(a[id], &QAction::triggered, this, [this, scheme = scheme] {
            theme_.setScheme(scheme);
            settings_.setScheme(scheme);
        });
    }
}

void MainWindow::chooseFile() {
    QStringList patterns;
    for (const std::string& extension : io::readableExtensions()) {
        patterns << "*." + QString::fromStdString(extension);
        patterns << "*." + QString::fromStdString(extension).toUpper();
    }
    QString folder = settings_.lastFolder();
    if (folder.isEmpty()) folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    auto* dialog = new QFileDialog(this, tr("Open a photo"), folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Photos (%1)").arg(patterns.join(' ')), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openPath);
    dialog->open();
}

void MainWindow::openPath(const QString& path) {
    guard_->beforeLosingWork([this, path] { opener_->open(path); });
}

void MainWindow::openScene() {
    guard_->beforeLosingWork([this] { opener_->openScene(); });
}

void MainWindow::takePhoto(const OpenedPhoto& opened) {
    try {
        document_.setPhoto(opened.photo);
    } catch (const std::exception& e) {
        return showOpenFailure(opened.path, QString::fromUtf8(e.what()));
    }
    photoName_ = opened.name;
    messageBar_->dismiss();
    if (!opened.photo->warnings.empty()) {
        QStringList warnings;
        for (const std::string& warning : opened.photo->warnings) warnings << QString::fromStdString(warning);
        messageBar_->post(
            {MessageBar::Kind::Warning, tr("%1 was opened.").arg(opened.name), warnings.join(' '), {}, {}});
    }
    if (!opened.path.isEmpty()) {
        settings_.addRecentFile(opened.path);
        settings_.setLastFolder(QFileInfo(opened.path).absolutePath());
        app::runAside(
            this,
            [opened, recent = settings_.recentFiles()] {
                app::storeThumbnail(opened.path, opened.photo->srgb->view());
                app::keepOnlyThumbnailsOf(recent);
                return true;
            },
            [this](const app::Outcome<bool>&) { refreshRecent(); });
    }
    topBar_->setHasPhoto(true);
    pages_->setCurrentWidget(editorPage_);
    canvas_->setFocus();
    status_->setZoom(canvas_->viewport().zoom());
    refreshSolve();
    refreshTitle();
}

void MainWindow::showOpenFailure(const QString& path, const QString& reason) {
    if (!QFileInfo::exists(path)) {
        settings_.removeRecentFile(path);
        refreshRecent();
    }
    messageBar_->post({MessageBar::Kind::Error, tr("The photo could not be opened."), reason,
                       tr("Open another…"), [this] { chooseFile(); }});
}

void MainWindow::refreshRecent() {
    const QStringList recent = settings_.recentFiles();
    startPage_->setRecentFiles(recent);
    recentMenu_->clear();
    for (const QString& path : recent)
        connect(recentMenu_->addAction(QDir::toNativeSeparators(path).replace("&", "&&")),
                &QAction::triggered, this, [this, path] { openPath(path); });
    recentMenu_->menuAction()->setVisible(!recent.isEmpty());
}

void MainWindow::refreshTitle() {
    setWindowModified(guard_->hasUnsavedWork());
    setWindowTitle(document_.hasPhoto() ? tr("%1[*] – Fretsaw").arg(photoName_) : tr("Fretsaw"));
}

void MainWindow::refreshWork() {
    QString work;
    if (opener_->isLoading())
        work = tr("Opening %1…").arg(loadingName_);
    else if (exporter_->isWriting() || panels_->background().saver().isWriting())
        work = tr("Writing…");
    else if (engine_.busy())
        work = tr("Cutting…");
    if (work.isEmpty())
        progress_->end();
    else
        progress_->begin();
    status_->setWork(progress_->isShowing() ? work : QString());
}

void MainWindow::refreshSolve() {
    const auto frame = document_.maskFrame();
    status_->setSolve(solveText(frame.get()), solveDetails(frame.get()));
    if (frame && !frame->result.backend.device.empty()) setBackend(frame->result.backend);
    status_->setHint(hintText(document_));
}

void MainWindow::refreshMaskPath() {
    const MaskPath path = canvas_->maskPath(), before = std::exchange(maskPath_, path);
    engine_.setFetchesMasks(path.kind == MaskPath::Kind::Copied);
    if (path.failed && !before.failed)
        messageBar_->post({MessageBar::Kind::Note,
                           tr("Masks come to the window through memory now."),
                           QString::fromStdString(path.reason),
                           {},
                           {}});
}

void MainWindow::refreshPixel(QPoint pixel) {
    hoveredPixel_ = pixel;
    status_->setPixel(pixelText(document_, pixel));
}

void MainWindow::setBackend(const BackendUse& use) {
    backend_ = use;
    status_->setBackend(backendText(use));
}

void MainWindow::stop() {
    // The nearest thing to the hand first; strokes are never taken away by it.
    if (canvas_->cancelGesture()) return;
    if (opener_->isLoading()) return opener_->cancel();
    if (PictureSaver& saver = panels_->background().saver(); saver.isWriting()) return saver.cancel();
    if (engine_.busy() || exporter_->isWaiting()) {
        exporter_->cancel();
        return document_.cancelSolve();
    }
    messageBar_->dismiss();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (mayClose_ || !guard_->hasUnsavedWork()) {
        settings_.setWindowGeometry(saveGeometry());
        event->accept();
        return;
    }
    event->ignore();
    guard_->beforeLosingWork([this] {
        mayClose_ = true;
        close();
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (droppedFile(*event->mimeData()).isEmpty()) return;
    event->acceptProposedAction();
    startPage_->setDropHighlighted(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    startPage_->setDropHighlighted(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
    startPage_->setDropHighlighted(false);
    event->acceptProposedAction();
    openPath(droppedFile(*event->mimeData()));
}

}  // namespace fretsaw::ui
