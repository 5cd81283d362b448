// The tabs at the right.
// Nothing else is here.
#include "app/ui/Panels.h"

#include <QTabBar>

#include "app/ui/Canvas.h"
#include "app/ui/CutPanel.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/BackgroundPanel.h"
#include "app/ui/background/PicturePreview.h"

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
    connect(&background_->preview(), &PicturePreview::played, &canvas, [this, &canvas](double seconds) {
        if (background_->editor().isInUse() && !canvas.background().busy())
            canvas.background().setTime(seconds);
        else if (seconds == 0)
            canvas.background().setTime(0);
    });
    for (const SidePanel* panel : std::initializer_list<const SidePanel*>{cut, background_})
        connect(panel, &SidePanel::left, this, &Panels::left);
}

}  // namespace fretsaw::ui
