// A small text field for code: line numbers, coloured words, and a mark at the place of an error.
// It may know the words of formulas, not what they mean.
#pragma once

#include <QPlainTextEdit>

namespace fretsaw::ui {

/// Tab leaves the field; while it has the focus, keys are letters and no tool's. GUI thread.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Words { Formulas, Plain };  ///< what is coloured
    explicit CodeEdit(Words words, QWidget* parent = nullptr);

    /// line, column: counted from 1, columns in bytes of UTF-8.
    void mark(int line, int column);
    void unmark() { setExtraSelections({}); }

    // -- of the strip with the numbers ---------------------------------------------------------------
    [[nodiscard]] int numbersWidth() const;
    void paintNumbers(QPaintEvent* event);

signals:
    void entered();  ///< Enter began a new line
    void forced();   ///< Ctrl+Enter
    void left();     ///< Esc: the keys belong to the picture again

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* numbers_;
};

}  // namespace fretsaw::ui
