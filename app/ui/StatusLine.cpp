// The status bar: its labels and their layout.
// The sentences are made in StatusText.
#include "app/ui/StatusLine.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <cmath>

#include "app/ui/Icons.h"

namespace fretsaw::ui {
namespace {

QLabel* makeLabel(const char* objectName, const QString& accessibleName) {
    auto* label = new QLabel;
    label->setObjectName(objectName);
    label->setAccessibleName(accessibleName);
    label->hide();
    return label;
}

void showText(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      zoom_(makeLabel("zoom", tr("Zoom"))),
      pixel_(makeLabel("pixel", tr("Pixel under the pointer"))),
      work_(makeLabel("work", tr("Work in progress"))),
      cancel_(new QToolButton),
      hint_(makeLabel("hint", tr("Hint"))),
      solve_(makeLabel("solve", tr("Last solve"))),
      backend_(makeLabel("backend", tr("Backend"))) {
    setSizeGripEnabled(false);
    cancel_->setIcon(themedIcon("close"));
    cancel_->setIconSize({16, 16});
    cancel_->setAutoRaise(true);
    cancel_->setObjectName("cancelWork");
    cancel_->setAccessibleName(tr("Cancel"));
    cancel_->setToolTip(tr("Cancel (Esc). The old mask and all strokes stay."));
    cancel_->hide();
    // Widths that do not jump while the pointer moves.
    zoom_->setMinimumWidth(fontMetrics().horizontalAdvance("6400 %") + 16);
    pixel_->setMinimumWidth(fontMetrics().horizontalAdvance("00000, 00000"));
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // gives way before the others

    // One widget for all that a passing message covers: shown by itself meanwhile, a label would lie over it.
    auto* left = new QWidget;
    auto* row = new QHBoxLayout(left);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{zoom_, pixel_, work_, cancel_}) row->addWidget(part);
    row->addWidget(hint_, 1);
    row->addStretch(0);
    addWidget(left, 1);
    addPermanentWidget(solve_);
    addPermanentWidget(backend_);
    connect(cancel_, &QToolButton::clicked, this, &StatusLine::cancelClicked);
}

void StatusLine::setZoom(double zoom) {
    if (zoom <= 0) return showText(zoom_, {});
    const double percent = zoom * 100;
    showText(zoom_, tr("%1 %").arg(percent, 0, 'f', percent < 10 ? 1 : 0));
}

void StatusLine::setPixel(const QString& text) {
    showText(pixel_, text);
}

void StatusLine::setHint(const QString& text) {
    hintText_ = text;
    hint_->setToolTip(text);
    refreshHint();
}

void StatusLine::setWork(const QString& text) {
    showText(work_, text);
    cancel_->setVisible(!text.isEmpty());
    refreshHint();
}

void StatusLine::refreshHint() {
    showText(hint_, work_->text().isEmpty() ? hintText_ : QString());
}

void StatusLine::setSolve(const QString& text, const QString& details) {
    showText(solve_, text);
    solve_->setToolTip(details);
}

void StatusLine::setBackend(const QString& text) {
    showText(backend_, text);
}

}  // namespace fretsaw::ui
