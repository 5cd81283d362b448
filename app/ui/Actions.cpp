// Every action of the editor: the table.
// What they do is in ActionBindings and MainWindow.
#include "app/ui/Actions.h"

#include <QActionGroup>
#include <QStringList>
#include <array>

#include "app/ui/Icons.h"

namespace fretsaw::ui {
namespace {

struct Entry {
    ActionId id;
    const char* name;      ///< with the menu's access key
    const char* keys;      ///< portable text, alternatives separated by a space; empty: none
    const char* icon;      ///< of resources/icons; empty: none
    const char* sentence;  ///< for tooltip and status tip
    const char* group;     ///< actions of one group exclude each other; "check": on or off by itself
    bool needsPhoto = false;
    bool repeats = false;  ///< while the key is held
};

constexpr bool kNeedsPhoto = true, kRepeats = true;

#define N(text) QT_TRANSLATE_NOOP("fretsaw::ui::Actions", text)
// clang-format off
constexpr std::array<Entry, kActionCount> kEntries{{
    {ActionId::Open, N("&Open…"), "Ctrl+O", "open", N("Choose a photo to cut from."), ""},
    {ActionId::Scene, N("Generated &scene"), "", "scene", N("Makes a picture with a known object, to try the tools on."), ""},
    {ActionId::ExportMask, N("Export &mask…"), "Ctrl+E", "export", N("Writes a PNG of the photo's size: white is kept, black is cut away."), "", kNeedsPhoto},
    {ActionId::ExportCutout, N("Export &cut-out…"), "Ctrl+Alt+E", "", N("Writes the object alone, on transparent ground."), "", kNeedsPhoto},
    {ActionId::ExportComposite, N("Export com&posite…"), "", "", N("Writes the object before the new background."), "", kNeedsPhoto},
    {ActionId::ExportAgain, N("Export &again"), "Ctrl+Shift+E", "", N("Writes the last exported file anew, without asking."), "", kNeedsPhoto},
    {ActionId::Quit, N("&Quit"), "Ctrl+Q", "", N("Closes Fretsaw."), ""},

    {ActionId::Undo, N("&Undo"), "Ctrl+Z", "undo", N("Takes back the last step."), ""},
    {ActionId::Redo, N("&Redo"), "Ctrl+Shift+Z Ctrl+Y", "redo", N("Does again what was taken back."), ""},
    {ActionId::RemoveRectangle, N("Remove the rec&tangle"), "", "close", N("Keeps the strokes; the whole photo counts as unknown."), ""},
    {ActionId::Clear, N("&Clear labels"), "", "clear", N("Removes all strokes and the rectangle, in one undo step."), "", kNeedsPhoto},

    {ActionId::Rectangle, N("&Rectangle"), "R", "rectangle", N("Drag a box around the object; drag its handles to adjust."), "tool", kNeedsPhoto},
    {ActionId::Foreground, N("&Foreground"), "F", "foreground", N("Paint what must be kept; the right button paints background."), "tool", kNeedsPhoto},
    {ActionId::Background, N("&Background"), "B", "background", N("Paint what must go; the right button paints foreground."), "tool", kNeedsPhoto},
    {ActionId::Eraser, N("&Eraser"), "E", "eraser", N("Wipe strokes away: the pixels become unknown again."), "tool", kNeedsPhoto},
    {ActionId::Hand, N("&Hand"), "H", "hand", N("Move the picture. Space does the same in any tool."), "tool", kNeedsPhoto},
    {ActionId::SwapLabels, N("&Swap foreground and background"), "X", "", N("Changes between the two brushes."), ""},
    {ActionId::BrushSmaller, N("Brush s&maller"), "[ ,", "", N("Narrower strokes, also while painting."), "", kNeedsPhoto, kRepeats},
    {ActionId::BrushLarger, N("Brush &larger"), "] .", "", N("Wider strokes, also while painting."), "", kNeedsPhoto, kRepeats},
    {ActionId::OwnKernels, N("CUDA &kernels of your own"), "", "", N("For experts: the panel Background offers to run a kernel that you write."), "check"},

    {ActionId::ViewOverlay, N("&Overlay"), "1", "view-overlay", N("Shows the photo with what is cut away tinted."), "view", kNeedsPhoto},
    {ActionId::ViewBlackAndWhite, N("&B&&W"), "5", "view-bw", N("Shows the mask as it will be written: white is kept."), "view", kNeedsPhoto},
    {ActionId::ViewCheckerboard, N("&Checker"), "6", "view-checker", N("Shows the object alone on a checkerboard."), "view", kNeedsPhoto},
    {ActionId::ViewNewBackground, N("&New background"), "7", "view-background", N("Shows the object before its new background."), "view", kNeedsPhoto},
    {ActionId::OpacityLess, N("Overlay &weaker"), ";", "", N("Shows more of the photo under the overlay."), "", kNeedsPhoto, kRepeats},
    {ActionId::OpacityMore, N("Overlay s&tronger"), "'", "", N("Shows the overlay more clearly."), "", kNeedsPhoto, kRepeats},
    {ActionId::ZoomIn, N("Zoom &in"), "Ctrl++ Ctrl+=", "", N("Closer, about the middle of the picture."), "", kNeedsPhoto, kRepeats},
    {ActionId::ZoomOut, N("Zoom o&ut"), "Ctrl+-", "", N("Farther, about the middle of the picture."), "", kNeedsPhoto, kRepeats},
    {ActionId::ZoomToFit, N("&Fit in window"), "Ctrl+0", "", N("Shows the whole photo."), "", kNeedsPhoto},
    {ActionId::ZoomTo100, N("&100 %"), "Ctrl+1", "", N("One pixel of the photo on one pixel of the screen."), "", kNeedsPhoto},
    {ActionId::SchemeSystem, N("Follow the &system"), "", "", N("Light or dark, as the desktop is."), "scheme"},
    {ActionId::SchemeLight, N("&Light"), "", "", N("Light bars and panels."), "scheme"},
    {ActionId::SchemeDark, N("&Dark"), "", "", N("Dark bars and panels."), "scheme"},
    {ActionId::FullScreen, N("F&ull screen"), "F11", "", N("Uses the whole screen."), "check"},

    {ActionId::SolveNow, N("&Solve now"), "N", "solve", N("Learns the colours anew and computes the mask."), "", kNeedsPhoto},
    {ActionId::Live, N("&Live"), "L", "", N("Computes the mask by itself after every change."), "check"},
    {ActionId::Cancel, N("S&top"), "Esc", "", N("Takes back the drag or stops the work; strokes and mask stay."), ""},

    {ActionId::Help, N("&Help and about"), "F1", "",
     N("Lists every key, shows the gallery of backgrounds and says what this program is."), ""},
}};
// clang-format on
#undef N

constexpr bool tableIsInOrder() {
    for (int i = 0; i < kActionCount; ++i)
        if (static_cast<int>(kEntries[static_cast<std::size_t>(i)].id) != i) return false;
    return true;
}
static_assert(tableIsInOrder(), "kEntries must list the actions in the order of ActionId");

}  // namespace

Actions::Actions(QObject* parent) : QObject(parent) {
    for (const Entry& entry : kEntries) {
        auto* action = new QAction(tr(entry.name), this);
        QList<QKeySequence> keys;
        for (const QString& key : QString(entry.keys).split(' ', Qt::SkipEmptyParts))
            keys << QKeySequence(key);
        action->setShortcuts(keys);
        action->setAutoRepeat(entry.repeats);
        const QString name = plainName(*action);
        action->setIconText(QString(name).replace("&", "&&"));
        const QString keysShown = keysText(*action);
        action->setToolTip(QString("<p style='white-space:pre'><b>%1</b>%2</p><p>%3</p>")
                               .arg(name.toHtmlEscaped(),
                                    keysShown.isEmpty() ? QString() : "   " + keysShown.toHtmlEscaped(),
                                    tr(entry.sentence).toHtmlEscaped()));
        action->setStatusTip(tr(entry.sentence));
        const QString group = entry.group;
        if (*entry.icon)
            action->setIcon(
                themedIcon(entry.icon, group == "tool" ? QPalette::HighlightedText : QPalette::ButtonText));
        action->setCheckable(!group.isEmpty());
        if (!group.isEmpty() && group != "check") {
            auto* exclusive = findChild<QActionGroup*>(group);
            if (!exclusive) {
                exclusive = new QActionGroup(this);
                exclusive->setObjectName(group);
            }
            exclusive->addAction(action);
        }
        actions_ << action;
    }
    setHavePhoto(false);
    (*this)[ActionId::Quit]->setMenuRole(QAction::QuitRole);
    (*this)[ActionId::Help]->setMenuRole(QAction::AboutRole);
}

void Actions::setHavePhoto(bool have) {
    for (const Entry& entry : kEntries)
        if (entry.needsPhoto) (*this)[entry.id]->setEnabled(have);
}

QString plainName(const QAction& action) {
    return action.text().replace("&&", "\x01").remove('&').replace("\x01", "&").remove("…");
}

QString keysText(const QAction& action) {
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts()) keys << key.toString(QKeySequence::NativeText);
    return keys.join(QObject::tr(" or "));
}

}  // namespace fretsaw::ui
