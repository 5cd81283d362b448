// Fields of size and place.
// What they mean for pixels is core's.
#include "app/ui/background/SizeFields.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/ui/NumberField.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/PanelWidgets.h"
#include "core/generate/Generator.h"

namespace fretsaw::ui {

SizeFields::SizeFields(BackgroundEditor& editor, QWidget* parent) : FieldGrid(parent), editor_(editor) {
    addWide(makeSizeRow());
    fit_ = new QComboBox;
    fit_->setObjectName("fit");
    fit_->addItems({tr("Stretch"), tr("Cover"), tr("Contain"), tr("Tile")});  // in the order of Fit
    fit_->setAccessibleName(tr("Fit"));
    fit_->setToolTip(tr("How a picture of another shape is brought to the photo's."));
    fit_->setFocusPolicy(Qt::TabFocus);
    guardFromWheel(*fit_);
    addRow(tr("Fit"), fit_);
    scale_ = addSlider(tr("Scale"), tr("Of the picture behind the photo."),
                       {Background::kLeastScale * 100, Background::kMostScale * 100, 100, 0, tr(" %"),
                        SliderField::Scale::Logarithmic, false, std::pair(10.0, 1000.0)});
    scale_->setObjectName("scale");
    right_ = addSlider(tr("Right"), tr("How far it is moved to the right, in widths of the photo."),
                       {-100, 100, 0, 0, tr(" %")});
    right_->setObjectName("offsetX");
    down_ = addSlider(tr("Down"), tr("How far it is moved down, in heights of the photo."),
                      {-100, 100, 0, 0, tr(" %")});
    down_->setObjectName("offsetY");

    connect(fit_, &QComboBox::activated, this,
            [this](int index) { editor_.change([&](Background& b) { b.fit = static_cast<Fit>(index); }); });
    connect(scale_, &SliderField::valueChanged, this,
            [this](double percent) { editor_.change([&](Background& b) { b.scale = percent / 100; }); });
    connect(right_, &SliderField::valueChanged, this,
            [this](double percent) { editor_.change([&](Background& b) { b.offsetX = percent / 100; }); });
    connect(down_, &SliderField::valueChanged, this,
            [this](double percent) { editor_.change([&](Background& b) { b.offsetY = percent / 100; }); });
    connect(&editor_, &BackgroundEditor::changed, this, &SizeFields::refresh);
    refresh();
}

QWidget* SizeFields::makeSizeRow() {
    width_ = makeField("pictureWidth", tr("Width of the picture"));
    height_ = makeField("pictureHeight", tr("Height of the picture"));
    keepsShape_ = makeIconButton("link", "keepsShape", tr("Keep the proportion of width and height"));
    keepsShape_->setCheckable(true);
    keepsShape_->setChecked(true);
    ofPhoto_ = makeIconButton("undo", "sizeOfPhoto", tr("The photo's size"));
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(width_, 1);
    line->addWidget(new QLabel("×"));
    line->addWidget(height_, 1);
    line->addWidget(keepsShape_);
    line->addWidget(ofPhoto_);
    connect(width_, &NumberField::valueChanged, this, [this] { takeSize(true); });
    connect(height_, &NumberField::valueChanged, this, [this] { takeSize(false); });
    connect(ofPhoto_, &QToolButton::clicked, this,
            [this] { editor_.change([](Background& b) { b.size = {}; }); });
    return row;
}

NumberField* SizeFields::makeField(const QString& name, const QString& what) {
    auto* field = new NumberField;
    field->setObjectName(name);
    field->setAccessibleName(what);
    field->setToolTip(what + tr(", in pixels."));
    field->setDecimals(0);
    field->setRange(1, kLargestPicture);
    field->setSuffix(tr(" px"));
    return field;
}

void SizeFields::takeSize(bool widthCame) {
    Size size{static_cast<int>(width_->value()), static_cast<int>(height_->value())};
    if (keepsShape_->isChecked()) {
        const Size before = editor_.size();
        const double ratio = double(before.width) / before.height;
        const auto side = [](double pixels) {
            return std::clamp(static_cast<int>(std::lround(pixels)), 1, kLargestPicture);
        };
        if (widthCame)
            size.height = side(size.width / ratio);
        else
            size.width = side(size.height * ratio);
    }
    editor_.change([&](Background& b) { b.size = size; });
}

void SizeFields::refresh() {
    const Background& b = editor_.background();
    const QSignalBlocker quietWidth(width_), quietHeight(height_);
    width_->setValue(editor_.size().width);
    height_->setValue(editor_.size().height);
    ofPhoto_->setEnabled(!b.size.empty());
    fit_->setCurrentIndex(static_cast<int>(b.fit));
    scale_->showValue(b.scale * 100);
    right_->showValue(b.offsetX * 100);
    down_->showValue(b.offsetY * 100);
}

}  // namespace fretsaw::ui
