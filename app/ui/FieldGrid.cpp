// Rows of a label and a field.
// No meaning of the fields here.
#include "app/ui/FieldGrid.h"

#include <QGridLayout>
#include <QLabel>

namespace fretsaw::ui {

FieldGrid::FieldGrid(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(8);
    grid_->setColumnStretch(1, 1);
}

void FieldGrid::addRow(const QString& label, QWidget* field) {
    auto* text = new QLabel(label);
    text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    text->setBuddy(field);
    const int row = grid_->rowCount();
    grid_->addWidget(text, row, 0);
    grid_->addWidget(field, row, 1);
}

SliderField* FieldGrid::addSlider(const QString& label, const QString& tip, const SliderField::Range& range) {
    auto* field = new SliderField(label, range);
    field->setToolTip(tip + "\n" + tr("Double-click the slider to reset."));
    addRow(label, field);
    return field;
}

QLabel* FieldGrid::labelOf(QWidget& field) const {
    int row = 0, column = 0, rows = 0, columns = 0;
    grid_->getItemPosition(grid_->indexOf(&field), &row, &column, &rows, &columns);
    return qobject_cast<QLabel*>(grid_->itemAtPosition(row, 0)->widget());
}

void FieldGrid::addWide(QWidget* field) {
    grid_->addWidget(field, grid_->rowCount(), 0, 1, 2);
}

}  // namespace fretsaw::ui
