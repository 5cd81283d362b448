// The editor's command line: what was asked for.
// Nothing is opened or shown here.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "core/image/Geometry.h"

namespace fretsaw::app {

/// A picture of the window for the documentation: open, cut, grab, leave.
struct ScreenshotOptions {
    QString outputPath;
    QSize windowSize{1280, 800};  ///< logical pixels
    std::optional<Rect> rect;     ///< none: the scene's own box, or no rectangle
    QString strokesPath;          ///< file of strokes, painted after the rectangle; empty: none
    QString background;           ///< recipe of a background: it is used, and its panel shown; empty: none
    QString view = "overlay";     ///< overlay, bw, checker, background
};

/// A check of this machine: cut a generated scene, compare what the window shows with the CPU's mask, leave.
struct SelfTestOptions {
    Size picture{1800, 1200};
    bool needsGpu = false;  ///< it is wrong if the CPU cuts
};

struct EditorOptions {
    QString photoPath;    ///< empty: none
    bool sample = false;  ///< a generated scene instead of a photo
    QString theme;        ///< light, dark; empty: as set by the person
    double scale = 0;     ///< screen scale; 0: the system's
    bool interop = true;  ///< masks may go from a GPU straight to the window
    std::optional<ScreenshotOptions> screenshot;
    std::optional<SelfTestOptions> selfTest;  ///< never with photo, sample or screenshot
};

/// What parsing came to: options to run with, or a text to print and an exit code (0 for --help and
/// --version, 2 for wrong usage, whose text belongs on stderr).
struct ParsedOptions {
    std::optional<EditorOptions> options;
    QString text;
    int exitCode = 0;
};

/// Arguments without the program's name. Needs no QApplication and no display.
[[nodiscard]] ParsedOptions parseEditorOptions(const QStringList& arguments);

}  // namespace fretsaw::app
