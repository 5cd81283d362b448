// Lists of generators and presets, and the pictures in them.
// The pictures are made by RecipeThumbnails.
#include "app/ui/background/PictureLists.h"

#include <QKeyEvent>
#include <QScrollBar>

#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/PanelWidgets.h"
#include "app/ui/background/Presets.h"

namespace fretsaw::ui {
namespace {

constexpr int kLineRole = Qt::UserRole;  ///< the recipe whose picture the item shows

/// Without the tint that selected items would give it.
QIcon iconOf(const QImage& image) {
    const QPixmap pixmap = QPixmap::fromImage(image);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

QIcon placeholder(QSize size) {
    QImage image(size, QImage::Format_RGBX8888);
    image.fill(QColor(128, 128, 128));
    return iconOf(image);
}

}  // namespace

GeneratorList::GeneratorList(BackgroundEditor& editor, RecipeThumbnails& thumbnails, QWidget* parent)
    : QComboBox(parent), editor_(editor), thumbnails_(thumbnails) {
    setObjectName("generator");
    setAccessibleName(tr("Generator"));
    setIconSize(kThumbnailSize * 2 / 3);
    setMaxVisibleItems(12);
    setFocusPolicy(Qt::TabFocus);
    guardFromWheel(*this);
    for (const GeneratorInfo& info : generators()) {
        addItem(placeholder(thumbnails_.size()), QString::fromStdString(info.name),
                QString::fromStdString(PictureRecipe(info).text()));
        setItemData(count() - 1, QString::fromStdString(info.about), Qt::ToolTipRole);
    }
    connect(this, &QComboBox::activated, this,
            [this](int index) { editor_.chooseGenerator(generators()[static_cast<std::size_t>(index)]); });
    connect(&thumbnails_, &RecipeThumbnails::ready, this, [this](const QString& line, const QImage& picture) {
        if (const int index = findData(line, kLineRole); index >= 0) setItemIcon(index, iconOf(picture));
    });
    connect(&editor_, &BackgroundEditor::changed, this, &GeneratorList::refresh);
    refresh();
}

void GeneratorList::refresh() {
    const auto all = generators();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].key == editor_.recipe().info().key) setCurrentIndex(static_cast<int>(i));
}

void GeneratorList::showEvent(QShowEvent* event) {
    for (int i = 0; i < count(); ++i) {
        const QImage picture = thumbnails_.picture(PictureRecipe(generators()[static_cast<std::size_t>(i)]));
        if (!picture.isNull()) setItemIcon(i, iconOf(picture));
    }
    QComboBox::showEvent(event);
}

PresetList::PresetList(BackgroundEditor& editor, RecipeThumbnails& thumbnails, QWidget* parent)
    : QListWidget(parent), thumbnails_(thumbnails) {
    setObjectName("presets");
    setAccessibleName(tr("Presets"));
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setIconSize(kThumbnailSize);
    setGridSize({kThumbnailSize.width() + 6, kThumbnailSize.height() + fontMetrics().height() + 12});
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const Preset& preset : presets()) {
        auto* item = new QListWidgetItem(placeholder(thumbnails_.size()), preset.name, this);
        item->setData(kLineRole, QString::fromStdString(preset.recipe.text()));
        item->setToolTip(preset.name);
        item->setTextAlignment(Qt::AlignHCenter | Qt::AlignTop);
    }
    const auto show = [&editor](QListWidgetItem* item) {
        editor.show(presets()[static_cast<std::size_t>(item->listWidget()->row(item))].recipe);
    };
    connect(this, &QListWidget::itemClicked, this, show);
    connect(this, &QListWidget::itemActivated, this, show);
    connect(&editor, &BackgroundEditor::changed, this, [this, &editor] {  // only what is seen is marked
        for (int i = 0; i < count(); ++i)
            item(i)->setSelected(presets()[static_cast<std::size_t>(i)].recipe == editor.recipe());
    });
    connect(&thumbnails_, &RecipeThumbnails::ready, this, [this](const QString& line, const QImage& picture) {
        for (int i = 0; i < count(); ++i)
            if (item(i)->data(kLineRole) == line) item(i)->setIcon(iconOf(picture));
    });
}

QSize PresetList::sizeHint() const {
    return {3 * gridSize().width() + verticalScrollBar()->sizeHint().width() + 2,
            5 * gridSize().height() / 2};
}

bool PresetList::event(QEvent* event) {
    // Letters look for names here; they are not keys of tools.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier &&
        static_cast<QKeyEvent*>(event)->key() < Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QListWidget::event(event);
}

void PresetList::showEvent(QShowEvent* event) {
    for (int i = 0; i < count(); ++i) {
        const QImage picture = thumbnails_.picture(presets()[static_cast<std::size_t>(i)].recipe);
        if (!picture.isNull()) item(i)->setIcon(iconOf(picture));
    }
    QListWidget::showEvent(event);
}

}  // namespace fretsaw::ui
