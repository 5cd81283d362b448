// Between the text and the recipe.
// Nothing is parsed here: core does.
#include "app/ui/background/FormulaEditor.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

#include "app/Aside.h"
#include "app/ui/background/BackgroundEditor.h"
#include "app/ui/background/CodeEdit.h"
#include "core/cuda/ChooseBackend.h"

namespace fretsaw::ui {
namespace {

constexpr int kPauseMs = 200;
constexpr int kLines = 9;

}  // namespace

FormulaEditor::FormulaEditor(BackgroundEditor& editor, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      text_(new CodeEdit(CodeEdit::Words::Formulas)),
      error_(new QLabel),
      place_(new QLabel) {
    text_->setObjectName("formula");
    text_->setAccessibleName(tr("Formula"));
    text_->setToolTip(
        tr("A value 0 to 1 for the colours below, or a colour rgb(…), for each pixel.\nEnter takes "
           "what is written at once, Ctrl+Enter also without a new line."));
    text_->setFixedHeight(text_->fontMetrics().lineSpacing() * kLines + 12);
    error_->setObjectName("problem");
    error_->setWordWrap(true);
    error_->hide();
    place_->setWordWrap(true);
    place_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(text_);
    column->addWidget(error_);
    column->addWidget(place_);
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &FormulaEditor::take);
    connect(text_, &CodeEdit::textChanged, &pause_, qOverload<>(&QTimer::start));
    connect(text_, &CodeEdit::entered, this, &FormulaEditor::take);
    connect(text_, &CodeEdit::forced, this, [this] {
        take();
        emit forced();
    });
    connect(text_, &CodeEdit::left, this, &FormulaEditor::left);
    connect(&editor_, &BackgroundEditor::changed, this, &FormulaEditor::refresh);
    refresh();
}

void FormulaEditor::take() {
    pause_.stop();
    if (!editor_.recipe().formula()) return;
    const std::string text = text_->toPlainText().toStdString();
    try {
        const auto formula = parseFormula(text);
        known_ = text;
        text_->unmark();
        error_->hide();
        editor_.changeRecipe([&](PictureRecipe& recipe) { recipe.setFormula(formula); });
    } catch (const FormulaError& e) {
        text_->mark(e.line(), e.column());
        error_->setText(QString::fromUtf8(e.what()));
        error_->show();
    }
}

void FormulaEditor::sayWhereItRuns() {
    const auto ask = [] {
        const BackendChoice choice = chooseBackend(environmentWish().value_or(BackendWish::Auto));
        const FormulaPlace place = formulaPlace(choice);
        return choice.use.gpu && !place.gpu ? place.text : std::string();
    };
    app::runAside(this, ask, [this](const app::Outcome<std::string>& why) {
        if (!why.value || why.value->empty()) return;
        place_->setText(QString::fromStdString(*why.value));
        place_->show();
    });
}

void FormulaEditor::refresh() {
    const auto& formula = editor_.recipe().formula();
    setVisible(formula != nullptr);
    if (!formula) return known_.reset();
    if (!std::exchange(asked_, true)) sayWhereItRuns();
    if (known_ == formula->text()) return;  // what is being typed must stay
    known_ = formula->text();
    const QSignalBlocker quiet(text_);
    text_->setPlainText(QString::fromStdString(*known_));
    text_->unmark();
    error_->hide();
    pause_.stop();
}

}  // namespace fretsaw::ui
