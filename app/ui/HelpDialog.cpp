// The help window: every key, from the actions themselves, the pages of resources/help, and what this
// program is. No key is written down twice: the list comes from the actions.
#include "app/ui/HelpDialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTabWidget>
#include <QTextBrowser>
#include <QUrl>
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
        {HelpDialog::tr("Double-click on a slider"), HelpDialog::tr("Back to the default")},
        {HelpDialog::tr("Shift while dragging a slider"), HelpDialog::tr("Fine steps")},
        {HelpDialog::tr("Enter, Ctrl+Enter in a formula"),
         HelpDialog::tr("Take it at once; with Ctrl without a new line, and show the picture again")},
        {HelpDialog::tr("Arrow keys"), HelpDialog::tr("Move the rectangle by 1 pixel, with Shift by 10")},
    };
    QString html;
    for (const auto& [keys, what] : rows)
        html +=
            QString("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
    return html;
}

QTextBrowser* newPage(const QString& title) {
    auto* page = new QTextBrowser;
    page->setAccessibleName(title);
    page->setFrameShape(QFrame::NoFrame);
    return page;
}

/// Every page of resources/help as a tab, named by its first line.
void addPages(QTabWidget& tabs) {
    for (const QFileInfo& info : QDir(":/help").entryInfoList({"*.md"}, QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly)) continue;
        QString title = QString::fromUtf8(file.readLine()).remove('#').trimmed();
        QTextBrowser* page = newPage(title);
        page->setOpenLinks(false);  // to other pages they would have to change the tab
        page->setSource(QUrl("qrc" + info.filePath()), QTextDocument::MarkdownResource);
        tabs.addTab(page, title);
    }
}

}  // namespace

HelpDialog::HelpDialog(const Actions& actions, const QString& machine, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Help"));
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
    QTextBrowser* keys = newPage(tr("Keys"));
    keys->setHtml(html);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(keys, tr("Keys"));
    addPages(*tabs);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(about);
    column->addWidget(tabs, 1);
    column->addWidget(buttons);
    resize(620, 640);
}

}  // namespace fretsaw::ui
