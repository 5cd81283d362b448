// The panel at the right: its sections.
// The fields of a section have files of their own.
#include "app/ui/CutPanel.h"

#include <QCheckBox>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/Settings.h"
#include "app/ui/Actions.h"
#include "app/ui/CleanUpFields.h"
#include "app/ui/RectangleFields.h"
#include "app/ui/SliderField.h"
#include "app/ui/SolverFields.h"
#include "core/segment/Stroke.h"

namespace fretsaw::ui {

CutPanel::CutPanel(app::Document& document, Canvas& canvas, const Actions& actions, QWidget* parent)
    : SidePanel(tr("Cut"), parent) {
    setObjectName("cutPanel");
    addSection(tr("Rectangle"), actions[ActionId::RemoveRectangle])->addWidget(new RectangleFields(document));

    auto* brush = new SliderField(tr("Brush size"), {kMinBrushPx, kMaxBrushPx, app::Settings::kDefaultBrushPx,
                                                     0, tr(" px"), SliderField::Scale::Logarithmic});
    brush->setObjectName("brushSize");
    brush->setToolTip(
        tr("Width of strokes, in pixels of the photo ([ and ]). Double-click the slider to reset."));
    brush->showValue(canvas.brushWidthPx());
    connect(brush, &SliderField::valueChanged, &canvas, &Canvas::setBrushWidthPx);
    connect(&canvas, &Canvas::brushWidthChanged, brush, &SliderField::showValue);
    addSection(tr("Brush size"))->addWidget(brush);

    auto* opacity = new SliderField(tr("Overlay opacity"), {0, 100, app::Settings::kDefaultOpacity * 100, 0,
                                                            tr(" %"), SliderField::Scale::Linear});
    opacity->setObjectName("overlayOpacity");
    opacity->setToolTip(
        tr("How strongly what is cut away is tinted (; and '). Double-click the slider to reset."));
    opacity->showValue(canvas.overlayOpacity() * 100);
    connect(opacity, &SliderField::valueChanged, &canvas,
            [&canvas](double v) { canvas.setOverlayOpacity(v / 100); });
    connect(&canvas, &Canvas::overlayOpacityChanged, opacity,
            [opacity](double v) { opacity->showValue(v * 100); });
    addSection(tr("Overlay opacity"))->addWidget(opacity);

    addSection(tr("Cut"))->addWidget(new SolverFields(document));
    addSection(tr("Clean-up"))->addWidget(new CleanUpFields(document));
    finish(makeSolveRow(actions));
}

QWidget* CutPanel::makeSolveRow(const Actions& actions) {
    QAction* solve = actions[ActionId::SolveNow];
    QAction* live = actions[ActionId::Live];

    auto* solveButton = new QPushButton(solve->iconText());
    solveButton->setObjectName("solveNow");
    solveButton->setAccessibleName(plainName(*solve));
    solveButton->setIcon(solve->icon());
    solveButton->setIconSize({20, 20});
    solveButton->setToolTip(solve->toolTip());
    solveButton->setFocusPolicy(Qt::TabFocus);
    solveButton->setEnabled(solve->isEnabled());
    connect(solveButton, &QPushButton::clicked, solve, &QAction::trigger);
    connect(solve, &QAction::enabledChanged, solveButton, &QWidget::setEnabled);

    auto* liveBox = new QCheckBox(live->iconText());
    liveBox->setObjectName("live");
    liveBox->setAccessibleName(plainName(*live));
    liveBox->setToolTip(live->toolTip());
    liveBox->setFocusPolicy(Qt::TabFocus);
    liveBox->setChecked(live->isChecked());
    connect(liveBox, &QCheckBox::toggled, live, &QAction::setChecked);
    connect(live, &QAction::toggled, liveBox, &QCheckBox::setChecked);

    auto* clear = new QToolButton;
    clear->setDefaultAction(actions[ActionId::Clear]);
    clear->setIconSize({20, 20});
    clear->setAutoRaise(true);
    clear->setFocusPolicy(Qt::TabFocus);
    clear->setAccessibleName(plainName(*actions[ActionId::Clear]));

    auto* area = new QWidget;
    auto* row = new QHBoxLayout(area);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(12);
    row->addWidget(solveButton, 1);
    row->addWidget(liveBox);
    row->addWidget(clear);
    return area;
}

}  // namespace fretsaw::ui
