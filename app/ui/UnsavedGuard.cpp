// The one question before labels that were never exported are thrown away.
// It exports nothing itself.
#include "app/ui/UnsavedGuard.h"

#include <QMessageBox>
#include <QPushButton>
#include <utility>

#include "app/ui/Exporter.h"

namespace fretsaw::ui {

UnsavedGuard::UnsavedGuard(app::Document& document, Exporter& exporter, QWidget* parent)
    : QObject(parent), document_(document), exporter_(exporter), parent_(parent) {
    connect(&exporter_, &Exporter::finished, this, [this](bool ok) {
        const auto proceed = std::exchange(afterExport_, nullptr);
        if (ok && proceed) proceed();
    });
}

bool UnsavedGuard::hasUnsavedWork() const {
    return document_.hasPhoto() && !document_.undoStack().isClean();
}

void UnsavedGuard::beforeLosingWork(std::function<void()> proceed) {
    if (!hasUnsavedWork()) return proceed();
    if (asking_) return;
    asking_ = true;
    auto* question = new QMessageBox(QMessageBox::Question, tr("Fretsaw"), tr("This cut was not exported."),
                                     QMessageBox::NoButton, parent_);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("Its rectangle and strokes will be lost."));
    QPushButton* exportFirst = question->addButton(tr("Export mask…"), QMessageBox::AcceptRole);
    QPushButton* discard = question->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    question->addButton(QMessageBox::Cancel);
    question->setDefaultButton(exportFirst);
    connect(question, &QMessageBox::finished, this, [=, this] {
        asking_ = false;
        if (question->clickedButton() == discard) return proceed();
        if (question->clickedButton() != exportFirst) return;
        afterExport_ = proceed;
        exporter_.exportAs(Exporter::Kind::Mask);
    });
    question->open();
}

}  // namespace fretsaw::ui
