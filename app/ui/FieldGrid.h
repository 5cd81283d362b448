// Rows of a label and a field, as the sections of the panel have them.
// It knows nothing of what the fields mean.
#pragma once

#include <QWidget>

#include "app/ui/SliderField.h"

class QGridLayout;
class QLabel;

namespace fretsaw::ui {

/// Base of the panel's sections: labels at the right of a column, fields in another. GUI thread.
class FieldGrid : public QWidget {
    Q_OBJECT

public:
    explicit FieldGrid(QWidget* parent = nullptr);

protected:
    void addRow(const QString& label, QWidget* field);
    SliderField* addSlider(const QString& label, const QString& tip, const SliderField::Range& range);
    [[nodiscard]] QLabel* labelOf(QWidget& field) const;
    /// A field that says itself what it is, over both columns.
    void addWide(QWidget* field);

private:
    QGridLayout* grid_;
};

}  // namespace fretsaw::ui
