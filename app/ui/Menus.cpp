// The menu bar: every action of the editor is in it.
// What actions do is not decided here.
#include "app/ui/Menus.h"

#include <QCoreApplication>
#include <QMenu>
#include <initializer_list>
#include <optional>

#include "app/ui/Actions.h"

namespace fretsaw::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("fretsaw::ui::Menus", text);
}

/// std::nullopt stands for a separator.
void fill(QMenu& menu, const Actions& actions, std::initializer_list<std::optional<ActionId>> entries) {
    for (const auto& entry : entries) {
        if (entry)
            menu.addAction(actions[*entry]);
        else
            menu.addSeparator();
    }
}

}  // namespace

QMenu* buildMenus(QMenuBar& bar, const Actions& actions) {
    using enum ActionId;
    constexpr auto kSeparator = std::nullopt;

    QMenu* file = bar.addMenu(tr("&File"));
    file->addAction(actions[Open]);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    fill(*file, actions,
         {Scene, kSeparator, ExportMask, ExportCutout, ExportComposite, ExportAgain, kSeparator, Quit});

    fill(*bar.addMenu(tr("&Edit")), actions, {Undo, Redo, kSeparator, RemoveRectangle, Clear});
    fill(*bar.addMenu(tr("&Tools")), actions,
         {ActionId::Rectangle, Foreground, Background, Eraser, Hand, kSeparator, SwapLabels, BrushSmaller,
          BrushLarger, kSeparator, OwnKernels});
    fill(*bar.addMenu(tr("&Cut")), actions, {SolveNow, Live, Cancel});

    QMenu* view = bar.addMenu(tr("&View"));
    fill(*view, actions,
         {ViewOverlay, ViewBlackAndWhite, ViewCheckerboard, ViewNewBackground, kSeparator, OpacityLess,
          OpacityMore, kSeparator, ZoomIn, ZoomOut, ZoomToFit, ZoomTo100, kSeparator});
    fill(*view->addMenu(tr("&Colours")), actions, {SchemeSystem, SchemeLight, SchemeDark});
    view->addAction(actions[FullScreen]);

    fill(*bar.addMenu(tr("&Help")), actions, {Help});
    return recent;
}

}  // namespace fretsaw::ui
