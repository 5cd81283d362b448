// The three hints of the first use and when each of them is done.
// No knowledge of tools and keys beyond their names.
#include "app/ui/FirstSteps.h"

#include <QEvent>
#include <algorithm>

#include "app/ui/Exporter.h"

namespace fretsaw::ui {
namespace {

constexpr int kBox = 0, kPaint = 1, kExport = 2, kAllDone = 3;
constexpr int kFromEdge = 16;

}  // namespace

FirstSteps::FirstSteps(QWidget& canvas, app::Document& document, Exporter& exporter, app::Settings& settings)
    : QLabel(&canvas), document_(document), settings_(settings) {
    setObjectName("firstSteps");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAlignment(Qt::AlignCenter);
    hide();
    if (settings_.firstSteps() >= kAllDone) return;
    canvas.installEventFilter(this);
    connect(&document_, &app::Document::photoChanged, this, &FirstSteps::refresh);
    connect(&document_, &app::Document::maskChanged, this, [this] {
        if (document_.shownFrame()) finish(kBox);
    });
    connect(&document_, &app::Document::labelsChanged, this, [this] { finish(kPaint); });
    connect(&exporter, &Exporter::finished, this, [this](bool ok) {
        if (ok) finish(kExport);
    });
}

void FirstSteps::finish(int step) {
    if (settings_.firstSteps() != step) return;
    settings_.setFirstSteps(step + 1);
    refresh();
}

void FirstSteps::refresh() {
    const QString hints[] = {tr("Drag a box around the object"),
                             tr("Paint what is missing with F, what is too much with B"),
                             tr("Export the mask with Ctrl+E")};
    const int step = settings_.firstSteps();
    if (!document_.hasPhoto() || step >= kAllDone) return hide();
    setText(hints[step]);
    const QSize room = parentWidget()->size();
    resize(std::min(sizeHint().width(), room.width()), sizeHint().height());
    move((room.width() - width()) / 2, room.height() - height() - kFromEdge);
    show();
}

bool FirstSteps::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) refresh();
    return QLabel::eventFilter(watched, event);
}

}  // namespace fretsaw::ui
