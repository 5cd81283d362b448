// The bar under the toolbar: one message, one action, one close button.
// It knows nothing of what it reports.
#include "app/ui/MessageBar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "app/ui/Icons.h"
#include "app/ui/Theme.h"

namespace fretsaw::ui {
namespace {

constexpr int kDoneMs = 8000;

QString iconOf(MessageBar::Kind kind) {
    switch (kind) {
        case MessageBar::Kind::Done:
            return "success";
        case MessageBar::Kind::Note:
            return "info";
        case MessageBar::Kind::Warning:
            return "warning";
        case MessageBar::Kind::Error:
            return "error";
    }
    return "info";
}

QColor colourOf(MessageBar::Kind kind, const Tones& tones) {
    switch (kind) {
        case MessageBar::Kind::Done:
            return tones.good;
        case MessageBar::Kind::Note:
            return tones.text;
        case MessageBar::Kind::Warning:
            return tones.warning;
        case MessageBar::Kind::Error:
            return tones.bad;
    }
    return tones.text;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      mark_(new QLabel),
      text_(new QLabel),
      actionButton_(new QPushButton),
      closeButton_(new QToolButton),
      timer_(new QTimer(this)) {
    setObjectName("messageBar");
    setAccessibleName(tr("Message"));
    mark_->setFixedSize(24, 24);
    mark_->setAccessibleName(tr("Kind of message"));
    text_->setObjectName("messageText");
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    text_->setMinimumWidth(1);
    actionButton_->setObjectName("messageAction");
    closeButton_->setIcon(themedIcon("close"));
    closeButton_->setIconSize({20, 20});
    closeButton_->setAutoRaise(true);
    closeButton_->setAccessibleName(tr("Close the message"));
    closeButton_->setToolTip(tr("Close the message (Esc)"));
    timer_->setSingleShot(true);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 8, 8);
    row->setSpacing(12);
    row->addWidget(mark_, 0, Qt::AlignVCenter);
    row->addWidget(text_, 1);
    row->addWidget(actionButton_, 0, Qt::AlignVCenter);
    row->addWidget(closeButton_, 0, Qt::AlignVCenter);

    connect(timer_, &QTimer::timeout, this, &MessageBar::dismiss);
    connect(closeButton_, &QToolButton::clicked, this, &MessageBar::dismiss);
    connect(actionButton_, &QPushButton::clicked, this, [this] {
        const auto action = message_.action;  // dismiss() forgets the message
        dismiss();
        if (action) action();
    });
    hide();
}

void MessageBar::post(const Message& message) {
    message_ = message;
    QString html = "<b>" + message.title.toHtmlEscaped() + "</b>";
    if (!message.detail.isEmpty()) html += "&ensp;" + message.detail.toHtmlEscaped();
    text_->setText(html);
    text_->setAccessibleName(message.title + ". " + message.detail);
    actionButton_->setVisible(!message.actionText.isEmpty());
    actionButton_->setText(message.actionText);
    actionButton_->setAccessibleName(message.actionText);
    paintMark();
    show();
    if (message.kind == Kind::Done)
        timer_->start(kDoneMs);
    else
        timer_->stop();
    QAccessibleEvent spoken(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&spoken);
}

bool MessageBar::dismiss() {
    if (isHidden()) return false;
    timer_->stop();
    message_ = {};
    hide();
    return true;
}

void MessageBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) paintMark();
    QFrame::changeEvent(event);
}

void MessageBar::paintMark() {
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    mark_->setPixmap(
        tintedPixmap(iconOf(message_.kind), 24, devicePixelRatioF(), colourOf(message_.kind, tonesOf(dark))));
}

}  // namespace fretsaw::ui
