// Sentences of the status bar and of About: the pixel under the pointer, the last solve, the machine. Text
// only. No widgets here.
#pragma once

#include <QPoint>
#include <QString>

#include "app/Document.h"
#include "app/ui/CanvasView.h"

namespace fretsaw::ui {

/// "1204, 866  sure foreground": coordinates, and what is known or was cut there. Empty outside the photo.
[[nodiscard]] QString pixelText(const app::Document& document, QPoint pixel);

/// What is missing before there can be a mask or, once there is one, what is odd about it ("The mask is
/// empty.").
[[nodiscard]] QString hintText(const app::Document& document);

/// "solved in 41 ms, exact"; empty without a frame.
[[nodiscard]] QString solveText(const app::MaskFrame* frame);

/// "GPU: NVIDIA H200, 401 MiB" with the memory it is using, or "CPU: no NVIDIA driver is installed".
[[nodiscard]] QString backendText(const BackendUse& use);

/// Sentences of About: who draws, what computed the last mask and why, and how it came to the window.
[[nodiscard]] QString driverText(const OpenGlDriver& driver);
[[nodiscard]] QString cutText(const app::MaskFrame* frame);
[[nodiscard]] QString maskPathText(const MaskPath& path);

/// Several lines for the tooltip: what exact means, iterations, size of the cut.
[[nodiscard]] QString solveDetails(const app::MaskFrame* frame);

}  // namespace fretsaw::ui
