// What the window shows before a photo is open: the drop area and the tiles of recent files.
// It opens nothing itself.
#include "app/ui/StartPage.h"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/Aside.h"
#include "app/Thumbnails.h"
#include "app/ui/Icons.h"

namespace fretsaw::ui {
namespace {

constexpr QSize kTilePicture{152, 104};
constexpr int kTileSpacing = 16;

constexpr int kOversampling = 2;  // sharp at screen scale 2

/// The stored thumbnail cut to the tile's shape with rounded corners; null where there is none. Any thread.
QImage tilePicture(const QString& path) {
    const QImage thumbnail = app::loadThumbnail(path);
    if (thumbnail.isNull()) return {};
    const QSize size = kTilePicture * kOversampling;
    const QImage filled = thumbnail.scaled(size, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    QImage tile(size, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath corners;
    corners.addRoundedRect(QRectF(QPointF(), QSizeF(size)), 8, 8);
    painter.setClipPath(corners);
    painter.drawImage((size.width() - filled.width()) / 2, (size.height() - filled.height()) / 2, filled);
    painter.end();
    tile.setDevicePixelRatio(kOversampling);
    return tile;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent),
      dropArea_(new QFrame),
      recentTitle_(new QLabel(tr("Recent"))),
      recentRow_(new QWidget) {
    setObjectName("startPage");
    setAccessibleName(tr("Start page"));
    dropArea_->setObjectName("dropArea");
    dropArea_->setAccessibleName(tr("Drop area for a photo"));

    auto* mark = new QLabel;
    mark->setPixmap(QIcon(":/icons/fretsaw.svg").pixmap(72, 72));
    mark->setAlignment(Qt::AlignCenter);
    mark->setAccessibleName(tr("Fretsaw"));
    auto* title = new QLabel(tr("Drop a photo here"));
    title->setObjectName("startTitle");
    title->setAlignment(Qt::AlignCenter);
    auto* how = new QLabel(tr("Then drag a box around the object, and paint what the cut missed."));
    how->setObjectName("startHow");
    how->setAlignment(Qt::AlignCenter);
    how->setWordWrap(true);
    auto* open = new QPushButton(tr("Open a photo…"));
    open->setObjectName("startOpen");
    open->setAccessibleName(tr("Open a photo"));
    open->setToolTip(tr("Open (Ctrl+O). Choose a photo to cut from."));
    open->setDefault(true);
    auto* scene = new QPushButton(tr("Try it on a generated scene"));
    scene->setObjectName("startScene");
    scene->setAccessibleName(tr("Try it on a generated scene"));
    scene->setToolTip(tr("Makes a picture with a known object, to try the tools on."));
    scene->setFlat(true);
    scene->setIcon(themedIcon("scene"));
    scene->setIconSize({20, 20});

    auto* area = new QVBoxLayout(dropArea_);
    area->setContentsMargins(32, 32, 32, 32);
    area->setSpacing(8);
    area->addStretch(1);
    area->addWidget(mark);
    area->addSpacing(16);
    area->addWidget(title);
    area->addWidget(how);
    area->addSpacing(16);
    area->addWidget(open, 0, Qt::AlignHCenter);
    area->addWidget(scene, 0, Qt::AlignHCenter);
    area->addStretch(1);

    recentTitle_->setObjectName("recentTitle");
    auto* row = new QHBoxLayout(recentRow_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kTileSpacing);
    row->addStretch(1);

    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(40, 40, 40, 32);
    page->setSpacing(16);
    page->addWidget(dropArea_, 1);
    page->addWidget(recentTitle_);
    page->addWidget(recentRow_);

    connect(open, &QPushButton::clicked, this, &StartPage::openClicked);
    connect(scene, &QPushButton::clicked, this, &StartPage::sceneClicked);
    setRecentFiles({});
}

void StartPage::setRecentFiles(const QStringList& paths) {
    qDeleteAll(tiles_);
    tiles_.clear();
    auto* row = static_cast<QHBoxLayout*>(recentRow_->layout());
    for (const QString& path : paths) {
        tiles_ << makeTile(path);
        row->insertWidget(row->count() - 1, tiles_.last());
    }
    recentTitle_->setVisible(!tiles_.isEmpty());
    recentRow_->setVisible(!tiles_.isEmpty());
    showTilesThatFit();
}

QAbstractButton* StartPage::makeTile(const QString& path) {
    const QFileInfo file(path);
    auto* tile = new QToolButton;
    tile->setObjectName("recentTile");
    tile->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    tile->setIcon(themedIcon("picture"));
    tile->setIconSize(kTilePicture);
    tile->setText(tile->fontMetrics().elidedText(file.fileName(), Qt::ElideMiddle, kTilePicture.width()));
    tile->setAccessibleName(tr("Open %1").arg(file.fileName()));
    tile->setToolTip(path);
    tile->setAutoRaise(true);
    connect(tile, &QToolButton::clicked, this, [this, path] { emit recentClicked(path); });
    app::runAside(
        tile, [path] { return tilePicture(path); },
        [tile](const app::Outcome<QImage>& picture) {
            if (picture.value && !picture.value->isNull())
                tile->setIcon(QIcon(QPixmap::fromImage(*picture.value)));
        });
    return tile;
}

void StartPage::setDropHighlighted(bool highlighted) {
    dropArea_->setProperty("highlighted", highlighted);
    dropArea_->style()->unpolish(dropArea_);
    dropArea_->style()->polish(dropArea_);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showTilesThatFit();
}

void StartPage::showTilesThatFit() {
    // One row: what does not fit stays in the menu Open recent.
    const int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    int used = 0;
    for (QAbstractButton* tile : std::as_const(tiles_)) {
        used += tile->sizeHint().width() + kTileSpacing;
        tile->setVisible(used - kTileSpacing <= room);
    }
}

}  // namespace fretsaw::ui
