// Icons of one family: an icon engine that renders SVG in the palette's colour.
// No list of the drawings here: they are files under resources/icons.
#include "app/ui/Icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace fretsaw::ui {
namespace {

QPixmap render(const QString& name, QSize devicePixels, const QColor& colour) {
    const QString key = QString("fretsaw/%1/%2x%3/%4")
                            .arg(name)
                            .arg(devicePixels.width())
                            .arg(devicePixels.height())
                            .arg(colour.name());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;

    QFile file(":/icons/" + name + ".svg");
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "themedIcon", qPrintable(name));
    if (!found) return {};
    QSvgRenderer svg(file.readAll().replace("currentColor", colour.name().toLatin1()));
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    svg.render(&painter);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class PaletteIconEngine : public QIconEngine {
public:
    PaletteIconEngine(QString name, QPalette::ColorRole onRole) : name_(std::move(name)), onRole_(onRole) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const QSize devicePixels = rect.size() * painter->device()->devicePixelRatio();
        painter->drawPixmap(rect, pixmap(devicePixels, mode, state));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QPalette palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText
                          : state == QIcon::On    ? onRole_
                                                  : QPalette::ButtonText;
        return render(name_, size, palette.color(group, role));
    }
    QIconEngine* clone() const override { return new PaletteIconEngine(*this); }

private:
    QString name_;
    QPalette::ColorRole onRole_;
};

}  // namespace

QIcon themedIcon(const QString& name, QPalette::ColorRole onRole) {
    return QIcon(new PaletteIconEngine(name, onRole));
}

QPixmap tintedPixmap(const QString& name, int sizePx, double devicePixelRatio, const QColor& colour) {
    QPixmap pixmap = render(name, QSize(sizePx, sizePx) * devicePixelRatio, colour);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

}  // namespace fretsaw::ui
