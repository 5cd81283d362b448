// The rectangle as four numbers: x, y, width, height in pixels of the photo.
// The rules for rectangles are the document's.
#pragma once

#include <QWidget>

#include "app/Document.h"

namespace fretsaw::ui {

class NumberField;

/// Shows the document's rectangle, also while it is dragged, and sets it by typing: one undo step for each
/// number. While there is none the sizes read "–"; it appears once both sizes are typed. GUI thread.
class RectangleFields : public QWidget {
    Q_OBJECT

public:
    explicit RectangleFields(app::Document& document, QWidget* parent = nullptr);

private:
    NumberField* makeField(const QString& name, const QString& what);
    void showRect();
    void takeRect();

    app::Document& document_;
    NumberField *x_, *y_, *width_, *height_;
};

}  // namespace fretsaw::ui
