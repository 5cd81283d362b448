// Line numbers, colours of words and the mark of an error.
// Words are core's: FormulaLexer.
#include "app/ui/background/CodeEdit.h"

#include <QFontDatabase>
#include <QPainter>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include "app/ui/Theme.h"
#include "core/generate/FormulaLexer.h"

namespace fretsaw::ui {
namespace {

using Kind = FormulaToken::Kind;

const Tones& tonesOf(const QWidget& widget) {
    return ui::tonesOf(widget.palette().color(QPalette::Window).lightness() < 128);
}

/// Line by line; the state of a line says whether a comment goes on behind it.
class Highlighter : public QSyntaxHighlighter {
public:
    explicit Highlighter(CodeEdit& edit) : QSyntaxHighlighter(edit.document()), edit_(edit) {}

protected:
    void highlightBlock(const QString& line) override {
        const bool inComment = previousBlockState() == 1;
        const std::string text = (inComment ? "/*" : "") + line.toStdString();
        setCurrentBlockState(0);
        for (const FormulaToken& token : formulaTokens(text)) {
            const auto begin = static_cast<std::size_t>(token.text.data() - text.data());
            const int shift = inComment ? 2 : 0;
            const int from = utf16(text, 0, begin) - shift;
            const bool opens = token.kind == Kind::Unknown && token.text.substr(0, 2) == "/*";
            if (opens) setCurrentBlockState(1);
            setFormat(std::max(from, 0), utf16(text, begin, token.text.size()) + std::min(from, 0),
                      formatOf(opens ? Kind::Comment : token.kind));
        }
    }

private:
    static int utf16(const std::string& text, std::size_t from, std::size_t bytes) {
        return static_cast<int>(QString::fromUtf8(text.data() + from, static_cast<int>(bytes)).size());
    }
    [[nodiscard]] QTextCharFormat formatOf(Kind kind) const {
        const Tones& tones = tonesOf(edit_);
        QTextCharFormat format;
        switch (kind) {
            case Kind::Number:
            case Kind::Colour:
                format.setForeground(tones.good);
                break;
            case Kind::Declaration:
                format.setForeground(tones.warning);
                break;
            case Kind::Comment:
                format.setForeground(tones.muted);
                format.setFontItalic(true);
                break;
            case Kind::Unknown:
                format.setForeground(tones.bad);
                break;
            case Kind::Sign:
                format.setForeground(tones.muted);
                break;
            case Kind::Name:
            case Kind::End:
                format.setForeground(tones.text);
                break;
        }
        return format;
    }

    CodeEdit& edit_;
};

class Numbers : public QWidget {
public:
    explicit Numbers(CodeEdit& edit) : QWidget(&edit), edit_(edit) {}

protected:
    void paintEvent(QPaintEvent* event) override { edit_.paintNumbers(event); }

private:
    CodeEdit& edit_;
};

}  // namespace

CodeEdit::CodeEdit(Words words, QWidget* parent) : QPlainTextEdit(parent), numbers_(new Numbers(*this)) {
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setViewportMargins(numbersWidth(), 0, 0, 0);
    if (words == Words::Formulas) new Highlighter(*this);
    connect(this, &QPlainTextEdit::blockCountChanged, this,
            [this] { setViewportMargins(numbersWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, numbers_, qOverload<>(&QWidget::update));
}

void CodeEdit::mark(int line, int column) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid()) return unmark();
    const QByteArray before = block.text().toUtf8().left(column - 1);
    QTextCursor cursor(block);
    cursor.setPosition(block.position() +
                       std::min<int>(static_cast<int>(QString::fromUtf8(before).size()), block.length() - 1));
    // A word, or at the end of a line what stands before it.
    if (!cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor))
        cursor.movePosition(cursor.atBlockEnd() ? QTextCursor::PreviousCharacter : QTextCursor::NextCharacter,
                            QTextCursor::KeepAnchor);
    QTextEdit::ExtraSelection selection;
    selection.cursor = cursor;
    const QColor bad = tonesOf(*this).bad;
    selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    selection.format.setUnderlineColor(bad);
    selection.format.setBackground(QColor(bad.red(), bad.green(), bad.blue(), 60));
    setExtraSelections({selection});
}

int CodeEdit::numbersWidth() const {
    const int digits = static_cast<int>(QString::number(std::max(blockCount(), 10)).size());
    return fontMetrics().horizontalAdvance('9') * digits + 10;
}

void CodeEdit::paintNumbers(QPaintEvent* event) {
    QPainter painter(numbers_);
    const Tones& tones = tonesOf(*this);
    painter.fillRect(event->rect(), tones.window);
    painter.setFont(font());
    painter.setPen(tones.muted);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom()) break;
        painter.drawText(QRectF(0, place.top(), numbersWidth() - 6, fontMetrics().lineSpacing()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

bool CodeEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::PaletteChange)
        for (auto* highlighter : document()->findChildren<QSyntaxHighlighter*>()) highlighter->rehighlight();
    return QPlainTextEdit::event(event);
}

void CodeEdit::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) return emit left();
    if (isEnter && event->modifiers() & Qt::ControlModifier) return emit forced();
    QPlainTextEdit::keyPressEvent(event);
    if (isEnter) emit entered();
}

void CodeEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    numbers_->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

}  // namespace fretsaw::ui
