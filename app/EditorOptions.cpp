// The editor's command line: parsing and the help text.
// Nothing is opened or shown here.
#include "app/EditorOptions.h"

namespace fretsaw::app {
namespace {

constexpr auto kHelp =
    "Usage: fretsaw [OPTIONS] [PHOTO]\n"
    "Cut objects out of photos: drag a box, paint what the cut missed, export the mask.\n"
    "\n"
    "  --sample             open a generated scene instead of a photo\n"
    "  --theme light|dark   do not follow the system's colours\n"
    "  --scale N            screen scale, 0.5 to 4, instead of the system's\n"
    "  --no-interop         copy masks of a GPU through memory instead of straight to the window\n"
    "  --self-test          cut a generated scene, compare the window with the CPU's mask, print\n"
    "                       a report and exit: 0 if all is right, else 1; --size WxH sets the\n"
    "                       scene's size, 1800x1200 unless given\n"
    "  --version            print the version and exit\n"
    "  -h, --help           print this text and exit\n"
    "\n"
    "Pictures of the window (opens it, waits for the mask, saves and exits):\n"
    "  --screenshot OUT.png\n"
    "  --size WxH           size of the window, 1280x800 unless given\n"
    "  --view overlay|bw|checker|background\n"
    "  --rect X,Y,W,H       the rectangle, in pixels of the photo\n"
    "  --strokes FILE.json  strokes to paint, as fretsaw-cli cut reads them\n"
    "  --background RECIPE  shows the background's panel with this picture\n"
    "\n"
    "fretsaw-cli does the same work without a window.\n";

/// Thrown and caught within this file: one sentence about the wrong argument.
struct UsageError {
    QString sentence;
};

double toScale(const QString& text) {
    bool ok = false;
    const double scale = text.toDouble(&ok);
    if (!ok || !(scale >= 0.5 && scale <= 4)) throw UsageError{"--scale takes a number from 0.5 to 4."};
    return scale;
}

QSize toSize(const QString& text) {
    const QStringList parts = text.split('x');
    bool okWidth = false, okHeight = false;
    const QSize size =
        parts.size() == 2 ? QSize(parts[0].toInt(&okWidth), parts[1].toInt(&okHeight)) : QSize();
    if (!okWidth || !okHeight || size.width() < 320 || size.height() < 240 || size.width() > 16384 ||
        size.height() > 16384)
        throw UsageError{"--size takes WIDTHxHEIGHT, from 320x240 to 16384x16384."};
    return size;
}

Rect toRect(const QString& text) {
    const QStringList parts = text.split(',');
    int numbers[4] = {};
    bool ok = parts.size() == 4;
    for (int i = 0; ok && i < 4; ++i) numbers[i] = parts[i].toInt(&ok);
    if (!ok) throw UsageError{"--rect takes four whole numbers: X,Y,WIDTH,HEIGHT."};
    return Rect{numbers[0], numbers[1], numbers[2], numbers[3]}.normalized();
}

QString oneOf(const QString& option, const QString& text, const QStringList& allowed) {
    if (!allowed.contains(text)) throw UsageError{option + " takes " + allowed.join(" or ") + "."};
    return text;
}

/// Reads arguments one by one into options().
class Parser {
public:
    explicit Parser(const QStringList& arguments) : rest_(arguments) {
        while (!rest_.isEmpty()) takeArgument();
        if (options_.sample && !options_.photoPath.isEmpty())
            throw UsageError{"Give a photo or --sample, not both."};
        const bool screenshot = !screenshot_.outputPath.isEmpty();
        if (partOfScreenshot_ && !screenshot)
            throw UsageError{"--view, --rect, --strokes and --background belong to --screenshot."};
        if (size_ && !screenshot && !selfTest_)
            throw UsageError{"--size belongs to --screenshot or --self-test."};
        if (selfTest_ && (screenshot || options_.sample || !options_.photoPath.isEmpty()))
            throw UsageError{"--self-test makes its own picture and takes none."};
        if (screenshot) options_.screenshot = screenshot_;
        if (screenshot && size_) options_.screenshot->windowSize = *size_;
        if (selfTest_) options_.selfTest.emplace();
        if (selfTest_ && size_) options_.selfTest->picture = {size_->width(), size_->height()};
    }
    [[nodiscard]] const EditorOptions& options() const { return options_; }

private:
    void takeArgument() {
        const QString argument = rest_.takeFirst();
        if (onlyPaths_ || !argument.startsWith('-')) {
            if (!options_.photoPath.isEmpty()) throw UsageError{"Only one photo can be opened at a time."};
            options_.photoPath = argument;
        } else if (argument == "--") {
            onlyPaths_ = true;
        } else {
            const auto equals = argument.indexOf('=');
            if (equals > 0) rest_.prepend(argument.mid(equals + 1));
            takeOption(argument.left(equals), equals > 0);
        }
    }

    void takeOption(const QString& name, bool valueIsAttached) {
        const bool isFlag = name == "--sample" || name == "--no-interop" || name == "--self-test";
        const QStringList withValue{"--theme", "--scale",   "--screenshot", "--size",
                                    "--rect",  "--strokes", "--view",       "--background"};
        if (!isFlag && !withValue.contains(name)) throw UsageError{"Unknown option " + name + "."};
        if (isFlag && valueIsAttached) throw UsageError{name + " takes no value."};
        if (isFlag) {
            options_.sample |= name == "--sample";
            options_.interop &= name != "--no-interop";
            selfTest_ |= name == "--self-test";
            return;
        }
        if (rest_.isEmpty()) throw UsageError{name + " needs a value."};
        const QString value = rest_.takeFirst();
        partOfScreenshot_ |=
            name == "--rect" || name == "--view" || name == "--strokes" || name == "--background";
        if (name == "--theme") options_.theme = oneOf(name, value, {"light", "dark"});
        if (name == "--scale") options_.scale = toScale(value);
        if (name == "--screenshot") screenshot_.outputPath = value;
        if (name == "--size") size_ = toSize(value);
        if (name == "--rect") screenshot_.rect = toRect(value);
        if (name == "--background") screenshot_.background = value;
        if (name == "--strokes") screenshot_.strokesPath = value;
        if (name == "--view")
            screenshot_.view = oneOf(name, value, {"overlay", "bw", "checker", "background"});
    }

    QStringList rest_;
    bool onlyPaths_ = false, partOfScreenshot_ = false, selfTest_ = false;
    std::optional<QSize> size_;
    EditorOptions options_;
    ScreenshotOptions screenshot_;
};

}  // namespace

ParsedOptions parseEditorOptions(const QStringList& arguments) {
    const QStringList asked = arguments.mid(0, arguments.indexOf("--"));  // after "--" only paths follow
    if (asked.contains("--help") || asked.contains("-h")) return {std::nullopt, kHelp, 0};
    if (asked.contains("--version")) return {std::nullopt, "fretsaw " FRETSAW_VERSION "\n", 0};
    try {
        return {Parser(arguments).options(), {}, 0};
    } catch (const UsageError& error) {
        return {std::nullopt, error.sentence + "\nTry fretsaw --help.\n", 2};
    }
}

}  // namespace fretsaw::app
