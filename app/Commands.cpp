// The undo command.
// No painting and no solving here.
#include "app/Commands.h"

#include <utility>

namespace fretsaw::app {

StepCommand::StepCommand(StepTarget& target, Step step, const QString& text, int mergeId)
    : QUndoCommand(text), target_(target), step_(std::move(step)), mergeId_(mergeId) {}

void StepCommand::undo() {
    target_.applyStep(step_, false);
}

void StepCommand::redo() {
    if (std::exchange(done_, false)) return;
    target_.applyStep(step_, true);
}

bool StepCommand::mergeWith(const QUndoCommand* other) {
    // QUndoStack asks only for commands with the same id, and only parameter changes have one.
    const auto& next = static_cast<const StepCommand*>(other)->step_;
    step_.paramsAfter = next.paramsAfter;
    step_.cutAfter = next.cutAfter;
    setObsolete(step_.paramsBefore == step_.paramsAfter);
    return true;
}

}  // namespace fretsaw::app
