// The editor's start: options, display, document and window. Everything else has its own place.
// No behaviour of the window here.
#include <QApplication>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "app/Aside.h"
#include "app/Document.h"
#include "app/EditorOptions.h"
#include "app/Engine.h"
#include "app/Settings.h"
#include "app/ui/Canvas.h"
#include "app/ui/MainWindow.h"
#include "app/ui/MessageBar.h"
#include "app/ui/ScreenshotSession.h"
#include "app/ui/SelfTest.h"
#include "app/ui/Theme.h"
#include "core/cuda/ChooseBackend.h"

namespace {

using namespace fretsaw;

/// Qt ends the process with a core dump where there is no display; people get a sentence instead.
void explainMissingDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtFatalMsg) return;
    std::fprintf(stderr,
                 "fretsaw: no display could be opened, and the editor needs one.\n"
                 "Set DISPLAY or WAYLAND_DISPLAY, or use fretsaw-cli, which needs none.\n(%s)\n",
                 qUtf8Printable(text.section('\n', 0, 0)));
    std::_Exit(1);
}

/// What no other place has caught ends here: the person is told, and the work goes on.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::exception& e) {
            std::fprintf(stderr, "fretsaw: %s\n", e.what());
            if (window)
                window->messageBar().post({ui::MessageBar::Kind::Error,
                                           tr("Something went wrong; the work goes on."),
                                           QString::fromUtf8(e.what()),
                                           {},
                                           {}});
        }
        return false;
    }

    ui::MainWindow* window = nullptr;
};

ui::Scheme schemeOf(const app::EditorOptions& options, const app::Settings& settings) {
    if (options.theme == "dark") return ui::Scheme::Dark;
    if (options.theme == "light") return ui::Scheme::Light;
    return settings.scheme();
}

int runEditor(int argc, char** argv, const app::EditorOptions& options, BackendWish wish) {
    if (options.scale > 0) qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
    QSurfaceFormat::setDefaultFormat(ui::Canvas::defaultSurfaceFormat());
    const auto usualHandler = qInstallMessageHandler(explainMissingDisplay);
    Application application(argc, argv);
    qInstallMessageHandler(usualHandler);
    QApplication::setApplicationName("fretsaw");
    QApplication::setApplicationDisplayName("Fretsaw");
    QApplication::setApplicationVersion(FRETSAW_VERSION);
    QApplication::setDesktopFileName("fretsaw");

    // A picture for the documentation must not depend on anyone's preferences, nor change them.
    const std::optional<QTemporaryDir> scratch =
        options.screenshot || options.selfTest ? std::optional<QTemporaryDir>(std::in_place) : std::nullopt;
    app::Settings settings = scratch ? app::Settings(scratch->filePath("settings.ini")) : app::Settings();
    ui::Theme theme(schemeOf(options, settings));
    app::Engine engine([wish] { return makeSegmenter(chooseBackend(wish)); });
    app::Document document(engine);
    ui::MainWindow window(document, engine, settings, theme);
    application.window = &window;
    // Asking a driver may take a while.
    app::runAside(
        &window, [wish] { return chooseBackend(wish).use; },
        [&window](const app::Outcome<BackendUse>& use) {
            if (use.value) window.setBackend(*use.value);
        });

    if (!options.interop) window.canvas().disableInterop("--no-interop was given.");
    std::optional<ui::ScreenshotSession> session;
    if (options.screenshot) session.emplace(window, document, options);
    window.show();
    std::optional<ui::SelfTest> selfTest;
    if (options.selfTest) {
        app::SelfTestOptions wanted = *options.selfTest;
        wanted.needsGpu = wish == BackendWish::Cuda;
        selfTest.emplace(window, document, engine, wanted);
    }
    if (options.sample) window.openScene();
    if (!options.photoPath.isEmpty()) window.openPath(options.photoPath);
    const int code = QApplication::exec();
    application.window = nullptr;
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error like a full disk
    try {
        QStringList arguments;
        for (int i = 1; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
        const app::ParsedOptions parsed = app::parseEditorOptions(arguments);
        if (!parsed.options) {
            std::fputs(qUtf8Printable(parsed.text), parsed.exitCode == 0 ? stdout : stderr);
            return parsed.exitCode;
        }
        const auto wish = environmentWish();
        if (!wish) {
            std::fputs("fretsaw: FRETSAW_BACKEND must be auto, cpu or cuda.\n", stderr);
            return 2;
        }
        return runEditor(argc, argv, *parsed.options, *wish);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fretsaw: %s\n", e.what());
    } catch (...) {
        std::fputs("fretsaw: an unknown error ended the program.\n", stderr);
    }
    return 1;
}
