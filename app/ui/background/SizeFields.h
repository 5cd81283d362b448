// The size of the picture in pixels, and how it lies behind the photo.
// The rules of fitting are core's.
#pragma once

#include "app/ui/FieldGrid.h"

class QComboBox;
class QToolButton;

namespace fretsaw::ui {

class BackgroundEditor;
class NumberField;

/// Width and height, tied together by their proportion when that is locked; then fit, scale and place. GUI
/// thread.
class SizeFields : public FieldGrid {
    Q_OBJECT

public:
    /// editor outlives the fields.
    explicit SizeFields(BackgroundEditor& editor, QWidget* parent = nullptr);

private:
    QWidget* makeSizeRow();
    NumberField* makeField(const QString& name, const QString& what);
    void takeSize(bool widthCame);
    void refresh();

    BackgroundEditor& editor_;
    NumberField *width_, *height_;
    QToolButton *keepsShape_, *ofPhoto_;
    QComboBox* fit_;
    SliderField *scale_, *right_, *down_;
};

}  // namespace fretsaw::ui
