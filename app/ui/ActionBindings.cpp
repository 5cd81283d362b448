// What the editing actions do to document and canvas, and when they can be done.
// Files, windows and dialogs are bound in MainWindow.
#include "app/ui/ActionBindings.h"

#include <algorithm>
#include <utility>

#include "app/ui/StrokeInput.h"

namespace fretsaw::ui {
namespace {

constexpr double kOpacityStep = 0.05;

constexpr std::pair<ActionId, Tool> kTools[] = {{ActionId::Rectangle, Tool::Rectangle},
                                                {ActionId::Foreground, Tool::Foreground},
                                                {ActionId::Background, Tool::Background},
                                                {ActionId::Eraser, Tool::Eraser},
                                                {ActionId::Hand, Tool::Hand}};
constexpr std::pair<ActionId, ViewMode> kViews[] = {{ActionId::ViewOverlay, ViewMode::Overlay},
                                                    {ActionId::ViewBlackAndWhite, ViewMode::BlackAndWhite},
                                                    {ActionId::ViewCheckerboard, ViewMode::Checkerboard},
                                                    {ActionId::ViewNewBackground, ViewMode::NewBackground}};

}  // namespace

ActionBindings::ActionBindings(Actions& actions, app::Document& document, Canvas& canvas,
                               app::Settings& settings, QObject* parent)
    : QObject(parent), actions_(actions), document_(document), canvas_(canvas), settings_(settings) {
    bindHistory();
    bindTools();
    bindBrush();
    bindViews();
    bindSolving();
    connect(&document_, &app::Document::photoChanged, this, &ActionBindings::refreshEnabled);
    connect(&document_, &app::Document::rectChanged, this, &ActionBindings::refreshEnabled);
    refreshEnabled();
}

void ActionBindings::bindHistory() {
    QAction *undo = actions_[ActionId::Undo], *redo = actions_[ActionId::Redo];
    const QUndoStack* stack = &document_.undoStack();
    connect(undo, &QAction::triggered, &document_, &app::Document::undo);
    connect(redo, &QAction::triggered, &document_, &app::Document::redo);
    connect(stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& step) {
        undo->setText(step.isEmpty() ? tr("&Undo") : tr("&Undo %1").arg(step));
    });
    connect(stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& step) {
        redo->setText(step.isEmpty() ? tr("&Redo") : tr("&Redo %1").arg(step));
    });
    undo->setEnabled(stack->canUndo());
    redo->setEnabled(stack->canRedo());
    connect(actions_[ActionId::Clear], &QAction::triggered, &document_, &app::Document::clearLabels);
    connect(actions_[ActionId::RemoveRectangle], &QAction::triggered, &document_,
            [this] { document_.commitRect(std::nullopt); });
}

void ActionBindings::bindTools() {
    for (const auto& [id, tool] : kTools)
        connect(actions_[id], &QAction::triggered, &canvas_, [this, tool = tool] { canvas_.setTool(tool); });
    const auto showTool = [this](Tool current) {
        for (const auto& [id, tool] : kTools) actions_[id]->setChecked(tool == current);
        actions_[ActionId::SwapLabels]->setEnabled(
            document_.hasPhoto() && (current == Tool::Foreground || current == Tool::Background));
    };
    connect(&canvas_, &Canvas::toolChanged, this, showTool);
    showTool(canvas_.tool());
    connect(actions_[ActionId::SwapLabels], &QAction::triggered, &canvas_, [this] {
        canvas_.setTool(canvas_.tool() == Tool::Foreground ? Tool::Background : Tool::Foreground);
    });
}

void ActionBindings::bindBrush() {
    canvas_.setBrushWidthPx(settings_.brushWidthPx());
    connect(&canvas_, &Canvas::brushWidthChanged, this, [this](double px) { settings_.setBrushWidthPx(px); });
    const auto change = [this](int direction) {
        canvas_.setBrushWidthPx(steppedBrushWidth(canvas_.brushWidthPx(), direction));
    };
    connect(actions_[ActionId::BrushSmaller], &QAction::triggered, &canvas_, [change] { change(-1); });
    connect(actions_[ActionId::BrushLarger], &QAction::triggered, &canvas_, [change] { change(+1); });
}

void ActionBindings::bindViews() {
    for (const auto& [id, view] : kViews)
        connect(actions_[id], &QAction::triggered, &canvas_,
                [this, view = view] { canvas_.setViewMode(view); });
    const auto showView = [this](ViewMode current) {
        for (const auto& [id, view] : kViews) actions_[id]->setChecked(view == current);
    };
    connect(&canvas_, &Canvas::viewModeChanged, this, showView);
    showView(canvas_.viewMode());

    canvas_.setOverlayOpacity(settings_.overlayOpacity());
    connect(&canvas_, &Canvas::overlayOpacityChanged, this,
            [this](double v) { settings_.setOverlayOpacity(v); });
    const auto change = [this](double by) {
        canvas_.setOverlayOpacity(std::clamp(canvas_.overlayOpacity() + by, 0.0, 1.0));
    };
    connect(actions_[ActionId::OpacityLess], &QAction::triggered, &canvas_,
            [change] { change(-kOpacityStep); });
    connect(actions_[ActionId::OpacityMore], &QAction::triggered, &canvas_,
            [change] { change(kOpacityStep); });

    connect(actions_[ActionId::ZoomIn], &QAction::triggered, &canvas_, &Canvas::zoomIn);
    connect(actions_[ActionId::ZoomOut], &QAction::triggered, &canvas_, &Canvas::zoomOut);
    connect(actions_[ActionId::ZoomToFit], &QAction::triggered, &canvas_, &Canvas::zoomToFit);
    connect(actions_[ActionId::ZoomTo100], &QAction::triggered, &canvas_, &Canvas::zoomTo100);
}

void ActionBindings::bindSolving() {
    connect(actions_[ActionId::SolveNow], &QAction::triggered, &document_, &app::Document::solveNow);
    QAction* live = actions_[ActionId::Live];
    document_.setLive(settings_.isLive());
    live->setChecked(settings_.isLive());
    connect(live, &QAction::toggled, this, [this](bool on) {
        document_.setLive(on);
        settings_.setLive(on);
    });
}

void ActionBindings::refreshEnabled() {
    const bool hasPhoto = document_.hasPhoto();
    actions_.setHavePhoto(hasPhoto);
    actions_[ActionId::RemoveRectangle]->setEnabled(hasPhoto && document_.rect().has_value());
    actions_[ActionId::SwapLabels]->setEnabled(
        hasPhoto && (canvas_.tool() == Tool::Foreground || canvas_.tool() == Tool::Background));
}

}  // namespace fretsaw::ui
