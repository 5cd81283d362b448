// The parameters of the cut: how it starts, how colours are modelled, how much edges weigh.
// Nothing is solved here.
#pragma once

#include "app/Document.h"
#include "app/ui/FieldGrid.h"

class QComboBox;
class QLabel;

namespace fretsaw::ui {

/// Shows and sets the document's SegmentParams; each change is one undo step, which the document merges while
/// a slider is dragged. The seed is shown only for the start that uses it. GUI thread.
class SolverFields : public FieldGrid {
    Q_OBJECT

public:
    explicit SolverFields(app::Document& document, QWidget* parent = nullptr);

private:
    QComboBox* addChoice(const QString& label, const QString& tip, const QStringList& choices);
    [[nodiscard]] Recipe usedRecipe() const;
    void showParams();
    /// change: gets a copy of the parameters to alter.

    app::Document& document_;
    QComboBox* start_;
    QComboBox* model_;
    SliderField* gamma_;
    SliderField* iterations_;
    SliderField* components_;
    SliderField* seed_;
    QLabel* seedLabel_;
};

}  // namespace fretsaw::ui
