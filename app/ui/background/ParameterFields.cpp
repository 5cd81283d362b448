// Makes fields from parameters.
// Ranges and names are the table's.
#include "app/ui/background/ParameterFields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/ui/SliderField.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/PanelWidgets.h"
#include "app/ui/background/Randomise.h"

namespace fretsaw::ui {
namespace {

constexpr double kWidestSlider = 1e6;  ///< ranges beyond are typed; the slider covers one unit either way

constexpr int kTitlePx = 22;  ///< as high as with a lock

bool sameField(const Parameter& a, const Parameter& b) {
    return a.key == b.key && a.name == b.name && a.unit == b.unit && a.low == b.low && a.high == b.high &&
           a.standard == b.standard && a.type == b.type && a.choices == b.choices;
}

bool isWide(const Parameter& p) {
    return double{p.high} - p.low > kWidestSlider;
}

/// Enough for a hundredth of the slider's way.
int decimalsOf(const Parameter& p) {
    if (p.type == Parameter::Type::Whole) return 0;
    const double range = isWide(p) ? 1 : std::min(p.high - p.low, 10.0F);
    const double finest = spansMagnitudes(p) ? p.low : range / 100.0;
    return std::clamp(static_cast<int>(std::ceil(-std::log10(finest))), 1, 4);
}

/// Units of a sign or a letter stand beside the number, words beside the name.
bool isShort(const std::string& unit) {
    return unit == "°" || unit.size() == 1;
}

SliderField::Range rangeOf(const Parameter& p) {
    SliderField::Range range{p.low, p.high, p.standard, decimalsOf(p), {}};
    if (isShort(p.unit)) range.unit = " " + QString::fromStdString(p.unit);
    if (spansMagnitudes(p)) range.scale = SliderField::Scale::Logarithmic;
    if (isWide(p)) range.dragged = {std::max(p.low, p.standard - 1), std::min(p.high, p.standard + 1)};
    return range;
}

QString keyOf(const Parameter& p) {
    return QString::fromStdString(p.key);
}
QString nameOf(const Parameter& p) {
    return QString::fromStdString(p.name);
}

QString titleOf(const Parameter& p) {
    const QString name = nameOf(p);
    if (p.unit.empty() || isShort(p.unit)) return name;
    return QObject::tr("%1, in %2").arg(name, QString::fromStdString(p.unit));
}

}  // namespace

ParameterFields::ParameterFields(BackgroundEditor& editor, QWidget* parent)
    : QWidget(parent), editor_(editor) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    connect(&editor_, &BackgroundEditor::changed, this, &ParameterFields::refresh);
    rebuild();
}

void ParameterFields::refresh() {
    const GeneratorInfo& info = editor_.recipe().info();
    const bool same =
        std::equal(shown_.begin(), shown_.end(), info.parameters.begin(), info.parameters.end(), sameField) &&
        whyNotTiled_ == QString::fromStdString(info.whyNotTiled);
    if (!same) return rebuild();
    for (std::size_t i = 0; i < fields_.size(); ++i)
        fields_[i](static_cast<double>(editor_.recipe().valueAt(static_cast<int>(i))));
}

void ParameterFields::rebuild() {
    if (content_) {
        content_->setParent(nullptr);
        content_->deleteLater();  // one of its fields may be the sender
    }
    const GeneratorInfo& info = editor_.recipe().info();
    shown_ = info.parameters;
    whyNotTiled_ = QString::fromStdString(info.whyNotTiled);
    fields_.clear();
    content_ = new QWidget;
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (const Parameter& parameter : shown_) {
        switch (parameter.type) {
            case Parameter::Type::Toggle:
                fields_.push_back(addBox(parameter, *column));
                break;
            case Parameter::Type::Choice:
                fields_.push_back(addChoice(parameter, *column));
                break;
            case Parameter::Type::Colour:
                fields_.push_back(addColour(parameter, *column));
                break;
            case Parameter::Type::Real:
            case Parameter::Type::Whole:
                fields_.push_back(addSlider(parameter, *column));
                break;
        }
    }
    if (!info.has("tile")) addWhyNotTiled(*column);
    layout()->addWidget(content_);
    emit rebuilt();
    refresh();
}

void ParameterFields::addWhyNotTiled(QVBoxLayout& column) {
    auto* box = new QCheckBox(tr("Seamless tile"));
    box->setObjectName("parameter.tile");
    box->setAccessibleName(box->text());
    box->setAccessibleDescription(whyNotTiled_);
    box->setEnabled(false);
    box->setToolTip(whyNotTiled_);
    auto* why = new QLabel(whyNotTiled_);
    why->setProperty("note", true);
    why->setWordWrap(true);
    column.addWidget(box);
    column.addWidget(why);
}

void ParameterFields::addTitled(const Parameter& parameter, QWidget& field, QVBoxLayout& column) {
    auto* title = new QLabel(titleOf(parameter));
    title->setWordWrap(true);
    title->setBuddy(&field);
    title->setMinimumHeight(kTitlePx);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(title, 1);
    if (canBeRandomised(parameter)) row->addWidget(makeLock(editor_, keyOf(parameter), nameOf(parameter)));
    auto* block = new QVBoxLayout;
    block->setSpacing(0);
    block->addLayout(row);
    block->addWidget(&field);
    column.addLayout(block);
    field.setObjectName("parameter." + keyOf(parameter));
}

ParameterFields::Show ParameterFields::addSlider(const Parameter& parameter, QVBoxLayout& column) {
    auto* field = new SliderField(nameOf(parameter), rangeOf(parameter));
    field->setToolTip(tr("Double-click the slider to reset; drag with Shift for fine steps."));
    addTitled(parameter, *field, column);
    connect(field, &SliderField::valueChanged, this,
            [this, key = parameter.key](double value) { take(key, value); });
    return [field](double value) { field->showValue(value); };
}

ParameterFields::Show ParameterFields::addBox(const Parameter& parameter, QVBoxLayout& column) {
    auto* box = new QCheckBox(nameOf(parameter));
    box->setObjectName("parameter." + keyOf(parameter));
    box->setAccessibleName(box->text());
    box->setFocusPolicy(Qt::TabFocus);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(box, 1);
    if (canBeRandomised(parameter)) row->addWidget(makeLock(editor_, keyOf(parameter), nameOf(parameter)));
    column.addLayout(row);
    connect(box, &QCheckBox::clicked, this, [this, key = parameter.key](bool on) { take(key, on ? 1 : 0); });
    return [box](double value) { box->setChecked(value != 0); };
}

ParameterFields::Show ParameterFields::addChoice(const Parameter& parameter, QVBoxLayout& column) {
    auto* box = new QComboBox;
    for (const std::string& choice : parameter.choices) box->addItem(QString::fromStdString(choice));
    box->setAccessibleName(nameOf(parameter));
    box->setFocusPolicy(Qt::TabFocus);
    guardFromWheel(*box);
    addTitled(parameter, *box, column);
    connect(box, &QComboBox::activated, this, [this, key = parameter.key](int index) { take(key, index); });
    return [box](double value) { box->setCurrentIndex(static_cast<int>(value)); };
}

ParameterFields::Show ParameterFields::addColour(const Parameter& parameter, QVBoxLayout& column) {
    auto* button = new QPushButton;
    button->setAccessibleName(nameOf(parameter));
    button->setFocusPolicy(Qt::TabFocus);
    addTitled(parameter, *button, column);
    connect(button, &QPushButton::clicked, this, [this, button, key = parameter.key] {
        const auto rgb = static_cast<std::uint32_t>(editor_.recipe().value(key));
        chooseColour(colourOf(rgb), button, [this, key](const QColor& colour) { take(key, rgbOf(colour)); });
    });
    return [button](double value) {
        const QColor colour = colourOf(static_cast<std::uint32_t>(value));
        QPixmap swatch(16, 16);
        swatch.fill(colour);
        button->setIcon(swatch);
        button->setText(colour.name());
    };
}

void ParameterFields::take(const std::string& key, double value) {
    editor_.changeRecipe([&](PictureRecipe& recipe) { recipe.set(key, value); });
}

}  // namespace fretsaw::ui
