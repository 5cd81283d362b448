// The text of a formula: read while it is typed, with a mark and a sentence where it is wrong.
// The language is core's.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

class QLabel;

namespace fretsaw::ui {

class BackgroundEditor;
class CodeEdit;

/// Visible while the editor's recipe has a formula. What is typed is taken a moment after the last key; Enter
/// takes it at once, Ctrl+Enter at once and without a new line, and asks for the picture again. A text that
/// is wrong changes nothing. GUI thread.
class FormulaEditor : public QWidget {
    Q_OBJECT

public:
    /// editor outlives this.
    explicit FormulaEditor(BackgroundEditor& editor, QWidget* parent = nullptr);

signals:
    void forced();  ///< the picture is wanted again, whatever changed
    void left();

private:
    void take();
    void refresh();
    void sayWhereItRuns();

    BackgroundEditor& editor_;
    CodeEdit* text_;
    QLabel* error_;
    QLabel* place_;  ///< why formulas do not run on the GPU that computes all else; hidden otherwise
    bool asked_ = false;
    QTimer pause_;
    std::optional<std::string> known_;  ///< the formula that was last shown or taken
};

}  // namespace fretsaw::ui
