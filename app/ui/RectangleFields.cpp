// The rectangle as four numbers.
// The rules for rectangles are the document's.
#include "app/ui/RectangleFields.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>

#include "app/ui/NumberField.h"

namespace fretsaw::ui {

RectangleFields::RectangleFields(app::Document& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    x_ = makeField("x", tr("Left edge of the rectangle"));
    y_ = makeField("y", tr("Upper edge of the rectangle"));
    width_ = makeField("width", tr("Width of the rectangle"));
    height_ = makeField("height", tr("Height of the rectangle"));

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    const auto place = [&](int row, int column, const QString& label, NumberField* field) {
        auto* text = new QLabel(label);
        text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        text->setBuddy(field);
        grid->addWidget(text, row, column);
        grid->addWidget(field, row, column + 1);
        grid->setColumnStretch(column + 1, 1);
    };
    place(0, 0, tr("x"), x_);
    place(0, 2, tr("y"), y_);
    place(1, 0, tr("w"), width_);
    place(1, 2, tr("h"), height_);

    connect(&document_, &app::Document::rectChanged, this, &RectangleFields::showRect);
    connect(&document_, &app::Document::photoChanged, this, &RectangleFields::showRect);
    showRect();
}

NumberField* RectangleFields::makeField(const QString& name, const QString& what) {
    auto* field = new NumberField;
    field->setObjectName("rect." + name);
    field->setAccessibleName(what);
    field->setToolTip(what + tr(", in pixels of the photo."));
    field->setDecimals(0);
    connect(field, &NumberField::valueChanged, this, &RectangleFields::takeRect);
    return field;
}

void RectangleFields::showRect() {
    const Size size = document_.size();
    const Rect rect = document_.rect().value_or(Rect{});
    const std::pair<NumberField*, std::pair<int, int>> values[] = {{x_, {rect.x, size.width}},
                                                                   {y_, {rect.y, size.height}},
                                                                   {width_, {rect.width, size.width}},
                                                                   {height_, {rect.height, size.height}}};
    for (const auto& [field, value] : values) {
        const QSignalBlocker quiet(field);
        // Without a rectangle all show a dash: for the corner, whose 0 is a place, that is one below.
        const bool isCorner = field == x_ || field == y_;
        const int none = isCorner ? -1 : 0;
        field->setRange(document_.rect() && isCorner ? 0 : none, value.second);
        field->setSpecialValueText(document_.rect() ? QString() : QString("–"));
        field->setValue(document_.rect() ? value.first : none);
    }
}

void RectangleFields::takeRect() {
    const Rect rect{std::max(0, static_cast<int>(x_->value())), std::max(0, static_cast<int>(y_->value())),
                    static_cast<int>(width_->value()), static_cast<int>(height_->value())};
    if (rect.empty()) {
        if (document_.rect()) showRect();  // a rectangle is removed by its own button, not by a zero
        return;
    }
    document_.commitRect(rect);
}

}  // namespace fretsaw::ui
