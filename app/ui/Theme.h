// The look of the program: one palette and one small style sheet, in a light and a dark version.
// No widgets and no icons here.
#pragma once

#include <QColor>
#include <QObject>

#include "app/Settings.h"

class QDBusVariant;

namespace fretsaw::ui {

using Scheme = app::Settings::Scheme;

/// The colours of one scheme. Greys have no hue: eyes that judge edges need neutral surroundings.
struct Tones {
    QColor window;    ///< bars and panels
    QColor surround;  ///< around the picture
    QColor field;     ///< number fields, lists
    QColor raised;    ///< buttons
    QColor hover, pressed;
    QColor edge;     ///< hairlines between areas
    QColor outline;  ///< borders of fields and buttons
    QColor text, muted, disabled;
    QColor accent, onAccent;    ///< the active tool, the focus ring and selected text; nothing else
    QColor good, warning, bad;  ///< marks in the message bar
};
[[nodiscard]] const Tones& tonesOf(bool dark);

/// Dresses the QApplication and keeps it in step with the desktop: Fusion, our palette, our style sheet.
/// GUI thread. The desktop's choice is asked over D-Bus without waiting; until it answers, and where there is
/// no desktop portal, the lightness of the system's own palette decides.
class Theme : public QObject {
    Q_OBJECT

public:
    /// Needs a QApplication. Remembers the system's palette, then applies `scheme`.
    explicit Theme(Scheme scheme, QObject* parent = nullptr);

    void setScheme(Scheme scheme);
    [[nodiscard]] Scheme scheme() const { return scheme_; }
    [[nodiscard]] bool isDark() const;
    [[nodiscard]] const Tones& tones() const { return tonesOf(isDark()); }

signals:
    void changed();

private slots:
    void onPortalSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askPortal();
    void setSystemDark(bool dark);
    void apply();

    Scheme scheme_;
    bool systemDark_ = false;
};

}  // namespace fretsaw::ui
