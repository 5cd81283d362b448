// What is done to the mask after the cut: holes, islands, parts without strokes; and local changes only.
// Nothing is cleaned here.
#pragma once

#include "app/Document.h"
#include "app/ui/FieldGrid.h"

class QCheckBox;

namespace fretsaw::ui {

/// Shows and sets the clean-up in the document's SegmentParams; each change is one undo step, which the
/// document merges while a slider is dragged, and shows at once. GUI thread.
class CleanUpFields : public FieldGrid {
    Q_OBJECT

public:
    explicit CleanUpFields(app::Document& document, QWidget* parent = nullptr);

private:
    QCheckBox* addBox(const QString& name, const QString& text, const QString& tip);
    void showParams();
    /// change: gets a copy of the parameters to alter.

    app::Document& document_;
    SliderField* fillHoles_;
    SliderField* dropIslands_;
    QCheckBox* keepConnected_;
    QCheckBox* localChanges_;
};

}  // namespace fretsaw::ui
