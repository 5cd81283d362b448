// The menu bar: every action of the editor is in it.
// What actions do is not decided here.
#pragma once

#include <QMenuBar>

namespace fretsaw::ui {

class Actions;

/// Fills the menu bar; returns the submenu Open recent, which the window keeps filled.
QMenu* buildMenus(QMenuBar& bar, const Actions& actions);

}  // namespace fretsaw::ui
