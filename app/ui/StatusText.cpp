// Sentences of the status bar.
// Text only; no widgets.
#include "app/ui/StatusText.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/cuda/Devices.h"

namespace fretsaw::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("fretsaw::ui::StatusText", text);
}

QString labelText(const app::Document& document, int x, int y) {
    switch (document.labels()(x, y)) {
        case Label::SureForeground:
            return tr("sure foreground");
        case Label::SureBackground:
            return tr("sure background");
        case Label::ProbableForeground:
            return tr("probable foreground");
        case Label::ProbableBackground:
            return tr("probable background");
        case Label::None:
            break;
    }
    const auto rect = document.rect();
    if (rect && !rect->contains(x, y)) return tr("outside the rectangle");
    const auto frame = document.shownFrame();
    if (!frame) return {};
    try {
        return frame->result.mask->at(x, y) != 0 ? tr("kept") : tr("cut away");
    } catch (const Error&) {
        return {};  // its GPU was lost before anybody had fetched it; the next mask is the CPU's
    }
}

QString milliseconds(double ms) {
    if (ms < 1000) return tr("%1 ms").arg(ms, 0, 'f', ms < 10 ? 1 : 0);
    return tr("%1 s").arg(ms / 1000, 0, 'f', 1);
}

}  // namespace

QString pixelText(const app::Document& document, QPoint pixel) {
    if (!document.hasPhoto() || !Rect::of(document.size()).contains(pixel.x(), pixel.y())) return {};
    const QString label = labelText(document, pixel.x(), pixel.y());
    const QString place = tr("%1, %2").arg(pixel.x()).arg(pixel.y());
    return label.isEmpty() ? place : place + "  " + label;
}

QString hintText(const app::Document& document) {
    const auto frame = document.maskFrame();
    if (!document.hint().isEmpty() || !frame) return document.hint();
    QStringList warnings;
    for (const std::string& warning : frame->result.warnings) warnings << QString::fromStdString(warning);
    return warnings.join(' ');
}

QString solveText(const app::MaskFrame* frame) {
    if (!frame) return {};
    const QString time = milliseconds(frame->result.totalMs);
    return frame->result.certified ? tr("solved in %1, exact").arg(time) : tr("solved in %1").arg(time);
}

QString backendText(const BackendUse& use) {
    if (use.gpu) {
        const QString name = tr("GPU: %1").arg(QString::fromStdString(use.device));
        const std::uint64_t mebibytes = gpuMemoryBytes() >> 20;
        return mebibytes == 0 ? name : tr("%1, %2 MiB").arg(name).arg(mebibytes);
    }
    QString reason = QString::fromStdString(use.reason);
    if (reason.endsWith('.')) reason.chop(1);
    // In the middle of a sentence, unless it begins with an abbreviation.
    if (reason.size() > 1 && reason[1].isLower()) reason[0] = reason[0].toLower();
    return reason.isEmpty() ? tr("CPU") : tr("CPU: %1").arg(reason);
}

QString driverText(const OpenGlDriver& driver) {
    if (driver.drawing == Drawing::None) return tr("There is no OpenGL here.");
    return tr("Drawn with OpenGL %1 by %2 (%3).").arg(driver.version, driver.renderer, driver.vendor);
}

QString cutText(const app::MaskFrame* frame) {
    if (!frame || frame->result.backend.device.empty()) return tr("Nothing has been cut yet.");
    const BackendUse& use = frame->result.backend;
    return tr("Cut by %1. %2").arg(QString::fromStdString(use.device), QString::fromStdString(use.reason));
}

QString maskPathText(const MaskPath& path) {
    switch (path.kind) {
        case MaskPath::Kind::Host:
            return tr("Masks come to the window from memory: no GPU has made any.");
        case MaskPath::Kind::Direct:
            return tr("Masks go from the GPU's memory straight to the window.");
        case MaskPath::Kind::Copied:
            break;
    }
    return tr("Masks come to the window through memory. %1").arg(QString::fromStdString(path.reason));
}

QString solveDetails(const app::MaskFrame* frame) {
    if (!frame) return {};
    const SegmentResult& r = frame->result;
    const QLocale locale;
    QString text = tr("Colours %1, cut %2, %3 iterations.")
                       .arg(milliseconds(r.modelMs), milliseconds(r.solveMs))
                       .arg(r.iterations);
    text += "\n" + tr("%1 pixels are kept.").arg(locale.toString(qint64{r.foregroundPixels}));
    if (r.certified)
        text +=
            "\n" +
            tr("Exact: flow and cut are both %1, so no cut is cheaper.").arg(locale.toString(qint64{r.cut}));
    return text;
}

}  // namespace fretsaw::ui
