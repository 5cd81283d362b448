// The tabs at the right.
// Nothing else is here.
#include "app/ui/Panels.h"

#include <QTabBar>

#include "app/ui/CutPanel.h"
#include "app/ui/background/BackgroundPanel.h"

namespace fretsaw::ui {

Panels::Panels(app::Document& document, app::Settings& settings, Canvas& canvas, const Actions& actions,
               QWidget* parent)
    : QTabWidget(parent), background_(new BackgroundPanel(document, settings, app::makeUsualGenerator)) {
    setObjectName("panels");
    setDocumentMode(true);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    tabBar()->setFocusPolicy(Qt::TabFocus);
    tabBar()->setExpanding(true);
    tabBar()->setAccessibleName(tr("Panels"));
    auto* cut = new CutPanel(document, canvas, actions);
    addTab(cut, cut->accessibleName());
    addTab(background_, background_->accessibleName());
    for (const SidePanel* panel : std::initializer_list<const SidePanel*>{cut, background_})
        connect(panel, &SidePanel::left, this, &Panels::left);
}

}  // namespace fretsaw::ui
