// The look of the program: tones, palette, style sheet, and the desktop's light or dark preference.
// No widgets and no icons here.
#include "app/ui/Theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFile>
#include <QPalette>
#include <QProxyStyle>
#include <QStandardPaths>

namespace fretsaw::ui {
namespace {

constexpr auto kPortalService = "org.freedesktop.portal.Desktop";
constexpr auto kPortalPath = "/org/freedesktop/portal/desktop";
constexpr auto kPortalInterface = "org.freedesktop.portal.Settings";
constexpr auto kAppearance = "org.freedesktop.appearance";
constexpr auto kColourScheme = "color-scheme";

QPalette paletteOf(const Tones& t) {
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.field);
    p.setColor(QPalette::AlternateBase, t.window);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.muted);
    p.setColor(QPalette::Button, t.raised);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.bad);
    p.setColor(QPalette::ToolTipBase, t.raised);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.onAccent);
    p.setColor(QPalette::Link, t.text);
    p.setColor(QPalette::LinkVisited, t.text);
    p.setColor(QPalette::Light, t.hover);
    p.setColor(QPalette::Midlight, t.raised);
    p.setColor(QPalette::Mid, t.outline);
    p.setColor(QPalette::Dark, t.surround);
    p.setColor(QPalette::Shadow, Qt::black);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, t.disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.outline);
    return p;
}

/// The style sheet with each @name replaced by its tone.
QString styleSheetOf(const Tones& t) {
    QFile file(":/style/fretsaw.qss");
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QColor> names[] = {
        {"@window", t.window}, {"@surround", t.surround}, {"@field", t.field},
        {"@raised", t.raised}, {"@hover", t.hover},       {"@pressed", t.pressed},
        {"@edge", t.edge},     {"@outline", t.outline},   {"@text", t.text},
        {"@muted", t.muted},   {"@disabled", t.disabled}, {"@accent", t.accent},
        {"@good", t.good},     {"@warning", t.warning},   {"@bad", t.bad}};
    for (const auto& [name, colour] : names) sheet.replace(name, colour.name());
    return sheet;
}

/// Fusion, but for the coloured pictures on the buttons of dialogs.
class Style : public QProxyStyle {
public:
    Style() : QProxyStyle("Fusion") {}
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
};

bool hasSessionBus() {
    // Without an address Qt would try to launch a bus of its own, which takes seconds.
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           QFile::exists(QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + "/bus");
}

}  // namespace

const Tones& tonesOf(bool dark) {
    static const Tones kDark{.window = "#2b2b2b",
                             .surround = "#1e1e1e",
                             .field = "#202020",
                             .raised = "#3a3a3a",
                             .hover = "#404040",
                             .pressed = "#505050",
                             .edge = "#1a1a1a",
                             .outline = "#505050",
                             .text = "#e8e8e8",
                             .muted = "#ababab",
                             .disabled = "#757575",
                             .accent = "#3473d0",
                             .onAccent = "#ffffff",
                             .good = "#5fb878",
                             .warning = "#e0a843",
                             .bad = "#ec6a5e"};
    static const Tones kLight{.window = "#f2f2f2",
                              .surround = "#d6d6d6",
                              .field = "#ffffff",
                              .raised = "#fcfcfc",
                              .hover = "#e4e4e4",
                              .pressed = "#d4d4d4",
                              .edge = "#d0d0d0",
                              .outline = "#bdbdbd",
                              .text = "#1d1d1d",
                              .muted = "#5e5e5e",
                              .disabled = "#9a9a9a",
                              .accent = "#2464c4",
                              .onAccent = "#ffffff",
                              .good = "#1f7a3d",
                              .warning = "#8f5f00",
                              .bad = "#b3261e"};
    return dark ? kDark : kLight;
}

Theme::Theme(Scheme scheme, QObject* parent) : QObject(parent), scheme_(scheme) {
    systemDark_ = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setStyle(new Style);
    apply();
    if (hasSessionBus()) askPortal();
}

void Theme::setScheme(Scheme scheme) {
    if (scheme == scheme_) return;
    const bool wasDark = isDark();
    scheme_ = scheme;
    if (isDark() != wasDark) apply();
}

bool Theme::isDark() const {
    return scheme_ == Scheme::System ? systemDark_ : scheme_ == Scheme::Dark;
}

void Theme::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(kPortalService, kPortalPath, kPortalInterface, "SettingChanged", this,
                SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    auto call = QDBusMessage::createMethodCall(kPortalService, kPortalPath, kPortalInterface, "Read");
    call << kAppearance << kColourScheme;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        // The portal answers with a variant inside a variant.
        if (reply.isValid())
            onPortalSetting(kAppearance, kColourScheme, reply.value().variant().value<QDBusVariant>());
        watcher->deleteLater();
    });
}

void Theme::onPortalSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group != kAppearance || key != kColourScheme) return;
    switch (value.variant().toUInt()) {
        case 1:
            return setSystemDark(true);
        case 2:
            return setSystemDark(false);
        default:
            return;  // 0: no preference; the system's palette has decided
    }
}

void Theme::setSystemDark(bool dark) {
    if (systemDark_ == dark) return;
    const bool wasDark = isDark();
    systemDark_ = dark;
    if (isDark() != wasDark) apply();
}

void Theme::apply() {
    QApplication::setPalette(paletteOf(tones()));
    qApp->setStyleSheet(styleSheetOf(tones()));
    emit changed();
}

}  // namespace fretsaw::ui
