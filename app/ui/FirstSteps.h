// Three hints on the picture for the first use: drag a box, paint what is missing, export.
// What is wrong with the present labels is the status line's to say.
#pragma once

#include <QLabel>

#include "app/Document.h"
#include "app/Settings.h"

namespace fretsaw::ui {

class Exporter;

/// A small label at the lower edge of the canvas that lets the mouse through. Each hint goes once its step
/// was done, and after the last one none comes again, in later runs neither. GUI thread.
class FirstSteps : public QLabel {
    Q_OBJECT

public:
    /// All outlive the label; canvas becomes its parent.
    FirstSteps(QWidget& canvas, app::Document& document, Exporter& exporter, app::Settings& settings);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void finish(int step);
    void refresh();

    app::Document& document_;
    app::Settings& settings_;
};

}  // namespace fretsaw::ui
