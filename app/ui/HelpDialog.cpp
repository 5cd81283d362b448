// The help window: every key, from the actions themselves, and what this program is.
// No key is written down twice: the list comes from the actions.
#include "app/ui/HelpDialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "app/ui/Actions.h"

namespace fretsaw::ui {
namespace {

/// Rows for what the mouse does, which no action stands for.
QString mouseRows() {
    const std::pair<QString, QString> rows[] = {
        {HelpDialog::tr("Wheel, pinch"), HelpDialog::tr("Zoom about the pointer")},
        {HelpDialog::tr("Space, middle button"), HelpDialog::tr("Move the picture, also while painting")},
        {HelpDialog::tr("Right button"), HelpDialog::tr("Paint the opposite label")},
        {HelpDialog::tr("Ctrl while painting"), HelpDialog::tr("Probable instead of sure")},
        {HelpDialog::tr("Shift+click"), HelpDialog::tr("Straight line from the last stroke")},
        {HelpDialog::tr("Shift+wheel"), HelpDialog::tr("Brush size")},
        {HelpDialog::tr("Arrow keys"), HelpDialog::tr("Move the rectangle by 1 pixel, with Shift by 10")},
    };
    QString html;
    for (const auto& [keys, what] : rows)
        html +=
            QString("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
    return html;
}

}  // namespace

HelpDialog::HelpDialog(const Actions& actions, const QString& machine, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keys and about"));
    setAccessibleName(windowTitle());
    QString html = "<table cellpadding='4'>" + mouseRows();
    for (const QAction* action : actions.all()) {
        const QString keys = keysText(*action);
        if (keys.isEmpty()) continue;
        html += QString("<tr><td><b>%1</b></td><td>%2 – %3</td></tr>")
                    .arg(keys.toHtmlEscaped(), QString(action->iconText()).replace("&&", "&").toHtmlEscaped(),
                         action->statusTip().toHtmlEscaped());
    }
    html += "</table>";

    auto* about =
        new QLabel(tr("<b>Fretsaw %1</b><br>Exact cut-outs from photos. Apache License 2.0. Built with Qt %2 "
                      "(LGPL).<br>It works on this machine alone and never uses the network.<br>%3")
                       .arg(FRETSAW_VERSION, qVersion(), machine.toHtmlEscaped()));
    about->setWordWrap(true);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* keys = new QTextBrowser;
    keys->setAccessibleName(tr("Keys"));
    keys->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(about);
    column->addWidget(keys, 1);
    column->addWidget(buttons);
    resize(560, 600);
}

}  // namespace fretsaw::ui
