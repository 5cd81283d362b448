// Every action of the editor: its name, key, icon and one sentence. Menus, toolbars and the help window show
// these same objects, so their states agree. What an action does is connected elsewhere.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>

namespace fretsaw::ui {

enum class ActionId {
    Open,
    Scene,
    ExportMask,
    ExportCutout,
    ExportComposite,
    ExportAgain,
    Quit,
    Undo,
    Redo,
    RemoveRectangle,
    Clear,
    Rectangle,
    Foreground,
    Background,
    Eraser,
    Hand,
    SwapLabels,
    BrushSmaller,
    BrushLarger,
    OwnKernels,
    ViewOverlay,
    ViewBlackAndWhite,
    ViewCheckerboard,
    ViewNewBackground,
    OpacityLess,
    OpacityMore,
    ZoomIn,
    ZoomOut,
    ZoomToFit,
    ZoomTo100,
    SchemeSystem,
    SchemeLight,
    SchemeDark,
    FullScreen,
    SolveNow,
    Live,
    Cancel,
    Help,
};
inline constexpr int kActionCount = static_cast<int>(ActionId::Help) + 1;

/// Owns the actions. GUI thread.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QObject* parent = nullptr);

    [[nodiscard]] QAction* operator[](ActionId id) const { return actions_[static_cast<int>(id)]; }
    /// Switches those that make no sense without a photo; at first they are off.
    void setHavePhoto(bool have);
    [[nodiscard]] const QList<QAction*>& all() const { return actions_; }

private:
    QList<QAction*> actions_;
};

/// "Export mask", "B&W": the name for screen readers and lists, without access key and dots.
[[nodiscard]] QString plainName(const QAction& action);

/// "R" or "[ or ,": the keys of an action as people read them; empty where it has none.
[[nodiscard]] QString keysText(const QAction& action);

}  // namespace fretsaw::ui
